// Inspection: whether a runtime is inspected.

enum Inspection {
  case off, beginning
  case on(Inspector)
}
