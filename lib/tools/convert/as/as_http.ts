import type { WrittenRequest } from "./types.ts";

/** A request as `.http` files have it. */
export function asHttp({ method, url, headers, body }: WrittenRequest): string {
  const lines = [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`.trimEnd()),
  ];
  switch (body?.type) {
    case undefined:
      break;
    case "text":
      lines.push("", body.text);
      break;
    case "bytes":
      lines.push(
        "",
        `# ${body.bytes.length} bytes that are not text: put them into a file, "< FILE"`,
      );
      break;
    case "file":
      lines.push("", `< ${body.path}`);
      break;
    case "multipart": {
      const boundary = "brace-boundary";
      const at = lines.findIndex((line) => /^content-type:/i.test(line));
      const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
      if (at === -1) lines.push(type);
      else lines[at] = type;
      lines.push("");
      for (const { name, value, path, contentType } of body.parts) {
        const file = path === undefined
          ? ""
          : `; filename="${path.replace(/^.*[/\\]/, "")}"`;
        lines.push(
          `--${boundary}`,
          `Content-Disposition: form-data; name="${name}"${file}`,
          ...(contentType === undefined
            ? []
            : [`Content-Type: ${contentType}`]),
          "",
          path === undefined ? value ?? "" : `< ${path}`,
        );
      }
      lines.push(`--${boundary}--`);
      break;
    }
    default:
      body satisfies never;
  }
  return `${lines.join("\n")}\n`;
}
