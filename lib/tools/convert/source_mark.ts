import { sha256 } from "@noble/hashes/sha2.js";
import { jsonTextOf, members } from "./json.ts";
import type { FileRequest } from "./open_collection.ts";
import { yaml } from "./yaml.ts";

/** The line that tells whether a person changed the file since it was written. */
const HASH = /^ *hash: sha256-([\da-f]{16})\n/m;
const FOR_EDITORS = /^# yaml-language-server: .*\n\n?/m;
const OPERATION = /^ *operation: (.+)\n *hash: sha256-/m;

/** What a request file says of where it came from. */
export interface SourceMark {
  /** `operationId`, or method and path. */
  readonly operation: string;
  /** Of the text as it was written. */
  readonly hash: string;
  /** Whether the text is another one now. */
  readonly isEdited: boolean;
}

/** The operation that a request was made from; undefined for one of another source. */
export function operationOf(request: FileRequest): string | undefined {
  const { source } = members(members(request.extensions).brace);
  return jsonTextOf(members(source).operation);
}

/** The text of a request file, with a mark where it was made from an operation. */
export function requestText(request: FileRequest): string {
  const operation = operationOf(request);
  if (operation === undefined) return yaml(request, "request");
  const extensions = {
    ...request.extensions,
    brace: {
      ...members(members(request.extensions).brace),
      source: { operation, hash: `sha256-${"0".repeat(16)}` },
    },
  };
  const text = yaml({ ...request, extensions }, "request");
  return text.replace(/sha256-0{16}/, `sha256-${hashOf(text)}`);
}

/** The mark of a request file; undefined where it has none. */
export function markOf(text: string): SourceMark | undefined {
  const unix = text.replaceAll("\r\n", "\n");
  const hash = HASH.exec(unix)?.[1];
  const written = OPERATION.exec(unix)?.[1];
  if (hash === undefined || written === undefined) return undefined;
  return {
    operation: plainText(written),
    hash,
    isEdited: hashOf(unix) !== hash,
  };
}

/** A scalar in one line. */
function plainText(written: string): string {
  return written.startsWith('"')
    ? String(JSON.parse(written))
    : written.replace(/^'(.*)'$/, "$1").replaceAll("''", "'");
}

/** Of all but the mark's own line, and the one for editors, which names Brace's version. */
function hashOf(text: string): string {
  const bytes = sha256(
    new TextEncoder().encode(text.replace(HASH, "").replace(FOR_EDITORS, "")),
  );
  return [...bytes.subarray(0, 8)].map((byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("");
}
