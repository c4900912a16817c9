import type { Origin } from "../source/origin.ts";
import type { OwnAuthNames } from "../collection/auth_types.ts";
import type { AuthType } from "../collection/types.ts";
import type { Insertion } from "./insertion.ts";
import type { RenderedStream } from "./stream.ts";

/** A request with every placeholder resolved: what goes on the wire. */
export interface RenderedRequest {
  /** As it is sent. */
  readonly method: string;
  /** Absolute URL in its wire form, without fragment; userinfo already taken out. */
  readonly url: string;
  /** Names as written, in order, duplicates kept; the type that the kind of body implies is in the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent where none is sent. */
  readonly body?: RenderedBody;
  /** Auth that needs the network, a clock or the response (digest, awsv4, oauth…); basic, bearer and apikey are in headers and URL already. */
  readonly auth?: RenderedAuth;
  /** Lower-case names of the headers and query parameters that auth added: dropped across origins. */
  readonly authHeaders: readonly string[];
  /** Passwords, tokens and keys that auth put into headers and URL, for masking; absent: none. */
  readonly authSecrets?: readonly string[];
  /** The fields of auth that is in headers and URL, by their OpenCollection names: what insertions of the place `auth` stand in; absent: none, or `auth` has them. */
  readonly authFields?: RenderedAuth["fields"];
  /** The values of variables in its texts, text by text, in order; where one stands inside of another, the outer one is first. */
  readonly insertions?: readonly Insertion[];
  /** How it is sent. */
  readonly settings: RenderedSettings;
  /** How it talks over its connection; absent: it asks and is answered. */
  readonly stream?: RenderedStream;
}

/** How a request is sent. */
export interface RenderedSettings {
  /** Milliseconds; 0 is as absent. */
  readonly timeout?: number;
  /** The file that sets the timeout; absent: none does. */
  readonly timeoutFile?: string;
  /** Whether redirects are followed. */
  readonly followRedirects: boolean;
  /** How many are followed; absent: the default. */
  readonly maxRedirects?: number;
  /** Origins that credentials follow redirects to; absent: none but their own. */
  readonly forwardCredentialsTo?: readonly string[];
  /** Names of headers that are not sent, default headers included. */
  readonly omitHeaders?: readonly string[];
}

/** What a request sends as its body. */
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

/** A part of a multipart body. */
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

/** Auth that is applied while sending. */
export interface RenderedAuth {
  /** Its kind. */
  readonly type: AuthType;
  /** Where it is written. */
  readonly at: Origin;
  /** Fields by their OpenCollection names, rendered. */
  readonly fields: ReadonlyMap<string, string | boolean | number>;
  /** How the file names them, where it has another form. */
  readonly own?: OwnAuthNames;
}
