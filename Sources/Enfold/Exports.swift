// What `import Enfold` brings along.
@_exported import EnfoldJSON
