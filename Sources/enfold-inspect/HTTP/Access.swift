// Access: who may ask for what. It looks at the head of a request only.
import NIOHTTP1

struct Access {
  private let token: [UInt8]
  /// What may be in Host: the addresses of this server.
  private let hosts: [String]

  init(token: String, port: Int) {
    self.token = Array("Bearer \(token)".utf8)
    hosts = ["127.0.0.1:\(port)", "[::1]:\(port)", "localhost:\(port)"]
  }

  /// A browser that was lured to another name for this address says that name. A page of somebody else says its origin.
  func check(_ head: HTTPRequestHead) throws(Refusal) {
    guard head.version == .http1_1 else { throw Refusal(505, "only HTTP/1.1 is spoken here") }
    let host = head.headers["host"]
    guard host.count == 1, hosts.contains(host[0].lowercased()) else {
      throw Refusal(403, "\"Host\" is not the address of this server")
    }
    let origin = head.headers["origin"]
    guard origin.isEmpty || origin.count == 1 && hosts.contains(where: { "http://\($0)" == origin[0].lowercased() })
    else { throw Refusal(403, "\"Origin\" is not the address of this server") }
  }

  /// The token must be there.
  func checkToken(_ head: HTTPRequestHead) throws(Refusal) {
    let given = head.headers["authorization"]
    guard given.count == 1, isSame(Array(given[0].utf8)) else {
      throw Refusal(403, "the token is missing or wrong; open the address that enfold-inspect has printed")
    }
  }

  /// Takes the same time for each wrong text of a length.
  private func isSame(_ given: [UInt8]) -> Bool {
    var difference = UInt8(given.count == token.count ? 0 : 1)
    for (index, byte) in token.enumerated() { difference |= byte ^ (index < given.count ? given[index] : 0) }
    return difference == 0
  }

  /// Whether the body is JSON.
  static func checkType(_ head: HTTPRequestHead) throws(Refusal) {
    let type = head.headers["content-type"]
    let name = type.first?.prefix { $0 != ";" }.split { $0 == " " || $0 == "\t" } ?? []
    guard type.count == 1, name.count == 1, name[0].lowercased() == "application/json" else {
      throw Refusal(415, "\"Content-Type\" must be application/json")
    }
  }
}
