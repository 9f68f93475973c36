// RxModel: what a stream gives and when, told from its description alone.
import EnfoldReactor

/// The values of one moment.
struct Moment: Equatable, CustomStringConvertible {
  let time: Int
  var values: [Int]
  /// Whether Rx leaves the order of these values open, because streams side by side gave them.
  var isOpen = false

  var description: String { "\(time): " + (isOpen ? "any order of \(values)" : "\(values)") }
}

/// What somebody hears who subscribes at a time.
struct Course: Equatable, CustomStringConvertible {
  var moments: [Moment] = []
  /// When the stream ends; nil if it does not until the model ends.
  var end: Int?

  var description: String { "\(moments)" + (end.map { ", ends at \($0)" } ?? ", does not end") }

  /// Whether a stream that was played has kept to it.
  func allows(_ played: Course) -> Bool {
    guard end == played.end, moments.count == played.moments.count else { return false }
    return zip(moments, played.moments).allSatisfy { expected, actual in
      guard expected.time == actual.time else { return false }
      return expected.isOpen
        ? expected.values.sorted() == actual.values.sorted() : expected.values == actual.values
    }
  }

  mutating func add(_ values: [Int], at time: Int, isOpen: Bool = false) {
    if values.isEmpty { return }
    if moments.last?.time == time {
      moments[moments.count - 1].values += values
      moments[moments.count - 1].isOpen = moments[moments.count - 1].isOpen || isOpen
    } else {
      moments.append(Moment(time: time, values: values, isOpen: isOpen))
    }
  }
}

/// The rules of Rx, as simply as they can be written: each operator is a function of the courses of its streams. There are no
/// subscribers, no demand and no threads.
struct RxModel {
  /// Rx leaves open what the composition gives, or it gives too much.
  struct Undecided: Error {}

  let feeds: [Scene.Feed]
  /// The last moment that is looked at.
  let horizon: Int
  private var left = 3_000

  init(_ feeds: [Scene.Feed], horizon: Int) { (self.feeds, self.horizon) = (feeds, horizon) }

  mutating func course(of composition: Composition, from start: Int) throws -> Course {
    let course = try all(of: composition, from: start)
    left -= course.moments.reduce(1) { $0 + $1.values.count }
    if left < 0 { throw Undecided() }
    var cut = course
    cut.moments.removeAll { $0.time > horizon }
    if let end = cut.end, end > horizon { cut.end = nil }
    return cut
  }

  private mutating func all(of composition: Composition, from start: Int) throws -> Course {
    switch composition {
    case .just(let value): return beats([Beat(gap: 0, value: value)], start)
    case .of(let values): return beats(values.map { Beat(gap: 0, value: $0) }, start)
    case .empty: return Course(end: start)
    case .never: return Course()
    case .create(let beats, let ends):
      var course = self.beats(beats, start)
      if !ends { course.end = nil }
      return course
    case .run(let beats): return self.beats(beats, start)
    case .async(let beat): return beats([beat], start)
    case .interval(let period): return ticks(start + period, period)
    case .timer(let first): return beats([Beat(gap: first, value: 0)], start)
    case .ticks(let first, let period): return ticks(start + first, period)
    case .subject(let index): return try subject(feeds[index], start)
    case .one(.startWith(let values), let source):
      return try concat([.of(values + [0]), source], start)
    case .one(.catches(let value), let source): return try concat([source, .just(value)], start)
    case .one(let name, let source):
      let course = try course(of: source, from: start)
      return try apply(name, course, start)
    case .two(let name, let a, let b): return try pair(name, a, b, start)
    case .many(.concat, let sources): return try concat(sources, start)
    case .many(let name, let sources):
      var courses: [Course] = []
      for source in sources { courses.append(try course(of: source, from: start)) }
      if name == .merge { return merge(courses, start) }
      let (a, b) = (try latest(courses[0], courses[1]), courses[2])
      return try courses.count == 3 ? latest(a, b) : latest(a, latest(b, courses[3]))
    }
  }

  // MARK: Streams

  private func beats(_ beats: [Beat], _ start: Int) -> Course {
    var (course, time) = (Course(), start)
    for beat in beats {
      time += beat.gap
      course.add([beat.value], at: time)
    }
    course.end = time
    return course
  }

  private func ticks(_ first: Int, _ period: Int) -> Course {
    var course = Course()
    for (number, time) in stride(from: first, through: horizon, by: period).enumerated() {
      course.add([number], at: time)
    }
    return course
  }

  private func subject(_ feed: Scene.Feed, _ start: Int) throws -> Course {
    if feed.end == start || feed.values.contains(where: { $0.time == start }) { throw Undecided() }
    if let end = feed.end, end < start { return Course(end: start) }
    var course = Course()
    if let first = feed.first { course.add([feed.values.last { $0.time < start }?.value ?? first], at: start) }
    for value in feed.values where value.time > start { course.add([value.value], at: value.time) }
    course.end = feed.end
    return course
  }

  // MARK: Operators with one stream

