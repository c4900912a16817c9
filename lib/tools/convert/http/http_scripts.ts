import type { HttpFile, HttpFileRequest } from "./parse_http_file.ts";

/** JetBrains' calls, and what scripts of Brace's say. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/\bclient\.global\.set\(/g, "client.setVar("],
  [/\bclient\.global\.get\(/g, "client.getVar("],
  [/\bclient\.global\.clear\(/g, "client.deleteVar("],
  [/\bclient\.global\.clearAll\(/g, "client.deleteAllVars("],
  [/\brequest\.variables\.set\(/g, "client.setVar("],
  [/\brequest\.variables\.get\(/g, "client.getVar("],
  [/\brequest\.environment\.get\(/g, "client.getEnvVar("],
  [/\bclient\.test\(/g, "test("],
  [/\bclient\.assert\(/g, "assert("],
  [/\bclient\.log\(/g, "console.log("],
  [/\bresponse\.headers\.valueOf\(/g, "res.getHeader("],
  [/\bresponse\.contentType\.mimeType\b/g, 'res.getHeader("content-type")'],
  [/\bresponse\.(body|status)\b/g, "res.$1"],
];

/** A response handler of JetBrains' as a script; what is left of its API is for a person. */
export function toScript(code: string): { code: string; isWhole: boolean } {
  let script = code;
  for (const [call, ours] of CALLS) script = script.replace(call, ours);
  const isWhole =
    !/\b(?:response|client\.(?:global|exit)|request\.(?:variables|environment))\b/
      .test(script);
  return { code: script, isWhole };
}

/**
 * The URL of a request, and its headers: a path gets the host of the header
 * `Host`, as in the REST client of VS Code and JetBrains' client. HTTPS is for
 * the ports 443 and 8443, as there.
 */
export function absoluteUrl(
  { url, headers }: HttpFileRequest,
  { variables }: HttpFile,
): Pick<HttpFileRequest, "url" | "headers"> {
  const host = headers.find(({ name }) => /^host$/i.test(name))?.value;
  if (!host || !/^\/(?!\/)/.test(url)) return { url, headers };
  const known = host.replace(
    /\{\{\s*([^{}]*?)\s*\}\}/g,
    (all, name: string) =>
      variables.findLast((one) => one.name === name)?.value ?? all,
  );
  const scheme = /:(?:443|8443)$/.test(known) ? "https" : "http";
  return {
    url: `${scheme}://${host}${url}`,
    // The URL says it.
    headers: headers.filter(({ name }) => !/^host$/i.test(name)),
  };
}
