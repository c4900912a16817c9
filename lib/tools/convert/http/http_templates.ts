import { parseTemplate } from "../../../core/template/parse_template.ts";
import type { HttpFile, HttpFileRequest } from "./parse_http_file.ts";

/** A part of another request's response that a text uses: `{{login.response.body.$.token}}`. */
export interface ResponseUse {
  /** The `@name` of the request. */
  readonly request: string;
  /** The expression over `res`. */
  readonly expression: string;
  /** The variable that stands for it. */
  readonly variable: string;
}

/** What the texts of `.http` files bring that templates do not have. */
export interface Uses {
  readonly responses: ResponseUse[];
  readonly unknown: string[];
}

/** A text of a `.http` file as a template of Brace's. */
export function toHttpTemplate(text: string, uses: Uses): string {
  return text.replace(/\{\{\s*(.*?)\s*\}\}/g, (all, inside: string) => {
    const generated = systemVariable(inside);
    if (generated !== undefined) return generated;
    const response = /^([\w-]+)\.(?:response\.)?(body|headers)\.(?:\$\.)?(.+)$/
      .exec(inside);
    const isOther = response !== null &&
      (inside.includes(".response.") || inside.includes(".$."));
    if (isOther) return `{{${responseVariable(response, uses)}}}`;
    const written = `{{${inside}}}`;
    const [part] = parseTemplate(written).parts;
    if (part?.kind === "placeholder" && part.problem) uses.unknown.push(all);
    return written;
  });
}

function responseVariable(match: RegExpExecArray, uses: Uses): string {
  const [, request, part, path] = match;
  const expression = part === "body"
    ? path === "*" ? "res.body" : `res.body.${path}`
    : `res.headers["${path.toLowerCase()}"]`;
  const variable = `${request}_${path}`.replace(/[^\p{L}\d_]+/gu, "_")
    .replace(/_+$/, "");
  if (!uses.responses.some((one) => one.variable === variable)) {
    uses.responses.push({ request, expression, variable });
  }
  return variable;
}

/** JetBrains' random values, by Brace's generators. */
const RANDOM: Readonly<Record<string, string>> = {
  integer: "$randomInt",
  float: "$randomFloat",
  alphanumeric: "$randomString",
  hexadecimal: "$randomHex",
};

const TOKENS = /YYYY|YY|MM?|DD?|HH?|hh?|mm?|ss?|SSS|ZZ?|[XxAaT]/g;

/** Whether a format means the same in Brace. */
function isFormat(text: string): boolean {
  return !/[A-Za-z'"\\[\]{}]/.test(text.replace(TOKENS, "")) &&
    !/(?<!Y)YYY(?!Y)|M{3}|D{3}|H{3}|h{3}|m{3}|s{3}|Z{3}/.test(text);
}

/** `$datetime "YYYY-MM-DD" -1 d`: a format in quotes or `iso8601`, and a move. */
function datetime(inside: string): string | undefined {
  const [, written, quoted, move] =
    /^\$datetime\s+(iso8601|(?:"([^"]*)"|'[^']*'))((?:\s+\S+)*)$/.exec(
      inside,
    ) ??
      [];
  if (written === undefined) return undefined;
  const format = written === "iso8601" ? "iso" : quoted ?? written.slice(1, -1);
  const isKnown = written === "iso8601" || isFormat(format);
  return isKnown ? dated(format, move.trim().split(/\s+/)) : undefined;
}

/** `$date` with a format, moved by an amount and a unit such as `-1 d`. */
function dated(format: string, move: readonly string[]): string | undefined {
  const [amount = "", unit = ""] = move;
  if (amount === "" && unit === "") return `{{$date('${format}')}}`;
  if (!/^[+-]?\d+$/.test(amount) || !/^(?:y|M|w|d|h|m|s|ms)$/.test(unit)) {
    return undefined;
  }
  return `{{$date('${format}', '${
    /^[+-]/.test(amount) ? amount : `+${amount}`
  }${unit}')}}`;
}

/** The system variables of the three clients. */
function systemVariable(inside: string): string | undefined {
  const [name, ...args] = inside.split(/\s+/);
  switch (name) {
    case "$guid":
    case "$uuid":
    case "$random.uuid":
      return "{{$uuid}}";
    case "$timestamp":
      return args.length === 0 ? "{{$timestamp}}" : dated("unix", args);
    case "$isoTimestamp":
      return "{{$isoTimestamp}}";
    case "$datetime":
      return args[0] === "iso8601" && args.length === 1
        ? "{{$isoTimestamp}}"
        : datetime(inside);
    case "$randomInt":
      return args.length === 2
        ? `{{$randomInt(${args[0]}, ${args[1]})}}`
        : "{{$randomInt}}";
    case "$processEnv":
    case "$dotenv": {
      const variable = args.at(-1)?.replace(/^%/, "");
      return variable ? `{{process.env.${variable}}}` : undefined;
    }
    case "$random.email":
      return "{{$randomEmail}}";
    default: {
      const [, kind, values] =
        /^\$random\.(integer|float|alphanumeric|hexadecimal)\(([-\d.,\s]*)\)$/
          .exec(inside) ?? [];
      if (kind !== undefined) {
        return values.trim() === ""
          ? `{{${RANDOM[kind]}}}`
          : `{{${RANDOM[kind]}(${values.split(/[,\s]+/).join(", ")})}}`;
      }
      const env = /^\$env\.(\w+)$/.exec(inside);
      return env ? `{{process.env.${env[1]}}}` : undefined;
    }
  }
}

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
