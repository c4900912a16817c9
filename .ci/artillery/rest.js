// A pause in Artillery's wait for the next virtual user.
"use strict";

/** Milliseconds of a pause: a virtual user comes so much later at most. */
const PAUSE = 1;

/**
 * Artillery's timer for arrivals turns the event loop without a pause: for the
 * last 25 ms before each virtual user, so at 40 a second and above it takes one
 * core (nanotimer, by design: there is no issue). While it does so, this lets
 * the thread sleep at each turn in which nothing happened.
 *
 * Its immediate does not keep the event loop turning: where Artillery waits
 * without a spin, this does nothing.
 */
class Rest {
  constructor() {
    this.cell = new Int32Array(new SharedArrayBuffer(4));
    this.isBusy = true;
    this.isOver = false;
    this.turn = this.turn.bind(this);
  }

  /** Watches the turns from now on. */
  begin() {
    this.turn();
  }

  /** Something happened: more may be to do right away. */
  busy() {
    this.isBusy = true;
  }

  end() {
    this.isOver = true;
  }

  turn() {
    if (this.isOver) return;
    if (!this.isBusy) Atomics.wait(this.cell, 0, 0, PAUSE);
    this.isBusy = false;
    setImmediate(this.turn).unref();
  }
}

module.exports = { Rest };
