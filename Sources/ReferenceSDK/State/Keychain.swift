internal import ExactText
package import JSONText

/// The name of one item in a keychain.
package struct KeychainItem: Sendable, Hashable, Comparable {
  /// The access group with its prefix.
  package var group: String
  /// The account: a name within the group.
  package var account: String

  /// An item of that group and account.
  package init(group: String, account: String) {
    self.group = group
    self.account = account
  }

  package static func < (left: KeychainItem, right: KeychainItem) -> Bool {
    (left.group, left.account) < (right.group, right.account)
  }
}

/// The keychain that the apps of a device share: a snapshot, kept up to date by the host.
package struct Keychain: Sendable, Hashable {
  /// One item with its value.
  package struct Entry: Sendable, Hashable {
    package var item: KeychainItem
    package var value: JSON
  }
  /// The entries in the order of their items.
  package private(set) var entries: [Entry] = []

  /// An empty keychain.
  package init() {}

  /// The value of an item; setting nil removes it.
  package subscript(item: KeychainItem) -> JSON? {
    get { entries.first { $0.item == item }?.value }
    set {
      let index = entries.firstIndex { !($0.item < item) } ?? entries.count
      let exists = index < entries.count && entries[index].item == item
      switch (newValue, exists) {
      case (let value?, true): entries[index].value = value
      case (let value?, false): entries.insert(Entry(item: item, value: value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The values of a group, in the order of their accounts.
  func values(of group: String) -> [JSON] {
    entries.filter { $0.item.group == group }.map(\.value)
  }
}
