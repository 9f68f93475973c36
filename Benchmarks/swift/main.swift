// The workloads in Swift, typed, beside the least that Swift needs for them. Release builds only.
//
// Usage: enfold-benchmarks [WORKLOAD...], as in "enfold-benchmarks W1 P9". Prints
// "workload<TAB>what<TAB>median<TAB>unit<TAB>lowest<TAB>highest".

let workloads = [
  ("W1", w1Counter), ("W2", w2Todos), ("W3", w3FanOut), ("W6", w6Scope), ("P9", p9JSON), ("composition", composition),
  ("effects", effects), ("S4", sleeping),
]
let wanted = CommandLine.arguments.dropFirst()

// Those of S4 that it runs as processes of their own.
let parts = ["S4-tasks": sleepingTasks, "S4-effects": sleepingEffects]

for name in wanted { parts[name]?() }
for (name, run) in workloads where wanted.isEmpty || wanted.contains(name) { run() }
