"""The Smart Game Format: trees of nodes, and the logs of sites that use it."""
