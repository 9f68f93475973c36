// Router: what is at which path.
import NIOHTTP1

struct Router {
  typealias Route = (Call) throws(Refusal) -> Void

  /// Where a request goes.
  enum Destination {
    case page(StaticFile)
    case route(Route, needsBody: Bool)
  }

  let access: Access
  let files: StaticFiles
  private var gets: [String: Route] = [:]
  private var posts: [String: Route] = [:]

  init(_ access: Access, _ files: StaticFiles) { (self.access, self.files) = (access, files) }

  mutating func get(_ path: String, _ route: @escaping Route) { gets[path] = route }
  mutating func post(_ path: String, _ route: @escaping Route) { posts[path] = route }

  /// Finds the destination of a request, of which the head has come.
  func destination(_ head: HTTPRequestHead) throws(Refusal) -> Destination {
    try access.check(head)
    let path = String(head.uri.prefix { $0 != "?" })
    guard path.hasPrefix("/api/") || path == "/api" else {
      guard let file = files[path] else {
        if path == "/" { throw Refusal(404, "the page is not installed: ../../share/enfold/inspector/index.html") }
        throw Refusal(404, "there is no such page")
      }
      guard head.method == .GET || head.method == .HEAD else {
        throw Refusal(405, "only GET and HEAD are answered here")
      }
      return .page(file)
    }
    try access.checkToken(head)
    let (get, post) = (gets[path], posts[path])
    guard get != nil || post != nil else { throw Refusal(404, "there is no \(CutText(path, at: 60).text)") }
    switch head.method {
    case .GET, .HEAD: if let get { return .route(get, needsBody: false) }
    case .POST:
      if let post {
        try Access.checkType(head)
        return .route(post, needsBody: true)
      }
    default: break
    }
    throw Refusal(405, "only \(get == nil ? "POST" : "GET") is answered here")
  }

  /// The methods that a path has.
  func allowed(_ uri: String) -> String { posts[String(uri.prefix { $0 != "?" })] == nil ? "GET, HEAD" : "POST" }
}
