#!/usr/bin/env node
// Starts the binary of Brace that npm has installed for this system.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `@brace/cli-${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "brace.exe" : "brace";

let binary;
try {
  binary = require.resolve(`${name}/${file}`);
} catch {
  console.error(
    `error: Cannot start Brace: the package ${name} is not installed. ` +
      "Install @brace/cli again, without --omit=optional; where no such " +
      "package exists, there is no binary for this system.",
  );
  process.exit(1);
}

const child = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
// A terminal's Ctrl-C reaches the child, too: it decides how to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal !== "SIGINT") child.kill(signal);
  });
}
child.on("error", (error) => {
  console.error(`error: Cannot start Brace: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
});
