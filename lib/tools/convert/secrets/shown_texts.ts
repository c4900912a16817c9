import type { LineText } from "../../../core/source/diagnostic.ts";
import { isSecretVariable } from "../../../core/secrets/secret_field.ts";
import { ofLastTexts } from "../../../core/source/once.ts";
import { holdsCredential } from "./computed_text.ts";
import { isComputed, namedTexts, namesOfValues } from "./named_texts.ts";
import { type ScriptToken, scriptTokens } from "./script_tokens.ts";

/**
 * What of a script is no code: its texts, with the names that it gives them, its
 * long numbers, and its comments. Offsets in the script, without quotes.
 */
const shownTexts: (code: string) => readonly LineText[] = ofLastTexts(
  readTexts,
);

function readTexts(code: string): LineText[] {
  const { tokens: found, comments } = scriptTokens(code);
  const tokens = found.map((one) => withNumber(one, code));
  const own = new Map(namedTexts(tokens).map(({ name, at }) => [at, name]));
  const around = namesOfValues(tokens);
  const texts: LineText[] = [];
  for (const [at, { kind, value, places }] of tokens.entries()) {
    if (kind !== "text" && kind !== "part" || value === "") continue;
    // Of the numbers in a value, most count something.
    const names = found[at].kind === "mark" ? [] : around.get(at) ?? [];
    const name = isScheme(value, isComputed(tokens, at))
      ? undefined
      : names.find((one) => isSecretVariable(one, value)) ?? own.get(at) ??
        names[0];
    texts.push({
      from: places[0],
      to: places.at(-1)!,
      ...name !== undefined && { name },
    });
  }
  for (const { text, start } of comments) {
    texts.push({ from: start, to: start + text.length, isProse: true });
  }
  return texts.sort((a, b) => a.from - b.from);
}

/** `Bearer ` before a credential, wherever the script adds it. */
const SCHEME = /^(?:bearer|basic|digest|token|apikey|negotiate|ntlm)[ \t]+$/i;
/** What says how the script computes what follows: `sha256=`, `Credential=`, a colon. */
const LEAD = /^(?:[A-Za-z][\w-]*[ =:]+)*[^A-Za-z\d]{0,2}$/;

function isScheme(text: string, isComputed: boolean): boolean {
  return SCHEME.test(text) ||
    isComputed && LEAD.test(text) && !holdsCredential(text);
}

/** A number that is long enough for a PIN, as a text. */
function withNumber(token: ScriptToken, code: string): ScriptToken {
  const { kind, value, start, end } = token;
  if (kind !== "mark" || value !== "num" || end - start < 4) return token;
  const text = code.slice(start, end);
  const places = Array.from({ length: end - start + 1 }, (_, at) => start + at);
  return { ...token, kind: "text", value: text, places };
}

/**
 * The texts in a line of a file: columns from 0. Those that began in a line
 * before are prose, and so is what stands around the script.
 */
export function textsInLine(
  code: string,
  { start, end, at = (unit) => unit }: {
    /** Where in the file the line begins and ends. */
    readonly start: number;
    readonly end: number;
    /** Where in the file a unit of the script stands. Default: the script is the file. */
    readonly at?: (unit: number) => number;
  },
): LineText[] {
  const around = [[start, at(0)], [at(code.length), end]]
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ from, to, isProse: true }));
  return [...textsBetween(code, { start, end, at }), ...around].flatMap(
    ({ from, to, ...text }) => {
      if (from >= end || to <= start) return [];
      const isProse = text.isProse || from < start;
      return [{
        ...text,
        ...isProse && { isProse },
        from: Math.max(from, start) - start,
        to: Math.min(to, end) - start,
      }];
    },
  );
}

/** The texts of a script that reach into a stretch of its file: they overlap nowhere, so that it halves its way to the first. */
function textsBetween(
  code: string,
  { start, end, at }: {
    readonly start: number;
    readonly end: number;
    readonly at: (unit: number) => number;
  },
): LineText[] {
  const texts = shownTexts(code);
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(texts[middle].to) <= start) low = middle + 1;
    else high = middle;
  }
  const found: LineText[] = [];
  for (let index = low; index < texts.length; index++) {
    const { from, to } = texts[index];
    if (at(from) >= end) break;
    found.push({ ...texts[index], from: at(from), to: at(to) });
  }
  return found;
}
