// Answer: what a request is answered with.

enum Answer {
  case json(String)
  /// A file of the page.
  case page(StaticFile)
  /// A file that is sent in pieces.
  case download(Download)
  /// Events until the other side goes.
  case events
}

struct Download {
  let spool: Spool
  let size: Int
  /// The name that the browser gives it.
  let name: String
  let type: String
}
