// One process of Brace, which is talked to in lines of JSON.
"use strict";
const { spawn } = require("node:child_process");

/** Characters of what it wrote last that are kept. */
const MAX_WORDS = 2_000;
/** Milliseconds that it may take to end. */
const PATIENCE = 10_000;
/** The version of the messages that this package understands. */
const VERSION = 1;

class BraceProcess {
  constructor(program, { onMessage, onEnd }) {
    this.program = program;
    this.onMessage = onMessage;
    this.onEnd = onEnd;
    this.words = "";
    this.rest = "";
    this.isClosing = false;
    this.isReady = false;
    this.isOver = false;
    this.child = spawn(program, ["worker"], {
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const { child } = this;
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text) => this.read(text));
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => {
      this.words = (this.words + text).slice(-MAX_WORDS);
    });
    // It has gone: its end says why.
    child.stdin.on("error", () => {});
    child.on("error", (error) => this.over(error.message));
    child.on("close", (code, signal) => {
      const how = signal === null ? `exit code ${code}` : signal;
      this.over(code === 0 && this.isClosing ? undefined : how);
    });
  }

  /** Bytes that wait to be read by Brace. */
  get unsent() {
    return this.child.stdin.writableLength;
  }

  send(message) {
    if (this.child.stdin.writable) {
      this.child.stdin.write(JSON.stringify(message) + "\n");
    }
  }

  /** Lets it end: it runs the collection's teardown, and goes. */
  close() {
    this.isClosing = true;
    this.child.stdin.end();
    setTimeout(() => this.child.kill(), PATIENCE).unref();
  }

  read(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop();
    for (const line of lines) {
      if (line === "" || this.isOver) continue;
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        this.misunderstood(line);
        return;
      }
      if (message.type === "ready" && message.version !== VERSION) {
        this.misunderstood(`version ${message.version} of its messages`);
        return;
      }
      if (message.type === "ready") this.isReady = true;
      this.onMessage(message);
    }
  }

  /** It is no Brace of this version. */
  misunderstood(what) {
    this.words = what.slice(0, 200);
    this.over("no message of a worker");
    this.child.kill();
  }

  over(how) {
    if (this.isOver) return;
    this.isOver = true;
    if (how === undefined) {
      this.onEnd(undefined);
      return;
    }
    const said = this.words.trim().split(/\s*\n\s*/).slice(-3).join(" ");
    this.onEnd(
      `Brace ended (${how}) at ${this.program}: ${said || "it said nothing"}${
        this.isReady
          ? ""
          : " (this package needs @brace/cli of its own version)"
      }`,
    );
  }
}

module.exports = { BraceProcess };
