// Artillery's engine "brace": each virtual user runs a collection, in one
// process of Brace for each worker of Artillery.
"use strict";
const path = require("node:path");
const { BraceProcess } = require("./brace_process.js");
const { findBrace } = require("./find_brace.js");
const { Rest } = require("./rest.js");

/** Bytes that may wait to be read by Brace. */
const MAX_UNSENT = 1024 * 1024;
/** Metrics that are there from the start, so that thresholds find them. */
const COUNTERS = [
  "brace.requests",
  "brace.assertions.passed",
  "brace.assertions.failed",
  "brace.tests.passed",
  "brace.tests.failed",
  "brace.bytes",
  "brace.late",
];
const SETTINGS = [
  "collection",
  "env",
  "secretsFile",
  "allowNet",
  "allowEnv",
  "users",
];

class BraceEngine {
  // It must not throw: Artillery would say that the package is not installed.
  constructor(script, events, helpers) {
    this.script = script;
    this.helpers = helpers;
    this.flows = [];
    this.users = new Map();
    this.nextId = 1;
    this.rest = new Rest();
    if (events && typeof events.on === "function") {
      events.on("done", () => this.close());
    }
  }

  createScenario(scenario, ee) {
    this.ee = ee;
    let flow;
    try {
      flow = readFlow(scenario.flow, this.folder);
    } catch (error) {
      this.misread = this.misread || error.message;
      flow = [];
    }
    const id = this.flows.push(flow.map(({ step }) => step)) - 1;
    return (context, callback) => {
      ee.emit("started");
      this.start({ id, flow, context, callback });
    };
  }

  /** Paths in the file are relative to it. */
  get folder() {
    const file = this.script._scriptPath || this.script._configPath;
    return file ? path.dirname(file) : process.cwd();
  }

  start({ id, flow, context, callback }) {
    this.rest.busy();
    if (this.problem === undefined) this.open();
    const { brace } = this;
    if (this.problem !== undefined) {
      this.fail({ context, callback }, this.problem);
      return;
    }
    if (brace.unsent > MAX_UNSENT) {
      this.ee.emit("counter", "brace.late", 1);
      this.fail({ context, callback }, "Brace cannot keep up");
      return;
    }
    const user = { type: "user", id: this.nextId++, flow: id, at: Date.now() };
    if (flow.some(({ vars }) => vars !== undefined)) {
      user.vars = flow.map(({ vars }) => this.filled(vars, context));
    }
    this.users.set(user.id, { context, callback });
    brace.send(user);
  }

  /** The variables of a step, with what Artillery puts in for this user. */
  filled(vars, context) {
    if (vars === undefined) return null;
    const { helpers } = this;
    return Object.fromEntries(
      Object.entries(vars).map(([name, value]) => [
        name,
        helpers && JSON.stringify(value).includes("{{")
          ? helpers.template(value, context)
          : value,
      ]),
    );
  }

  /** Starts Brace for the first user: all flows are known by then. */
  open() {
    if (this.brace !== undefined) return;
    if (this.misread !== undefined) {
      this.giveUp(this.misread);
      return;
    }
    const { engines } = this.script.config;
    const found = findBrace(process.env, this.folder);
    let settings;
    try {
      settings = readSettings((engines && engines.brace) || {}, this.folder);
    } catch (error) {
      this.giveUp(error.message);
      return;
    }
    if (found === undefined) {
      this.giveUp(
        "Cannot start Brace: it is not installed (npm install @brace/cli, or set BRACE_BIN to the program)",
      );
      return;
    }
    this.opened = Date.now();
    // Other engines measure in this thread: their figures would have the pauses.
    if (this.script.scenarios.every(({ engine }) => engine === "brace")) {
      this.rest.begin();
    }
    for (const name of COUNTERS) this.ee.emit("counter", name, 0);
    this.brace = new BraceProcess(found, {
      onMessage: (message) => this.take(message),
      onEnd: (problem) => this.ended(problem),
    });
    this.brace.send({
      type: "open",
      version: 1,
      ...settings,
      flows: this.flows,
      debug: isDebugged(process.env.DEBUG),
    });
  }

