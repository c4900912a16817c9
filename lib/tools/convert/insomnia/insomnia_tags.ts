import { BUILT_IN_GENERATORS } from "../../../core/scope/generators/built_in.ts";
import { fakeDataNames } from "../../../core/scope/generators/fake_data.ts";
import { isSecretVariable } from "../../../core/secrets/secret_field.ts";
import { parseTemplate } from "../../../core/template/parse_template.ts";
import type { FileRow } from "../open_collection.ts";
import { asLiteral } from "../text_body.ts";
import type { InsomniaResponses } from "./insomnia_responses.ts";
import type { TagArgument } from "./tag_arguments.ts";

/** Where a text stands. */
export interface TagContext {
  readonly responses: InsomniaResponses;
  /** Takes what a person has to know of it. */
  readonly say: (message: string) => void;
  /** The request that it is part of. */
  readonly request?: OwnRequest;
}

/** What the tag `request` reads: rows are as Insomnia has them. */
export interface OwnRequest {
  readonly name: string;
  /** Its place in the order of the run. */
  readonly index: number;
  /** Names of its folders, the inner ones first, and of the workspace. */
  readonly folders: readonly string[];
  readonly headers: readonly FileRow[];
  readonly parameters: readonly FileRow[];
}

/** What to do where a tag has no equivalent. */
export const ADVICE: Readonly<Record<string, string>> = {
  base64: "encode the text in a before-request script, and set a variable",
  hash: "compute it in a before-request script, and set a variable",
  jsonpath: "read the value in a script, and set a variable",
  response:
    "read the value in an after-response script of that request, and set a variable",
  request: "write the value itself, or set a variable in a script",
  cookie:
    "Brace sends cookies by itself; read one with client.cookies in a script",
  localstorage: "set a variable of an environment",
  os: "set a variable of an environment",
  file: "put the text into a variable, or send the file as the body",
  prompt: "write a question such as {{?Name}}",
  now: "write a format of $date, such as {{$date('YYYY-MM-DD')}}",
  timestamp: "write {{$timestamp}}",
  faker: "write a generator such as {{$randomEmail}}",
  external: "read the secret from the environment: {{process.env.NAME}}",
  other: "set a variable in a before-request script, and write its placeholder",
};

