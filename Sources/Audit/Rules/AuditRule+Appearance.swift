internal import Contract
internal import ExactText

/// Colours and splash icons of the SDK's screens.
extension AuditRule {
  private static let splashKeys = ["SplashIconFile", "SplashIconFile~ipad"]

  static let appearance: [AuditRule] = [
    AuditRule("UIX-009", .bundle, .info) { view in
      let keys = view.supportedKeys.filter { $0.form == .colour }
      let found = keys.compactMap { key in
        view.bundle.settings?[key.name]?.string.map { (key.name, $0) }
      }
      guard !found.isEmpty else { return .doesNotApply("no colour is set") }
      return view.outcome(
        found.compactMap { name, text in
          let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
          guard digits.count == 6, digits.utf8.allSatisfy(isHexadecimal) else {
            return view.setting(
              "\(name) is '\(text)' and must be six hexadecimal digits, such as #1A2B3C", name)
          }
          guard digits.utf8.contains(where: { $0 > 0x60 }) else { return nil }
          // Only A to F are named; small letters are accepted with a warning (OQ-80).
          var finding = view.setting(
            "\(name) is '\(text)'; the digits are named in capitals", name,
            do: "write \(text.asciiUppercased())")
          finding.isMild = true
          return finding
        })
    },
    AuditRule("UIX-016", .bundle, .info) { view in distinctColours(view) },
    AuditRule("UIX-015", .files, .sources) { view in
      let words = ["setPrimaryColor", "setBackgroundColor", "setForegroundColor", "setAccentColor"]
      let properties = ["backgroundColor", "foregroundColor", "accentColor"]
      return view.outcome(
        view.evidence.sources.flatMap { source in
          source.code.enumerated().compactMap { index, line -> AuditFinding? in
            guard SourceText.column(of: "IntuneMAMSettings", in: line) != nil,
              source.lines.count > index, source.lines[index].contains("\"#"),
              words.contains(where: line.contains) || properties.contains(where: line.contains)
            else { return nil }
            return AuditFinding(
              file: source.file, place: .text(line: index + 1, column: 0), keyPath: "",
              message: "a colour that is known when the app is built is set at run time",
              suggestion: "set it in IntuneMAMSettings of Info.plist")
          }
        })
    },
    AuditRule("UIX-004", .app, .info) { view in
      let found = splashKeys.compactMap { key in
        view.bundle.settings?[key]?.string.map { (key, $0) }
      }
      guard !found.isEmpty else { return .doesNotApply("no splash icon is named") }
      return view.outcome(
        found.compactMap { key, name in
          if name.hasSuffix(".png") {
            return view.setting("\(key) is '\(name)'; the name goes without .png", key)
          }
          guard let contents = view.bundle.contents else { return nil }
          let isThere = contents.contains { $0.hasPrefix(name) && $0.hasSuffix(".png") }
          return isThere
            ? nil : view.setting("\(key) names '\(name)', and no such image is in the bundle", key)
        })
    },
    AuditRule("UIX-005", .app, .info, .folder) { view in
      splashImages(view) { key, image in
        let sizes = key.hasSuffix("~ipad") ? [152] : image.name.contains("@3x") ? [180] : [120]
        return sizes.contains(image.width) && image.width == image.height
          ? nil
          : "\(image.name) has \(image.width)x\(image.height) pixels and should have \(sizes[0])x\(sizes[0])"
      }
    },
    AuditRule("UIX-006", .app, .info, .folder) { view in
      splashImages(view) { key, image in
        let isPlain = key.hasSuffix("~ipad") ? image.width <= 76 : image.width <= 60
        let hasSuffix = image.name.contains("@2x") || image.name.contains("@3x")
        return isPlain || hasSuffix ? nil : "\(image.name) is scaled and has no suffix @2x or @3x"
      }
    },
  ]

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  private static func distinctColours(_ view: RuleView) -> RuleOutcome {
    func colour(_ key: String) -> String? {
      view.bundle.settings?[key]?.string.map {
        ($0.hasPrefix("#") ? String($0.dropFirst()) : $0).asciiUppercased()
      }
    }
    let pairs = [
      ("SecondaryBackgroundColor", "BackgroundColor"),
      ("SecondaryForegroundColor", "ForegroundColor"),
      ("SecondaryForegroundColor", "BackgroundColor"),
      ("SecondaryForegroundColor", "SecondaryBackgroundColor"),
    ]
    guard pairs.contains(where: { colour($0.0) != nil }) else {
      return .doesNotApply("no secondary colour is set")
    }
    return view.outcome(
      pairs.filter { colour($0.0) != nil && colour($0.0) == colour($0.1) }.map { own, other in
        view.setting("\(own) is the same as \(other)", own)
      })
  }

  /// What is wrong with the images that the keys name.
  private static func splashImages(
    _ view: RuleView, _ complaint: (String, AppBundle.Image) -> String?
  ) -> RuleOutcome {
    let images = splashKeys.flatMap { key in
      guard let name = view.bundle.settings?[key]?.string, !name.isEmpty else {
        return [(String, AppBundle.Image)]()
      }
      return view.bundle.images.filter { $0.name.hasPrefix(name) }.map { (key, $0) }
    }
    guard !images.isEmpty else {
      return .doesNotApply("no image of a splash icon is in the bundle")
    }
    return view.outcome(
      images.compactMap { key, image in
        complaint(key, image).map { view.setting($0, key) }
      })
  }
}
