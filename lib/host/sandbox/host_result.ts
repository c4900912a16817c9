import { DiagnosticError, spoken } from "../../core/source/errors.ts";
import { decode, encode } from "../../core/script/border/encode.ts";
import { callNamed, texts } from "../../core/script/border/text_calls.ts";
import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { WayOutWords } from "../../core/source/way_out.ts";

/** A value as the border carries it to the script's side. */
export function hostResult(value: unknown): string | Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Uint8Array) return value;
  return "v" + encode(value);
}

/** An error as the border carries it to the script's side. */
export function refusalResult(error: unknown, words?: WayOutWords): string {
  const code = error instanceof DiagnosticError
    ? error.diagnostics[0]?.code
    : undefined;
  return "e" + encode({
    name: error instanceof Error ? error.name : "Error",
    message: spoken(error, words),
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

/** What an instance asks its host; see `HostCall` of the script's side. */
export type HostHandler = (
  name: string,
  id: number,
  args: string,
) => HostResult;

/** A text, bytes, a compiled module, or the error that it does not compile for. */
export type HostResult =
  | string
  | Uint8Array
  | QuickJSHandle
  | { readonly error: QuickJSHandle }
  | undefined;
