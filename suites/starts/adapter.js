#!/usr/bin/env node
// The start of an adapter: a program that hosts your SDK as an app would, and is driven by mamconform.
//
// It speaks the step protocol: one line of JSON in, one line out. So far it offers nothing, and says so.
//
//     mamconform adapter check -- node my-adapter.js       what is missing
//     mamconform run --sut 'node my-adapter.js' enr-retry  some cases against it
//
// The protocol is in the document "The step protocol"; `mamconform schema step-protocol` prints it as a JSON Schema.
// Whatever you write for people goes to standard error: standard output belongs to the protocol.
"use strict";
const fs = require("fs");

// What the adapter offers beyond enrolling and checking in, such as "lifecycle" or "wipe". Name a capability only when
// the operations behind it work: cases that need one you do not name are reported as not offered, not as failures.
const capabilities = [];

// The adapter does not offer what a message asks for; the coordinator is told and goes on.
class Unsupported extends Error {}

// Every operation that the adapter knows. Add wake, answers, user, tokens, file, lifecycle and others as your SDK
// comes to need them.
const operations = {
  // args.seed is the one source for an SDK that needs random numbers.
  hello: () => ({
    result: { protocol: 1, adapter: "my-adapter", version: "0.1", sdk: "my SDK 1.0", capabilities },
  }),

  // Start your SDK here, with args.settings, the URLs in args.location and args.authority, and the folder
  // args.dataFolder for whatever has to survive the end of the process.
  launch: () => ({ events: [{ event: "appStarted" }] }),

  // Call your SDK's API of that name, let it do all that it can do at this instant, and return what the app saw:
  //   { result: null, events: [{ event: "enrollmentRequest", identity: "ana@contoso.com", statusCode: 100,
  //                              didSucceed: true }], next: 1591290000000 }
  // `next` is the instant (milliseconds since 1970) at which the SDK wants to run again; a `wake` comes then.
  call: (args) => {
    throw new Unsupported(`the API ${args.api} is not connected to the SDK yet`);
  },

  stop: () => ({}),
};

// Reads a line, waiting in read(2), so that the adapter is seen to be idle; null at the end of input.
let pending = Buffer.alloc(0);
function readLine() {
  const chunks = [pending];
  while (true) {
    const last = chunks[chunks.length - 1];
    const end = last.indexOf(0x0a);
    if (end >= 0) {
      pending = last.subarray(end + 1);
      chunks[chunks.length - 1] = last.subarray(0, end);
      return Buffer.concat(chunks).toString("utf8");
    }
    const chunk = Buffer.alloc(65536);
    const count = fs.readSync(0, chunk, 0, chunk.length, null);
    if (count === 0) return null;
    chunks.push(chunk.subarray(0, count));
  }
}

// The end of input means: exit at once.
for (let line = readLine(); line !== null; line = readLine()) {
  const message = JSON.parse(line);
  // message.now is the only clock: nothing else may be asked for the time.
  const reply = { seq: message.seq };
  try {
    const operation = Object.hasOwn(operations, message.op) ? operations[message.op] : null;
    if (!operation) throw new Unsupported(`the operation ${message.op} is not offered`);
    Object.assign(reply, operation(message.args ?? {}));
  } catch (problem) {
    if (!(problem instanceof Unsupported)) throw problem;
    reply.error = { code: "unsupported", message: problem.message };
  }
  fs.writeSync(1, JSON.stringify(reply) + "\n");
  if (message.op === "stop") break;
}
