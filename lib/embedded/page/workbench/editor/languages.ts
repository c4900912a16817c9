import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { xml } from "@codemirror/lang-xml";
import { yaml } from "@codemirror/lang-yaml";
import {
  indentService,
  StreamLanguage,
  type StringStream,
} from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { isBruComment } from "./bru_comment.ts";
import type { EditorLanguage } from "./types.ts";

/** What an editor knows of a language. */
export function languageOf(name: EditorLanguage): Extension {
  switch (name) {
    case "json":
      return [jsonIndent, json()];
    case "xml":
      return xml();
    case "javascript":
      return javascript();
    case "typescript":
      return javascript({ typescript: true });
    case "yaml":
      return yaml();
    case "graphql":
      return graphql;
    case "bru":
      return bru;
    case "text":
      return [];
    default:
      return name satisfies never;
  }
}

/** By the lines: a placeholder without quotes is no JSON, and the syntax knows nothing from there on. */
const jsonIndent = indentService.of((context, pos) => {
  const { state: { doc }, simulatedBreak, unit } = context;
  let line = doc.lineAt(pos);
  let before = simulatedBreak === pos ? doc.sliceString(line.from, pos) : "";
  while (before.trim() === "" && line.number > 1) {
    line = doc.line(line.number - 1);
    before = line.text;
  }
  const opens = /[[{][^\]}]*$/.test(before) ? unit : 0;
  const closes = /^\s*[\]}]/.test(context.lineAt(pos).text) ? unit : 0;
  return Math.max(0, context.lineIndent(line.from, -1) + opens - closes);
});

const WORDS = new Set([
  "query",
  "mutation",
  "subscription",
  "fragment",
  "on",
  "true",
  "false",
  "null",
]);

const graphql = StreamLanguage.define({
  name: "graphql",
  startState: () => ({ block: false }),
  token(stream: StringStream, state: { block: boolean }) {
    if (state.block || stream.match('"""')) {
      state.block = !stream.match(/.*?"""/);
      if (state.block) stream.skipToEnd();
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
    if (stream.match(/[$@]\w+/)) return "atom";
    const word = stream.match(/[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word) return WORDS.has(word[0]) ? "keyword" : "propertyName";
    stream.next();
    return null;
  },
});

const bru = StreamLanguage.define({
  name: "bru",
  startState: () => ({ block: "" }),
  token(stream: StringStream, state: { block: string }) {
    if (stream.sol() && stream.match(/[a-z][\w:-]*(?=\s*[{[])/)) {
      state.block = stream.current();
      return "keyword";
    }
    if (stream.eatSpace()) return null;
    if (isBruComment(stream.string, stream.pos, state.block)) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/\{\{[^{}]*\}\}/)) return "atom";
    if (stream.match(/~?[\w.$-]+(?=:\s)/)) return "propertyName";
    if (stream.match(/"(?:[^"\\]|\\.)*"/)) return "string";
    if (stream.match(/\b(?:true|false|null)\b/)) return "bool";
    stream.next();
    return null;
  },
});
