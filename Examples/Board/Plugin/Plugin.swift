// What makes a plugin of it.
import BoardFeature
import EnfoldPlugin

#enfoldPlugin(id: "org.enfold.board", version: "1.0.0", features: [Board.self])
