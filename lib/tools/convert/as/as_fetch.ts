import { headerOf } from "../../../core/http/header_of.ts";
import {
  boundaryOf,
  multipartEnd,
  partHead,
} from "../../../core/http/multipart.ts";
import { boundaryFor } from "./boundary_for.ts";
import { partFileName } from "./part_file_name.ts";
import type { WrittenBody, WrittenPart, WrittenRequest } from "./types.ts";
import { unsaid } from "./unsaid.ts";

/** What the written code needs for a file; Brace itself imports nothing. */
const READ_FILE = `import { readFile } from "${"node:fs/promises"}";`;

/** Methods with which `fetch` refuses a body, or that it refuses (WHATWG Fetch, section 5.4). */
const WITHOUT_BODY = ["GET", "HEAD"];
const REFUSED = ["CONNECT", "TRACE", "TRACK"];

/** Headers that no `fetch` sends as they are given: those of browsers send fewer. */
const LEFT_OUT = ["content-length", "host", "transfer-encoding"];

/** Headers that it adds where none of their name is given; a type only where the body has one. */
const ADDED = [
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "sec-fetch-mode",
  "user-agent",
];

/**
 * Requests as calls of JavaScript's `fetch`, for Node, Deno, Bun and browsers.
 * Several stand in blocks, since they use the same names; an import cannot stand
 * in one.
 */
export function asFetch(requests: readonly WrittenRequest[]): string {
  const calls = requests.map(callOf);
  const code = requests.length === 1 ? calls : calls.map((call, index) => {
    const { label = String(index + 1) } = requests[index];
    return `// ${label}\n{\n${call.replace(/^(?=.)/gm, "  ")}}\n`;
  });
  const imports = requests.some(readsFile) ? [`${READ_FILE}\n`] : [];
  return [...imports, ...code].join("\n");
}

function callOf(request: WrittenRequest): string {
  const { method, url, body, followsRedirects, timeout } = request;
  const type = headerOf(request.headers, "content-type");
  const isTypeless = request.omitted?.some((name) =>
    name.toLowerCase() === "content-type"
  );
  const boundary = body?.type === "multipart"
    ? ownBoundary(body.parts, type) ??
      (isTypeless ? boundaryFor(body.parts) : undefined)
    : undefined;
  const headers = boundary === undefined || type !== undefined || isTypeless
    ? request.headers
    : [
      ...request.headers,
      [
        "Content-Type",
        `multipart/form-data; boundary=${boundary}`,
      ] as const,
    ];
  const lines = [`  method: ${text(method)},`];
  if (headers.length > 0) {
    lines.push(
      "  headers: [",
      ...headers.map(([name, value]) => `    [${text(name)}, ${text(value)}],`),
      "  ],",
    );
  }
  const before: string[] = [];
  if (body !== undefined) {
    const value = body.type === "multipart" && boundary !== undefined
      ? multipartOf(body.parts, boundary, before)
      : bodyOf(body, before, type !== undefined);
    lines.push(`  body: ${value},`);
  }
  if (!followsRedirects) lines.push('  redirect: "manual",');
  if (timeout !== undefined) {
    lines.push(`  signal: AbortSignal.timeout(${timeout}),`);
  }
  return [
    ...notes(request),
    ...before,
    `const response = await fetch(${text(url)}, {`,
    ...lines,
    "});",
    "console.log(response.status, await response.text());",
    "",
  ].join("\n");
}

function readsFile({ body }: WrittenRequest): boolean {
  return body?.type === "file" ||
    body?.type === "multipart" &&
      body.parts.some(({ path }) => path !== undefined);
}

/** Comments that say where `fetch` does not send the request as Brace does. */
function notes(request: WrittenRequest): string[] {
  const { method, headers, body } = request;
  const upper = method.toUpperCase();
  const refused = REFUSED.includes(upper)
    ? `the method ${upper}`
    : WITHOUT_BODY.includes(upper) && body !== undefined
    ? `a body with the method ${upper}`
    : undefined;
  const leftOut = headers.map(([name]) => name)
    .filter((name) => LEFT_OUT.includes(name.toLowerCase()));
  return [
    ...(refused === undefined
      ? []
      : [`// fetch refuses ${refused}: use another client, such as curl.`]),
    ...leftOut.map((name) => `// fetch does not send this header: ${name}`),
    ...unsaid(request, { client: "fetch", adds: ADDED }).map((it) =>
      `// ${it}`
    ),
  ];
}

function bodyOf(
  body: WrittenBody,
  before: string[],
  hasType: boolean,
): string {
  switch (body.type) {
    case "text":
      // Unlike bytes, a text would bring a type of its own.
      return hasType
        ? text(body.text)
        : `new TextEncoder().encode(${text(body.text)})`;
    case "bytes":
      return `new Uint8Array([${body.bytes.join(", ")}])`;
    case "file":
      return `await readFile(${text(body.path)})`;
    case "multipart":
      before.push("const form = new FormData();");
      for (const { name, value = "", path, contentType } of body.parts) {
        const type = contentType === undefined
          ? ""
          : `, { type: ${text(contentType)} }`;
        before.push(
          path === undefined
            ? `form.append(${text(name)}, ${text(value)});`
            : `form.append(${text(name)}, new Blob([await readFile(${
              text(path)
            })]${type}), ${text(partFileName(path))});`,
        );
      }
      return "form";
    default:
      return body satisfies never;
  }
}

/**
 * The boundary of a form that `FormData` would send otherwise: it makes a text
 * with a type a file, writes each line break as CRLF, and has its own boundary.
 */
function ownBoundary(
  parts: readonly WrittenPart[],
  type = "",
): string | undefined {
  const written = boundaryOf(type);
  const isOther = parts.some(({ name, value = "", path, contentType }) =>
    /\r(?!\n)|(?<!\r)\n/.test(name + value) ||
    path === undefined && contentType !== undefined
  );
  return written ?? (isOther ? boundaryFor(parts) : undefined);
}

function multipartOf(
  parts: readonly WrittenPart[],
  boundary: string,
  before: string[],
): string {
  before.push(
    "// FormData adds a type to the request, sends a text with a type as a file, and changes line breaks.",
    "const form = new Blob([",
  );
  for (const { name, value = "", path, contentType } of parts) {
    const head = partHead(
      path === undefined
        ? { type: "text", name, value }
        : { type: "file", name, path, at: { file: "", path: [] } },
      { boundary, ...(contentType !== undefined && { contentType }) },
    );
    const content = path === undefined
      ? text(value)
      : `await readFile(${text(path)})`;
    before.push(`  ${text(head)},`, `  ${content},`, '  "\\r\\n",');
  }
  before.push(`  ${text(multipartEnd(boundary))},`, "]);");
  return "form";
}

function text(value: string): string {
  return JSON.stringify(value);
}
