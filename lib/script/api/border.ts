import type { Bridge, Thrown } from "../bridge.ts";
import { decode, encode } from "../encode.ts";
import { BraceError } from "./thrown.ts";

/**
 * Brace's side as one function: `id` 0 is a call, any other a wait that is
 * settled later under this id. Gives "v" and an encoded value, "j" and plain
 * JSON, "e" and an encoded error, or bytes.
 */
export type HostCall = (
  name: string,
  id: number,
  args: string,
) => string | ArrayBuffer | undefined;

/** The border as the script's side sees it. */
export interface Border {
  readonly bridge: Bridge;
  /** Settles the wait of this id with what Brace gives. */
  settle(id: number, result: string | ArrayBuffer): void;
}

/** Makes the script's side of the border over Brace's one function. */
export function createBorder(host: HostCall): Border {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
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
        });
        host(name, id, text);
      }),
  } as Bridge;
  const settle = (id: number, result: string | ArrayBuffer) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    try {
      waiter?.resolve(received(result));
    } catch (error) {
      waiter?.reject(error);
    }
  };
  return { bridge, settle };
}

const { parse } = JSON;

function received(result: string | ArrayBuffer | undefined): unknown {
  if (result === undefined) return undefined;
  if (typeof result !== "string") return new Uint8Array(result);
  const text = result.slice(1);
  switch (result[0]) {
    case "j":
      return parse(text);
    case "e":
      throw new BraceError(decode(text) as Thrown);
    default:
      return decode(text);
  }
}
