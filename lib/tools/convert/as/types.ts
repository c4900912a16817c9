/** How a request can be written for use elsewhere. */
export const WRITTEN_FORMS = [
  "curl",
  "http",
  "fetch",
  "python",
  "har",
] as const;

/** The name of such a form. */
export type WrittenForm = typeof WRITTEN_FORMS[number];

/** A part of a multipart body. */
export interface WrittenPart {
  readonly name: string;
  readonly contentType?: string;
  /** A text part has it. */
  readonly value?: string;
  /** A file part has it. */
  readonly path?: string;
}

/** The body of a request that is written. */
export type WrittenBody =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "multipart"; readonly parts: readonly WrittenPart[] };

/** A request as it goes out, without what every client adds by itself. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: WrittenBody;
  readonly followsRedirects: boolean;
  /** Auth that the client has to work out itself. */
  readonly auth?: {
    readonly type: string;
    readonly username: string;
    readonly password: string;
  };
}
