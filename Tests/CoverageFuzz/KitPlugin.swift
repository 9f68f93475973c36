// What makes a plugin of Kit, for the targets that go through the C API.
import EnfoldPlugin

#enfoldPlugin(id: "org.enfold.tests.kit", version: "1.0.0", features: [Kit.self])
