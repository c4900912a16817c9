import { parse, type Token } from "acorn";

/** A URL that is no module of Node. */
const URL_OF_OTHERS = /^(?!node:)[\w+.-]+:/;

/**
 * Calls of `require` that JSR takes for imports, and refuses: those of a URL,
 * wherever they stand in TypeScript. (Where it is generated text, quotes are
 * escaped.)
 */
export function refusedRequires(code: string): string[] {
  return [...code.matchAll(/\brequire\s*\(\s*(["'`])([^"'`]*)\1/g)]
    .map(([, , name]) => name).filter((name) => URL_OF_OTHERS.test(name));
}

/** A call of `require` with a string, in code or in what only looks like it. */
const MAY_REQUIRE =
  /\brequire(?:\s|\/\*[^]*?\*\/|\/\/.*)*\((?:\s|\/\*[^]*?\*\/|\/\/.*)*["']/;

/** The same of JavaScript whose strings hold code. */
export function refusedRequiresOfScript(code: string): string[] {
  // Most has none, and takes a hundred times as long to parse.
  if (!MAY_REQUIRE.test(code)) return [];
  // acorn's types do not have the value that each token has.
  const tokens: (Token & { value?: unknown })[] = [];
  parse(code, {
    ecmaVersion: "latest",
    sourceType: "module",
    onToken: tokens,
  });
  return tokens.filter(({ type, value }, i) =>
    type.label === "string" && URL_OF_OTHERS.test(value as string) &&
    tokens[i - 1]?.type.label === "(" && tokens[i - 2]?.value === "require"
  ).map(({ value }) => value as string);
}
