// Exports: the modules that `import EnfoldTesting` brings along.
@_exported import Enfold
