// FeatureTable: the features of a runtime, by name and in order.

/// The features of the plugins that are loaded, and those that the host has registered.
struct FeatureTable {
  /// The features with one name.
  private struct Named {
    var ofPlugins: [Feature] = []
    /// The place of the one that the host has registered.
    var registered: Int?
  }

  private var named = NameIndex<Named>()
  /// No two have the same name.
  private(set) var registered: [Feature] = []

  /// The features with a name, whatever plugin they belong to: those of plugins first.
  func features(named name: String) -> [Feature] {
    guard let named = named[name] else { return [] }
    return named.ofPlugins + (named.registered.map { [registered[$0]] } ?? [])
  }

  /// The names for a message: see ``NameIndex``.
  func list(around name: String) -> String? { named.isEmpty ? nil : named.list(around: name) }

  /// Adds a feature of the host, in place of the one with the same name. Returns that one.
  mutating func register(_ feature: Feature) -> Feature? {
    var known = named[feature.name] ?? Named()
    if let place = known.registered { return exchange(&registered[place], with: feature) }
    known.registered = registered.count
    named[feature.name] = known
    registered.append(feature)
    return nil
  }

  /// Adds the features of a plugin, in place of those of another one.
  mutating func add(_ plugin: Plugin, inPlaceOf old: Plugin?) {
    for feature in old?.features ?? [] {
      guard var known = named[feature.name] else { continue }
      known.ofPlugins.removeAll { $0 === feature }
      named[feature.name] = known.ofPlugins.isEmpty && known.registered == nil ? nil : known
    }
    for feature in plugin.features {
      var known = named[feature.name] ?? Named()
      known.ofPlugins.append(feature)
      named[feature.name] = known
    }
  }

  /// Forgets the features of the host. Returns them.
  mutating func removeRegistered() -> [Feature] {
    for feature in registered {
      guard var known = named[feature.name] else { continue }
      known.registered = nil
      named[feature.name] = known.ofPlugins.isEmpty ? nil : known
    }
    return exchange(&registered, with: [])
  }
}
