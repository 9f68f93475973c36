// PluginCheck: checks each field of a plugin's table before it is used.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import EnfoldPlugin
import Glibc

extension Plugin {
  /// Checks a plugin's table and copies it.
  convenience init(
    _ table: UnsafePointer<enfold_plugin_table>, _ file: LoadedFile, path: String
  ) throws(RuntimeError) {
    // The sizes are checked first. The members behind them are read only if the sizes are right.
    let table = try copy(of: table, "")
    let abi = table.abi
    try check("abi.struct_size", abi.struct_size, MemoryLayout<enfold_plugin_abi>.size)
    guard abi.abi == ENFOLD_PLUGIN_ABI else { throw .badPlugin(anotherABI(abi.abi)) }
    try check("abi.pointer_size", abi.pointer_size, MemoryLayout<UnsafeRawPointer>.size)
    try check("abi.change_size", abi.change_size, MemoryLayout<enfold_change>.size)
    try check("abi.commit_size", Int(abi.commit_size), covers: enfold_commit.self)
    try check("abi.host_size", Int(abi.host_size), covers: enfold_host.self)
    try check("abi.engine_size", Int(abi.engine_size), covers: enfold_engine.self)
    try check("abi.reducer_size", Int(abi.reducer_size), covers: enfold_reducer.self)
    let compiler = abi.compiler.map { String(cString: $0) }  // invalid UTF-8 is repaired, and so differs from ours
    let ours = String(cString: enfold_compiler_id())
    guard compiler == nil || compiler == ours else {
      throw .badPlugin("abi.compiler is \"\(compiler ?? "")\"; this libenfold needs \"\(ours)\"")
    }
    let id = try identifier(table.id, "id")
    guard id != FeatureSource.hostID else {
      throw .badPlugin("id is \"\(id)\", which stands for the features that the host registers itself")
    }
    let version = try identifier(table.version, "version")
    let source = FeatureSource(id: id, version: version, label: "\(id)@\(version) (\(path))", hash: file.hash)
    self.init(
      file: file, path: path, source: source, compiler: compiler,
      features: try readFeatures(table.features, table.feature_count, of: source),
      extensions: Extensions(table.get_extension))
  }
}

extension Feature {
  /// Checks and copies the struct of a feature that the host registers.
  ///
  /// - Parameters:
  ///   - user: the `user` that the functions of its reducer get.
  ///   - keeper: lives as long as somebody uses the feature.
  static func registering(
    _ table: UnsafePointer<enfold_plugin_feature>, user: UnsafeMutableRawPointer?, keeper: AnyObject
  ) throws(RuntimeError) -> Feature { try readFeature(table, "feature", of: .host, registered: (user, keeper)) }
}

extension RuntimeError {
  static func badPlugin(_ message: String) -> RuntimeError { RuntimeError(ENFOLD_BAD_PLUGIN, message) }
}

/// Copies a table, as far as its `struct_size` says that it is there.
///
/// - Parameter place: the text before "struct_size" in messages.
func copy<Table: GrowingTable>(of table: UnsafePointer<Table>, _ place: String) throws(RuntimeError) -> Table {
  guard let copy = Table(copying: table) else {
    throw .badPlugin(tooSmall("\(place)struct_size", Table.size(of: table), Table.self))
  }
  return copy
}

private func check<Table: GrowingTable>(
  _ field: String, _ size: Int, covers table: Table.Type
) throws(RuntimeError) { guard size >= Table.smallestSize else { throw .badPlugin(tooSmall(field, size, table)) } }

private func tooSmall<Table: GrowingTable>(_ field: String, _ size: Int, _ table: Table.Type) -> String {
  "\(field) is \(size); this libenfold needs an \(Table.name) of at least \(Table.smallestSize) bytes"
}

private func anotherABI(_ number: UInt32) -> String {
  let remedy =
    number < ENFOLD_PLUGIN_ABI
    ? "build the plugin with this version's enfold_plugin.h" : "the plugin was built for a later version"
  return "abi.abi is \(number); this libenfold needs \(ENFOLD_PLUGIN_ABI): \(remedy)"
}

private func check(_ field: StaticString, _ value: UInt32, _ wanted: Int) throws(RuntimeError) {
  guard value == wanted else { throw .badPlugin("\(field) is \(value); this libenfold needs \(wanted)") }
}

/// Reads a text that names something. It must not be empty, nor contain '/' or '@', which separate names.
private func identifier(_ text: UnsafePointer<CChar>?, _ field: String) throws(RuntimeError) -> String {
  guard let text else { throw .badPlugin("\(field) is NULL") }
  guard let string = String(validatingCString: text) else { throw .badPlugin("\(field) is not UTF-8") }
  guard !string.isEmpty else { throw .badPlugin("\(field) is empty") }
  guard !string.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "@") }) else {
    throw .badPlugin("\(field) is \"\(string)\"; '/' and '@' separate names")
  }
  return string
}

/// A greater count must be a mistake. Reading a list of that length would crash the process.
private let greatestFeatureCount = 65_536

private func readFeatures(
  _ features: UnsafePointer<UnsafePointer<enfold_plugin_feature>?>?, _ count: Int, of source: FeatureSource
) throws(RuntimeError) -> [Feature] {
  guard let features, count != 0 else { throw .badPlugin("it brings no features") }
  guard (1...greatestFeatureCount).contains(count) else {
    throw .badPlugin("feature_count is \(UInt(bitPattern: count)); at most \(greatestFeatureCount) are allowed")
  }
  var result: [Feature] = []
  for index in 0..<count {
    let place = "features[\(index)]"
    guard let table = features[index] else { throw .badPlugin("\(place) is NULL") }
    let feature = try readFeature(table, place, of: source)
    guard !result.contains(where: { $0.name.hasSameBytes(as: feature.name) }) else {
      throw .badPlugin("\(place).name is \"\(feature.name)\", like another feature's")
    }
    result.append(feature)
  }
  return result
}

