// What makes a plugin of it.
import EnfoldPlugin

#enfoldPlugin(id: "org.example.@NAME@", version: "0.1.0", features: [@NAME@.self])
