import { jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileScript } from "../open_collection.ts";

/** Parts of Insomnia's API that Postman has under another name. */
const RENAMED: Readonly<Record<string, string>> = {
  baseEnvironment: "collectionVariables",
  baseGlobals: "globals",
};

/** Parts that are the same in Postman's API. */
const SHARED: ReadonlySet<string> = new Set([
  "test",
  "expect",
  "environment",
  "collectionVariables",
  "variables",
  "globals",
  "iterationData",
  "request",
  "response",
  "cookies",
  "execution",
  "info",
  "require",
  "sendRequest",
]);

/** Parts of parts, and modules, that Brace does not have. */
const LACKING: readonly RegExp[] = [
  /\binsomnia\??\.request\??\.(?:auth|certificate|proxy|settings|parentFolders)\b/g,
  /\brequire\(\s*["'](?:node:)?(?:punycode|string[-_]decoder|(?:insomnia|postman)-collection)["']/g,
  // Only what stands behind a dot is renamed.
  /(?:=|\(|\breturn\b)\s*insomnia\b(?!\s*\??\.)|\binsomnia\s*\[/g,
];

/** The scripts of a request or a folder, in Postman's dialect. */
export function scriptsOf(
  owner: Record<string, RawJson>,
  notes: string[],
): FileScript[] {
  const { preRequest, afterResponse } = members(owner.scripts);
  return ([
    [owner.preRequestScript ?? preRequest, "before-request"],
    [owner.afterResponseScript ?? afterResponse, "tests"],
  ] as const).flatMap(([text, type]): FileScript[] => {
    const code = jsonTextOf(text);
    if (!code?.trim()) return [];
    const lacking = lackingIn(code);
    if (lacking.length > 0) {
      notes.push(
        `The ${type} script uses what Brace does not have (${
          lacking.join(", ")
        }): change it`,
      );
    }
    return [{
      type,
      // Insomnia's API is Postman's under another name.
      code: code.replace(
        /\binsomnia(\??\.)(\w+)/g,
        (_, dot: string, name: string) =>
          `pm${dot}${Object.hasOwn(RENAMED, name) ? RENAMED[name] : name}`,
      ).replace(/\binsomnia(?=\s*\??\.)/g, "pm"),
      extensions: { brace: { dialect: "postman" } },
    }];
  });
}

/** What stands in a script, each once. */
function lackingIn(code: string): string[] {
  const members = [...code.matchAll(/\binsomnia\s*\??\.\s*(\w+)/g)]
    .map(([, name]) => name)
    .filter((name) => !SHARED.has(name) && !Object.hasOwn(RENAMED, name))
    .map((name) => `insomnia.${name}`);
  const others = LACKING.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([text]) => text.trim())
  );
  return [...new Set([...members, ...others])];
}
