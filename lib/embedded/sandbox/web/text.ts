import type { Bridge } from "../../../core/script/border/bridge.ts";
import { bytesOf } from "../../../core/script/border/encode.ts";

/** Makes `TextEncoder` and `TextDecoder`. */
export function createText(bridge: Bridge): Record<string, unknown> {
  class SandboxTextEncoder {
    readonly encoding = "utf-8";

    encode(text: unknown = ""): Uint8Array {
      return bridge.call("text.encode", `${text}`);
    }

    encodeInto(
      text: unknown,
      target: Uint8Array,
    ): { read: number; written: number } {
      let read = 0;
      let written = 0;
      for (const character of `${text}`) {
        const bytes = this.encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        read += character.length;
        written += bytes.length;
      }
      return { read, written };
    }
  }
  class SandboxTextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;

    constructor(
      label: unknown = "utf-8",
      options: { fatal?: unknown; ignoreBOM?: unknown } = {},
    ) {
      this.encoding = bridge.call("text.encoding", `${label}`);
      this.fatal = Boolean(options.fatal);
      this.ignoreBOM = Boolean(options.ignoreBOM);
    }

    decode(data?: unknown, options: { stream?: unknown } = {}): string {
      if (options.stream) {
        throw new TypeError(
          "Cannot decode the text in parts: give all its bytes at once",
        );
      }
      const bytes = data === undefined ? new Uint8Array() : bytesOf(data);
      if (bytes === undefined) {
        throw new TypeError("Cannot decode the text: give a buffer");
      }
      const { encoding, fatal, ignoreBOM } = this;
      return bridge.call("text.decode", bytes, encoding, { fatal, ignoreBOM });
    }
  }
  return { TextEncoder: SandboxTextEncoder, TextDecoder: SandboxTextDecoder };
}
