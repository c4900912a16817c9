import { isLooseName } from "../../../../core/template/characters.ts";
import { cachedTemplate } from "../../../../core/template/template_of.ts";
import type {
  GeneratorCall,
  PlaceholderPart,
} from "../../../../core/template/types.ts";
import { fakeDataNames } from "../../../../core/scope/generators/fake_data.ts";

/** The program that an export is for. */
export type OtherClient = "Bruno" | "Postman";

/** What a collection says of the names in its placeholders. */
export interface KnownNames {
  /** Whether a variable has all of a text as its name, such as `a.b`. */
  readonly isName: (text: string) => boolean;
  /** Whether a variable's value is a text with placeholders, such as `{{users[0]}}`. */
  readonly isTemplate: (name: string) => boolean;
  /** Whether the export replaces a variable of the process's environment by its value. */
  readonly isReplaced: (name: string) => boolean;
}

/** A placeholder that the other program takes otherwise, as it is written there. */
export interface Misread {
  readonly text: string;
  /** Completes "Postman sends … as it is". */
  readonly why?: string;
  /** Whether it is text that the other program may take for a placeholder. */
  readonly isText?: true;
}

/** A text as another program reads it. */
export interface ClientTemplate {
  readonly text: string;
  readonly misread: readonly Misread[];
}

/** What each program takes for a placeholder. */
const TOKENS = { Bruno: /\{\{[^}]+\}\}/g, Postman: /\{\{[^{}]*\}\}/g };

/** Generators that both programs have, besides those of fake data. */
const SHARED = ["$guid", "$randomUUID", "$timestamp", "$isoTimestamp"];

/** Fake data that neither program makes. */
const OWN_DATA = ["randomState", "randomZipCode"];

/** Formats of dates that have generators of their own. */
const DATES = new Map([
  ["iso", "$isoTimestamp"],
  ["unix", "$timestamp"],
  ["X", "$timestamp"],
]);

/** A placeholder in the other program's words, or why there are none. */
type Written = { readonly text: string; readonly why?: string };

/** Writes the placeholders of a text in the words of another program. */
export function clientTemplate(
  source: string,
  client: OtherClient,
  names: KnownNames,
  { isJson = false } = {},
): ClientTemplate {
  const misread: Misread[] = [];
  const placed = new Set<number>();
  let text = "";
  for (const part of cachedTemplate(source).parts) {
    const written = source.slice(part.start, part.end);
    if (part.kind === "text") {
      text += written;
      continue;
    }
    const { expression } = part;
    if (expression?.kind === "literal" && !names.isName(part.text)) {
      const { value } = expression;
      text += isJson ? JSON.stringify(value).slice(1, -1) : value;
      continue;
    }
    const made = wordsOf(part, written, client, names);
    placed.add(text.length);
    text += made.text;
    if (made.why !== undefined) misread.push({ text: written, why: made.why });
  }
  for (const { index, 0: token } of text.matchAll(TOKENS[client])) {
    if (placed.has(index)) continue;
    const isText = ![...placed].some((start) =>
      start > index && start < index + token.length
    );
    misread.push(
      isText
        ? { text: token, isText }
        : { text: token, why: "because more braces come before it" },
    );
  }
  return { text, misread };
}

function wordsOf(
  { text, expression }: PlaceholderPart,
  written: string,
  client: OtherClient,
  { isName, isTemplate, isReplaced }: KnownNames,
): Written {
  const plain = `{{${text}}}`;
  // A name that wins as a whole is one there, too.
  if (isName(text)) return { text: plain };
  if (expression === undefined) {
    // Postman's vault takes its names with blanks, too.
    const isPlain = isLooseName(text) && !text.startsWith("vault:");
    return { text: isPlain ? plain : written };
  }
  switch (expression.kind) {
    case "reference":
      if (/^\{\{\s*\$secrets\./.test(written)) {
        return client === "Bruno"
          ? { text: `{{$secrets.${text}}}` }
          : { text: written, why: "because it reads no secret stores" };
      }
      if (expression.path.length === 0) return { text: plain };
      if (client === "Postman") {
        return { text: plain, why: "because it reads no parts of a variable" };
      }
      return isTemplate(expression.name)
        ? {
          text: plain,
          why: `because "${expression.name}" has placeholders, so it is text`,
        }
        : { text: plain };
    case "generator": {
      const name = generatorIn(expression);
      return name === undefined
        ? { text: plain, why: "because it has no such generator" }
        : { text: `{{${name}}}` };
    }
    case "prompt":
      return client === "Bruno"
        ? { text: `{{?${expression.text}}}` }
        : { text: written, why: "because it asks no questions" };
    case "process-env":
      return client === "Bruno" || isReplaced(expression.name)
        ? { text: plain }
        : { text: plain, why: "write a variable of Postman's instead" };
    case "literal":
      return { text: plain };
    default:
      return expression satisfies never;
  }
}

/** The name under which both programs have a generator. */
function generatorIn({ name, args }: GeneratorCall): string | undefined {
  const isPlain = args.length === 0;
  switch (name) {
    case "$uuid":
      return isPlain ? "$guid" : undefined;
    case "$date":
      return args.length > 1 && args[1] !== ""
        ? undefined
        : DATES.get(String(args[0] || "iso"));
    case "$randomInt": {
      const [low, high] = args.length === 1
        ? [0, args[0]]
        : [args[0] ?? 0, args[1] ?? 1000];
      return low === 0 && high === 1000 ? name : undefined;
    }
    default: {
      const own = name.slice(1);
      const isShared = SHARED.includes(name) ||
        fakeDataNames().includes(own) && !OWN_DATA.includes(own);
      return isPlain && isShared ? name : undefined;
    }
  }
}
