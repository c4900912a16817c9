import { DiagnosticError } from "../../core/source/errors.ts";
import { decode, encode } from "../../core/script/border/encode.ts";
import { callNamed } from "../../core/script/border/call_named.ts";
import { texts } from "../../core/script/border/text_calls.ts";
import type { HostHandler, HostResult } from "./host_handler.ts";

/** A value as the border carries it to the script's side. */
export function hostResult(value: unknown): string | Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Uint8Array) return value;
  return "v" + encode(value);
}

/** An error as the border carries it to the script's side. */
export function refusalResult(error: unknown): string {
  const code = error instanceof DiagnosticError
    ? error.diagnostics[0]?.code
    : undefined;
  return "e" + encode({
    name: error instanceof Error ? error.name : "Error",
    message: error instanceof Error ? error.message : String(error),
    stack: "",
    ...code === undefined ? {} : { code },
  });
}

const LOADING_CALLS = {
  ...texts,
  processEnv: () => undefined,
  offer: () => undefined,
};

/** Serves modules that are being loaded: there is no script and no request. */
export const loadingHandler: HostHandler = (name, _id, args): HostResult => {
  try {
    return hostResult(
      callNamed(LOADING_CALLS, name, decode(args) as unknown[]),
    );
  } catch (error) {
    return refusalResult(error);
  }
};
