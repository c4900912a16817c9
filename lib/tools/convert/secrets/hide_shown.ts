import { MASK } from "../../../core/secrets/hidden.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import type { ImportNote } from "../types.ts";

/**
 * What an example keeps of a request and a response: nobody sends it, so that
 * its secrets are masked, as in a report. Templates stay.
 */
export function hideExample<Value>(value: Value, masker: Masker): Value {
  return hidden(value, masker) as Value;
}

/** Shorter values are in other words, too. */
const MIN_LENGTH = 4;

/** A description without secrets; `own` is the value of what it describes, where that is one. */
export function shownDescription(
  text: string,
  masker: Masker,
  own = "",
): string {
  const without = own.length < MIN_LENGTH
    ? text
    : text.replaceAll(A_WORD.test(own) ? asWord(own) : own, MASK);
  return shownText(without, masker);
}

const A_WORD = /^\p{L}+$/u;

/** A word, not inside of others. */
function asWord(word: string): RegExp {
  return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "gu");
}

/** Says how many examples had secrets in them. */
export function maskedNote(examples: number): ImportNote {
  return {
    kind: "changed",
    message: `Masked the secrets in ${examples} saved ${
      examples === 1 ? "example" : "examples"
    }`,
  };
}

function hidden(value: unknown, masker: Masker): unknown {
  if (typeof value === "string") return shownText(value, masker);
  if (Array.isArray(value)) return value.map((one) => hidden(one, masker));
  if (typeof value !== "object" || value === null) return value;
  const row = value as { name?: unknown; value?: unknown };
  if (typeof row.name === "string" && typeof row.value === "string") {
    const text = row.value;
    return {
      ...row,
      value: text.includes("{{") ? text : masker.maskField(row.name, text),
    };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isSecret = typeof one === "string" && one !== "" &&
        !one.includes("{{") && masker.secrets.isSecretField(key, one) &&
        key !== "auth";
      return [key, isSecret ? MASK : hidden(one, masker)];
    }),
  );
}

/** A text that people read; what stands for a value stays, such as `{{token}}` and `<token>`. */
export function shownText(text: string, masker: Masker): string {
  let out = "";
  let end = 0;
  for (const { from, to, mask } of masker.hidden(text)) {
    if (/^(?:\{\{|<|\$\{|\*|…|\.\.\.)/.test(text.slice(from, to))) continue;
    out += text.slice(end, from) + mask;
    end = to;
  }
  return out + text.slice(end);
}
