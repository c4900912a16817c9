import type { Json } from "../embedded/page/workbench/api.ts";
import type { Collection } from "../core/collection/types.ts";
import { createMasker, type Masker } from "../core/secrets/masker.ts";
import type { Hidden } from "../core/secrets/hidden.ts";
import { mergedHidden, without } from "../core/secrets/hidden.ts";
import {
  isSecretField,
  isSecretVariable,
} from "../core/secrets/secret_field.ts";
import { secretsOfRequest } from "../core/secrets/secrets_of.ts";
import { SECRET_AUTH_FIELDS } from "../core/secrets/secrets_of_auth.ts";
import { lineSpan, lineStarts } from "../core/source/line_starts.ts";
import type { ScriptTexts } from "../host/locate/script_texts.ts";
import type { TextLevel } from "../tools/check/uses/texts_in.ts";
import { isFormatWord } from "./format_words.ts";

/** What finds the texts in a line of a script. */
export type TextsIn =
  typeof import("../tools/convert/secrets/shown_texts.ts").textsInLine;

/** A span that stands for a secret, as the page has it. */
const SPAN = /⟪secret (\d+)⟫/g;
/** A URL without fields in which a secret could stand. */
const PLAIN_URL = /^[^?@#;=&%]*$/;
const PLACEHOLDER = /\{\{.*?\}\}/gs;

/**
 * Takes secrets out of the texts that the page edits, and puts them back. The
 * page has a numbered span for each; the secrets stay here.
 */
export class HiddenTexts {
  /** The first number, another one for each server: what an earlier one gave out means nothing here. */
  readonly #first = crypto.getRandomValues(new Uint32Array(1))[0] * 2 ** 20;
  readonly #secrets: string[] = [];
  readonly #numbers = new Map<string, number>();
  #masker = createMasker();
  #levels: readonly TextLevel[] | undefined;
  /** URLs as they are shown, while the secrets are the same. */
  #urls = new Map<string, string>();

  /** Learns the secrets of a collection. */
  learn(levels: readonly TextLevel[]): void {
    if (this.#levels === levels) return;
    this.#levels = levels;
    this.#masker = createMasker();
    this.#urls = new Map();
    for (const level of levels) {
      for (const one of level.variables) {
        this.#masker.secrets.learn({ ...one, template: true });
        if (one.secret && typeof one.value === "string") {
          // A value of several lines is indented in its file.
          for (const line of one.value.split("\n")) {
            if (!line.includes("{{")) this.#masker.secrets.add(line.trim());
          }
        }
      }
      for (const secret of [...authSecrets(level), ...writtenSecrets(level)]) {
        this.#masker.secrets.add(secret);
      }
    }
  }

  /** What takes secrets out of what is only shown. */
  get masker(): Masker {
    return this.#masker;
  }

  /** A URL as it is shown in lists. */
  maskUrl(url: string): string {
    let masked = this.#urls.get(url);
    if (masked === undefined) {
      masked = this.#masker.maskText(url);
      this.#urls.set(url, masked);
    }
    return masked;
  }

  /** Looks for secrets in many URLs at once, which takes far less time than one by one. */
  lookAt(urls: readonly string[]): void {
    const plain = urls.filter((url) =>
      PLAIN_URL.test(url) && !this.#urls.has(url)
    );
    const found = this.#masker.secrets.find(plain.join("\n"));
    let next = 0;
    let offset = 0;
    for (const url of plain) {
      const end = offset + url.length;
      while (next < found.length && found[next][1] <= offset) next++;
      const isHit = next < found.length && found[next][0] < end;
      if (!isHit) this.#urls.set(url, url);
      offset = end + 1;
    }
  }

  /**
   * A file's text with spans in place of secrets.
   *
   * @param options.others Further secrets in it.
   * @param options.texts What lines of scripts have besides code.
   */
  hideSource(text: string, { others = [], texts }: {
    readonly others?: readonly Hidden[];
    readonly texts?: ScriptTexts;
  } = {}): string {
    const found: Hidden[] = [...others];
    for (const at of lineStarts(text).keys()) {
      const { start, end } = lineSpan(text, at + 1)!;
      const line = text.slice(start, end);
      const inScript = texts?.get(at + 1);
      for (
        const one of this.#masker.hiddenInSource(line, undefined, inScript)
      ) {
        found.push({ ...one, from: one.from + start, to: one.to + start });
      }
    }
    return this.#replaced(text, [...found, ...literalSpans(text)]);
  }

  /** A script with spans in place of secrets, as a file's text has them. */
  hideScript(code: string, textsIn: TextsIn): string {
    const texts = lineStarts(code).map((_, at) =>
      [at + 1, textsIn(code, lineSpan(code, at + 1)!)] as const
    );
    // One of several lines is none line by line.
    const others = this.#masker.secrets.find(code)
      .map(([from, to]) => ({ from, to, mask: "" }));
    return this.hideSource(code, { others, texts: new Map(texts) });
  }

  /**
   * A document with spans in place of secrets.
   *
   * @param textsIn Reads its scripts.
   */
  hide(value: Json, textsIn?: TextsIn, key = ""): Json {
    if (typeof value === "string") return this.#hideText(value, key);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      return value.map((one) => this.hide(one, textsIn, key));
    }
    const { name, secret, value: own } = value as Record<string, Json>;
    // The name of a variable may only tell about a secret: `tokenUrl`.
    const isSecretName = key === "variables" ? isSecretVariable : isSecretField;
    const isSecret = secret === true ||
      typeof name === "string" && isSecretName(name, String(dataOf(own)));
    const hidden = (member: string, one: Json) => {
      if (isSecret && member === "value") {
        const data = dataOf(one);
        if (data !== one) {
          return { ...one as object, data: this.#hideAll(data) };
        }
        if (typeof one !== "object") return this.#hideAll(one);
      }
      return textsIn && isCode(member, one, key)
        ? this.hideScript(one, textsIn)
        : this.hide(one, textsIn, member);
    };
    return Object.fromEntries(
      Object.entries(value).map(([member, one]) => [
        member,
        hidden(member, one),
      ]),
    );
  }

  /**
   * A text of the page with the secrets that it hides.
   *
   * @throws {RangeError} It has a span that was never given out.
   */
  restore(text: string): string {
    return text.replace(SPAN, (span, number: string) => {
      const secret = this.secret(Number(number));
      if (secret === undefined) throw new RangeError(span);
      return secret;
    });
  }

  /** The same of a document. */
  restoreAll(value: Json): Json {
    if (typeof value === "string") return this.restore(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => this.restoreAll(one));
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        this.restore(key),
        this.restoreAll(one),
      ]),
    );
  }

  /** What a span hides. */
  secret(number: number): string | undefined {
    return this.#secrets[number - this.#first];
  }

  #hideText(text: string, key: string): string {
    if (isFormatWord(key, text)) return text;
    // A placeholder is no secret, also where a field of JSON has it.
    const hidden = [
      ...without(this.#masker.hidden(text), placeholdersIn(text)),
      ...literalSpans(text),
    ];
    if (!isSecretVariable(key)) return this.#replaced(text, hidden);
    return this.#replaced(text, [...hidden, ...outsidePlaceholders(text)]);
  }

  #hideAll(value: Json): Json {
    if (typeof value !== "string" || value === "") return value;
    return this.#replaced(value, outsidePlaceholders(value));
  }

  #replaced(text: string, found: Hidden[]): string {
    const hidden = mergedHidden(found);
    if (hidden.length === 0) return text;
    let out = "";
    let end = 0;
    for (const { from, to } of hidden) {
      out += text.slice(end, from) + this.#span(text.slice(from, to));
      end = to;
    }
    return out + text.slice(end);
  }

  #span(secret: string): string {
    let number = this.#numbers.get(secret);
    if (number === undefined) {
      number = this.#first + this.#secrets.push(secret) - 1;
      this.#numbers.set(secret, number);
    }
    return `⟪secret ${number}⟫`;
  }
}

