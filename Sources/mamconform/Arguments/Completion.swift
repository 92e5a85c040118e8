internal import ExactText

/// Completion scripts, made from the same description that parses and helps.
enum Completion {
  /// The shells there are scripts for.
  static let shells = ["bash", "zsh", "fish"]

  /// The script of a shell.
  static func script(_ shell: String, _ commands: [Command]) -> String {
    switch shell {
    case "bash": bash(commands)
    case "zsh": zsh(commands)
    default: fish(commands)
    }
  }

  private static func names(_ commands: [Command]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  /// The words that may stand as an operand, where they are known.
  private static func words(_ command: Command, _ commands: [Command]) -> String? {
    if command.name == "help" { return names(commands) }
    if case .choice(let words) = command.operand?.kind { return words.joined(separator: " ") }
    return nil
  }

  private static let caseNames = "$(mamconform list 2>/dev/null)"

  private static func bash(_ commands: [Command]) -> String {
    var text = """
      # Completion of mamconform for bash.
      _mamconform() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names(commands)) --help --version" -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]} $previous" in

      """
    // An option may take something else with another command.
    for command in commands {
      for option in ArgumentParser.options(of: command) {
        guard let kind = option.kind else { continue }
        text += "    '\(command.name) \(option.name)') \(bash(kind)); return ;;\n"
      }
    }
    text += "  esac\n  case \"${COMP_WORDS[1]}\" in\n"
    for command in commands {
      let options = ArgumentParser.options(of: command).map(\.name).joined(separator: " ")
      var action =
        "[[ $word == -* ]] && { COMPREPLY=($(compgen -W \"\(options)\" -- \"$word\")); return; }; "
      if let words = words(command, commands) {
        action += bash(.choice(words.split(separator: " ").map(String.init)))
      } else {
        action += command.operand.map { bash($0.kind) } ?? ":"
      }
      text += "    \(command.name)) \(action) ;;\n"
    }
    return text + "  esac\n}\ncomplete -F _mamconform mamconform\n"
  }

  private static func bash(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
    case .folder: "COMPREPLY=($(compgen -d -- \"$word\"))"
    case .command: "COMPREPLY=($(compgen -c -- \"$word\"))"
    case .choice(let words), .list(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    case .casePattern: "COMPREPLY=($(compgen -W \"\(caseNames)\" -- \"$word\"))"
    case .text, .integer: ":"
    }
  }

  private static func zsh(_ commands: [Command]) -> String {
    var text = """
      #compdef mamconform
      # Completion of mamconform for zsh.
      _mamconform() {
        if (( CURRENT == 2 )); then
          local -a commands=(

      """
    for command in commands { text += "      '\(command.name):\(plain(command.summary))'\n" }
    text += "    )\n    _describe command commands\n    return\n  fi\n"
    text += "  local name=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $name in\n"
    for command in commands {
      text += "    \(command.name))\n      _arguments"
      for option in ArgumentParser.options(of: command) {
        var isRepeatable = false
        if case .list = option.kind { isRepeatable = true }
        let value = option.kind.map {
          ":\(option.placeholder.replacing(":", with: " ")):\(zsh($0))"
        }
        text += " \\\n        '\(isRepeatable ? "*" : "")\(option.name)"
        text += "[\(plain(option.summary))]\(value ?? "")'"
      }
      if let words = words(command, commands) {
        text += " \\\n        '*: :(\(words))'"
      } else if let operand = command.operand {
        text += " \\\n        '*: :\(zsh(operand.kind))'"
      }
      text += "\n      ;;\n"
    }
    // As a file of $fpath the script is the function's body; sourced, it has to be bound.
    text += "  esac\n}\nif [ \"$funcstack[1]\" = _mamconform ]; then _mamconform \"$@\"\n"
    return text + "else compdef _mamconform mamconform; fi\n"
  }

  private static func zsh(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "_files"
    case .folder: "_files -/"
    case .command: "_command_names"
    case .list([]), .text, .integer: " "
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): "_values -s , value \(words.joined(separator: " "))"
    case .casePattern: "{compadd -- ${(f)\"\(caseNames)\"}}"
    }
  }

  private static func fish(_ commands: [Command]) -> String {
    var text = "# Completion of mamconform for fish.\ncomplete -c mamconform -f\n"
    for command in commands {
      text += "complete -c mamconform -n __fish_use_subcommand -a \(command.name)"
      text += " -d '\(plain(command.summary))'\n"
    }
    for command in commands {
      let start = "complete -c mamconform -n '__fish_seen_subcommand_from \(command.name)'"
      for option in ArgumentParser.options(of: command) {
        text += "\(start) -l \(option.name.dropFirst(2))\(option.kind.map(fish) ?? "")"
        text += " -d '\(plain(option.summary))'\n"
      }
      if let words = words(command, commands) {
        text += "\(start) -a '\(words)'\n"
      } else if command.operand?.kind == .casePattern {
        text += "\(start) -a '(mamconform list 2>/dev/null)'\n"
      } else if command.operand?.kind == .file {
        text += "\(start) -F\n"
      }
    }
    return text
  }

  private static func fish(_ kind: ValueKind) -> String {
    switch kind {
    case .file, .folder, .command: " -r -F"
    case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
    case .list(let words) where !words.isEmpty: " -x -a '\(words.joined(separator: " "))'"
    default: " -x"
    }
  }

  /// A text without what the shells would read inside their quotes.
  private static func plain(_ text: String) -> String {
    String(text.map { "'[]:\\$`".contains($0) ? " " : $0 })
  }
}
