import type { Origin } from "../source/origin.ts";
import type { AuthType } from "../collection/types.ts";

/** A request with every placeholder resolved: what goes on the wire. */
export interface RenderedRequest {
  readonly method: string;
  /** Absolute URL in its wire form, without fragment; userinfo already taken out. */
  readonly url: string;
  /** Names as written, in order, duplicates kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: RenderedBody;
  /** Auth that needs the network, a clock or the answer (digest, awsv4, oauth…); basic, bearer and apikey are in headers and URL already. */
  readonly auth?: RenderedAuth;
  /** Lower-case names of the headers and query parameters that auth added: dropped across origins. */
  readonly authHeaders: readonly string[];
  /** Passwords, tokens and keys that auth put into headers and URL, for masking; absent: none. */
  readonly authSecrets?: readonly string[];
  readonly settings: RenderedSettings;
}

export interface RenderedSettings {
  /** Milliseconds; 0 is no limit. */
  readonly timeout?: number;
  readonly followRedirects: boolean;
  readonly maxRedirects?: number;
  readonly forwardAuthorizationHeader: boolean;
  /** Names of headers that are not sent, default headers included. */
  readonly omitHeaders?: readonly string[];
}

export type RenderedBody =
  | {
    readonly type: "text";
    readonly text: string;
    readonly contentType?: string;
  }
  | {
    readonly type: "bytes";
    readonly bytes: Uint8Array;
    readonly contentType?: string;
  }
  | {
    readonly type: "file";
    /** Path as written, relative to the collection. */
    readonly path: string;
    readonly contentType?: string;
    readonly at: Origin;
  }
  | {
    readonly type: "multipart";
    readonly parts: readonly RenderedPart[];
    readonly at: Origin;
  };

export type RenderedPart =
  | {
    readonly type: "text";
    readonly name: string;
    readonly value: string;
    readonly contentType?: string;
  }
  | {
    readonly type: "file";
    readonly name: string;
    readonly path: string;
    readonly contentType?: string;
    readonly at: Origin;
  };

export interface RenderedAuth {
  readonly type: AuthType;
  readonly at: Origin;
  /** Fields by their OpenCollection names, rendered. */
  readonly fields: ReadonlyMap<string, string | boolean | number>;
}
