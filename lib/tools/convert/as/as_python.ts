import { partFileName } from "./part_file_name.ts";
import type { WrittenBody, WrittenProxy, WrittenRequest } from "./types.ts";
import { unsaid } from "./unsaid.ts";

/** Where a URL has one, requests would encode each of its others again: `%20` as `%2520`. */
const LONE_PERCENT = /%(?![\da-f]{2})/gi;

/** What keeps a header from being added: urllib3, which requests stands on, has some of its own. */
const LEAVES_OUT: Readonly<Record<string, string>> = {
  accept: "None",
  connection: "None",
  "accept-encoding": "SKIP_HEADER",
  "user-agent": "SKIP_HEADER",
};

/** A request for Python's `requests`. */
export function asPython(request: WrittenRequest): string {
  const { method, url, headers, omitted = [], body, auth } = request;
  const { followsRedirects, timeout, certificate, proxy, insecure } = request;
  const sent = url.replaceAll(LONE_PERCENT, "%25");
  const lines = [`    ${text(method)},`, `    ${text(sent)},`];
  const members = [
    ...joined(headers).map(([name, value]) => [name, text(value)]),
    ...omitted.map((name) => [name, LEAVES_OUT[name.toLowerCase()]]),
  ].filter(([, value]) => value !== undefined);
  if (members.length > 0) {
    lines.push(
      "    headers={",
      ...members.map(([name, value]) => `        ${text(name)}: ${value},`),
      "    },",
    );
  }
  if (body !== undefined) lines.push(...bodyLines(body));
  if (auth?.type === "digest") {
    lines.push(
      `    auth=requests.auth.HTTPDigestAuth(${text(auth.username)}, ${
        text(auth.password)
      }),`,
    );
  }
  if (!followsRedirects) lines.push("    allow_redirects=False,");
  const { file = "", key, passphrase } = certificate ?? {};
  if (key !== undefined) lines.push(`    cert=(${text(file)}, ${text(key)}),`);
  if (insecure) lines.push("    verify=False,");
  if (proxy !== undefined) {
    const url = text(proxyUrl(proxy));
    lines.push(`    proxies={"http": ${url}, "https": ${url}},`);
  }
  if (timeout !== undefined) lines.push(`    timeout=${timeout / 1000},`);
  return [
    "import requests",
    ...members.some(([, value]) => value === "SKIP_HEADER")
      ? ["from urllib3.util import SKIP_HEADER"]
      : [],
    "",
    ...unsaid(request, {
      client: "requests",
      adds: body?.type === "multipart" ? ["content-type"] : [],
      hasCertificate: key !== undefined,
      hasProxy: true,
      hasInsecure: true,
    }).map((it) => `# ${it}`),
    ...key === undefined || passphrase === undefined
      ? []
      : ["# Python asks for the passphrase of the certificate's key."],
    ...sent === url
      ? []
      : ['# requests sends a "%" that encodes nothing as "%25".'],
    "response = requests.request(",
    ...lines,
    ")",
    "print(response.status_code, response.text)",
    "",
  ].join("\n");
}

function proxyUrl(
  { scheme, host, username, password = "" }: WrittenProxy,
): string {
  const user = username === undefined
    ? ""
    : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  return `${scheme}://${user}${host}`;
}

/** A mapping has a name once: values of one name go together (RFC 9110, section 5.3). */
function joined(
  headers: WrittenRequest["headers"],
): (readonly [string, string])[] {
  const all = new Map<string, [string, string]>();
  for (const [name, value] of headers) {
    const known = all.get(name.toLowerCase());
    if (known) known[1] += `, ${value}`;
    else all.set(name.toLowerCase(), [name, value]);
  }
  return [...all.values()];
}

function bodyLines(body: WrittenBody): string[] {
  switch (body.type) {
    case "text":
      return [`    data=${text(body.text)}.encode(),`];
    case "bytes":
      return [`    data=bytes([${body.bytes.join(", ")}]),`];
    case "file":
      return [`    data=open(${text(body.path)}, "rb"),`];
    case "multipart":
      return [
        "    files=[",
        ...body.parts.map(({ name, value, path, contentType }) => {
          const file = path && partFileName(path);
          const content = path === undefined
            ? text(value ?? "")
            : `open(${text(path)}, "rb")`;
          const type = contentType === undefined
            ? ""
            : `, ${text(contentType)}`;
          return `        (${text(name)}, (${
            file === undefined ? "None" : text(file)
          }, ${content}${type})),`;
        }),
        "    ],",
      ];
    default:
      return body satisfies never;
  }
}

/** JSON's texts are Python's, but for characters beyond the basic plane, which it writes as two. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed());
}
