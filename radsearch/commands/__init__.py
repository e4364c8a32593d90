"""One subcommand a file, each a thin edge: parse, call the library once, print."""
