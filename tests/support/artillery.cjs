// A small stand-in of Artillery: what an engine sees of it. Reads on standard
// input {script, users, every, kill, spin}, runs so many virtual users of each
// scenario, and prints what was counted.
const { EventEmitter } = require("node:events");
const fs = require("node:fs");

const { engine: folder, script, users, every = 0, kill, spin } = JSON.parse(
  fs.readFileSync(0, "utf8"),
);
global.artillery = {};
const result = {
  counters: {},
  histograms: {},
  rates: {},
  completed: 0,
  failed: {},
  pauses: 0,
};
const add = (to, name, value) => to[name] = (to[name] || 0) + value;

// As Artillery puts variables into values.
const template = (value, { vars }) =>
  JSON.parse(
    JSON.stringify(value).replace(/"{{ (\w+) }}"/g, (_, name) =>
      JSON.stringify(vars[name])),
  );

const events = new EventEmitter();
const ee = new EventEmitter();
ee.on("started", () => {});
ee.on("counter", (name, value) => add(result.counters, name, value));
ee.on("histogram", (name) => add(result.histograms, name, 1));
ee.on("rate", (name) => add(result.rates, name, 1));
ee.on("error", (code) => add(result.counters, `errors.${code}`, 1));

// Artillery's timer turns the event loop without a pause.
const turn = () => left > 0 && setImmediate(turn);
const { wait } = Atomics;
Atomics.wait = (...given) => {
  result.pauses++;
  return wait(...given);
};

const Engine = require(folder);
const engine = new Engine(script, events, { template });
const scenarios = script.scenarios.map((one) => engine.createScenario(one, ee));
let left = users * scenarios.length;
if (spin) turn();
for (let index = 0; index < users; index++) {
  setTimeout(() => {
    for (const scenario of scenarios) {
      scenario({ vars: { index } }, (error) => {
        if (error) add(result.failed, error.message, 1);
        else result.completed++;
        if (--left > 0) return;
        events.emit("done");
        result.exitCode = global.artillery.suggestedExitCode;
        console.log(JSON.stringify(result));
      });
    }
    if (kill === index) process.kill(engine.brace.child.pid, "SIGKILL");
  }, index * every);
}
