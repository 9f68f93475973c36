// SchemaChecks: the checks that a reducer's schemas stand for.
import EnfoldJSON
import EnfoldPlugin

extension ForeignChecks {
  /// - Parameter place: what the schemas belong to, for messages.
  init(_ schemas: (state: String?, action: String?), _ place: String) throws(RuntimeError) {
    self.init()
  }
}
