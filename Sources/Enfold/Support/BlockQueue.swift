// BlockQueue: a queue, first in, first out, in linked blocks of memory.

/// A queue that grows and shrinks by a block. Appending and taking move no other element, so their cost does not depend on how
/// many wait, and nothing long happens under the lock of the owner.
///
/// A queue that was never used has no memory, and one that is empty again keeps a small block at most. Whoever drops a queue
/// releases what is in it.
///
/// Does what is needed of `Deque` of swift-collections. `Deque` itself would add 138 KB to each plugin.
@usableFromInline package struct BlockQueue<Element>: ~Copyable {
  @usableFromInline var blocks = QueueBlocks()

  @inlinable package init() {}

  @inlinable deinit {
    var blocks = blocks
    while let slot = blocks.takeFirst(Self.layout) {
      slot.assumingMemoryBound(to: Element.self).deinitialize(count: 1)
      blocks.freeTaken()
    }
    blocks.freeLast()
  }

  @inlinable package var isEmpty: Bool { blocks.count == 0 }
  @inlinable package var count: Int { Int(blocks.count) }

  /// The element that was appended first.
  @inlinable package var first: Element? {
    blocks.firstSlot(Self.layout).map { $0.assumingMemoryBound(to: Element.self).pointee }
  }

  @inlinable package mutating func append(_ element: Element) {
    blocks.addSlot(Self.layout).initializeMemory(as: Element.self, to: element)
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard let slot = blocks.takeFirst(Self.layout) else { return nil }
    let first = slot.assumingMemoryBound(to: Element.self).move()
    blocks.freeTaken()
    return first
  }

  /// Takes out everything.
  @inlinable package mutating func takeAll() -> BlockQueue { exchange(&self, with: BlockQueue()) }

  @inlinable @inline(__always) static var layout: QueueBlocks.Layout {
    QueueBlocks.Layout(stride: MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
  }
}

/// The blocks of a ``BlockQueue``. They do not know the type of the elements, so this code is there once.
///
/// The blocks are a ring: each knows the one that was made after it, and the last one knows the first.
@usableFromInline struct QueueBlocks {
  /// The size of an element.
  @usableFromInline struct Layout {
    @usableFromInline let stride: Int
    @usableFromInline let alignment: Int

    @inlinable init(stride: Int, alignment: Int) {
      self.stride = stride
      self.alignment = alignment
    }

    /// Where the first element of a block is.
    @inlinable var start: Int { max(MemoryLayout<Block>.size, alignment) }
  }

  /// The beginning of a block. Its slots follow.
  @usableFromInline struct Block {
    @usableFromInline var next: UnsafeMutablePointer<Block>
    /// How many slots were given out, and how many there are.
    @usableFromInline var used: UInt32
    @usableFromInline let capacity: UInt32
  }

  /// The block with the newest element; nil if there is no memory.
  @usableFromInline var last: UnsafeMutablePointer<Block>?
  /// How many elements there are.
  @usableFromInline var count: UInt32 = 0
  /// How many slots of the first block were taken. The numbers have 32 bits, because each idle store has two queues and pays for
  /// them.
  @usableFromInline var taken: UInt32 = 0

  @inlinable init() {}

  @inlinable @inline(__always)
  func slot(_ number: UInt32, of block: UnsafeMutablePointer<Block>, _ layout: Layout) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(block) + (layout.start &+ Int(number) &* layout.stride)
  }

  /// The slot of the first element; nil if there is none.
  @inlinable @inline(__always) func firstSlot(_ layout: Layout) -> UnsafeMutableRawPointer? {
    guard count > 0, let last else { return nil }
    return slot(taken, of: last.pointee.next, layout)
  }

  /// A slot for a new element behind the others. The caller puts the element in.
  @inlinable @inline(__always) mutating func addSlot(_ layout: Layout) -> UnsafeMutableRawPointer {
    let block = if let last, last.pointee.used < last.pointee.capacity { last } else { addBlock(layout) }
    let number = block.pointee.used
    block.pointee.used = number &+ 1
    count += 1
    return slot(number, of: block, layout)
  }

  /// The slot of the first element; nil if there is none. The caller moves the element out and then calls ``freeTaken()``.
  @inlinable @inline(__always) mutating func takeFirst(_ layout: Layout) -> UnsafeMutableRawPointer? {
    guard let slot = firstSlot(layout) else { return nil }
    count &-= 1
    taken &+= 1
    return slot
  }

  /// Frees the first block if all of its elements were taken.
  @inlinable @inline(__always) mutating func freeTaken() {
    if let last, taken == last.pointee.next.pointee.used { freeFirst(last) }
  }

  private static var smallest: UInt32 { Sizes.of(4, tiny: 1) }
  /// About how many bytes the slots of a great block have. `malloc` gives and takes such a block without asking the system.
  private static var greatestSize: Int { Sizes.of(8_192, tiny: 0) }

  /// Adds a block: a small one first, and then one that is twice as great as the last one, up to a limit.
  @usableFromInline @inline(never) mutating func addBlock(_ layout: Layout) -> UnsafeMutablePointer<Block> {
    let greatest = UInt32(clamping: Self.greatestSize / max(layout.stride, 1))
    let capacity = last.map { max(Self.smallest, min($0.pointee.capacity * 2, greatest)) } ?? Self.smallest
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: layout.start + Int(capacity) * layout.stride,
      alignment: max(MemoryLayout<Block>.alignment, layout.alignment))
    let block = memory.bindMemory(to: Block.self, capacity: 1)
    block.initialize(to: Block(next: last?.pointee.next ?? block, used: 0, capacity: capacity))
    last?.pointee.next = block
    last = block
    return block
  }

  /// All elements of the first block were taken. A small block is used again if there is no other one.
  @usableFromInline @inline(never) mutating func freeFirst(_ last: UnsafeMutablePointer<Block>) {
    taken = 0
    let first = last.pointee.next
    if first != last {
      last.pointee.next = first.pointee.next
      first.deallocate()
    } else if first.pointee.capacity == Self.smallest {
      first.pointee.used = 0
    } else {
      freeLast()
    }
  }

  /// Frees the only block, in which there are no elements.
  @usableFromInline mutating func freeLast() {
    last?.deallocate()
    last = nil
  }
}
