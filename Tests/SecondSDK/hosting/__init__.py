"""What an adapter needs around its SDK: the step protocol, requests, and tasks."""
