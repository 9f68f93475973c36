// What a host is told about a pointer into a list, and about an action of an element.
import Enfold
import Testing

@testable import EnfoldPlugin

@ObservableState struct Envelope: Equatable, Identifiable {
  var number = 1
  var isOpen = false
  var id: Int { number }
}

@ObservableState struct Stamp: Equatable, Identifiable { var id = 1 }

@ObservableState struct Drawer: Equatable {
  var envelopes: IdentifiedArrayOf<Envelope> = []
  var stamps: IdentifiedArrayOf<Stamp> = []
  var notes: [String] = []
}

@Action enum EnvelopeAction: Equatable { case open, rename(title: String) }

@Action enum DrawerAction: Equatable {
  case envelopes(IdentifiedAction<Int, EnvelopeAction>)
}

@Suite struct MessageTests {
  @Test(arguments: [
    (
      "/envelopes/id=1",
      """
      "/envelopes/id=1" leads nowhere: elements of "/envelopes" are selected by index or by a property: number, isOpen. \
      A computed id is one of them if it is marked @Derived
      """
    ),
    ("/stamps/x", "\"/stamps/x\" leads nowhere: elements of \"/stamps\" are selected by index or by a property: id"),
    ("/notes/x=1", "\"/notes/x=1\" leads nowhere: \"/notes\" is as far as it leads"),
    ("/stamps/0/x", "\"/stamps/0/x\" leads nowhere: \"/stamps/0\" has id"),
  ])
  func aPointerIntoAList(pointer: String, message: String) throws {
    let path = try JSONPath(pointer: pointer)
    #expect(PluginError.impossible(path, Drawer.self).message == message)
  }

  /// The message names each case once, from outside to inside.
  @Test func anActionOfAnElement() {
    let text = #"{"envelopes":{"element":{"id":"1","action":"open"}}}"#
    #expect(message(of: text) == "envelopes.element: id: a string where an integer is expected; it has: id, action")
  }

  private func message(of text: String) -> String? {
    var text = text
    return text.withUTF8 { text in
      var reader = JSONReader(UnsafeRawBufferPointer(text))
      do throws(JSONError) {
        _ = try DrawerAction(json: &reader)
        return nil
      } catch { return PluginError.refused(error, UnsafeRawBufferPointer(text), DrawerAction.self).message }
    }
  }
}