  private func apply(_ name: Composition.Operator, _ source: Course, _ start: Int) throws -> Course {
    switch name {
    case .map(let number): return transform(source) { Composition.mix($0, number) }
    case .filter(let number): return transform(source) { $0 % 4 != number % 4 ? $0 : nil }
    case .compactMap(let number): return transform(source) { $0 % 3 == number % 3 ? nil : $0 + 1 }
    case .withIndex:
      var index = -1
      return try transform(ordered(source)) { value in
        index += 1
        return Composition.mix(index, value)
      }
    case .distinct:
      var last: Int?
      return try transform(ordered(source)) { value in
        defer { last = value % 2 }
        return value % 2 == last ? nil : value
      }
    case .skip(let count):
      var skipped = 0
      return try transform(cut(source, after: count)) { value in
        skipped += 1
        return skipped > count ? value : nil
      }
    case .take(let count):
      if count == 0 { return Course(end: start) }
      var (course, missing) = (Course(end: source.end), count)
      for moment in try cut(source, after: count).moments {
        course.add(Array(moment.values.prefix(missing)), at: moment.time, isOpen: moment.isOpen)
        missing -= min(missing, moment.values.count)
        if missing == 0 {
          course.end = moment.time
          break
        }
      }
      return course
    case .delay(let time):
      return Course(
        moments: source.moments.map { Moment(time: $0.time + time, values: $0.values, isOpen: $0.isOpen) },
        end: source.end.map { $0 + time })
    case .debounce(let time): return try debounce(source, time)
    case .throttle(let time, let keeps): return try throttle(ordered(source), time, keeps)
    case .does, .debug, .deferred: return source
    case .startWith, .catches: preconditionFailure("these are concatenations")
    }
  }

  private func transform(_ source: Course, _ body: (Int) -> Int?) -> Course {
    var course = Course(end: source.end)
    for moment in source.moments {
      let values = moment.values.compactMap(body)
      course.add(values, at: moment.time, isOpen: moment.isOpen && values.count > 1)
    }
    return course
  }

  /// The same course, if the order of its values is known.
  private func ordered(_ source: Course) throws -> Course {
    if source.moments.contains(where: { $0.isOpen && Set($0.values).count > 1 }) { throw Undecided() }
    return source
  }

  /// The same course, if it is known which values are the first ones.
  private func cut(_ source: Course, after count: Int) throws -> Course {
    var seen = 0
    for moment in source.moments {
      if seen < count, seen + moment.values.count > count { _ = try ordered(Course(moments: [moment])) }
      seen += moment.values.count
    }
    return source
  }

  private func debounce(_ source: Course, _ time: Int) throws -> Course {
    var course = Course(end: source.end)
    for (index, moment) in try ordered(source).moments.enumerated() {
      let due = moment.time + time
      if index + 1 < source.moments.count {
        let next = source.moments[index + 1].time
        if next == due { throw Undecided() }
        if next < due { continue }
      }
      course.add([moment.values[moment.values.count - 1]], at: min(due, source.end ?? due))
    }
    return course
  }

  private func throttle(_ source: Course, _ time: Int, _ keeps: ThrottleKeeps) throws -> Course {
    var (course, kept, windowEnd) = (Course(), Int?.none, Int?.none)
    /// Lets intervals end.
    func pass(until isOver: (Int) -> Bool) {
      while let end = windowEnd, isOver(end) {
        windowEnd = kept == nil ? nil : end + time
        if let value = kept { course.add([value], at: end) }
        kept = nil
      }
    }
    for moment in source.moments {
      pass { $0 < moment.time }
      if windowEnd == moment.time {
        if kept != nil || keeps == .none || moment.values.count > 1 { throw Undecided() }
        windowEnd = nil
      }
      for value in moment.values {
        if windowEnd == nil {
          course.add([value], at: moment.time)
          windowEnd = moment.time + time
        } else if keeps == .latest || (keeps == .first && kept == nil) {
          kept = value
        }
      }
    }
    guard let end = source.end else {
      pass { _ in true }
      return course
    }
    pass { $0 <= end && kept != nil || $0 < end }
    course.end = end
    if let value = kept, let late = windowEnd {
      course.add([value], at: late)
      course.end = late
    }
    return course
  }

  // MARK: Operators with several streams

  private mutating func concat(_ sources: [Composition], _ start: Int) throws -> Course {
    var course = Course(end: start)
    for source in sources {
      guard let end = course.end else { break }
      let next = try self.course(of: source, from: end)
      for moment in next.moments { course.add(moment.values, at: moment.time, isOpen: moment.isOpen) }
      course.end = next.end
    }
    return course
  }

  private func merge(_ courses: [Course], _ start: Int) -> Course {
    var course = Course()
    for time in Set(courses.flatMap { $0.moments.map(\.time) }).sorted() {
      let moments = courses.flatMap(\.moments).filter { $0.time == time }
      course.add(
        moments.flatMap(\.values), at: time, isOpen: moments.count > 1 || moments.contains(where: \.isOpen))
    }
    if courses.allSatisfy({ $0.end != nil }) { course.end = courses.compactMap(\.end).max() ?? start }
    return course
  }

