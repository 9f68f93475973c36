// HostSocket: connects to the socket of a host, if it belongs to this user.
import Glibc

/// What tells one socket from a later one at the same path.
struct SocketIdentity: Equatable {
  let inode: UInt64
  let seconds: Int
  let nanoseconds: Int

  /// Nil: no socket of this user is at the path. Links are not followed.
  init?(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK, facts.st_uid == geteuid() else { return nil }
    (inode, seconds, nanoseconds) = (UInt64(facts.st_ino), facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec)
  }
}

enum HostSocket {
  /// Why there is no connection.
  enum Failure: Error {
    /// It may be there later.
    case busy
    case refused(String)
  }

  /// Connects. Returns the descriptor, which does not block, and the process at the other end.
  static func connect(_ path: String) throws(Failure) -> (descriptor: Int32, pid: Int32) {
    guard SocketIdentity(path) != nil else { throw .refused("\(path) is no socket of this user") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .refused("\(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .busy }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let problem = errno
      close(descriptor)
      if problem == EAGAIN { throw .busy }
      throw .refused("\(path) does not answer: \(String(cString: strerror(problem)))")
    }
    // The numbers of the process, of its user and of its group.
    var peer: (pid: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.user == geteuid() else {
      close(descriptor)
      throw .refused("\(path) is served by another user")
    }
    return (descriptor, peer.pid)
  }
}
