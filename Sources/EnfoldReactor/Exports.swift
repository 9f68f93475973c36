// Exports: the modules that `import EnfoldReactor` brings along.
@_exported import Enfold
@_exported import OpenCombine
