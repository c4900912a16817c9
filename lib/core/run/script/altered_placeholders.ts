import { nearest } from "../../source/nearest.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import { parseTemplate } from "../../template/parse_template.ts";

/** Longer texts are searched for placeholders, and not decoded. */
const MAX_DECODED = 4096;
const PERCENT = /%7B%7B.+?%7D%7D/gi;
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** What became of a placeholder, and the one that it was. */
interface Altered {
  readonly sent: string;
  readonly meant: string;
  /** Completes `Sent "…" as text: `. */
  readonly why: string;
}

/**
 * Says where a script changed the text of a placeholder, as by
 * `toUpperCase()`, and not its value: what it wrote goes out as text. Other
 * braces are data.
 */
export function alteredPlaceholders(written: readonly Text[]): Diagnostic[] {
  return written.flatMap((text) => {
    const { only } = text;
    const altered = only && only.size > 0 ? find(text.text, only) : undefined;
    return altered === undefined ? [] : {
      code: "OPAQUE_PLACEHOLDER",
      severity: "warning",
      message:
        `Sent "${altered.sent}" as text: ${altered.why} (to change its value, take that from client.interpolate("{{${altered.meant}}}"))`,
      location: locationOf(text.at),
    };
  });
}

function find(text: string, known: ReadonlySet<string>): Altered | undefined {
  if (text.includes("{{")) {
    for (
      const { text: inside, start, end } of parseTemplate(text).placeholders
    ) {
      if (known.has(inside)) continue;
      const meant = nearest(inside, known);
      if (meant === undefined) continue;
      const why = `the placeholder of this request is "{{${meant}}}"`;
      return { sent: text.slice(start, end), meant, why };
    }
    const cut = text.slice(text.lastIndexOf("{{"));
    const inside = cut.slice(2).trimStart();
    const meant = inside === "" || cut.includes("}}")
      ? undefined
      : [...known].find((one) => one.startsWith(inside.replace(/ *}$/, "")));
    if (meant !== undefined) {
      return { sent: cut, meant, why: `it is a piece of "{{${meant}}}"` };
    }
  }
  return text.length > MAX_DECODED ? undefined : findEncoded(text, known);
}

function findEncoded(
  text: string,
  known: ReadonlySet<string>,
): Altered | undefined {
  const decoders: [RegExp, (text: string) => string][] = [
    [PERCENT, decodeURIComponent],
    [BASE64, (it) => atob(it.replaceAll("-", "+").replaceAll("_", "/"))],
  ];
  for (const [pattern, decode] of decoders) {
    for (const [sent] of text.matchAll(pattern)) {
      const [meant] = parseTemplate(decoded(sent, decode)).placeholders
        .map((it) => it.text).filter((it) => known.has(it));
      if (meant !== undefined) {
        return { sent, meant, why: `it is "{{${meant}}}", encoded` };
      }
    }
  }
  return undefined;
}

function decoded(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch {
    return "";
  }
}
