import type { Message, StreamStep } from "../collection/stream_types.ts";
import type { Request } from "../collection/types.ts";
import type { OutgoingMessage } from "../http/stream.ts";
import { insertionIn } from "../http/insertion.ts";
import { renderJson } from "../render/render_json.ts";
import { renderText } from "../render/render_text.ts";
import type { Rendered } from "../render/rendered.ts";
import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
} from "../source/diagnostic.ts";
import { didYouMean, nearest } from "../source/nearest.ts";
import { DiagnosticError } from "../source/errors.ts";
import { TooLongError } from "../source/most_length.ts";

/** What a message is rendered with. */
export interface MessageOptions {
  readonly scopes: Scopes;
  /** Fixes the generators' values over one execution of the request. */
  readonly execution: Execution;
  /** The content of a file that `@file(PATH)` names; absent: the message stays as written. */
  readonly readFile?: (path: string) => Uint8Array;
}

const FILE = /^@file\(([^]*)\)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The messages that a request sends where it has no steps: the selected ones, all where none is. */
export function selectedMessages(
  { messages = [] }: Pick<Request, "messages">,
): readonly Message[] {
  const selected = messages.filter((one) => one.selected);
  return selected.length > 0 ? selected : messages;
}

/**
 * Renders a message by its type. An error leaves no value: the message cannot
 * be sent.
 */
export function renderMessage(
  message: Message,
  options: MessageOptions,
): { value?: OutgoingMessage; diagnostics: readonly Diagnostic[] } {
  const { type, data: { at } } = message;
  const { value, diagnostics, insertions = [] } = renderData(message, options);
  if (value === undefined) return { diagnostics };
  if (type === "binary") {
    const { data, problem } = decoded(value, message, options);
    return data === undefined
      ? { diagnostics: [...diagnostics, ...problem] }
      : { value: { type, data, at }, diagnostics };
  }
  return {
    value: {
      type,
      data: value,
      ...(insertions.length > 0 && {
        insertions: insertions.map((one) =>
          insertionIn({ place: "message" }, one)
        ),
      }),
      at,
    },
    diagnostics,
  };
}

function renderData(
  message: Message,
  { scopes, execution }: MessageOptions,
): Rendered<string> {
  const { type, data } = message;
  try {
    switch (type) {
      case "json":
        // There is nothing to check in a blank one.
        return data.text.trim() === ""
          ? { value: data.text, diagnostics: [] }
          : ofMessage(renderJson(data, scopes, execution), message);
      case "xml":
        return renderText(data, scopes, execution, "xml");
      case "text":
      case "binary":
        return renderText(data, scopes, execution, "text");
      default:
        return type satisfies never;
    }
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    return { diagnostics: [wrong(message, error.message, "LIMIT")] };
  }
}

function ofMessage(
  rendered: Rendered<string>,
  message: Message,
): Rendered<string> {
  if (rendered.diagnostics.length === 0) return rendered;
  const diagnostics = rendered.diagnostics.map((it) =>
    aboutMessage(it, message)
  );
  return { ...rendered, diagnostics };
}

/** Words a problem of JSON as one of a message instead of a body. */
export function aboutMessage(
  { message: text, ...diagnostic }: Diagnostic,
  message: Pick<Message, "title">,
): Diagnostic {
  return {
    ...diagnostic,
    message: text.replace(
      /^Cannot send the body/,
      `Cannot send ${messageName(message)}`,
    ),
  };
}

/** How messages of diagnostics call a message. */
export function messageName({ title }: Pick<Message, "title">): string {
  return title === "" ? "a message" : `the message "${title}"`;
}

/** Says that a step names a message that the request does not have. */
export function noMessage(
  title: string,
  { at }: Pick<StreamStep, "at">,
  messages: readonly Message[],
): Diagnostic {
  const titles = messages.map((one) => one.title);
  const near = nearest(title, titles);
  const known = titles.length === 0
    ? " (it has none)"
    : ` (it has ${titles.map((one) => `"${one}"`).join(", ")})`;
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot send the message "${title}": the request has no such message${
        near === undefined ? known : didYouMean(near)
      }`,
    location: locationOf({ ...at, path: [...at.path, "send"] }),
    ...(near !== undefined && { suggestion: near }),
  };
}

/** The bytes of a binary message, or what is wrong with it. */
function decoded(
  text: string,
  message: Message,
  { readFile }: MessageOptions,
):
  | { data: string | Uint8Array; problem?: undefined }
  | { data?: undefined; problem: Diagnostic[] } {
  const trimmed = text.trim();
  const [, path] = FILE.exec(trimmed) ?? [];
  if (path !== undefined) {
    if (readFile === undefined) return { data: trimmed };
    if (path.trim() === "") {
      const state = "the path of its file is empty";
      return { problem: [wrong(message, state, "MISSING_PATH")] };
    }
    try {
      return { data: readFile(path.trim()) };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const [{ code, message: reason }] = error.diagnostics;
      const state = reason.replace(/^Cannot/, "cannot");
      return { problem: [wrong(message, state, code)] };
    }
  }
  const base64 = trimmed.replace(/\s+/g, "");
  if (BASE64.test(base64) && base64.replace(/=+$/, "").length % 4 !== 1) {
    const bytes = atob(base64.replace(/=+$/, ""));
    return { data: Uint8Array.from(bytes, (one) => one.charCodeAt(0)) };
  }
  return {
    problem: [wrong(
      message,
      "it is binary and neither base64 nor @file(PATH)",
      "INVALID_FIELD",
    )],
  };
}

function wrong(
  message: Message,
  state: string,
  code: DiagnosticCode,
): Diagnostic {
  return {
    code,
    severity: "error",
    message: `Cannot send ${messageName(message)}: ${state}`,
    location: locationOf(message.data.at, { place: "text" }),
  };
}
