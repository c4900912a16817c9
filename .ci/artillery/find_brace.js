// Where the program Brace is.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");

/**
 * The program: the one that BRACE_BIN names, else that of the package
 * @brace/cli, else the first "brace" of the PATH; undefined: there is none.
 */
function findBrace(env, folder) {
  if (env.BRACE_BIN) return env.BRACE_BIN;
  return inPackage(__dirname) || inPackage(folder) || onPath(env.PATH || "");
}

/** The binary itself: the launcher of the package would be one more process. */
function inPackage(folder) {
  const file = process.platform === "win32" ? "brace.exe" : "brace";
  const binary = `@brace/cli-${process.platform}-${process.arch}/${file}`;
  try {
    const from = createRequire(path.join(folder, "index.js"));
    return createRequire(from.resolve("@brace/cli/package.json"))
      .resolve(binary);
  } catch {
    return undefined;
  }
}

function onPath(list) {
  const file = process.platform === "win32" ? "brace.exe" : "brace";
  return list.split(path.delimiter).filter((folder) => folder !== "")
    .map((folder) => path.join(folder, file))
    .find((program) => {
      try {
        fs.accessSync(program, fs.constants.X_OK);
        return fs.statSync(program).isFile();
      } catch {
        return false;
      }
    });
}

module.exports = { findBrace };
