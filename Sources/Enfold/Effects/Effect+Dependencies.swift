// Effects with dependencies of their own.

extension Effect {
  /// The same effect, whose work runs with these dependencies. The work may bind others again. `none` stays `none`.
  public func dependencies(_ values: DependencyValues) -> Self {
    switch operation {
    case .run, .node: Self(operation.rebuilt(send: Operation.send, run: { .run($0.bound(to: values)) }))
    case .none, .send: self
    }
  }
}

extension RunOperation {
  fileprivate func bound(to values: DependencyValues) -> RunOperation {
    // `execute` calls the handler, if there is one.
    RunOperation(
      origin: origin, priority: priority,
      operation: { send in
        switch await withDependencies(values, operation: { await self.execute(send) }) {
        case .finished: break
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        }
      })
  }
}
