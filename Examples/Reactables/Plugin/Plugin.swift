// What makes a plugin of them.
import EnfoldPlugin
import ReactablesFeature

#enfoldPlugin(
  id: "org.enfold.reactables", version: "1.0.0",
  features: [CounterReactable.self, ListReactable.self, ProfileViewReactor.self])
