// What makes a plugin of it.
import EnfoldPlugin
import PrimeTimeFeature

#enfoldPlugin(id: "org.enfold.primetime", version: "1.0.0", features: [PrimeTime.self])
