import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";
import type { Say } from "./bru_text.ts";
import { assertionTests } from "./postman_checks.ts";

/** Scripts of Postman's own dialect go as they are; others are marked for a person. */
export function eventsOf(
  scripts: RawJson,
  runtime: FileRequest["runtime"],
  say: Say,
) {
  const all = elements(scripts).map(members).filter((one) =>
    (jsonTextOf(one.code) ?? "").trim() !== ""
  );
  const events = [
    ["prerequest", ["before-request"]],
    ["test", ["after-response", "tests"]],
  ] as const;
  return events.flatMap(([listen, types]) => {
    const code = all.filter((one) => types.some((type) => type === one.type))
      .map((one) => {
        const isPostman =
          members(members(one.extensions).brace).dialect === "postman";
        const text = jsonTextOf(one.code) ?? "";
        if (one.language === "typescript") {
          say(
            `The ${one.type} script is written as a comment: it is in TypeScript, which Postman does not run (translate it)`,
          );
          return text.split(/\r\n?|\n/).map((line) => `// ${line}`).join("\n");
        }
        const written = isPostman ? text : toPm(text);
        for (const call of callsOfBrace(written)) {
          say(
            `The ${one.type} script calls "${call}", which Postman does not have (write it with pm)`,
          );
        }
        return written;
      });
    if (code.length > 1) {
      say(
        `The ${code.length} scripts of "${listen}" are written as one: Postman has one of each kind`,
        { scripts: code.length - 1 },
      );
    }
    if (listen === "test") code.push(...checks(runtime, say));
    return code.length === 0 ? [] : [{
      listen,
      script: { type: "text/javascript", exec: code.join("\n\n").split("\n") },
    }];
  });
}

/** Calls that stay and fail in Postman; none where the script itself declares the object. */
function callsOfBrace(code: string): Set<string> {
  const foreign = ["client", "bru"].filter((object) =>
    !new RegExp(String.raw`\b(?:const|let|var|function)\s+${object}\b`).test(
      code,
    )
  );
  const calls = code.matchAll(
    /(?<![.\w$"'`/])(client|bru)\.[A-Za-z]\w*(?=\()/g,
  );
  return new Set(
    [...calls].filter(([, object]) => foreign.includes(object)).map(([call]) =>
      call
    ),
  );
}

/** Calls that both have, under Postman's names. */
function toPm(code: string): string {
  return code
    .replace(/\b(?:client|bru)\.setVar\(/g, "pm.variables.set(")
    .replace(/\b(?:client|bru)\.getVar\(/g, "pm.variables.get(")
    .replace(/\b(?:client|bru)\.setEnvVar\(/g, "pm.environment.set(")
    .replace(/\b(?:client|bru)\.getEnvVar\(/g, "pm.environment.get(")
    .replace(
      /\b(?:client|bru)\.setNextRequest\(/g,
      "pm.execution.setNextRequest(",
    )
    .replace(/\bres\.body\b/g, "pm.response.json()")
    .replace(/\bres\.status\b/g, "pm.response.code")
    .replace(/(?<![.\w])test\(/g, "pm.test(")
    .replace(/(?<![.\w])expect\(/g, "pm.expect(");
}

/** Assertions and actions as scripts, where Postman has words for them. */
function checks(runtime: FileRequest["runtime"], say: Say): string[] {
  const lines = assertionTests(runtime?.assertions, say);
  for (const action of elements(runtime?.actions).map(members)) {
    if (action.disabled === true) continue;
    const expression = jsonTextOf(members(action.selector).expression) ?? "";
    const name = jsonTextOf(members(action.variable).name) ?? "";
    lines.push(
      `pm.variables.set(${JSON.stringify(name)}, ${toPm(expression)});`,
    );
  }
  return lines.length === 0 ? [] : [lines.join("\n")];
}
