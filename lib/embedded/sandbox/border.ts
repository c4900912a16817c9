import type { Bridge, Thrown } from "../../core/script/border/bridge.ts";
import { decode, encode } from "../../core/script/border/encode.ts";
import type { ModuleFactory } from "./modules.ts";
import { BraceError } from "./thrown.ts";

/** Scripts may replace the global one. */
const NativeError = Error;

/**
 * Brace's side as one function: `id` 0 is a call, any other a wait that is
 * settled later under this id. Gives "v" and an encoded value, "e" and an
 * encoded error, bytes, or for "load" and "offer" a module's function.
 */
export type HostCall = (
  name: string,
  id: number,
  args: string,
) => string | ArrayBuffer | ModuleFactory | undefined;

/** The border as the script's side sees it. */
export interface Border {
  readonly bridge: Bridge;
  /** Compiles a file of the collection. */
  load(path: string): ModuleFactory;
  /** Compiles a module that Brace has; undefined where it has none of that name. */
  offer(name: string): ModuleFactory | undefined;
  /** Settles the wait of this id with what Brace gives. */
  settle(id: number, result: string | ArrayBuffer): void;
}

/** Makes the script's side of the border over Brace's one function. */
export function createBorder(host: HostCall): Border {
  const waiting = new Map<
    number,
    {
      resolve: (value: unknown) => void;
      reject: (error: unknown) => void;
      /** Where it was called: when it is settled, no script is on the stack. */
      stack: string | undefined;
    }
  >();
  let lastId = 0;
  const bridge = {
    call: (name: string, ...args: unknown[]) =>
      received(host(name, 0, encode(args))),
    wait: (name: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const text = encode(args);
        waiting.set(id, {
          resolve: resolve as (value: unknown) => void,
          reject,
          stack: new NativeError().stack,
        });
        const refused = host(name, id, text);
        if (refused === undefined) return;
        waiting.delete(id);
        received(refused);
      }),
  } as Bridge;
  const settle = (id: number, result: string | ArrayBuffer) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    try {
      waiter?.resolve(received(result));
    } catch (error) {
      waiter?.reject(Object.assign(error as Error, { stack: waiter.stack }));
    }
  };
  const load = (path: string) =>
    received(host("load", 0, encode([path]))) as ModuleFactory;
  const offer = (name: string) =>
    received(host("offer", 0, encode([name]))) as ModuleFactory | undefined;
  return { bridge, load, offer, settle };
}

function received(result: ReturnType<HostCall>): unknown {
  if (result === undefined || typeof result === "function") return result;
  if (typeof result !== "string") return new Uint8Array(result);
  const value = decode(result.slice(1));
  if (result[0] === "e") throw new BraceError(value as Thrown);
  return value;
}
