"""The app around the SDK, as the step protocol drives it."""
