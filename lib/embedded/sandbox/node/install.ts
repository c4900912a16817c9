import type { Bridge } from "../../../core/script/border/bridge.ts";
import { createNodeCrypto } from "./crypto.ts";
import { createQueryString } from "./querystring.ts";
import { createNodeUrl } from "./url.ts";
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
  const querystring = createQueryString();
  const { setTimeout } = globals as {
    setTimeout(run: (value: unknown) => void, ...rest: unknown[]): unknown;
  };
  const later = (time: unknown, value: unknown) =>
    new Promise((resolve) => setTimeout(resolve, time, value));
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
    querystring,
    stream,
    timers: {
      setTimeout: globals.setTimeout,
      clearTimeout: globals.clearTimeout,
      setImmediate: globals.setImmediate,
      clearImmediate: globals.clearImmediate,
    },
    "timers/promises": {
      setTimeout: (time: unknown, value: unknown) => later(time, value),
      setImmediate: (value: unknown) => later(0, value),
    },
    url: {
      URL,
      URLSearchParams,
      ...createNodeUrl(URL as never, querystring as never),
    },
    util: {
      ...createUtil(),
      TextEncoder: globals.TextEncoder,
      TextDecoder: globals.TextDecoder,
    },
  };
}
