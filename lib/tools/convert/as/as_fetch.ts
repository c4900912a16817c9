import type { WrittenBody, WrittenRequest } from "./types.ts";

/** What the written code needs for a file; Brace itself imports nothing. */
const READ_FILE = `import { readFile } from "${"node:fs/promises"}";`;

/** A request as JavaScript's `fetch`, for Node, Deno, Bun and browsers. */
export function asFetch(
  { method, url, headers, body, followsRedirects }: WrittenRequest,
): string {
  const lines = [`  method: ${text(method)},`];
  if (headers.length > 0) {
    lines.push(
      "  headers: [",
      ...headers.map(([name, value]) => `    [${text(name)}, ${text(value)}],`),
      "  ],",
    );
  }
  const before: string[] = [];
  if (body !== undefined) lines.push(`  body: ${bodyOf(body, before)},`);
  if (!followsRedirects) lines.push('  redirect: "manual",');
  return [
    ...before,
    `const response = await fetch(${text(url)}, {`,
    ...lines,
    "});",
    "console.log(response.status, await response.text());",
    "",
  ].join("\n");
}

function bodyOf(body: WrittenBody, before: string[]): string {
  switch (body.type) {
    case "text":
      return text(body.text);
    case "bytes":
      return `new Uint8Array([${body.bytes.join(", ")}])`;
    case "file":
      before.push(READ_FILE, "");
      return `await readFile(${text(body.path)})`;
    case "multipart":
      if (body.parts.some(({ path }) => path !== undefined)) {
        before.push(READ_FILE, "");
      }
      before.push("const form = new FormData();");
      for (const { name, value, path, contentType } of body.parts) {
        const type = contentType === undefined
          ? ""
          : `, { type: ${text(contentType)} }`;
        const file = path?.replace(/^.*[/\\]/, "");
        before.push(
          path === undefined && type === ""
            ? `form.append(${text(name)}, ${text(value ?? "")});`
            : path === undefined
            ? `form.append(${text(name)}, new Blob([${
              text(value ?? "")
            }]${type}));`
            : `form.append(${text(name)}, new Blob([await readFile(${
              text(path)
            })]${type}), ${text(file ?? "")});`,
        );
      }
      return "form";
    default:
      return body satisfies never;
  }
}

function text(value: string): string {
  return JSON.stringify(value);
}
