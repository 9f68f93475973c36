// BackgroundColor: the colors that the settings know, under the names that hosts draw.
import Enfold

public enum BackgroundColor: String, CaseIterable, JSONCodable, Sendable {
  case red, orange, yellow, teal, green
}
