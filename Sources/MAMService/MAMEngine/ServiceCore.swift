internal import ExactText
import JSONText
package import MAMDirectory
import MAMGraph
package import MAMRules
package import MAMSignIn
package import MAMWire
package import VirtualTime

/// The service without what surrounds it: three sets of rules over one state, and which of them a request is for.
///
/// A request and the time go in, an answer and changed rows come out. Nothing in here reads a clock, a file or a
/// socket, or draws anything at random. Whoever owns the core stores the ``ServiceState/changes`` before it lets the
/// answer go.
package final class ServiceCore {
  /// Everything the service remembers.
  package private(set) var state: ServiceState
  /// Signs tokens; nil for tokens that are counted, which a history needs.
  package var signer: (any TokenSigning)?
  let names = RequestNames()

  /// A service that remembers what a state says.
  init(state: ServiceState = ServiceState()) { self.state = state }

  /// Replaces everything it remembers by another state.
  func remember(_ state: ServiceState) { self.state = state }

  /// What apps ask: locate, enroll, check in, unenroll, telemetry.
  var management: ManagementRules { ManagementRules(state: state) }
  /// What the sign-in host answers.
  package var signIn: SignInRules { SignInRules(state: state, signer: signer, names: names) }
  /// What the administrator API answers.
  var graph: GraphRules { GraphRules(state: state, names: names, directory: directory) }
  /// What seeds and commands change.
  var directory: DirectoryRules { DirectoryRules(state: state, isAlone: signer != nil) }

  /// Judges a request and lets it take effect.
  package func handle(_ request: ServiceRequest, now: VirtualInstant) -> ServiceResponse {
    var request = request
    let facts = read(&request)
    return handle(request, facts, now)
  }

  /// Puts into a request what is known of its token, and tells what is known of the request.
  func read(_ request: inout ServiceRequest) -> RequestFacts {
    if request.token == nil, let bearer = request.bearer {
      request.token = state.issuedToken(bearer)
    }
    return facts(of: request)
  }

  /// Judges a request whose token has been looked up, and of which the facts are known.
  ///
  /// - Parameter partAnswer: answers a part of a batch instead of the rules; nil if they are to.
  func handle(
    _ request: ServiceRequest, _ known: RequestFacts, _ now: VirtualInstant,
    partAnswer: GraphRules.PartAnswer = { _ in nil }
  ) -> ServiceResponse {
    var facts = known
    var response: ServiceResponse
    let isNamed = signIn.isNamed(request.endpoint)
    if isNamed { names.countRequest() }
    do throws(Refusal) {
      if let refusal = request.refusal { throw refusal }
      switch request.endpoint {
      case .locate: response = ServiceResponse(try management.locate(request))
      case .token:
        response = signIn.withSignInFields(ServiceResponse(try signIn.tokens.token(request, now)))
      case .enroll: response = ServiceResponse(try management.enroll(request, now, &facts))
      case .checkin: response = ServiceResponse(try management.checkIn(request, now, &facts))
      case .unenroll: response = ServiceResponse(try management.unenroll(request, now))
      case .telemetry: response = ServiceResponse(try management.telemetry(request))
      case .discovery, .keys, .authorize, .deviceCode, .deviceLogin, .userRealm, .signOut:
        response = try signIn.signIn(request, now)
      case .userInfo: response = graph.userInfo(request, now)
      case .graph: response = graph.graph(request, now, partAnswer: partAnswer)
      }
    } catch {
      response = refusal(at: request.endpoint, client: request.client, error, now)
    }
    if isNamed { signIn.name(&response, now) }
    addCrossOriginFields(to: &response, request.endpoint, request.http)
    response.facts = facts
    return response
  }

  /// An error in the form that the operation gives errors.
  func refused(
    _ request: ServiceRequest, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    var response = refused(at: request.endpoint, client: request.client, refusal, now)
    addCrossOriginFields(to: &response, request.endpoint, request.http)
    return response
  }

  /// An error in the form that an operation gives errors.
  ///
  /// - Parameter client: the `client-request-id`.
  func refused(
    at endpoint: Endpoint, client: String?, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    let isNamed = signIn.isNamed(endpoint)
    if isNamed { names.countRequest() }
    var response = self.refusal(at: endpoint, client: client, refusal, now)
    if isNamed { signIn.name(&response, now) }
    return response
  }

  /// An error as ``refused(at:client:_:_:)`` gives it, of a request that has its name already.
  private func refusal(
    at endpoint: Endpoint, client: String?, _ refusal: Refusal, _ now: VirtualInstant
  ) -> ServiceResponse {
    endpoint == .graph
      ? graph.refusal(refusal, client: client, now)
      : signIn.refusal(at: endpoint, client: client, refusal, now)
  }

  /// Adds to an answer what its page's browser must be told; nothing under a coordinator, who has no pages.
  func addCrossOriginFields(
    to response: inout ServiceResponse, _ endpoint: Endpoint, _ http: HTTPRequest?
  ) {
    guard CrossOrigin.isForPages(endpoint), let http, http.header("origin") != nil else { return }
    response.headers += CrossOrigin.fields(of: http, at: endpoint, isTrusted: signIn.isTrusted)
  }
}
