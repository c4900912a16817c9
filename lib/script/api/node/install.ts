import type { Bridge } from "../../bridge.ts";
import { createNodeCrypto } from "./crypto.ts";
import { createUtil } from "./util.ts";

/** Makes the parts of node's modules that packages need, by module name. */
export function createNode(
  bridge: Bridge,
  packages: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const globals = globalThis as Record<string, unknown>;
  const { Buffer, URL, URLSearchParams, crypto } = globals;
  const EventEmitter = packages.events as { prototype: object };
  // Packages call it without `new`, as their base.
  const Stream = function () {} as unknown as { prototype: object };
  Stream.prototype = Object.create(EventEmitter.prototype);
  const stream = Object.assign(Stream, { Stream });
  const params = URLSearchParams as new (init: unknown) => {
    [Symbol.iterator](): Iterator<[string, string]>;
  };
  return {
    ...packages,
    atob: globals.atob,
    btoa: globals.btoa,
    buffer: { Buffer },
    crypto: Object.assign(
      createNodeCrypto(bridge, Buffer as never),
      crypto as object,
      { webcrypto: crypto },
    ),
    querystring: {
      parse: (text: string) => Object.fromEntries(new params(text)),
      stringify: (value: unknown) => `${new params(value)}`,
      escape: encodeURIComponent,
      unescape: decodeURIComponent,
    },
    stream,
    timers: {
      setTimeout: globals.setTimeout,
      clearTimeout: globals.clearTimeout,
      setImmediate: globals.setImmediate,
      clearImmediate: globals.clearImmediate,
    },
    url: { URL, URLSearchParams },
    util: createUtil(),
  };
}