  private mutating func pair(
    _ name: Composition.Pairing, _ a: Composition, _ b: Composition, _ start: Int
  ) throws -> Course {
    let source = try course(of: a, from: start)
    switch name {
    case .flatMap:
      var courses = [Course(end: source.end)]
      for moment in source.moments {
        for value in moment.values { courses.append(try inner(b, value, moment.time)) }
      }
      return merge(courses, start)
    case .flatMapLatest:
      if b.hasWorkAtOnce, source.moments.contains(where: { $0.values.count > 1 }) { throw Undecided() }
      return try switching(source, b)
    case .mergeWith, .combineLatest, .zip, .withLatestFrom, .takeUntil: break
    }
    if name == .withLatestFrom || name == .takeUntil, a.hasWorkAtOnce || b.hasWorkAtOnce { throw Undecided() }
    let other = try course(of: b, from: start)
    return
      switch name
    {
    case .combineLatest: try latest(source, other)
    case .zip: try zipped(source, other)
    case .withLatestFrom: try withLatest(source, other, start)
    case .takeUntil: try take(source, until: other, start)
    default: merge([source, other], start)
    }
  }

  /// The stream that a value is made to.
  private mutating func inner(_ composition: Composition, _ value: Int, _ start: Int) throws -> Course {
    let course = try course(of: composition, from: start)
    return transform(course) { Composition.mix(value, $0) }
  }

  private mutating func switching(_ source: Course, _ made: Composition) throws -> Course {
    var course = Course(end: source.end)
    let outer = try ordered(source).moments.flatMap { moment in moment.values.map { (moment.time, $0) } }
    for (index, (time, value)) in outer.enumerated() {
      let inner = try inner(made, value, time)
      let next = index + 1 < outer.count ? outer[index + 1].0 : nil
      for moment in inner.moments {
        if let next, moment.time > next { break }
        if moment.time == next, next != time { throw Undecided() }
        course.add(moment.values, at: moment.time, isOpen: moment.isOpen)
      }
      if next == nil {
        course.end = if let end = source.end, let innerEnd = inner.end { max(end, innerEnd) } else { nil }
      }
    }
    return course
  }

  private func take(_ source: Course, until other: Course, _ start: Int) throws -> Course {
    guard let stop = other.moments.first?.time else { return source }
    if stop == start { return Course(end: start) }
    if source.moments.contains(where: { $0.time == stop }) { throw Undecided() }
    return Course(moments: source.moments.filter { $0.time < stop }, end: min(source.end ?? stop, stop))
  }

  private func withLatest(_ source: Course, _ other: Course, _ start: Int) throws -> Course {
    var course = Course(end: source.end)
    for moment in source.moments {
      // The other stream is listened to first.
      let seen = other.moments.last { $0.time < moment.time || (moment.time == start && $0.time == start) }
      if moment.time != start, other.moments.contains(where: { $0.time == moment.time }) { throw Undecided() }
      guard let seen else { continue }
      let latest = try ordered(Course(moments: [seen])).moments[0].values[seen.values.count - 1]
      course.add(moment.values.map { Composition.mix($0, latest) }, at: moment.time, isOpen: moment.isOpen)
    }
    return course
  }

  private func zipped(_ a: Course, _ b: Course) throws -> Course {
    let values = try [a, b].map { source in
      try ordered(source).moments.flatMap { moment in moment.values.map { (moment.time, $0) } }
    }
    var course = Course()
    let pairs = zip(values[0], values[1]).map { (max($0.0, $1.0), Composition.mix($0.1, $1.1)) }
    for (time, value) in pairs { course.add([value], at: time) }
    course.end = zip([a, b], values).compactMap { source, values in
      guard let end = source.end, values.count <= pairs.count else { return nil }
      return max(end, values.isEmpty ? end : pairs[values.count - 1].0)
    }.min()
    return course
  }

  private func latest(_ a: Course, _ b: Course) throws -> Course {
    let (a, b) = (try ordered(a), try ordered(b))
    var (course, lastA, lastB) = (Course(), Int?.none, Int?.none)
    for time in Set((a.moments + b.moments).map(\.time)).sorted() {
      let valuesOfA = a.moments.first { $0.time == time }?.values ?? []
      let valuesOfB = b.moments.first { $0.time == time }?.values ?? []
      if !valuesOfA.isEmpty, !valuesOfB.isEmpty {
        guard lastA == nil, lastB == nil, valuesOfA.count == 1, valuesOfB.count == 1 else { throw Undecided() }
      }
      for value in valuesOfA {
        lastA = value
        if let lastB, valuesOfB.isEmpty { course.add([Composition.mix(value, lastB)], at: time) }
      }
      for value in valuesOfB {
        lastB = value
        if let lastA { course.add([Composition.mix(lastA, value)], at: time) }
      }
    }
    if let endA = a.end, let endB = b.end { course.end = max(endA, endB) }
    return course
  }
}
