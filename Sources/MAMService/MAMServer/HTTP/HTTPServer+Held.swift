import CMicroHTTPD
internal import ExactText
import MAMEngine

extension HTTPServer {
  /// Lets a suspended connection go on.
  ///
  /// libmicrohttpd sees to it the next time it runs, and neither says that it wants to run nor makes its
  /// descriptor readable: the loop has to go round once more.
  func resume(_ connection: HTTPConnection) {
    hasResumed = true
    MHD_resume_connection(connection.handle)
  }

  /// Lets a held request go on: libmicrohttpd asks for it again.
  private func resume(_ request: Int, as state: HTTPConnection.State) {
    guard let connection = held.removeValue(forKey: request) else { return }
    connection.state = state
    resume(connection)
  }

  func send(_ reply: Reply, to request: Int) { resume(request, as: .released(reply)) }

  func drop(_ request: Int) {
    if let connection = held[request] { markRepeatable(connection) }
    resume(request, as: .dropped)
  }
}