  take(message) {
    this.rest.busy();
    if (message.type === "ready") {
      this.ee.emit("histogram", "brace.setup_time", Date.now() - this.opened);
      return;
    }
    if (message.type === "failed") {
      this.giveUp(message.message);
      return;
    }
    const { counters = {}, histograms = {} } = message;
    const { ee } = this;
    for (const [name, value] of Object.entries(counters)) {
      ee.emit("counter", name, value);
    }
    for (let left = counters["brace.requests"] || 0; left > 0; left--) {
      ee.emit("rate", "brace.request_rate");
    }
    for (const [name, values] of Object.entries(histograms)) {
      for (const value of values) ee.emit("histogram", name, value);
    }
    for (const line of message.problems || []) say(line);
    for (const [id, problem] of message.users || []) {
      const user = this.users.get(id);
      this.users.delete(id);
      if (user === undefined) continue;
      if (problem === undefined) user.callback(null, user.context);
      else this.fail(user, problem);
    }
  }

  /** Brace has ended; undefined: as it was asked to. */
  ended(problem) {
    if (problem === undefined && this.users.size === 0) return;
    this.giveUp(problem || "Brace ended before its users did");
  }

  /** From now on every user fails with this message, which is also said once. */
  giveUp(problem) {
    if (this.problem === undefined) {
      this.problem = problem;
      say(problem);
      if (global.artillery) global.artillery.suggestedExitCode = 1;
    }
    for (const user of this.users.values()) this.fail(user, this.problem);
    this.users.clear();
  }

  fail({ context, callback }, problem) {
    this.ee.emit("error", problem);
    callback(new Error(problem), context);
  }

  close() {
    this.rest.end();
    if (this.brace) this.brace.close();
  }
}

/** The steps of a flow, each as Brace gets it and with the variables of its users. */
function readFlow(flow, folder) {
  if (!Array.isArray(flow) || flow.length === 0) {
    throw new Error('Cannot use the flow: give steps such as "- run:"');
  }
  return flow.map((given) => {
    const [name, ...others] = Object.keys(given || {});
    if (others.length > 0 || (name !== "run" && name !== "think")) {
      throw new Error(
        `Cannot use the step "${
          [name, ...others].join(", ")
        }": the engine "brace" has "run" and "think"`,
      );
    }
    if (name === "think") return { step: { think: Number(given.think) } };
    const run = given.run;
    if (run === null || run === undefined) return { step: {} };
    if (typeof run === "string") return { step: { paths: [run] } };
    const { vars, data, ...step } = run;
    return {
      step: {
        ...step,
        ...(data !== undefined && { data: path.resolve(folder, `${data}`) }),
      },
      ...(vars && { vars }),
    };
  });
}

/** What "config.engines.brace" says. */
function readSettings(given, folder) {
  for (const name of Object.keys(given)) {
    if (SETTINGS.includes(name)) continue;
    throw new Error(
      `Cannot use "config.engines.brace.${name}": use one of ${
        SETTINGS.join(", ")
      }`,
    );
  }
  const { collection, secretsFile, users } = given;
  if (typeof collection !== "string" || collection === "") {
    throw new Error(
      'Cannot run: "config.engines.brace.collection" names no collection (give its folder)',
    );
  }
  return {
    ...given,
    collection: path.resolve(folder, collection),
    ...(secretsFile && { secretsFile: path.resolve(folder, secretsFile) }),
    ...(users !== undefined && { users: Number(users) }),
  };
}

/** Whether DEBUG names "brace", as in `DEBUG=http,brace`. */
function isDebugged(names) {
  return (names || "").split(/[\s,]+/)
    .some((name) => ["brace", "brace*", "brace:*", "*"].includes(name));
}

function say(line) {
  console.error(`brace: ${line}`);
}

module.exports = BraceEngine;
