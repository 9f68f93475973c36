// Clients: typed clients of features, made of the features' schemas. The one entry is `generateClient`.
import EnfoldJSON

/// A language that clients are made for.
public enum ClientLanguage: String, CaseIterable, Sendable {
  case python, cpp, c, typescript
}

/// What a client is made of and called.
public struct ClientRequest: Sendable {
  public var language: ClientLanguage
  /// The features of one plugin, as `enfold_runtime_features` gives them.
  public var features: String
  /// The only feature that is wanted; nil: all of them.
  public var feature: String?
  /// The command that makes the client, as its first lines say it: `enfold gen python libTodos.so`.
  public var command: String
  /// The name of the file without its ending: the client's module, namespace or prefix. Nil: the last part of the plugin's id.
  public var name: String?

  public init(
    language: ClientLanguage, features: String, feature: String? = nil, command: String, name: String? = nil
  ) {
    self.language = language
    self.features = features
    self.feature = feature
    self.command = command
    self.name = name
  }
}

/// A file of a client.
public struct ClientFile: Equatable, Sendable {
  /// Its name, without a folder.
  public var name: String
  public var text: String
}

/// Makes the client of a plugin. The same schemas give the same bytes.
public func generateClient(_ request: ClientRequest) throws(ClientError) -> ClientFile {
  let features = try readFeatures(request.features, only: request.feature)
  var builder = ModelBuilder()
  for feature in features { builder.add(feature) }
  let model = builder.finish(plugin: features[0].plugin, version: features[0].version)
  let module = Words.snake(request.name ?? String(model.plugin.split(separator: ".").last ?? "client"))
  let header = ClientHeader(model: model, command: request.command)
  switch request.language {
  case .python: return ClientFile(name: "\(module).py", text: PythonEmitter(model, header).text)
  case .cpp: return ClientFile(name: "\(module).hpp", text: CppEmitter(model, header, module).text)
  case .c: return ClientFile(name: "\(module).h", text: CEmitter(model, header, module).text)
  case .typescript: return ClientFile(name: "\(module).ts", text: TypeScriptEmitter(model, header).text)
  }
}
