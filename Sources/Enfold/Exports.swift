// Exports: the modules that `import Enfold` brings along.
@_exported import EnfoldJSON
