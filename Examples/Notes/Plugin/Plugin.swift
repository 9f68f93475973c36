// What makes a plugin of it.
import EnfoldPlugin
import NotesFeature

#enfoldPlugin(id: "org.enfold.notes", version: "1.0.0", features: [Notes.self])
