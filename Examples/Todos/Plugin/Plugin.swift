// What makes a plugin of it.
import EnfoldPlugin
import TodosFeature

#enfoldPlugin(id: "org.enfold.todos", version: "1.0.0", features: [Todos.self])
