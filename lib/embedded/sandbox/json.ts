import type { Bridge } from "../../core/script/border/bridge.ts";

/**
 * Makes `JSON.parse` quote the text that is not JSON, as node does: QuickJS
 * only names the token (by design: there is no issue).
 */
export function installJson(bridge: Bridge): void {
  const { parse } = JSON;
  const quoting: Pick<JSON, "parse"> = {
    parse(value, reviver) {
      const text = `${value}`;
      try {
        return parse(text, reviver);
      } catch (error) {
        if (error instanceof NativeSyntaxError) quote(error, text, bridge);
        throw error;
      }
    },
  };
  JSON.parse = quoting.parse;
}

/** Scripts may replace the global one. */
const NativeSyntaxError = SyntaxError;

function quote(error: Error, text: string, bridge: Bridge): void {
  try {
    bridge.call("json.parse", text);
  } catch (worded) {
    const { name, message } = worded as Error;
    if (name === "SyntaxError") error.message = message;
  }
}
