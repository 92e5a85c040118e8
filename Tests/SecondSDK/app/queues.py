"""Tasks on queues: each runs with the identity of the thread that submitted it (CNF-04)."""

from hosting.tasks import Pending


class Queues:
    """Queues that run what they get at once, unless they are suspended."""

    def task(self, api, args, pending=None):
        """Queues a task with the identity that the thread has now."""
        name, thread = args["queue"], args.get("thread", "main")
        captured = self.sdk.threads.get(thread)
        entry = (api, self.host.seq, captured, args.get("sets"), "sets" in args, pending)
        self.queues.setdefault(name, []).append(entry)
        self.run_queue(name)

    def run_queue(self, name):
        """Runs what is queued, each with its identity; afterwards the queue has its own again."""
        queue = self.queues.get(name, [])
        while queue and name not in self.suspended:
            api, call, captured, sets, has_sets, pending = queue.pop(0)
            before = self.sdk.threads.get(name)
            self.sdk.threads[name] = captured
            if has_sets:
                self.sdk.threads[name] = sets
            identity = self.sdk.shown(self.sdk.threads.get(name), self.sdk.process_identity)
            self.host.event("task", queue=name, api=api, call=call, identity=identity)
            self.sdk.threads[name] = before
            if pending:
                pending.finish()

    def do_dispatchAsync(self, args):
        self.task("dispatchAsync", args)

    def do_addOperation(self, args):
        self.task("addOperation", args)

    def do_dispatchSync(self, args):
        pending = Pending(self.host, "dispatchSync")
        self.task("dispatchSync", args, pending)
        return pending

    def do_suspendQueue(self, args):
        self.suspended.add(args["queue"])

    def do_resumeQueue(self, args):
        self.suspended.discard(args["queue"])
        self.run_queue(args["queue"])
