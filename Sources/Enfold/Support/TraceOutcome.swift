// TraceOutcome: how something has ended that a trace tells.

/// How an effect, or a request, has ended.
public enum TraceOutcome: UInt32, Sendable, CaseIterable { case finished, failed, cancelled }
