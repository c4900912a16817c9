import type {
  Bridge,
  SignOptions,
} from "../../../core/script/border/bridge.ts";
import { bytesOf } from "../../../core/script/border/encode.ts";

interface BufferType {
  from(value: unknown, encoding?: string): Uint8Array & {
    toString(encoding?: string): string;
  };
  concat(parts: readonly Uint8Array[]): Uint8Array;
}

const PADDING = {
  RSA_PKCS1_PADDING: 1,
  RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1,
};

/** A key as node's crypto gives it: secret bytes or a PEM text. */
class KeyObject {
  readonly type: "secret" | "private" | "public";
  readonly asymmetricKeyType: string | undefined;
  readonly asymmetricKeyDetails: unknown;
  /** Bytes of a secret, PEM text of the others. */
  readonly content: Uint8Array | string;

  constructor(
    type: KeyObject["type"],
    content: Uint8Array | string,
    about: { type?: string; details?: unknown } = {},
  ) {
    this.type = type;
    this.content = content;
    this.asymmetricKeyType = about.type;
    this.asymmetricKeyDetails = about.details;
  }

  get symmetricKeySize(): number | undefined {
    return this.type === "secret" ? this.content.length : undefined;
  }

  export(): Uint8Array | string {
    return this.content;
  }
}

/** Makes the part of node's `crypto` that packages and scripts use. */
export function createNodeCrypto(
  bridge: Bridge,
  Buffer: BufferType,
): Record<string, unknown> {
  const bytes = (data: unknown, encoding?: string): Uint8Array => {
    if (data instanceof KeyObject) return bytes(data.content);
    return bytesOf(data) ?? Buffer.from(`${data}`, encoding);
  };
  const given = (result: Uint8Array, encoding?: string): unknown => {
    const buffer = Buffer.from(result);
    return encoding === undefined || encoding === "buffer"
      ? buffer
      : buffer.toString(encoding);
  };
  /** Gathers data until it is asked for a result. */
  const gathering = <T>(
    result: (data: Uint8Array, ...args: unknown[]) => T,
    last: string,
  ) => {
    const parts: Uint8Array[] = [];
    const self = {
      update(data: unknown, encoding?: string) {
        parts.push(bytes(data, encoding));
        return self;
      },
      [last]: (...args: unknown[]) => result(Buffer.concat(parts), ...args),
    };
    return self;
  };
  const pem = (key: unknown): { pem: string; options: SignOptions } => {
    if (key instanceof KeyObject) return { pem: `${key.content}`, options: {} };
    if (typeof key !== "object" || key === null || bytesOf(key)) {
      return { pem: Buffer.from(bytes(key)).toString("utf8"), options: {} };
    }
    const { key: inner, padding, saltLength, dsaEncoding } = key as
      & { key: unknown }
      & SignOptions;
    return {
      pem: pem(inner).pem,
      options: {
        ...padding === undefined ? {} : { padding },
        ...saltLength === undefined ? {} : { saltLength },
        ...dsaEncoding === undefined ? {} : { dsaEncoding },
      },
    };
  };
  const keyOf = (type: "private" | "public") => (key: unknown): KeyObject => {
    const text = pem(key).pem;
    return new KeyObject(type, text, bridge.call("crypto.keyInfo", text, type));
  };
  return {
    KeyObject,
    constants: PADDING,
    createHash: (algorithm: string) =>
      gathering(
        (data, encoding) =>
          given(
            bridge.call("crypto.hash", algorithm, data),
            encoding as string,
          ),
        "digest",
      ),
    createHmac: (algorithm: string, key: unknown) =>
      gathering(
        (data, encoding) =>
          given(
            bridge.call("crypto.hmac", algorithm, bytes(key), data),
            encoding as string,
          ),
        "digest",
      ),
    createSign: (algorithm: string) =>
      gathering((data, key, encoding) => {
        const { pem: text, options } = pem(key);
        return given(
          bridge.call("crypto.sign", algorithm, data, text, options),
          encoding as string,
        );
      }, "sign"),
    createVerify: (algorithm: string) =>
      gathering((data, key, signature, encoding) => {
        const { pem: text, options } = pem(key);
        return bridge.call("crypto.verify", algorithm, data, text, {
          ...options,
          signature: bytes(signature, encoding as string),
        });
      }, "verify"),
    createSecretKey: (key: unknown, encoding?: string) =>
      new KeyObject("secret", bytes(key, encoding)),
    createPrivateKey: keyOf("private"),
    createPublicKey: keyOf("public"),
    randomBytes: (length: number) =>
      Buffer.from(bridge.call("crypto.random", length)),
    randomInt: (low: number, high?: number) => {
      const [from, to] = high === undefined ? [0, low] : [low, high];
      return from + Math.floor(bridge.call("random") * (to - from));
    },
    timingSafeEqual: (a: unknown, b: unknown) => {
      const [x, y] = [bytes(a), bytes(b)];
      return x.length === y.length && x.every((byte, i) => byte === y[i]);
    },
    getHashes: () => ["md5", "sha1", "sha256", "sha384", "sha512"],
  };
}
