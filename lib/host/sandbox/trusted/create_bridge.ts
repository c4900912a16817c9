import type { Bridge } from "../../../core/script/border/bridge.ts";
import {
  type Border,
  callBorder,
  waitBorder,
} from "../../../core/script/border/dispatch.ts";
import { decode, encode } from "../../../core/script/border/encode.ts";
import { BraceError } from "../../../embedded/sandbox/thrown.ts";
import { DiagnosticError } from "../../../core/source/errors.ts";
import type { Work } from "./work.ts";

/** The border between Brace and a script that runs in Deno itself. */
export function createBridge(border: Border, work: Work): Bridge {
  const refused = (error: unknown): BraceError => {
    const { name, message } = error as Error;
    const code = error instanceof DiagnosticError
      ? error.diagnostics[0]?.code
      : undefined;
    return new BraceError({
      name,
      message,
      stack: "",
      ...code === undefined ? {} : { code },
    });
  };
  // Encoded and decoded: values are snapshots here too.
  const copied = (value: unknown) => decode(encode(value));
  return {
    call: (name: string, ...args: unknown[]) => {
      try {
        const given = copied(args) as unknown[];
        return copied(callBorder(border, name, given));
      } catch (error) {
        throw refused(error);
      }
    },
    wait: async (name: string, ...args: unknown[]) => {
      try {
        const given = copied(args) as unknown[];
        return copied(await work.wait(waitBorder(border, name, given)));
      } catch (error) {
        throw refused(error);
      }
    },
  } as Bridge;
}
