/** JetBrains' calls, and what scripts of Brace's say. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [
    /\bclient\.variables\.global\.(?=(?:set|get|clear|clearAll)\()/g,
    "client.global.",
  ],
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
  // The type alone, as JetBrains has it: the header may go on with "; charset=…".
  [
    /\bresponse\.contentType\.mimeType\b/g,
    '(res.getHeader("content-type") ?? "").split(";")[0].trim()',
  ],
  [/\bresponse\.(body|status)\b/g, "res.$1"],
];

/** A call for a header, with a name that has no call of its own: a text, a variable, a sum. */
const HEADER =
  /\bresponse\.headers\.(valueOf|valuesOf)\(((?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|[\w$.+[\]\s])+)\)/g;

/** What is left of the API of JetBrains. */
const FOREIGN =
  /\bresponse\.?\w*|\bclient\.(?:global|exit|variables)\b\.?\w*|\brequest\.\w+|(?<![\w.])(?:jsonPath|xpath)(?=\()|(?<![\w.])crypto\.(?:hmac|md5|sha(?:1|256|384|512))\b|\$(?:random|auth|env)\b|^\s*import\s.*/m;

/** A response handler of JetBrains' as a script; what is left of its API is for a person. */
export function toScript(code: string): { code: string; foreign?: string } {
  let script = code.replace(HEADER, headerCall);
  for (const [call, ours] of CALLS) script = script.replace(call, ours);
  const found = FOREIGN.exec(script)?.[0].trim();
  return { code: script, ...(found !== undefined && { foreign: found }) };
}

/** What a person writes for what is left of JetBrains' API. */
export function insteadOf(foreign: string): string {
  if (foreign === "jsonPath") {
    return 'write res.jsonPath("$.a")[0], as it gives a list of what the path finds in the body';
  }
  if (foreign === "$auth") {
    return "write auth of the type oauth2 into the request, with what Security of http-client.env.json says";
  }
  if (!foreign.startsWith("crypto.")) return "check it";
  const made = foreign.startsWith("crypto.hmac")
    ? 'createHmac("sha256", key)'
    : 'createHash("sha256")';
  return `write it with require("crypto"), as in ${made}.update(text).digest("hex")`;
}

/**
 * JetBrains has null for a missing header, and the first of several values.
 * Brace has undefined, and a list of values for `Set-Cookie` alone: it joins
 * those of another header, so only a list of cookies can be what it was.
 */
function headerCall(call: string, method: string, name: string): string {
  const text = /^\s*(["'`])([\w-]+)\1\s*$/.exec(name)?.[2];
  const isCookie = text?.toLowerCase() === "set-cookie";
  const header = `res.getHeader(${name})`;
  if (method === "valuesOf") return isCookie ? `(${header} ?? [])` : call;
  return text !== undefined && !isCookie
    ? `(${header} ?? null)`
    : `([${header}].flat()[0] ?? null)`;
}
