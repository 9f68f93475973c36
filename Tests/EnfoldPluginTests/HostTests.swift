// A plugin reads of what its host gives as much as is there.
import CEnfold
import Enfold
import EnfoldPlugin
import Testing

struct Tally: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

private let plugin = PluginTable(
  id: "org.example.tally", version: "1.0.0",
  features: [PluginFeature(Tally.self, reducer: { Tally() }, initialState: { Tally.State() })])

/// What opening, sending and closing give.
private func live(
  _ options: UnsafePointer<enfold_store_options>, _ host: UnsafePointer<enfold_host>
) throws -> (status: enfold_status, message: String) {
  let table = plugin.pointer.assumingMemoryBound(to: enfold_plugin_table.self)
  let engine = try #require(table.pointee.features[0]).pointee.engine.pointee
  var store: UnsafeMutableRawPointer?
  var error = enfold_error()
  var status = engine.open(engine.feature, options, host, nil, &store, &error)
  if status == ENFOLD_OK {
    let action = "\"increment\""
    status = engine.send(store, action, action.utf8.count, UInt32(ENFOLD_SEND_DRAIN), 0, nil, &error)
    #expect(engine.revision(store) == 1)
    engine.close(store, 1)
    engine.release(store)
  }
  let message = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  return (status, message)
}

private let host = enfold_host(
  struct_size: 0, commit: { _, _ in }, schedule: { _ in }, task_ended: { _, _, _, _, _ in }, idle: { _ in },
  log: { _, _, _, _ in }, closed: { _ in }, thread: nil, get_extension: nil)

nonisolated(unsafe) private let options = enfold_store_options(  // never written
  struct_size: 0, flags: 0, state: nil, state_length: 0, depth_limit: 128, byte_limit: 1 << 20, queue_limit: 100,
  environment: 0, runtime: 0, given: nil, given_length: 0)

@Test func aStoreLivesWithTheSmallestTablesOfAHost() throws {
  let result = try live(
    atTheEdge(options, size: enfold_store_options.smallestSize), atTheEdge(host, size: enfold_host.smallestSize))
  #expect(result.status == ENFOLD_OK, "\(result.message)")
}

@Test func aHostWithATableThatIsTooSmallIsRefusedByName() throws {
  let size = enfold_host.smallestSize
  let options = try atTheEdge(options, size: enfold_store_options.smallestSize)
  let result = try live(options, atTheEdge(host, size: size - 8))
  #expect(result.status == ENFOLD_BAD_PLUGIN)
  #expect(result.message == "enfold_host.struct_size is \(size - 8); the plugin needs at least \(size)")
}

@Test func optionsThatAreTooSmallAreRefusedByName() throws {
  let size = enfold_store_options.smallestSize
  let host = try atTheEdge(host, size: enfold_host.smallestSize)
  let result = try live(atTheEdge(options, size: size - 8), host)
  #expect(result.status == ENFOLD_BAD_PLUGIN)
  #expect(result.message == "enfold_store_options.struct_size is \(size - 8); the plugin needs at least \(size)")
}
