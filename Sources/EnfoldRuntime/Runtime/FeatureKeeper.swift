// FeatureKeeper: calls the release of a registered feature when nobody uses the feature any more.

/// Everybody who may still call the feature keeps this object. When nobody does any more, the release runs.
final class FeatureKeeper: @unchecked Sendable {
  // Unchecked: `release` is written once, before the feature is known to others.
  private let runtime: Runtime
  var release = Release(function: nil, user: nil)

  init(_ runtime: Runtime) { self.runtime = runtime }

  deinit {
    let release = release
    if release.function != nil { runtime.callBack { release() } }
  }
}
