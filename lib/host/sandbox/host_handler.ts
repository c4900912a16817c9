import type { QuickJSHandle } from "quickjs-emscripten-core";

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
