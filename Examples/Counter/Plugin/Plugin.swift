// What makes a plugin of it.
import CounterFeature
import EnfoldPlugin

#enfoldPlugin(id: "org.enfold.counter", version: "1.0.0", features: [Counter.self])
