// TraceChanges: what stores tell a reader of the trace besides the entries.

enum TraceChanges { case none, patches, statesAndPatches }
