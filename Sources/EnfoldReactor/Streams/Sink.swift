// sink: OpenCombine's two functions, for closures that any thread may call.
import OpenCombine

/// A publisher whose `sink` takes closures that any thread may call. All of this library and of OpenCombine are.
///
/// OpenCombine's own `sink` would give a closure that is written in code of the main actor to that actor, and the program would
/// end when another thread calls it. The functions here are chosen instead, because this protocol is more special.
///
/// A publisher of your own that gives values on several threads may conform, too. It has nothing to implement: it gets the two
/// functions.
public protocol SinkPublisher: Publisher {}

extension SinkPublisher {
  /// Calls closures with each value and with the end of the stream, on whichever thread it comes, until the subscription that
  /// is returned goes.
  @preconcurrency
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable { sunk(receiveCompletion, receiveValue) }
}

extension SinkPublisher where Failure == Never {
  /// Calls a closure with each value, on whichever thread it comes, until the subscription that is returned goes.
  @preconcurrency
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sunk({ _ in }, receiveValue)
  }
}

extension Publisher {
  /// `sink` for closures that are known to run on any thread.
  func sunk(
    _ ended: @escaping (Subscribers.Completion<Failure>) -> Void, _ receive: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: ended, receiveValue: receive)
    self.receive(subscriber: sink)
    return AnyCancellable(sink)
  }
}

extension PublishSubject: SinkPublisher {}

extension AnyPublisher: SinkPublisher {}
extension CurrentValueSubject: SinkPublisher {}
extension Deferred: SinkPublisher {}
extension Empty: SinkPublisher {}
extension Fail: SinkPublisher {}
extension Future: SinkPublisher {}
extension Just: SinkPublisher {}
extension PassthroughSubject: SinkPublisher {}
extension Record: SinkPublisher {}

extension Publishers.AllSatisfy: SinkPublisher {}
extension Publishers.AssertNoFailure: SinkPublisher {}
extension Publishers.Autoconnect: SinkPublisher {}
extension Publishers.Breakpoint: SinkPublisher {}
extension Publishers.Buffer: SinkPublisher {}
extension Publishers.Catch: SinkPublisher {}
extension Publishers.Collect: SinkPublisher {}
extension Publishers.CollectByCount: SinkPublisher {}
extension Publishers.CompactMap: SinkPublisher {}
extension Publishers.Comparison: SinkPublisher {}
extension Publishers.Concatenate: SinkPublisher {}
extension Publishers.Contains: SinkPublisher {}
extension Publishers.ContainsWhere: SinkPublisher {}
extension Publishers.Count: SinkPublisher {}
extension Publishers.Debounce: SinkPublisher {}
extension Publishers.Decode: SinkPublisher {}
extension Publishers.Delay: SinkPublisher {}
extension Publishers.Drop: SinkPublisher {}
extension Publishers.DropUntilOutput: SinkPublisher {}
extension Publishers.DropWhile: SinkPublisher {}
extension Publishers.Encode: SinkPublisher {}
extension Publishers.Filter: SinkPublisher {}
extension Publishers.First: SinkPublisher {}
extension Publishers.FirstWhere: SinkPublisher {}
extension Publishers.FlatMap: SinkPublisher {}
extension Publishers.HandleEvents: SinkPublisher {}
extension Publishers.IgnoreOutput: SinkPublisher {}
extension Publishers.Last: SinkPublisher {}
extension Publishers.LastWhere: SinkPublisher {}
extension Publishers.MakeConnectable: SinkPublisher {}
extension Publishers.Map: SinkPublisher {}
extension Publishers.MapError: SinkPublisher {}
extension Publishers.MapKeyPath: SinkPublisher {}
extension Publishers.MapKeyPath2: SinkPublisher {}
extension Publishers.MapKeyPath3: SinkPublisher {}
extension Publishers.MeasureInterval: SinkPublisher {}
extension Publishers.Multicast: SinkPublisher {}
extension Publishers.Output: SinkPublisher {}
extension Publishers.PrefixUntilOutput: SinkPublisher {}
extension Publishers.PrefixWhile: SinkPublisher {}
extension Publishers.Print: SinkPublisher {}
extension Publishers.ReceiveOn: SinkPublisher {}
extension Publishers.Reduce: SinkPublisher {}
extension Publishers.RemoveDuplicates: SinkPublisher {}
extension Publishers.ReplaceEmpty: SinkPublisher {}
extension Publishers.ReplaceError: SinkPublisher {}
extension Publishers.Retry: SinkPublisher {}
extension Publishers.Scan: SinkPublisher {}
extension Publishers.Sequence: SinkPublisher {}
extension Publishers.SetFailureType: SinkPublisher {}
extension Publishers.Share: SinkPublisher {}
extension Publishers.SubscribeOn: SinkPublisher {}
extension Publishers.SwitchToLatest: SinkPublisher {}
extension Publishers.Throttle: SinkPublisher {}
extension Publishers.Timeout: SinkPublisher {}
extension Publishers.TryAllSatisfy: SinkPublisher {}
extension Publishers.TryCatch: SinkPublisher {}
extension Publishers.TryCompactMap: SinkPublisher {}
extension Publishers.TryComparison: SinkPublisher {}
extension Publishers.TryContainsWhere: SinkPublisher {}
extension Publishers.TryDropWhile: SinkPublisher {}
extension Publishers.TryFilter: SinkPublisher {}
extension Publishers.TryFirstWhere: SinkPublisher {}
extension Publishers.TryLastWhere: SinkPublisher {}
extension Publishers.TryMap: SinkPublisher {}
extension Publishers.TryPrefixWhile: SinkPublisher {}
extension Publishers.TryReduce: SinkPublisher {}
extension Publishers.TryRemoveDuplicates: SinkPublisher {}
extension Publishers.TryScan: SinkPublisher {}
extension Publishers.Zip: SinkPublisher {}
extension Publishers.Zip3: SinkPublisher {}
