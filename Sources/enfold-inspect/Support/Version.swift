// The version of Enfold to which this program belongs.

/// The version of Enfold.
let enfoldVersion = "0.1.0"
