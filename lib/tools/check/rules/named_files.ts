import { bodyPaths } from "../../../core/collection/body_paths.ts";
import type { Message } from "../../../core/collection/stream_types.ts";
import type { Auth, Request } from "../../../core/collection/types.ts";
import { renderText } from "../../../core/render/render_text.ts";
import type { Execution } from "../../../core/scope/execution.ts";
import type { Scopes } from "../../../core/scope/scopes.ts";
import type { Origin, Text } from "../../../core/source/origin.ts";

/** A file that is read when a request is sent. */
export interface NamedFile {
  /** As written, placeholders resolved. */
  readonly path: string;
  readonly at: Origin;
}

/** The files that a request sends or signs with, but for those whose paths only the run tells. */
export function namedFiles(
  { body, messages = [] }: Request,
  auth: Auth | undefined,
  { scopes, execution }: {
    readonly scopes: Scopes;
    readonly execution: Execution;
  },
): NamedFile[] {
  const texts = [
    ...bodyPaths(body).map((text) => ({ text, isTemplate: body?.interpolate })),
    ...messages.flatMap(messagePath).map((text) => ({
      text,
      isTemplate: true,
    })),
    ...keyPaths(auth).map((text) => ({ text, isTemplate: true })),
  ];
  return texts.flatMap(({ text, isTemplate }) => {
    const path = isTemplate
      ? renderText(text, scopes, execution).value
      : text.text;
    return path === undefined ? [] : [{ path, at: text.at }];
  });
}

/** The file that a binary message names. */
function messagePath({ type, data: { text, at } }: Message): Text[] {
  const path = type === "binary"
    ? /^\s*@file\(([^]*)\)\s*$/.exec(text)?.[1].trim()
    : undefined;
  return path ? [{ text: path, at }] : [];
}

/** The private key that OAuth 1 signs with. */
function keyPaths(auth: Auth | undefined): Text[] {
  if (auth?.type !== "oauth1") return [];
  const kind = auth.fields.get("privateKey.type");
  const path = auth.fields.get("privateKey.value");
  const isFile = typeof kind === "object" && kind.text === "file";
  return isFile && typeof path === "object" ? [path] : [];
}
