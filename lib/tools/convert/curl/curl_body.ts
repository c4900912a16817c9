import type { FileBody, FilePart } from "../open_collection.ts";
import { FORM_TYPE, textBody } from "../text_body.ts";

/** What curl sends as a body, and the content type that goes with it by default. */
export interface CurlBody {
  readonly body?: FileBody;
  readonly contentType?: string;
  /** Goes behind the URL instead, with --get. */
  readonly query?: string;
  readonly notes: readonly string[];
}

type Given = readonly { readonly name: string; readonly value: string }[];

const DATA = [
  "data",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "json",
];

/** Puts the data flags of a command together, as curl does: joined by `&`. */
export function curlBody(
  given: Given,
  { contentType, isGet }: { contentType: string | undefined; isGet: boolean },
): CurlBody {
  const form = given.filter(({ name }) =>
    name === "form" || name === "form-string"
  );
  const upload = given.findLast(({ name }) => name === "upload-file");
  const data = given.filter(({ name }) => DATA.includes(name));
  if (form.length > 0) {
    return {
      body: {
        type: "multipart-form",
        data: form.map(({ name, value }) =>
          formPart(value, name === "form-string")
        ),
      },
      notes: [],
    };
  }
  if (upload !== undefined) return { body: fileBody(upload.value), notes: [] };
  if (data.length === 0) return { notes: [] };
  const isJson = data.some(({ name }) => name === "json");
  const file = data.find(({ name, value }) =>
    value.startsWith("@") && name !== "data-raw" ||
    name === "data-urlencode" && /^[\w-]*@/.test(value)
  );
  const byDefault = isJson ? "application/json" : FORM_TYPE;
  if (file !== undefined && !isGet) {
    const path = file.value.replace(/^[^@]*@/, "");
    return {
      body: fileBody(path),
      contentType: byDefault,
      notes: [
        ...(data.length > 1
          ? [`Of several data flags only the file "${path}" is sent`]
          : []),
        ...(file.name === "data" || file.name === "data-ascii"
          ? [
            `curl takes the line ends out of "${path}", Brace sends it as it is`,
          ]
          : []),
        ...(file.name === "data-urlencode"
          ? [`curl encodes what is in "${path}", Brace sends it as it is`]
          : []),
      ],
    };
  }
  const text = data.map(({ name, value }) =>
    name === "data-urlencode" ? encoded(value) : value
  ).join(isJson ? "" : "&");
  if (isGet) return { query: text, notes: [] };
  return {
    ...textBody(text, contentType ?? byDefault),
    ...(contentType === undefined && isJson && { contentType: byDefault }),
    notes: [],
  };
}

/** `--data-urlencode`: `content`, `=content` or `name=content`. */
function encoded(value: string): string {
  const equals = value.indexOf("=");
  if (equals <= 0) return encodeURIComponent(value.slice(equals + 1));
  return `${value.slice(0, equals)}=${
    encodeURIComponent(value.slice(equals + 1))
  }`;
}

/** `name=text`, `name=@file;type=a/b`, `name=<file`. */
function formPart(text: string, isPlain: boolean): FilePart {
  const equals = text.indexOf("=");
  const name = text.slice(0, Math.max(0, equals));
  const content = text.slice(equals + 1);
  if (isPlain) return { name, type: "text", value: content };
  const [value, ...options] = content.split(
    /;(?=(?:type|filename|headers|encoder)=)/,
  );
  const contentType = options.find((one) => one.startsWith("type="))?.slice(5);
  const typed = contentType === undefined ? {} : { contentType };
  if (/^[@<]/.test(value)) {
    return {
      name,
      type: "file",
      value: value.slice(1).split(",").map(unquoted),
      ...typed,
    };
  }
  return { name, type: "text", value: unquoted(value), ...typed };
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text)
    ? text.slice(1, -1).replace(/\\(["\\])/g, "$1")
    : text;
}

function fileBody(path: string): FileBody {
  return { type: "file", data: [{ filePath: path, selected: true }] };
}
