// What `import EnfoldTesting` brings along.
@_exported import Enfold