/// - Parameter registered: given for a feature that the host registers.
private func readFeature(
  _ address: UnsafePointer<enfold_plugin_feature>, _ place: String, of source: FeatureSource,
  registered: (user: UnsafeMutableRawPointer?, keeper: AnyObject)? = nil
) throws(RuntimeError) -> Feature {
  let table = try copy(of: address, "\(place).")
  let name = try identifier(table.name, "\(place).name")
  let extensions = Extensions(table.get_extension)
  let engine: Engine
  let context: UnsafeMutableRawPointer?
  var keeper = registered?.keeper
  func readSchemas() throws(RuntimeError) -> (state: String?, action: String?) {
    (try schema(table.state_schema, "\(place).state_schema"), try schema(table.action_schema, "\(place).action_schema"))
  }
  let schemas: (state: String?, action: String?)
  switch (table.engine, table.reducer) {
  case (let table?, nil):
    engine = try Engine(table, extensions, place)
    context = engine.feature
    schemas = try readSchemas()
  case (nil, let reducer?):
    var parts = ForeignReducer.Parts(name: name, table: try copy(of: reducer, "\(place).reducer."))
    try check(parts.table, place)
    parts.effects = try extended(enfold_effect_reducer.self, ENFOLD_EFFECTS_EXTENSION, "reduce") { $0.reduce != nil }
    parts.parts = try extended(enfold_parts.self, ENFOLD_PARTS_EXTENSION, "part") { $0.part != nil }
    schemas = try readSchemas()
    parts.checks = try ForeignChecks(
      state: schemas.state, action: parts.table.check == nil ? schemas.action : nil, place)
    if let registered {
      parts.table.user = registered.user
      parts.keeper = registered.keeper
    }
    let foreign = registered == nil ? ReducerEngines.feature(at: address, parts) : ForeignFeature(parts)
    if registered != nil { keeper = foreign }
    engine = try Engine(foreign.engine, ForeignFeature.extensions, place)
    context = parts.table.user
  case (nil, nil): throw .badPlugin("\(place) (\(name)) has neither an engine nor a reducer")
  default: throw .badPlugin("\(place) (\(name)) has both an engine and a reducer")
  }
  return Feature(
    source: source, name: name, stateSchema: schemas.state, actionSchema: schemas.action,
    requests: try requests(of: context, extensions, place), engine: engine, keeper: keeper)

  /// Version 1 of an extension; nil if the feature has no such extension.
  func extended<Table: GrowingTable>(
    _: Table.Type, _ name: String, _ field: StaticString, isWhole: (Table) -> Bool
  ) throws(RuntimeError) -> Table? {
    guard let table = extensions.table(named: name, version: 1) else { return nil }
    let known = try copy(of: table.assumingMemoryBound(to: Table.self), "\(place) (\(name)) ")
    guard isWhole(known) else { throw .badPlugin("\(place) (\(name)) \(field) is NULL") }
    return known
  }
}

/// The requests that a feature declares by the extension "enfold.declares"; nil if it has none.
private func requests(
  of feature: UnsafeMutableRawPointer?, _ extensions: Extensions, _ place: String
) throws(RuntimeError) -> String? {
  guard let table = extensions.table(named: ENFOLD_DECLARES_EXTENSION, version: 1) else { return nil }
  let field = "\(place) (\(ENFOLD_DECLARES_EXTENSION)) requests"
  let known = try copy(
    of: table.assumingMemoryBound(to: enfold_declares.self), "\(place) (\(ENFOLD_DECLARES_EXTENSION)) ")
  guard let write = known.requests else { throw .badPlugin("\(field) is NULL") }
  var text: [UInt8] = []
  withUnsafeMutablePointer(to: &text) { write(feature, appendPiece, $0) }
  let count = text.withUnsafeBytes { bytes in Result { () throws(JSONError) in try elementCount(bytes) } }
  do throws(JSONError) {
    return try count.get() == 0 ? nil : String(decoding: text, as: UTF8.self)
  } catch {
    throw .badPlugin("\(field) is no JSON array: \(error)")
  }
}

/// How many elements a JSON array has.
private func elementCount(_ text: UnsafeRawBufferPointer) throws(JSONError) -> Int {
  var reader = JSONReader(text, limits: .greatest)
  var count = 0
  try reader.beginArray()
  while try reader.nextElement() {
    try reader.skipValue()
    count += 1
  }
  try reader.finish()
  return count
}

/// Reads a schema: a text that is JSON, or NULL.
private func schema(_ text: UnsafePointer<CChar>?, _ field: String) throws(RuntimeError) -> String? {
  guard let text else { return nil }
  var reader = JSONReader(UnsafeRawBufferPointer(start: text, count: strlen(text)), limits: .greatest)
  do throws(JSONError) {
    try reader.skipValue()
    try reader.finish()
  } catch {
    throw .badPlugin("\(field) is no JSON: \(error)")
  }
  return String(cString: text)
}

private func check(_ reducer: enfold_reducer, _ place: String) throws(RuntimeError) {
  let fields: KeyValuePairs<StaticString, Bool> = [
    "open": reducer.open != nil, "close": reducer.close != nil, "reduce": reducer.reduce != nil,
    "state": reducer.state != nil,
  ]
  for (field, isGiven) in fields where !isGiven { throw .badPlugin("\(place).reducer.\(field) is NULL") }
}
