import * as buffer from "node:buffer";
import * as events from "node:events";
import * as http from "node:http";
import * as net from "node:net";
import * as stream from "node:stream";
import * as tls from "node:tls";
import * as workerThreads from "node:worker_threads";

const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;

/** Objects that Brace itself runs on, and that scripts in Deno itself can change. */
export interface Owned {
  /** They may use nothing beyond their own members. */
  readonly closed: readonly object[];
  /** They may get more; their functions stay. */
  readonly open: readonly object[];
}

/** Modules of Node whose classes the engine uses. */
const MODULES = [buffer, events, stream, net, tls, http, workerThreads];

/** JavaScript's own objects, Deno's, and those of Node's classes. */
export function ownedObjects(): Owned {
  const closed = new Set([...languageObjects(), ...streams()]);
  const open = new Set<object>([Deno]);
  // Deno makes these when they are first used.
  const late = { TextDecoder, TextEncoder, Crypto: crypto.constructor };
  for (const owner of [globalThis, late, Deno, ...MODULES]) {
    for (const it of functionsIn(owner)) {
      if (!closed.has(it)) open.add(it);
      const { prototype } = it as { prototype?: unknown };
      if (typeof prototype === "object" && prototype !== null) {
        closed.add(prototype);
      }
    }
  }
  return { closed: [...closed], open: [...open] };
}

/** What Brace writes to and reads from. */
function streams(): object[] {
  return [Deno.stdin, Deno.stdout, Deno.stderr];
}

function functionsIn(owner: object): object[] {
  return ownKeys(owner).flatMap((key) => {
    // A getter would load what nobody has asked for.
    const value = getOwnPropertyDescriptor(owner, key)?.value;
    return typeof value === "function" ? [value] : [];
  });
}

/** JavaScript's own: what others inherit from, and what holds functions. */
function languageObjects(): object[] {
  const found = new Set<object>([globalThis, Math, JSON, Reflect, Atomics]);
  const add = (value: unknown) => {
    if (typeof value === "function") found.add(value);
    else if (typeof value === "object" && value !== null) found.add(value);
  };
  for (const key of ownKeys(globalThis)) {
    // A getter would load what nobody has asked for.
    const value = getOwnPropertyDescriptor(globalThis, key)?.value;
    if (typeof value !== "function" || !isNative(value)) continue;
    add(value);
    add(value.prototype);
  }
  const hidden = [
    [].values(),
    new Map().values(),
    new Set().values(),
    ""[Symbol.iterator](),
    function* () {},
    async function* () {},
    async () => {},
    Uint8Array,
    Uint8Array.prototype,
  ];
  for (const it of hidden) {
    const prototype = getPrototypeOf(it)!;
    add(prototype);
    add(getPrototypeOf(prototype));
    add((prototype as { prototype?: unknown }).prototype);
  }
  return [...found];
}

/** JavaScript's functions; those that Deno adds have sources. */
function isNative(value: object): boolean {
  return /\{\s*\[native code\]\s*\}$/.test(
    Function.prototype.toString.call(value),
  );
}
