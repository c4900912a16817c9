import type { Insertion } from "../../../core/http/insertion.ts";
import { MASK } from "../../../core/secrets/hidden.ts";
import type { Location } from "../../../core/source/diagnostic.ts";
import type { Style } from "../style.ts";
import { escapeControls } from "../text/escape_controls.ts";
import { fitEnd } from "../text/fit.ts";
import type { MaskedPart, MaskedRequest } from "./masked_request.ts";
import { type PlaceOfFile, placeText } from "../console/diagnostic_lines.ts";

/** What a request's lines are written with. */
export interface ProvenanceOptions {
  readonly style: Style;
  /** Where a file's value stands. */
  readonly locate: (insertion: Insertion) => Location | undefined;
  /** The line of a credential that only sending gives; printable. */
  readonly added?: string;
}

/** So much of a value is shown: the line above has it whole. */
const MAX_VALUE_LENGTH = 40;

/**
 * Writes a request, and below each line which placeholder gave what, from which
 * scope, file and line, through which other variables.
 */
export function provenanceLines(
  request: MaskedRequest,
  options: ProvenanceOptions,
): string[] {
  const { style, added } = options;
  const { method, url, headers, body, parts, file, auth } = request;
  const below = (...parts: MaskedPart[]) =>
    parts.flatMap((part) =>
      part.insertions.map((one) => insertionLine(one, part, options))
    );
  const named = (name: MaskedPart, value: MaskedPart) =>
    `${style.dim(`${shown(name)}:`)} ${shown(value)}`.trimEnd();
  const lines = [
    style.bold(`${shown(method)} ${shown(url)}`),
    ...below(method, url),
  ];
  for (const header of headers) {
    lines.push(
      named(header.name, header.value),
      ...below(header.name, header.value, { insertions: header.auth }),
    );
  }
  if (auth.length > 0 || added !== undefined) {
    lines.push(style.dim(added ?? "(auth)"), ...below({ insertions: auth }));
  }
  if (body !== undefined) lines.push("", ...shownMessageLines(body, options));
  if (parts.length > 0 || file !== undefined) lines.push("");
  for (const { name, value } of parts) {
    lines.push(named(name, value), ...below(name, value));
  }
  if (file !== undefined) {
    lines.push(style.dim(`(the file ${shown(file)})`), ...below(file));
  }
  return lines;
}

/** The lines of a body or a message, each with the values that begin in it. */
export function shownMessageLines(
  body: MaskedPart,
  options: ProvenanceOptions,
): string[] {
  const text = body.text!;
  const sorted = body.insertions.toSorted((a, b) =>
    a.start - b.start || b.end - a.end
  ).map((one) => ({ one, at: text.place(one.start, one.end).start }));
  const lines: string[] = [];
  let end = 0;
  let next = 0;
  for (const line of text.text.split("\n")) {
    end += line.length + 1;
    lines.push(escapeControls(line));
    while (next < sorted.length && sorted[next].at < end) {
      lines.push(insertionLine(sorted[next++].one, body, options));
    }
  }
  return lines;
}

function shown({ text }: MaskedPart): string {
  return escapeControls(text?.text ?? "");
}

function insertionLine(
  insertion: Insertion,
  { text }: MaskedPart,
  { style, locate }: ProvenanceOptions,
): string {
  const { start, end, expression, via, place, name } = insertion;
  const whole = text === undefined ? "" : text.slice(start, end);
  const value = insertion.secret || text === undefined
    ? MASK
    // It stands somewhere in the object that the line above shows.
    : via.length > 0 && /^[[{]/.test(whole)
    ? "…"
    : fitEnd(escapeControls(whole), MAX_VALUE_LENGTH);
  const field = place === "auth" ? `auth ${name}: ` : "";
  const through = via.length === 0 ? "" : `, via ${via.join(" → ")}`;
  return style.dim(
    `    ${field}{{${escapeControls(expression)}}} = ${value}  (${
      escapeControls(sourceOf(insertion, locate(insertion)) + through)
    })`,
  );
}

/** Says in a few words which scope, file and line gave a value, or who else. */
export function sourceOf(
  { scope, label, origin }: {
    readonly scope?: string;
    readonly label?: string;
    readonly origin: Insertion["origin"];
  },
  location: PlaceOfFile | undefined,
): string {
  const where = scope === undefined
    ? []
    : [label === undefined ? scope : `${scope} ${label}`];
  switch (origin.kind) {
    case "file":
      return [...where, placeText(location) ?? origin.at.file].join(", ");
    case "script":
      return [...where, "set by a script"].join(", ");
    case "flag":
      return [...where, scope === "environment" ? "--env-var" : "--var"]
        .join(", ");
    case "row":
      return "data row";
    case "program":
      return [...where, "given by the program"].join(", ");
    case "prompt":
      return [...where, `the answer to "${origin.question}"`].join(", ");
    case "store":
      return [...where, `a store (${origin.type})`].join(", ");
    case "generator":
      return "generated";
    case "process":
      return scope === undefined
        ? "the process's environment or .env"
        : [...where, `the environment variable ${origin.name}`].join(", ");
    default:
      return origin satisfies never;
  }
}
