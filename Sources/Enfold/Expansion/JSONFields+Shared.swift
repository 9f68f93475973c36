// How shared values are read with the state that they are in.
import EnfoldJSON

extension JSONFields {
  /// Reads the value that a state is to show. The shared value stays as it is.
  public static func read<T>(
    _ shared: inout Shared<T>, _ name: StaticString, from reader: inout JSONReader
  ) throws(JSONError) {
    do { shared.value = try T(json: &reader) } catch { throw located(error, in: name) }
    shared.sight = .given
  }
}

extension JSONFields {
  public static func read<T>(
    _ reader: inout SharedReader<T>, _ name: StaticString, from text: inout JSONReader
  ) throws(JSONError) { try read(&reader.shared, name, from: &text) }
}
