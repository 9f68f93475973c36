// What makes a plugin of the features that only the benchmarks need.
import EnfoldPlugin
import WorkloadsFeature

#enfoldPlugin(
  id: "org.enfold.workloads", version: "1.0.0",
  features: [
    Cells.self, Blob.self, Level0.self, Level1.self, Level5.self, Siblings.self, EffectCounter.self,
    PublisherCounter.self, StreamCounter.self, Sharing.self, BesideShared.self, Asking.self, Effects.self, Plain.self,
    Composed.self,
  ])
