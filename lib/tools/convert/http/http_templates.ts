import { parseTemplate } from "../../../core/template/parse_template.ts";
import { BUILT_IN_GENERATORS } from "../../../core/scope/generators/built_in.ts";
import { fakeDataNames } from "../../../core/scope/generators/fake_data.ts";
import type { SourcePlace } from "../types.ts";
import { insteadOf } from "./http_scripts.ts";
import {
  type DateNames,
  dateNote,
  datetime,
  isInUtcInstead,
  moved,
} from "./http_dates.ts";

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
  readonly responses: (ResponseUse & { place?: SourcePlace })[];
  /** Placeholders that nothing in Brace reads, or that give something else. */
  readonly unknown: string[];
  readonly dates: DateNames;
  /** The names of requests, and those of variables. */
  readonly requests: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** What the variables are in the files and in all environments. */
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  /** `$shared`: what all environments have, and whether one has its own. */
  readonly shared: ReadonlyMap<string, { text: string; isOver: boolean }>;
  /** The names that texts read from `.env`, not from the process. */
  readonly inDotenv: Set<string>;
  /** Where the text is. */
  place?: SourcePlace;
}

/** A text of a `.http` file as a template of Brace's. */
export function toHttpTemplate(text: string, uses: Uses): string {
  return text.replace(
    /\\\{\\\{|\{\{\s*(.*?)\s*\}\}/g,
    (all, inside: string | undefined) => {
      // httpyac's braces that are text.
      if (inside === undefined) return "{{'{{'}}";
      const made = asked(inside) ?? systemVariable(inside, uses) ??
        sharedVariable(inside, uses) ?? responseOf(inside, uses);
      if (made !== undefined) {
        if (isInUtcInstead(inside)) uses.unknown.push(all);
        return made;
      }
      const written = `{{${inside}}}`;
      if (isUnknown(inside, written, uses)) uses.unknown.push(all);
      return written;
    },
  ).replaceAll("\\}\\}", "}}");
}

/** Whether nothing in Brace reads a placeholder. */
function isUnknown(
  inside: string,
  written: string,
  { requests }: Uses,
): boolean {
  const exchange = /^([\w-]+)\.(?:request|response)\./.exec(inside)?.[1];
  if (exchange !== undefined && requests.has(exchange)) return true;
  const generator = /^\$([\w.]+)/.exec(inside)?.[1];
  if (generator !== undefined) {
    return !BUILT_IN_GENERATORS.has(generator) &&
      !fakeDataNames().includes(generator);
  }
  const [part] = parseTemplate(written).parts;
  return part?.kind === "placeholder" && part.problem !== undefined;
}

/** `$input`, `$password` and `$pick` of httpyac: a prompt, without its answers to choose from. */
function asked(inside: string): string | undefined {
  const [, question] =
    /^\$(?:input|password|pick)(?:-askonce)?\s+(.*?)\s*(?:\$value:.*)?$/.exec(
      inside,
    ) ?? [];
  return question ? `{{?${question}}}` : undefined;
}

/** `$shared name`: its value, where an environment has its own of that name. */
function sharedVariable(inside: string, { shared }: Uses): string | undefined {
  const name = /^\$shared\s+(\S+)$/.exec(inside)?.[1];
  const known = name === undefined ? undefined : shared.get(name);
  if (known === undefined) return undefined;
  return known.isOver ? known.text : `{{${name}}}`;
}

/** What another request got: a part of it, or all of the body by the request's name. */
function responseOf(inside: string, uses: Uses): string | undefined {
  const match =
    /^([\w-]+)\.response\.(body|headers)(?:\.(.+)|(\[.+))?$/.exec(inside) ??
      /^([\w-]+)\.(body|headers)\.(\$\..+)$/.exec(inside);
  if (match) {
    const [, request, part, member, element] = match;
    return responseVariable(
      { request, part, path: member ?? element ?? "*" },
      uses,
    );
  }
  const name = /^[\w-]+(?=[.[]|$)/.exec(inside)?.[0];
  if (
    name !== undefined && uses.requests.has(name) &&
    !uses.variables.has(name) &&
    !/^[\w-]+\.(?:request|response)\b/.test(inside)
  ) use({ request: name, expression: "res.body", variable: name }, uses);
  return undefined;
}

/** Members and elements, as an expression has them behind `res.body`. */
const MEMBERS = /^(?:\.[A-Za-z_$][\w$]*|\[(?:\d+|"[^"\\]*"|'[^'\\]*')\])*$/;

function responseVariable(
  { request, part, path }: { request: string; part: string; path: string },
  uses: Uses,
): string | undefined {
  const shown = path.replace(/^\$?[.[]*/, "").replace(/^\*?$/, "body");
  const name = `${request}_${shown}`.replace(/[^\p{L}\d_]+/gu, "_")
    .replace(/_+$/, "");
  const expression = part === "body"
    ? bodyExpression(path)
    : `res.headers["${path.replace(/^\$\./, "").toLowerCase()}"]`;
  if (expression === undefined) return undefined;
  return `{{${use({ request, expression, variable: name }, uses)}}}`;
}

/** A path of the body as an expression; undefined for XPath. */
function bodyExpression(path: string): string | undefined {
  if (path === "*") return "res.body";
  if (path.startsWith("/")) return undefined;
  const inside = path.startsWith("$")
    ? path.slice(1)
    : path.startsWith("[")
    ? path
    : `.${path}`;
  return MEMBERS.test(inside)
    ? `res.body${inside}`
    : `res.jsonPath(${JSON.stringify(`$${inside}`)})[0]`;
}

/** The variable of a response: another expression gets another name. */
function use(one: ResponseUse, { responses, variables, place }: Uses): string {
  let name = one.variable;
  for (let number = 2;; number++) {
    const known = responses.find(({ variable }) => variable === name);
    if (
      known?.expression === one.expression && known.request === one.request
    ) return name;
    if (known === undefined && !variables.has(name)) break;
    name = `${one.variable}_${number}`;
  }
  responses.push({ ...one, variable: name, ...(place && { place }) });
  return name;
}

/** JetBrains' random values, by Brace's generators. */
const RANDOM: Readonly<Record<string, string>> = {
  integer: "$randomInt",
  float: "$randomFloat",
  alphanumeric: "$randomString",
  hexadecimal: "$randomHex",
};

/** Longer numbers are not whole ones in JavaScript. */
const MAX_DIGITS = 15;

/** What is said of a placeholder that nothing in Brace reads, or that gives something else. */
export function placeholderNote(
  placeholder: string,
  dates: DateNames,
): string {
  const shown = `"${placeholder.slice(0, 60)}"`;
  const inside = placeholder.replace(/^\{\{\s*|\s*\}\}$/g, "");
  const [, encoded] = /^%(\w+)$/.exec(inside) ?? [];
  if (encoded !== undefined) return encodedNote(shown, encoded);
  return dateNote(shown, inside, dates) ??
    `${shown} is not an expression of Brace's${nearestOf(placeholder)}`;
}

/** `%name` of VS Code's REST client: the value percent-encoded: a script can do it. */
function encodedNote(shown: string, name: string): string {
  const other = `${name}Encoded`;
  return `${shown} is the value of {{${name}}} percent-encoded: write {{${other}}}, and set it in a before-request script, client.setVar("${other}", encodeURIComponent(client.interpolate("{{${name}}}")))`;
}

/** What to write for a token, and for a random value that Brace has no exact generator for, with how it differs; "" where nothing is like it. */
function nearestOf(placeholder: string): string {
  if (/^\{\{\s*\$auth\./.test(placeholder)) {
    return `: ${insteadOf("$auth")}`;
  }
  const [, kind, written] =
    /^\{\{\s*\$random\.(alphabetic|numeric)\((\d+)\)\s*\}\}$/
      .exec(placeholder) ?? [];
  if (kind === "alphabetic") {
    return `: {{$randomString(${written})}} is like it, with digits among the letters`;
  }
  const digits = Number(written);
  if (kind === undefined || digits < 1 || digits > MAX_DIGITS) return "";
  const [least, most] = [10 ** (digits - 1), 10 ** digits - 1];
  return `: {{$randomInt(${least}, ${most})}} is like it, without a 0 at its start`;
}

/** The last whole number below a limit: Brace counts both ends. */
function below(limit: string): string {
  return /^-?\d+$/.test(limit) ? String(Number(limit) - 1) : limit;
}

function argumentsOf(kind: string, values: string): string {
  const [from, to, ...more] = values.trim().split(/[,\s]+/);
  return [
    from,
    ...(to === undefined ? [] : [kind === "integer" ? below(to) : to]),
    ...more,
  ].join(", ");
}

/** The system variables of the three clients. */
function systemVariable(inside: string, uses: Uses): string | undefined {
  const [name, ...args] = inside.split(/\s+/);
  switch (name) {
    case "$guid":
    case "$uuid":
    case "$random.uuid":
      return "{{$uuid}}";
    case "$timestamp":
      return args.length === 0
        ? "{{$timestamp}}"
        : moved("unix", args.join(" "));
    case "$isoTimestamp":
      return "{{$isoTimestamp}}";
    case "$datetime":
    case "$localDatetime":
      return datetime(inside);
    case "$randomInt":
      return args.length === 2
        ? `{{$randomInt(${args[0]}, ${below(args[1])})}}`
        : "{{$randomInt}}";
    case "$processEnv":
    case "$dotenv": {
      // %name is the variable that has the name.
      const variable = args.at(-1) ?? "";
      if (name === "$dotenv") uses.inDotenv.add(variable);
      return /^\w+$/.test(variable) ? `{{process.env.${variable}}}` : undefined;
    }
    case "$random.email":
      return "{{$randomEmail}}";
    case "$random.name.firstName":
      return "{{$randomFirstName}}";
    case "$random.name.lastName":
      return "{{$randomLastName}}";
    case "$random.name.fullName":
      return "{{$randomFullName}}";
    case "$random.address.city":
      return "{{$randomCity}}";
    case "$random.address.country":
      return "{{$randomCountry}}";
    default: {
      const [, kind, values] =
        /^\$random\.(integer|float|alphanumeric|hexadecimal)\(([-\d.,\s]*)\)$/
          .exec(inside) ?? [];
      if (kind !== undefined) {
        return values.trim() === ""
          ? `{{${RANDOM[kind]}}}`
          : `{{${RANDOM[kind]}(${argumentsOf(kind, values)})}}`;
      }
      const env = /^\$env\.(\w+)$/.exec(inside);
      return env ? `{{process.env.${env[1]}}}` : undefined;
    }
  }
}
