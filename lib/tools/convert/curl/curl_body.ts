import { encodeFormPercent } from "../../../core/render/encode.ts";
import type { FileBody, FileRow } from "../open_collection.ts";
import { formNotes, formParts } from "./curl_form.ts";
import { partOfText, partsInText } from "../multipart_text.ts";
import { FORM_TYPE, textBody } from "../text_body.ts";

/** What curl sends as a body, and the content type that goes with it by default. */
export interface CurlBody {
  readonly body?: FileBody;
  readonly contentType?: string;
  /** The body brings the type that the command writes, as that has its boundary. */
  readonly isOwnType?: boolean;
  /** Goes behind the URL instead, with --get. */
  readonly query?: string;
  readonly notes: readonly string[];
}

export type Given = readonly {
  readonly name: string;
  readonly value: string;
}[];

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
  { contentType, isGet, input }: {
    contentType: string | undefined;
    isGet: boolean;
    /** What is piped into the command. */
    input: string | undefined;
  },
): CurlBody {
  const form = given.filter(({ name }) =>
    name === "form" || name === "form-string"
  );
  const upload = given.findLast(({ name }) => name === "upload-file");
  const all = given.filter(({ name }) => DATA.includes(name))
    .map((one) => fromInput(one, input));
  const data = isGet ? all.filter((one) => fileOf(one) === undefined) : all;
  if (form.length > 0) {
    return {
      body: {
        type: "multipart-form",
        data: form.flatMap(({ name, value }) =>
          formParts(value, name === "form-string")
        ),
      },
      notes: form.filter(({ name }) => name === "form")
        .flatMap(({ value }) => formNotes(value)),
    };
  }
  if (upload !== undefined) {
    return upload.value === "-" && input !== undefined
      ? { body: { type: "text", data: input }, notes: [] }
      : { body: fileBody(upload.value), notes: inputNotes([upload.value]) };
  }
  const files = all.flatMap((one) => fileOf(one) ?? []);
  if (data.length === 0 && (isGet || all.length === 0)) {
    return { notes: queryFileNotes(files) };
  }
  const isJson = data.some(({ name }) => name === "json");
  const file = data.find((one) => fileOf(one) !== undefined);
  const byDefault = isJson ? "application/json" : FORM_TYPE;
  if (file !== undefined) {
    const path = fileOf(file)!;
    return {
      body: fileBody(path),
      contentType: byDefault,
      notes: [
        ...inputNotes(files),
        ...(data.length > 1
          ? [
            `Of several data flags only the file "${path}" is sent: put all of it into that file`,
          ]
          : []),
        ...(file.name === "data" || file.name === "data-ascii"
          ? [
            `curl takes the line ends out of "${path}", Brace sends it as it is: take them out of the file`,
          ]
          : []),
        ...(file.name === "data-urlencode"
          ? [
            `curl encodes what is in "${path}", Brace sends it as it is: write its text into a form`,
          ]
          : []),
      ],
    };
  }
  const text = data.map(({ name, value }) =>
    name === "data-urlencode" ? encodedPair(value) : value
  ).join(isJson ? "" : "&");
  const encoded = data.filter(({ name, value }) =>
    name === "data-urlencode" && PLACEHOLDER.test(value)
  );
  const encodes = encoded.map(({ value }) =>
    `curl encodes "${value}", Brace inserts the value as it is: write it encoded`
  );
  if (isGet) {
    return { query: text, notes: [...queryFileNotes(files), ...encodes] };
  }
  const rows = encoded.length > 0 && (contentType ?? byDefault) === FORM_TYPE
    ? formRows(data)
    : undefined;
  if (rows) {
    return { body: { type: "form-urlencoded", data: rows }, notes: [] };
  }
  const parts = data.length === 1
    ? browserParts(text, contentType ?? "")
    : undefined;
  if (parts) {
    return {
      body: {
        type: "multipart-form",
        data: parts.map(({ part }) => part),
      },
      isOwnType: true,
      notes: parts.flatMap(({ said }) => said),
    };
  }
  return {
    ...textBody(text, contentType ?? byDefault),
    ...(isJson && { contentType: byDefault }),
    notes: encodes,
  };
}

/** The parts of a form as browsers copy it: a text between the boundaries that its type names. */
function browserParts(text: string, type: string) {
  const isForm = /^multipart\/form-data\s*;.*boundary=/i.test(type);
  return isForm && !/(?<!\r)\n/.test(text)
    ? partsInText(text, type)?.map((part) =>
      partOfText(part, { source: "The command", template: (text) => text })
    )
    : undefined;
}

/** Where a value comes in that is not known. */
const PLACEHOLDER = /\{\{\w+\}\}/;

/** The pairs of data flags, which a form encodes as curl does; undefined where they are no pairs. */
function formRows(data: Given): FileRow[] | undefined {
  const rows = data.map(({ name, value }) => {
    if (name === "data-urlencode") {
      const equals = value.indexOf("=");
      return equals <= 0
        ? undefined
        : [{ name: value.slice(0, equals), value: value.slice(equals + 1) }];
    }
    const { body } = textBody(value, FORM_TYPE);
    return body.type === "form-urlencoded" ? body.data : undefined;
  });
  return rows.every((row) => row !== undefined) ? rows.flat() : undefined;
}

/** What `@-` names is piped into the command. */
function fromInput(
  one: Given[number],
  input: string | undefined,
): Given[number] {
  const { name, value } = one;
  if (input === undefined || fileOf(one) !== "-") return one;
  const text = /^(?:data|data-ascii)$/.test(name)
    ? input.replace(/[\r\n]/g, "")
    : input;
  return name === "data-urlencode"
    ? { name, value: `${value.slice(0, value.indexOf("@"))}=${text}` }
    : { name: name === "json" ? name : "data-raw", value: text };
}

/** The file that a data flag sends. */
function fileOf({ name, value }: Given[number]): string | undefined {
  const isFile = name === "data-urlencode"
    ? /^[\w-]*@/.test(value)
    : value.startsWith("@") && name !== "data-raw";
  return isFile ? value.slice(value.indexOf("@") + 1) : undefined;
}

function inputNotes(files: readonly string[]): string[] {
  return files.includes("-") || files.includes(".")
    ? ["curl sends what is piped into it: write it into the body"]
    : [];
}

function queryFileNotes(files: readonly string[]): string[] {
  return files.map((path) =>
    `Left out the query in the file "${path}": write it into the URL`
  );
}

/** `--data-urlencode`: `content`, `=content` or `name=content`. */
export function encodedPair(value: string): string {
  const equals = value.indexOf("=");
  const encoded = value.slice(equals + 1).split(/(\{\{\w+\}\})/)
    .map((part, index) => index % 2 === 1 ? part : escaped(part)).join("");
  return equals <= 0 ? encoded : `${value.slice(0, equals)}=${encoded}`;
}

/** A text as curl encodes it: all but letters, digits and `-._~`, and a space as `+`. */
function escaped(text: string): string {
  return encodeFormPercent(text).replaceAll("%20", "+");
}

function fileBody(path: string): FileBody {
  return { type: "file", data: [{ filePath: path, selected: true }] };
}
