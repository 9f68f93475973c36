// P9: typed decoding and encoding of the documents of W1 and W4, beside Foundation's coders.
import CounterFeature
import Enfold
import Foundation
import WorkloadsFeature

private struct FoundationCounter: Codable {
  var count: Int
  var isLoading: Bool
  var fact: String?
}

private enum FoundationAction: Codable { case increment }

private struct FoundationRecord: Codable {
  var id: Int
  var title: String
  var isDone: Bool
}

func p9JSON() {
  decodeIncrement()
  encodeCounter()
  for (name, bytes) in [("10 KB", 10_240), ("1 MB", 1_048_576)] {
    let records = records(ofBytes: bytes)
    decode(records, name)
    encode(records, name)
  }
}

private func decodeIncrement() {
  let text = Array(#"{"increment":{}}"#.utf8)
  let data = Data(text)
  let decoder = JSONDecoder()
  compare(
    "P9 decode {\"increment\":{}}",
    [
      Side(each: "Foundation") { _ = try? decoder.decode(FoundationAction.self, from: data) },
      Side("EnfoldJSON") { count in
        for _ in 0..<count {
          if (try? text.withUnsafeBytes { try JSON.decode(Counter.Action.self, from: $0) }) != nil { seen &+= 1 }
        }
      },
    ])
}

private func encodeCounter() {
  let state = Counter.State(count: 12_345)
  let foundationState = FoundationCounter(count: 12_345, isLoading: false, fact: nil)
  let encoder = JSONEncoder()
  var writer = JSONWriter()
  compare(
    "P9 encode the counter's state",
    [
      Side(each: "Foundation") { seen &+= (try? encoder.encode(foundationState))?.count ?? 0 },
      Side("EnfoldJSON") { count in
        for _ in 0..<count {
          writer.removeAll()
          state.writeJSON(to: &writer)
          seen &+= writer.count
        }
      },
    ])
}

/// As in w4_blob.c: one title of eight has an escape, another one a letter beyond ASCII.
private func records(ofBytes size: Int) -> [Blob.Record] {
  var records: [Blob.Record] = []
  var bytes = 2
  while bytes < size - 64 {
    let id = records.count
    let title =
      switch id % 8 {
      case 0: "record \"\(id)\""
      case 1: "é record \(id)"
      default: "record number \(id)"
      }
    let record = Blob.Record(id: id, title: title, isDone: id % 3 == 0)
    bytes += JSON.string(record).utf8.count + 1
    records.append(record)
  }
  return records
}

private func decode(_ records: [Blob.Record], _ name: String) {
  let text = Array(JSON.string(records).utf8)
  let data = Data(text)
  let decoder = JSONDecoder()
  compare(
    "P9 decode \(name) of records",
    [
      Side(each: "Foundation") { seen &+= (try? decoder.decode([FoundationRecord].self, from: data))?.count ?? 0 },
      Side(each: "EnfoldJSON") {
        seen &+= (try? text.withUnsafeBytes { try JSON.decode([Blob.Record].self, from: $0) })?.count ?? 0
      },
    ])
}

private func encode(_ records: [Blob.Record], _ name: String) {
  let foundationRecords = records.map { FoundationRecord(id: $0.id, title: $0.title, isDone: $0.isDone) }
  let encoder = JSONEncoder()
  var writer = JSONWriter()
  compare(
    "P9 encode \(name) of records",
    [
      Side(each: "Foundation") { seen &+= (try? encoder.encode(foundationRecords))?.count ?? 0 },
      Side(each: "EnfoldJSON") {
        writer.removeAll()
        records.writeJSON(to: &writer)
        seen &+= writer.count
      },
    ])
}
