import { type Options, parse, type Token, tokenizer } from "acorn";

/** A part of a script: a text, a word, or a mark such as `=`; offsets in the code. */
export interface ScriptToken {
  /** A `part` stands between the expressions of a template literal. */
  readonly kind: "text" | "part" | "word" | "mark";
  /** What a text says without its escapes, the word, the mark. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Of a text or part: where in the code each of its characters stands, and its end. */
  readonly places: readonly number[];
}

/** A comment without its marks. */
export interface ScriptComment {
  readonly text: string;
  readonly start: number;
}

/** The tokens of a script, in order. */
export interface ScriptTokens {
  readonly tokens: readonly ScriptToken[];
  readonly comments: readonly ScriptComment[];
}

/**
 * Takes a script apart as the engine does. Only a parser tells a regular
 * expression from a division for sure: what it refuses is read token by token,
 * without what is none.
 *
 * @param isProse Whether a text may be no code at all, such as a comment.
 */
export function scriptTokens(code: string, isProse = false): ScriptTokens {
  for (const sourceType of isProse ? [] : ["script", "module"] as const) {
    const found: Found = { tokens: [], comments: [] };
    try {
      parse(code, { ...optionsFor(found, 0), sourceType });
      return { tokens: joined(found.tokens, code), comments: found.comments };
    } catch {
      // The next one may fit; there is none for a text that nests too deeply.
    }
  }
  return looseTokens(code);
}

interface Found {
  readonly tokens: Token[];
  readonly comments: ScriptComment[];
}

function optionsFor({ tokens, comments }: Found, offset: number): Options {
  return {
    ecmaVersion: "latest",
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
    onToken: tokens,
    onComment: (isBlock, text, start, end) => {
      const from = isBlock ? start + "/*".length : end - text.length;
      comments.push({ text, start: offset + from });
    },
  };
}

/** Goes on behind what is no token, such as an apostrophe in a sentence. */
function looseTokens(code: string): ScriptTokens {
  const all: ScriptToken[] = [];
  const comments: ScriptComment[] = [];
  for (let at = 0; at < code.length;) {
    const rest = code.slice(at);
    const tokens: Token[] = [];
    const reader = tokenizer(rest, optionsFor({ tokens, comments }, at));
    let next = rest.length;
    try {
      while (reader.getToken().type.label !== "eof");
    } catch (error) {
      const { pos } = error as { pos?: number };
      // Where the token begins at which it stopped; no declaration has it.
      const { start } = reader as unknown as { start: number };
      // What is wrong inside of a text would make its end a beginning.
      const line = rest.indexOf("\n", pos);
      next = pos === start ? start + 1 : line < 0 ? rest.length : line + 1;
    }
    for (const token of joined(tokens, rest)) {
      all.push({
        ...token,
        start: token.start + at,
        end: token.end + at,
        places: token.places.map((place) => place + at),
      });
    }
    at += next;
  }
  return { tokens: all, comments };
}

function joined(found: readonly Token[], code: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  for (let at = 0; at < found.length; at++) {
    const token: Token & { readonly value?: unknown } = found[at];
    const { type: { label, keyword }, value, start, end } = token;
    if (label === "string") {
      tokens.push(textToken("text", code, { start, end, quote: 1 }));
    } else if (label === "`" && found[at + 2]?.type.label === "`") {
      const end = found[at += 2].end;
      tokens.push(textToken("text", code, { start, end, quote: 1 }));
    } else if (label === "template" || label === "invalidTemplate") {
      tokens.push(textToken("part", code, { start, end, quote: 0 }));
    } else {
      const isWord = label === "name" || label === "privateId" || keyword;
      tokens.push({
        kind: isWord ? "word" : "mark",
        value: typeof value === "string" && label !== "num" ? value : label,
        start,
        end,
        places: [],
      });
    }
  }
  return tokens;
}

const ESCAPE =
  /\\(?:u\{([\da-f]{1,8})\}|u([\da-f]{4})|x([\da-f]{2})|([0-7]{1,3})|\r\n|([^]))/gi;
const CONTROLS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
  "\r": "",
  "\u2028": "",
  "\u2029": "",
};

function textToken(
  kind: "text" | "part",
  code: string,
  { start, end, quote }: {
    readonly start: number;
    readonly end: number;
    readonly quote: number;
  },
): ScriptToken {
  const places: number[] = [];
  let value = "";
  const add = (text: string, from: number, isEscape: boolean) => {
    for (let at = 0; at < text.length; at++) {
      places.push(isEscape ? from : from + at);
    }
    value += text;
  };
  const inside = code.slice(start + quote, end - quote);
  let at = 0;
  for (const match of inside.matchAll(ESCAPE)) {
    const { 0: escape, index } = match;
    add(inside.slice(at, index), start + quote + at, false);
    const [, point, unit, hex, octal, other] = match;
    const digits = point ?? unit ?? hex;
    const code = digits === undefined
      ? octal === undefined ? undefined : parseInt(octal, 8)
      : parseInt(digits, 16);
    const text = code === undefined
      ? CONTROLS[other ?? "\n"] ?? other
      : code > 0x10ffff
      ? ""
      : String.fromCodePoint(code);
    add(text, start + quote + index, true);
    at = index + escape.length;
  }
  add(inside.slice(at), start + quote + at, false);
  places.push(end - quote);
  return { kind, value, start, end, places };
}