/** Whether Insomnia would evaluate something in a text. */
function isTemplate(text: string): boolean {
  return /\{[{%#]/.test(text);
}

/** What stands for a tag; undefined where nothing does. */
export function tagText(
  name: string,
  args: readonly TagArgument[],
  context: TagContext,
): string | undefined {
  // What only Insomnia evaluates.
  if (
    args.some(({ kind, text }) => kind === "expression" || isTemplate(text))
  ) {
    return undefined;
  }
  const texts = args.map(({ text }) => text);
  switch (name) {
    case "uuid":
      return "{{$uuid}}";
    case "timestamp":
      return args.length === 0 ? "{{$timestamp}}" : now(texts, context);
    case "now":
      return now(texts, context);
    case "prompt":
      return prompt(texts, context);
    case "faker":
      return faker(texts[0]);
    case "base64":
      return base64(texts);
    case "response":
      return context.responses.placeholder(texts, context);
    case "request":
      return context.request && ofRequest(texts, context.request);
    default:
      return undefined;
  }
}

function now(
  [kind = "iso-8601", format = ""]: readonly string[],
  { say }: TagContext,
): string | undefined {
  switch (kind.toLowerCase()) {
    case "":
    case "iso-8601":
      return "{{$isoTimestamp}}";
    case "unix":
    case "seconds":
    case "s":
      return "{{$timestamp}}";
    case "millis":
    case "ms":
      return "{{$date('ms')}}";
    case "custom": {
      const written = dateFormat(format);
      if (written === undefined) return undefined;
      say(
        `The time "${format}" is in UTC: Insomnia writes it in your time zone`,
      );
      return `{{$date('${written}')}}`;
    }
    default:
      return undefined;
  }
}

/** Formats of date-fns, which Insomnia has, and of moment, which it had: by Brace's. */
const TOKENS: Readonly<Record<string, string>> = {
  yyyy: "YYYY",
  YYYY: "YYYY",
  yy: "YY",
  YY: "YY",
  MM: "MM",
  M: "M",
  dd: "DD",
  DD: "DD",
  d: "D",
  D: "D",
  HH: "HH",
  H: "H",
  hh: "hh",
  h: "h",
  mm: "mm",
  m: "m",
  ss: "ss",
  s: "s",
  SSS: "SSS",
  xxx: "Z",
  xx: "ZZ",
  Z: "Z",
  ZZ: "ZZ",
  X: "X",
};

function dateFormat(format: string): string | undefined {
  // The two mean other things by some of the same letters.
  const isMoment = /YY|D/.test(format);
  const isDateFns = /yy|d/.test(format);
  if (format.trim() === "" || isMoment && isDateFns) return undefined;
  const parts = format.match(
    /'[^']*'|\[[^\]]*\]|([A-Za-z])\1*|[^A-Za-z'[]+|./g,
  )!;
  let written = "";
  for (const part of parts) {
    const literal = /^(?:'([^']+)'|\[([^\]]+)\])$/.exec(part);
    if (literal) written += `[${literal[1] ?? literal[2]}]`;
    else if (/^[A-Za-z]/.test(part)) {
      const token = part === "a" || part === "A"
        ? isMoment ? part : part === "a" ? "A" : undefined
        : part === "X" && !isMoment
        ? undefined
        : Object.hasOwn(TOKENS, part)
        ? TOKENS[part]
        : undefined;
      if (token === undefined) return undefined;
      written += token;
    } else written += part;
  }
  return /['\\{}]/.test(written) ? undefined : written;
}

function prompt(
  [title, label, start = "", , isMasked]: readonly string[],
  { say }: TagContext,
): string | undefined {
  const question = title || label;
  const written = `{{?${question ?? ""}}}`;
  const [part, ...more] = parseTemplate(written).parts;
  const isWhole = part?.kind === "placeholder" && !part.problem &&
    more.length === 0;
  if (question === undefined || !isWhole) return undefined;
  if (start !== "") {
    say(
      `Brace asks "${question}" without the default of Insomnia: answer it, or pass it with --prompt`,
    );
  }
  if (isMasked === "true" && !isSecretVariable(question)) {
    say(
      `Insomnia hides the answer to "${question}": add a word such as "password" to the question`,
    );
  }
  return written;
}

function faker(name: string | undefined): string | undefined {
  return name !== undefined &&
      (BUILT_IN_GENERATORS.has(name) || fakeDataNames().includes(name))
    ? `{{$${name}}}`
    : undefined;
}

/** A text that is known is encoded here. */
function base64(
  [action, kind, text = ""]: readonly string[],
): string | undefined {
  if (action === "encode" && (kind === "normal" || kind === "url")) {
    let binary = "";
    for (const byte of new TextEncoder().encode(text)) {
      binary += String.fromCharCode(byte);
    }
    const made = btoa(binary);
    return kind === "normal" ? made : made.replaceAll("+", "-")
      .replaceAll("/", "_").replace(/=+$/, "");
  }
  return undefined;
}

/** What is known of the request itself. */
function ofRequest(
  [attribute, name = "", index = "0"]: readonly string[],
  { name: own, folders, headers, parameters }: OwnRequest,
): string | undefined {
  const row = (rows: readonly FileRow[]) => {
    const value = rows.find((row) =>
      row.name.toLowerCase() === name.toLowerCase()
    )?.value;
    return value === undefined || isTemplate(value) ? undefined : value;
  };
  switch (attribute) {
    case "name":
      return asLiteral(own);
    case "folder": {
      const folder = folders[Number(index || "0")];
      return folder === undefined ? undefined : asLiteral(folder);
    }
    case "header":
      return row(headers);
    case "parameter":
      return row(parameters);
    default:
      return undefined;
  }
}
