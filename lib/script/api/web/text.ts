import type { Bridge } from "../../bridge.ts";
import { bytesOf } from "../../encode.ts";

/** Makes `TextEncoder` and `TextDecoder`. */
export function createText(bridge: Bridge): Record<string, unknown> {
  class SandboxTextEncoder {
    readonly encoding = "utf-8";

    encode(text: unknown = ""): Uint8Array {
      return bridge.call("text.encode", `${text}`);
    }
  }
  class SandboxTextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;

    constructor(label: unknown = "utf-8", options: { fatal?: boolean } = {}) {
      this.encoding = `${label}`.toLowerCase();
      this.fatal = options.fatal === true;
    }

    decode(data?: unknown): string {
      const bytes = data === undefined ? new Uint8Array() : bytesOf(data);
      if (bytes === undefined) {
        throw new TypeError("Cannot decode the text: give a buffer");
      }
      return bridge.call("text.decode", bytes, this.encoding, this.fatal);
    }
  }
  return { TextEncoder: SandboxTextEncoder, TextDecoder: SandboxTextDecoder };
}
