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
  [/\bresponse\.headers\.valueOf\(/g, "res.getHeader("],
  // The type alone, as JetBrains has it: the header may go on with "; charset=…".
  [
    /\bresponse\.contentType\.mimeType\b/g,
    '(res.getHeader("content-type") ?? "").split(";")[0].trim()',
  ],
  [/\bresponse\.(body|status)\b/g, "res.$1"],
];

/** What is left of the API of JetBrains. */
const FOREIGN =
  /\bresponse\.?\w*|\bclient\.(?:global|exit|variables)\b\.?\w*|\brequest\.\w+|(?<![\w.])(?:jsonPath|xpath)(?=\()|\$(?:random|auth|env)\b|^\s*import\s.*/m;

/** A response handler of JetBrains' as a script; what is left of its API is for a person. */
export function toScript(code: string): { code: string; foreign?: string } {
  let script = code;
  for (const [call, ours] of CALLS) script = script.replace(call, ours);
  const found = FOREIGN.exec(script)?.[0].trim();
  return { code: script, ...(found !== undefined && { foreign: found }) };
}
