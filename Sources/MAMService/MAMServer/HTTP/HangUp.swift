import CMicroHTTPD
internal import ExactText

/// A connection whose client has ended its side, perhaps with requests that are still to be answered.
///
/// libmicrohttpd answers those that it has read already one after the other, one in two rounds of the
/// loop, and does not tell how many are left. So nothing is left if nothing has happened on the connection
/// for some rounds.
struct HangUp {
  let connection: HTTPConnection
  /// How far libmicrohttpd was with the connection at the latest look.
  private var steps: Int
  /// How many looks in a row have found nothing new.
  private var quiet = 0

  private static let roundsOfQuiet = 4

  init(_ connection: HTTPConnection) {
    self.connection = connection
    steps = connection.steps
  }

  /// True while bytes are on their way, which takes as long as the client likes.
  var isMoving: Bool { quiet == 0 }

  /// Looks at the connection, once in a round of the loop; true if nothing is left to do for the client.
  ///
  /// - Parameter isSuspended: true if nobody reads from the connection now.
  mutating func isOver(isSuspended: Bool) -> Bool {
    let isBusy =
      steps != connection.steps || mam_unsent(connection.socket) > 0
      || (!isSuspended && mam_unread(connection.socket) > 0)
    steps = connection.steps
    quiet = isBusy ? 0 : quiet + 1
    return quiet >= HangUp.roundsOfQuiet
  }
}
