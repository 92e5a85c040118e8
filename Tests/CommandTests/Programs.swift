@testable import mamconform
