// What a reactor's file needs beside EnfoldReactor itself.
@_exported import Enfold
@_exported import OpenCombine
