internal import ExactText
import JSONText
import MAMModel
import VirtualTime

extension GraphChanges {
  /// `directoryObjects`: users and groups by their IDs.
  func readDirectoryObject(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let rest = visit.rest(behind: 1)
    guard let name = rest.first else { throw .notFound("name an object by its ID") }
    guard let object = directoryObject(name, visit.call) else {
      throw visit.call.path.isOfAction
        ? visit.call.methodNotAllowed : .notFound("there is no directory object \(name)")
    }
    return try visit.call.read(object, of: .directoryObject, "directoryObjects", rest.dropFirst())
  }

  /// The action getByIds, which only reads.
  func getByIds(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let call = visit.call
    let body = try call.members(of: DirectoryAction.getByIds, isNew: true)
    let ids = body["ids"]?.array?.compactMap(\.string) ?? []
    guard ids.count <= 1000 else { throw .badRequest("ids must be at most 1000") }
    let types = (body["types"]?.array ?? []).compactMap(\.string)
    var known: Set<ExactString> = []
    let objects = ids.filter { known.insert($0).inserted }.compactMap { directoryObject($0, call) }
      .filter { object in
        types.isEmpty
          || types.contains {
            GraphName.areSame($0, object.type.name) || GraphName.areSame($0, "directoryObject")
          }
      }
    return try call.list(ResourceSet(.directoryObject, "directoryObjects") { objects })
  }

  /// The user or group of an ID; nil for another text, also for a name.
  private func directoryObject(_ id: String, _ call: GraphCall) -> Resource? {
    if let user = resources.userSet(call).find(id), user.key == id { return user }
    if let group = resources.groupSet(call).find(id), group.key == id { return group }
    return nil
  }
}

/// What the actions of the directory take.
enum DirectoryAction {
  /// The parameters of the action getByIds.
  static let getByIds = GraphType(
    "getByIds",
    [.init("ids", .list(.text), [.writable, .required]), .init("types", .list(.text), .writable)])
}
