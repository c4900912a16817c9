import type { FilePart } from "./open_collection.ts";

/** A part of a multipart form as a text has it. */
export interface PartText {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** Names of headers that have no place in a form. */
  readonly others: readonly string[];
  readonly lines: readonly string[];
}

/** A part that a browser wrote, and what has to be said of it. */
export function partOfText(
  { name, fileName, contentType, others, lines }: PartText,
  { source, template }: {
    /** What has the text. */
    readonly source: string;
    readonly template: (text: string) => string;
  },
): { part: FilePart; said: string[] } {
  const said = others.map((other) =>
    `The part "${name}" of the body has the header "${other}", which a form does not send`
  );
  const value = lines.join("\n").replace(/\r$/, "");
  if (fileName && value && !BINARY.test(value)) {
    said.push(hasText(source, fileName));
  }
  if (fileName === "") said.push(noFileChosen(name));
  return {
    part: {
      name: template(name),
      type: fileName ? "file" : "text",
      value: fileName ? [template(fileName)] : template(value),
      ...(contentType && { contentType: template(contentType) }),
    },
    said,
  };
}

// deno-lint-ignore no-control-regex -- they tell bytes from a text
const BINARY = /[\0-\x08\x0e-\x1f\ufffd]/;

/** What has to be said of a file whose text is in the source. */
export function hasText(source: string, file: string): string {
  return `${source} has the text of the file "${file}": save it under this name`;
}

/** What has to be said of `filename=""`, which browsers send where nobody chose a file. */
export function noFileChosen(part: string): string {
  return `The part "${part}" of the body is a field for a file without a file: Brace sends it as a text, without filename="" (name a file, or leave the part out)`;
}

/** The parts of a multipart form that is written as a text; undefined where it is none. */
export function partsInText(
  text: string,
  type: string,
): PartText[] | undefined {
  const parts = partsOf(text, type).map(partIn);
  return parts.length > 0 && parts.every((part) => part !== undefined)
    ? parts
    : undefined;
}

/** The lines of each part between the boundaries, of which the last may be missing. */
function partsOf(text: string, type: string): string[][] {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]*)"|([^;\s]+))/i.exec(type) ?? [];
  const lines = text.split("\n");
  const delimiter = quoted ?? plain ?? lines[0].replace(/^--/, "").trim();
  const parts: string[][] = [];
  for (const line of lines) {
    const mark = line.trimEnd();
    if (mark === `--${delimiter}--`) return parts;
    if (mark === `--${delimiter}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function partIn(lines: readonly string[]): PartText | undefined {
  const end = lines.findIndex((line) => line.trim() === "");
  const headers = lines.slice(0, end === -1 ? lines.length : end).map((line) =>
    /^([^:\s]+)\s*:\s*(.*)$/.exec(line.trim())
  );
  const header = (wanted: RegExp) =>
    headers.find((one) => one && wanted.test(one[1]))?.[2].trim();
  const disposition = header(/^content-disposition$/i) ?? "";
  const name = field(disposition, "name");
  if (!name || headers.includes(null)) return undefined;
  const fileName = field(disposition, "filename");
  const contentType = header(/^content-type$/i);
  const content = end === -1 ? [] : lines.slice(end + 1);
  return {
    name,
    fileName,
    contentType,
    others: headers.flatMap((one) =>
      one && !/^content-(?:disposition|type|length)$/i.test(one[1])
        ? [one[1]]
        : []
    ),
    lines: content,
  };
}

/** A parameter of a disposition. */
function field(disposition: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(
    `;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`,
    "i",
  ).exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain;
}
