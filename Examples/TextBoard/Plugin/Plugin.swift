// What makes a plugin of it.
import EnfoldPlugin
import TextBoardFeature

#enfoldPlugin(id: "org.enfold.textboard", version: "1.0.0", features: [TextBoard.self])
