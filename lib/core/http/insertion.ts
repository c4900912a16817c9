import type { ScopeName } from "../scope/names.ts";
import { lastName } from "../scope/make_value.ts";
import type { Inserted, ValueOrigin } from "../scope/provenance.ts";
import { isSecretVariable } from "../secrets/secret_field.ts";

/** The text of a request that a value stands in. */
export interface InsertionPlace {
  /** The kind of text. */
  readonly place:
    | "method"
    | "url"
    | "header name"
    | "header"
    /** The text of a body. */
    | "body"
    /** The name or the value of a part of a multipart body. */
    | "part name"
    | "part"
    /** The path of a file that is sent. */
    | "file"
    /** The text of a message that is sent over a stream. */
    | "message"
    /** A field of the auth, before it is put into a header or the URL, or signs. */
    | "auth";
  /** Name of the header, form field, part or auth field. */
  readonly name?: string;
  /** Which of several headers or parts of the name, from 0; absent: the first. */
  readonly nth?: number;
}

/** A value in a rendered request: where it stands, and where it came from. */
export interface Insertion extends InsertionPlace {
  /** Offset of its first character in the text, in UTF-16 code units. */
  readonly start: number;
  /** Offset behind its last one. */
  readonly end: number;
  /** What the braces say. */
  readonly expression: string;
  /** The scope whose variable it is; absent for a generator, a prompt, the process's environment. */
  readonly scope?: ScopeName;
  /** Name of the folder or environment. */
  readonly label?: string;
  /** What gave the value. */
  readonly origin: ValueOrigin;
  /** Names that it came through, from the request's placeholder on. */
  readonly via: readonly string[];
  /** Whether it is a secret, by its variable or by its name. */
  readonly secret: boolean;
  /** Hosts that it may be sent to; absent: any. */
  readonly hosts?: readonly string[];
}

/** An insertion in a text of a request. */
export function insertionIn(
  place: InsertionPlace,
  { start, end, expression, source, within }: Inserted,
): Insertion {
  const { scope, label, origin, hosts } = source;
  const via = within.length === 0 ? source.via : [...within, ...source.via];
  return {
    ...place,
    start,
    end,
    expression,
    ...(scope !== undefined && { scope }),
    ...(label !== undefined && { label }),
    origin,
    via,
    secret: source.secret || isSecretVariable(lastName(expression)) ||
      source.via.some((name) => isSecretVariable(name)),
    ...(hosts !== undefined && { hosts }),
  };
}
