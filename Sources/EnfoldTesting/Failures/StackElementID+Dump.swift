// The id of a screen in what a failure shows: #1, as the screens of a stack are shown.
import CustomDump
import Enfold

extension StackElementID: CustomDumpStringConvertible {
  public var customDumpDescription: String { "#\(self)" }
}
