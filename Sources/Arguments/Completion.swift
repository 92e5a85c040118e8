internal import ExactText

/// Completion scripts, made from the same description that parses and helps.
package enum Completion {
  /// The shells there are scripts for.
  package static let shells = ["bash", "zsh", "fish"]

  /// The script of a shell.
  ///
  /// - Parameter commands: those of one program.
  package static func script(_ shell: String, _ commands: [CommandDescription]) -> String {
    switch shell {
    case "bash": bash(commands)
    case "zsh": zsh(commands)
    default: fish(commands)
    }
  }

  private static func program(_ commands: [CommandDescription]) -> String {
    commands.first?.program ?? ""
  }

  private static func names(_ commands: [CommandDescription]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  /// The words that may stand as an operand, where they are known.
  private static func words(_ command: CommandDescription) -> String? {
    switch command.operand?.kind {
    case .choice(let words), .words(let words): words.joined(separator: " ")
    default: nil
    }
  }

  private static func bash(_ commands: [CommandDescription]) -> String {
    let program = program(commands)
    var text = """
      # Completion of \(program) for bash.
      \(bashLines(program))
      _\(program)() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local before="${COMP_WORDS[COMP_CWORD-2]}" line="${COMP_LINE:0:COMP_POINT}" whole start
        local place="${COMP_WORDS[0]/#\\~/$HOME}"
        # A program that was called by its path need not be in PATH, nor what lies next to it.
        [[ $place == */* ]] && local PATH="${place%/*}:$PATH"
        # bash splits words at = and @. It inserts a completion after the last =, and replaces everything from the last @ on.
        [[ $word =~ ^[=@]+$ ]] && { before="$previous" previous="$word" word=; }
        [[ $previous == = ]] && previous="$before"
        whole="${line##*[[:space:]]}"
        [[ $whole == *"$word" ]] || whole="$word"
        start="${whole%"$word"}" start="${start%@}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names(commands)) --help --version" -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]} $previous" in

      """
    // An option may take something else with another command.
    for command in commands {
      for option in command.options {
        guard let kind = option.kind else { continue }
        text += "    '\(command.name) \(option.name)') \(bash(kind, program)); return ;;\n"
      }
    }
    text += "  esac\n  case \"${COMP_WORDS[1]}\" in\n"
    for command in commands {
      let options = command.options.map(\.name).joined(separator: " ")
      var action =
        "[[ $word == -* ]] && { COMPREPLY=($(compgen -W \"\(options)\" -- \"$word\")); return; }; "
      if let words = words(command) {
        action += bash(.choice(words.split(separator: " ").map(String.init)), program)
      } else {
        action += command.operand.map { bash($0.kind, program) } ?? ":"
      }
      text += "    \(command.name)) \(action) ;;\n"
    }
    return text + "  esac\n}\ncomplete -F _\(program) \(program)\n"
  }

  private static func bash(_ kind: ValueKind, _ program: String) -> String {
    switch kind {
    case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
    case .folder: "COMPREPLY=($(compgen -d -- \"$word\"))"
    case .command: "COMPREPLY=($(compgen -c -- \"$word\"))"
    case .list(let words): bash(listOf: words.joined(separator: " "))
    case .listed(let line): bash(listOf: "$(\(line))")
    case .choice(let words), .words(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    case .output(let line): "_\(program)_lines < <(\(line))"
    case .text, .integer: ":"
    }
  }

  /// A function that completes the lines of its input. They may hold quotes, which a list of words of compgen could not, and
  /// brackets, which the shell must not take for a pattern. The word may be written in quotes, with backslashes, or as it is.
  private static func bashLines(_ program: String) -> String {
    #"""
    _\#(program)_lines() {
      local name quoted
      while IFS= read -r name; do
        printf -v quoted %q "$name"
        if [[ $whole == [\'\"]* ]]; then
          if [[ $name == "${whole:1}"* ]]; then COMPREPLY+=("$name"); fi
        elif [[ $quoted == "$whole"* ]]; then
          COMPREPLY+=("${quoted#"$start"}")
        elif [[ $name == "$whole"* ]]; then
          printf -v quoted %q "${name#"$start"}"
          COMPREPLY+=("$quoted")
        fi
      done
    }
    """#
  }

  /// Completes the last of several words with commas between them.
  private static func bash(listOf words: String) -> String {
    "COMPREPLY=($(compgen -P \"${word%\"${word##*,}\"}\" -W \"\(words)\" -- \"${word##*,}\"))"
  }

  private static func zsh(_ commands: [CommandDescription]) -> String {
    let program = program(commands)
    var text = """
      #compdef \(program)
      # Completion of \(program) for zsh.
      _\(program)() {
        if (( CURRENT == 2 )); then
          local -a commands=(

      """
    for command in commands { text += "      '\(command.name):\(plain(command.summary))'\n" }
    text += "    )\n    _describe command commands\n    return\n  fi\n"
    text += "  local name=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $name in\n"
    for command in commands {
      text += "    \(command.name))\n      _arguments"
      for option in command.options {
        let value = option.kind.map {
          ":\(option.placeholder.replacing(":", with: " ")):\(zsh($0))"
        }
        text += " \\\n        '\(option.isRepeatable ? "*" : "")\(option.name)"
        text += "[\(plain(option.summary))]\(value ?? "")'"
      }
      if let words = words(command) {
        text += " \\\n        '*: :(\(words))'"
      } else if let operand = command.operand {
        text += " \\\n        '*: :\(zsh(operand.kind))'"
      }
      text += "\n      ;;\n"
    }
    // As a file of $fpath the script is the function's body; sourced, it has to be bound.
    text += "  esac\n}\nif [ \"$funcstack[1]\" = _\(program) ]; then _\(program) \"$@\"\n"
    return text + "else compdef _\(program) \(program); fi\n"
  }

  private static func zsh(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "_files"
    case .folder: "_files -/"
    case .command: "_command_names"
    case .list([]), .text, .integer: " "
    case .choice(let words), .words(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): "_values -s , value \(words.joined(separator: " "))"
    case .listed(let line): "{_sequence -s , compadd - ${(f)\"$(\(line))\"}}"
    case .output(let line): "{compadd -- ${(f)\"$(\(line))\"}}"
    }
  }

  private static func fish(_ commands: [CommandDescription]) -> String {
    let program = program(commands)
    var text = "# Completion of \(program) for fish.\ncomplete -c \(program) -f\n"
    for command in commands {
      text += "complete -c \(program) -n __fish_use_subcommand -a \(command.name)"
      text += " -d '\(plain(command.summary))'\n"
    }
    for command in commands {
      let start = "complete -c \(program) -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        // fish calls an option with one dash and a word an old one.
        let isLong = option.name.hasPrefix("--")
        let name = isLong ? "-l \(option.name.dropFirst(2))" : "-o \(option.name.dropFirst())"
        text += "\(start) \(name)\(option.kind.map(fish) ?? "")"
        text += " -d '\(plain(option.summary))'\n"
      }
      if let words = words(command) {
        text += "\(start) -a '\(words)'\n"
      } else if case .output(let line) = command.operand?.kind {
        text += "\(start) -a '(\(line))'\n"
      } else if command.operand?.kind == .file {
        text += "\(start) -F\n"
      }
    }
    return text
  }

  private static func fish(_ kind: ValueKind) -> String {
    switch kind {
    case .file, .folder, .command: " -r -F"
    case .choice(let words), .words(let words): " -x -a '\(words.joined(separator: " "))'"
    case .list(let words) where !words.isEmpty: " -x -a '\(words.joined(separator: " "))'"
    case .listed(let line): " -x -a '(__fish_complete_list , \"\(line)\")'"
    default: " -x"
    }
  }

  /// A string without what the shells would read inside their quotes.
  private static func plain(_ text: String) -> String {
    String(text.map { "[]\\$`".contains($0) ? " " : $0 == "'" ? "’" : $0 })
  }
}
