// Result: made by asynchronous work, and its case paths.

extension Result where Failure == any Error {
  /// Runs asynchronous work, on the caller's executor, and keeps what it returns or throws:
  /// `await send(.loaded(Result { try await api.load() }))`.
  @inlinable @_disfavoredOverload
  nonisolated(nonsending) public init(catching body: nonisolated(nonsending) () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Result {
  public struct AllCasePaths: Sendable {
    public var success: CasePath<Result, Success> {
      CasePath("success") {
        .success($0)
      } extract: {
        guard case .success(let value) = $0 else { return nil }
        return value
      }
    }

    public var failure: CasePath<Result, Failure> {
      CasePath("failure") {
        .failure($0)
      } extract: {
        guard case .failure(let error) = $0 else { return nil }
        return error
      }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public static var caseNames: [String] { ["success", "failure"] }
  public var caseName: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    }
  }
}