/** The text of a variable that has its kind beside it; else the value. */
function dataOf(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  const { type, data } = value as Record<string, Json>;
  return typeof type === "string" && typeof data === "string" ? data : value;
}

/** Whether a member of a mapping is a script's code. */
function isCode(member: string, value: Json, list: string): value is string {
  return member === "code" && list === "scripts" && typeof value === "string";
}

/** What looks like a span in a file is hidden by a real one, so that it comes back as it is. */
function literalSpans(text: string): Hidden[] {
  if (!text.includes("⟪")) return [];
  return [...text.matchAll(SPAN)].map(({ 0: span, index }) => ({
    from: index,
    to: index + span.length,
    mask: "",
  }));
}

function placeholdersIn(text: string): [from: number, to: number][] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
}

function outsidePlaceholders(text: string): Hidden[] {
  const hidden: Hidden[] = [];
  let end = 0;
  const add = (from: number, to: number) => {
    const scheme = from === 0
      ? /^(?:bearer|basic|token)[ \t]+/i.exec(text)?.[0].length ?? 0
      : 0;
    if (text.slice(from + scheme, to).trim() === "") return;
    hidden.push({ from: from + scheme, to, mask: "" });
  };
  for (const { 0: placeholder, index } of text.matchAll(PLACEHOLDER)) {
    add(end, index);
    end = index + placeholder.length;
  }
  add(end, text.length);
  return hidden;
}

/** Passwords and keys that stand in the auth of a level, and not in a variable. */
function authSecrets(level: TextLevel): string[] {
  if (!("auth" in level) || level.auth === undefined) return [];
  const { type, fields } = level.auth as NonNullable<
    Collection["defaults"]["auth"]
  >;
  return SECRET_AUTH_FIELDS[type].flatMap((name) => {
    const field = fields.get(name);
    return typeof field === "object" && !field.text.includes("{{")
      ? field.text
      : [];
  });
}

/** Credentials that stand in headers and in the URL of a level. */
function writtenSecrets(level: TextLevel): string[] {
  if (!("headers" in level)) return [];
  const url = "url" in level ? level.url.text : "";
  const headers = level.headers.filter(({ value }) =>
    !value.text.includes("{{")
  );
  if (headers.length === 0 && PLAIN_URL.test(url)) return [];
  return secretsOfRequest({
    url,
    headers: headers.map(({ name, value }) => [name.text, value.text] as const),
    authHeaders: [],
  }).filter((secret) => !secret.includes("{{"));
}
