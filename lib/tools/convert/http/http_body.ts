import { parseTemplate } from "../../../core/template/parse_template.ts";
import { noFileChosen, partsInText, type PartText } from "../multipart_text.ts";
import type { FileBody, FilePart } from "../open_collection.ts";
import { wayToOutside } from "../named_files.ts";
import { pathBeside } from "../path_beside.ts";
import { textBody } from "../text_body.ts";
import {
  bodyFileIn,
  type HttpBodyFile,
  type HttpFileRequest,
} from "./http_file.ts";
import { isUnencoded } from "./http_marks.ts";

/** What JetBrains takes for the file of a script: a word behind `>` at the end, or a line alone. */
const MAYBE_SCRIPT = /(?:^|\n)[ \t]*>[ \t]+\S+$|^[ \t]*>[ \t]+\S.*$/;

/** What is not legal in a URL. */
const NOT_IN_URL = /[^!#-;=?-[\]_a-z~]+|%(?![\dA-Fa-f]{2})/g;

/** The body of a request, and whether its kind brings a content type of its own. */
export function httpBody(
  request: HttpFileRequest,
  context: BodyContext,
): { body?: FileBody; isOwnType: boolean } {
  const { body, bodyFile, headers } = request;
  const { template, said } = context;
  const type = knownType(
    headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? "",
    context,
  );
  const asText = (text: string) => {
    const isForm = /urlencoded/i.test(type);
    const made = template(isForm ? formOnOneLine(text) : text);
    // The line of a file stays as the report quotes it.
    const isRaw = isUnencoded(request) || text.split("\n").some(bodyFileIn);
    if (isForm && !isRaw) sayUnencoded(text, context);
    const sent = isForm && !isRaw ? encodedForm(made) : made;
    return { body: textBody(sent, type).body, isOwnType: false };
  };
  if (bodyFile !== undefined) {
    const text = bodyFile.hasPlaceholders
      ? context.files.get(pathBeside(context.file, bodyFile.path))
      : undefined;
    // What has placeholders in it is a text here.
    if (text !== undefined) return asText(text);
    const filePath = namedFile(bodyFile, "The body", context);
    return {
      body: { type: "file", data: [{ filePath, selected: true }] },
      isOwnType: false,
    };
  }
  if (body === undefined) return { isOwnType: false };
  if (/^multipart\//i.test(type)) {
    const made = /^multipart\/form-data\b/i.test(type)
      ? multipartBody(body, type, context)
      : undefined;
    if (made) return { body: made, isOwnType: true };
    said.push(
      "The body is multipart and sent as a text: write its parts under http.body as multipart-form",
    );
  }
  for (const line of body.split("\n")) {
    const file = bodyFileIn(line);
    if (file === undefined) continue;
    said.push(
      `The body has the file "${file.path}" in it: put its text there instead of "${line}"`,
    );
  }
  const last = MAYBE_SCRIPT.exec(body)?.[0].trim();
  if (last !== undefined) {
    said.push(
      `The body ends with "${last}": if this names a script, write its text into the .http file as > {% … %}, and import again`,
    );
  }
  return asText(body);
}

/** A content type; that of JSON also where a variable stands for it. */
function knownType(type: string, { values }: BodyContext): string {
  const [, name = ""] = /^\{\{\s*([^{}\s]+)\s*\}\}/.exec(type) ?? [];
  const all = values.get(name) ?? [];
  const isJson = all.length > 0 &&
    all.every((it) => /^[\w.-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(`${it}`));
  return isJson ? "application/json" : type;
}

/**
 * A form on one line: it may go on over lines that begin with `&`, or that end
 * with one. JetBrains' client writes the latter, with blanks that it does not send.
 */
function formOnOneLine(body: string): string {
  const text = body.replace(/\r?\n\s*(?=&)|[\r\n]+$/g, "");
  const isFormatted = /&[ \t]*\n/.test(text) || /^\s*[^\s=&]+ += /.test(text);
  return isFormatted
    ? text.split("&").map((pair) =>
      pair.trim().replace(/^([^\s={}]+)\s*=\s*/, "$1=")
    ).join("&")
    : text;
}

/**
 * A form as VS Code's REST Client and httpyac send it, which encode what a URL
 * cannot have. What a placeholder stands for is not known here, and stays.
 */
function encodedForm(text: string): string {
  return parseTemplate(text).parts.map((part) =>
    part.kind === "text"
      ? part.text.toWellFormed().replace(NOT_IN_URL, encodeURI)
      : text.slice(part.start, part.end)
  ).join("");
}

/** Names the variables of a form whose values the other clients encode, and Brace sends as they are. */
function sayUnencoded(form: string, { values, said }: BodyContext): void {
  const names = new Set(
    parseTemplate(form).placeholders.map(({ text }) => text),
  );
  for (const name of names) {
    const isLegal = (value: unknown) =>
      parseTemplate(`${value}`).parts.every((part) =>
        part.kind !== "text" || part.text.search(NOT_IN_URL) === -1
      );
    if (values.get(name)?.every(isLegal) ?? true) continue;
    said.push(
      `The form of the body sends the value of "${name}" without encoding it: in the value, encode what a URL cannot have, such as a blank as %20`,
    );
  }
}

/** A multipart form from its text; undefined where it is none. */
function multipartBody(
  text: string,
  type: string,
  context: BodyContext,
): FileBody | undefined {
  const parts = partsInText(text, type);
  return parts && {
    type: "multipart-form",
    data: parts.map((part) => filePart(part, context)),
  };
}

function filePart(part: PartText, context: BodyContext): FilePart {
  const { template, said } = context;
  const { name, fileName, contentType, others, lines } = part;
  const common = {
    name: template(name),
    ...(contentType && { contentType: template(contentType) }),
  };
  const what = `The part "${name}" of the body`;
  for (const other of others) {
    said.push(`${what} has the header "${other}", which a form does not send`);
  }
  const filled = lines.filter((line) => line.trim() !== "");
  const file = filled.length === 1 ? bodyFileIn(filled[0]) : undefined;
  if (file) {
    const value = namedFile(file, what, context);
    const sent = value.slice(value.lastIndexOf("/") + 1);
    if (fileName !== undefined && fileName !== sent) {
      said.push(`${what} is sent as "${sent}": name the file "${fileName}"`);
    }
    return { ...common, type: "file", value: [value] };
  }
  for (const line of filled) {
    const inside = bodyFileIn(line);
    if (inside) {
      said.push(
        `${what} has the file "${inside.path}" in it: put its text there instead of "${line}"`,
      );
    }
  }
  if (fileName === "") said.push(noFileChosen(name));
  else if (fileName !== undefined) {
    said.push(
      `${what} is sent without the file name "${fileName}": write its text into a file of that name`,
    );
  }
  return { ...common, type: "text", value: template(lines.join("\n")) };
}

/** What the body of a request is made with. */
interface BodyContext {
  readonly template: (text: string) => string;
  /** What variables are. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  /** Takes what has to be said. */
  readonly said: string[];
  /** The `.http` file, which paths start at. */
  readonly file: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The path of a file in the collection; says that it has to be put there. */
function namedFile(
  { path, hasPlaceholders }: HttpBodyFile,
  what: string,
  { file, template, said }: BodyContext,
): string {
  const place = pathBeside(file, path.replaceAll("\\", "/"));
  const isOutside = /^(?:\.\.\/|\/|[A-Za-z]:\/)/.test(place);
  said.push(
    `${what} is the file "${place}": ${
      isOutside ? wayToOutside(place) : "copy it to that path in the collection"
    }`,
  );
  if (hasPlaceholders) {
    said.push(
      `${what} is a file with placeholders, which are not replaced: write its text into the request`,
    );
  }
  return template(place);
}
