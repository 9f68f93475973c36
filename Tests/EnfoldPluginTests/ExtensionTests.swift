// What comes later than a table is found by its name, in tables of any size.
import CEnfold
import EnfoldPlugin
import Testing

/// Has "org.example.one" in version 1 and 2.
private let one: Extensions.Function = { name, version in
  guard let name, String(cString: name) == "org.example.one", 1...2 ~= version else { return nil }
  return UnsafeRawPointer(bitPattern: 0x1000 * UInt(version))
}

@Test func anExtensionIsFoundByItsNameAndItsExactVersion() {
  let extensions = Extensions(one)
  #expect(extensions.table(named: "org.example.one", version: 1) == UnsafeRawPointer(bitPattern: 0x1000))
  #expect(extensions.table(named: "org.example.one", version: 2) == UnsafeRawPointer(bitPattern: 0x2000))
  #expect(extensions.table(named: "org.example.one", version: 3) == nil)
  #expect(extensions.table(named: "org.example.two", version: 1) == nil)
  #expect(extensions.table(named: "", version: 0) == nil)
}

@Test func aTableWithoutTheFunctionHasNoExtensions() {
  #expect(Extensions(nil).table(named: "org.example.one", version: 1) == nil)
}

@Test func aFunctionThatIsNotCoveredIsNotRead() throws {
  let end = try #require(MemoryLayout<enfold_plugin_feature>.offset(of: \.get_extension))
  var feature = enfold_plugin_feature()
  feature.get_extension = one
  // Half of the function's address is there; it is absent all the same.
  for size in [end, end + 4] {
    let copy = try #require(enfold_plugin_feature(copying: atTheEdge(feature, size: size)))
    #expect(Extensions(copy.get_extension).table(named: "org.example.one", version: 1) == nil)
  }
  let whole = try atTheEdge(feature, size: MemoryLayout<enfold_plugin_feature>.size)
  let copy = try #require(enfold_plugin_feature(copying: whole))
  #expect(Extensions(copy.get_extension).table(named: "org.example.one", version: 1) != nil)
}

@Test func aTableOfALaterHeaderIsReadAsFarAsItIsKnown() throws {
  struct Later {
    var known = enfold_plugin_table()
    var added = (UInt.max, UInt.max)
  }
  var later = Later()
  later.known.feature_count = 7
  later.known.get_extension = one
  let whole = UnsafeRawPointer(try atTheEdge(later, size: MemoryLayout<Later>.size))
  let copy = try #require(enfold_plugin_table(copying: whole.assumingMemoryBound(to: enfold_plugin_table.self)))
  #expect(copy.feature_count == 7)
  #expect(Extensions(copy.get_extension).table(named: "org.example.one", version: 2) != nil)
}

@Test func aTableThatIsTooSmallIsNotCopied() throws {
  let smallest = enfold_plugin_table.smallestSize
  #expect(smallest == MemoryLayout<enfold_plugin_table>.offset(of: \.get_extension))
  #expect(enfold_plugin_table(copying: try atTheEdge(enfold_plugin_table(), size: smallest)) != nil)
  #expect(enfold_plugin_table(copying: try atTheEdge(enfold_plugin_table(), size: smallest - 8)) == nil)
  #expect(enfold_plugin_table(copying: try atTheEdge(enfold_plugin_table(), size: 4)) == nil)
}
