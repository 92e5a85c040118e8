"""The SDK: one module for each topic. `process` puts them together."""
