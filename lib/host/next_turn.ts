let known: typeof setImmediate | undefined;

/** Calls back in the next turn of the event loop. */
export function nextTurn(done: () => void): void {
  rememberNextTurn();
  known!(done);
}

/** Is called before a script can replace it: until somebody needs it, Deno loads nothing for it. */
export function rememberNextTurn(): void {
  known ??= globalThis.setImmediate;
}
