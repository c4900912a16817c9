import type { FilePart } from "../open_collection.ts";

const FORM_OPTION = /;\s{0,9}(?=(?:type|filename|headers|encoder)=)/;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;

/** A text or a file of a part, and its options. */
interface Content {
  /** As it is written, in quotes or not, with `<` in front. */
  readonly value: string;
  readonly options: readonly string[];
  /** A text behind the value that is no part of it. */
  readonly ignored: string;
}

/** `name=text`, `name=@a;type=a/b,b`, `name=<file`: several parts where files have several types. */
export function formParts(text: string, isPlain: boolean): FilePart[] {
  const equals = text.indexOf("=");
  const name = text.slice(0, Math.max(0, equals));
  if (isPlain) {
    return [{ name, type: "text", value: text.slice(equals + 1) }];
  }
  const { mark, contents } = contentsOf(text);
  const all = contents.map(({ value, options }) => {
    const file = unquoted(value);
    const contentType = options.find((one) =>
      one.startsWith("type=")
    )?.slice(5) ??
      (mark === "@" ? sentType(file) : undefined);
    return { file, contentType };
  });
  if (mark === undefined) {
    return all.map(({ file, contentType }) => ({
      name,
      type: "text",
      value: file,
      ...(contentType !== undefined && { contentType }),
    }));
  }
  const parts: FilePart[] = [];
  for (const { file, contentType } of all) {
    const last = parts.at(-1);
    if (last !== undefined && last.contentType === contentType) {
      parts.splice(-1, 1, { ...last, value: [last.value, file].flat() });
      continue;
    }
    parts.push({
      name,
      type: "file",
      value: [file],
      ...(contentType !== undefined && { contentType }),
    });
  }
  return parts;
}

/** What a part of Brace's cannot say. */
export function formNotes(text: string): string[] {
  const { mark, contents } = contentsOf(text);
  const left = contents.flatMap(({ options, ignored }) => [
    ...(ignored === "" ? [] : [
      `Left out "${ignored}" of a part, as curl does: quote a value that has a ";"`,
    ]),
    ...options.filter((one) => !one.startsWith("type=")).map((one) =>
      one.startsWith("filename=")
        ? `Left out "${one}" of a part: Brace sends a file under its own name, rename it`
        : `Left out "${one}" of a part: Brace has no place for it`
    ),
  ]);
  if (contents.length > 1) {
    left.push(
      `curl sends the files of "${
        text.slice(0, text.indexOf("="))
      }" inside one part, Brace as parts of the same name, as browsers do`,
    );
  }
  if (mark !== "<") return left;
  const file = unquoted(contents[0].value);
  return [
    ...left,
    file === "-"
      ? "curl sends what is piped into it: write it into the part"
      : `curl sends the text in "${file}", Brace sends a file: write the text into the part`,
  ];
}

/** The value of a part with its options, as curl reads them; `@` has a list of files, each with its own. */
function contentsOf(
  text: string,
): { mark?: "@" | "<"; contents: Content[] } {
  const written = text.slice(text.indexOf("=") + 1).trimStart();
  if (written.startsWith("<")) {
    return { mark: "<", contents: [content(written.slice(1))] };
  }
  if (!written.startsWith("@")) return { contents: [content(written)] };
  return { mark: "@", contents: listed(written.slice(1)).map(content) };
}

/** The items of a list, between commas outside of quotes. */
function listed(text: string): string[] {
  const items: string[] = [];
  let from = 0;
  // Quotes are those of a name, or of an option.
  for (let at = 0, isStart = true; at <= text.length; at++) {
    if (isStart) {
      QUOTED.lastIndex = at;
      at += QUOTED.exec(text)?.[0].length ?? 0;
    }
    const isEnd = at >= text.length || text[at] === ",";
    if (isEnd) {
      items.push(text.slice(from, at));
      from = at + 1;
    }
    isStart = isEnd || text[at] === "=";
  }
  return items;
}

/** A value ends at a `;` outside of quotes. */
function content(text: string): Content {
  const trimmed = text.trimStart();
  QUOTED.lastIndex = 0;
  const quoted = QUOTED.exec(trimmed)?.[0];
  const semicolon = trimmed.indexOf(";", quoted?.length ?? 0);
  const end = semicolon === -1 ? trimmed.length : semicolon;
  const [rest, ...options] = trimmed.slice(end).split(FORM_OPTION);
  const written = trimmed.slice(0, end).trimEnd();
  const value = quoted ?? written;
  return {
    value,
    options: options.map((one) => one.trimEnd()),
    ignored: `${written.slice(value.length)}${rest}`.trim(),
  };
}

/** Extensions that mean the same type to curl and to Brace. */
const SAME_TYPE = /^(?:gif|jpe?g|png|svg|txt|html?|pdf|bin)$/i;

/** The type that curl sends a file with, where Brace takes another one from its name. */
function sentType(path: string): string | undefined {
  const [, extension] = /\.([^./\\{}]+)$/.exec(path) ?? [];
  if (extension === undefined || SAME_TYPE.test(extension)) return undefined;
  return /^xml$/i.test(extension)
    ? "application/xml"
    : "application/octet-stream";
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text)
    ? text.slice(1, -1).replace(/\\(["\\])/g, "$1")
    : text;
}
