"""Pages in a browser: elements with escaping, a shell with a policy, games to step through."""
