import { isJsonPath } from "../../../core/assertion/select_fast.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";
import { type Say, shownName } from "./bru_text.ts";
import { assertionTests } from "./postman_checks.ts";
import { asJavaScript } from "./script/as_java_script.ts";
import { notePostman } from "./script/script_notes.ts";
import { toPostmanScript } from "./script/to_postman.ts";

/**
 * Scripts of Postman's own dialect go as they are; others are marked for a person.
 *
 * @param defined Names that files give a value in another scope than the runtime's.
 */
export function eventsOf(
  scripts: RawJson,
  runtime: FileRequest["runtime"],
  { defined, say }: {
    readonly defined: ReadonlySet<string>;
    readonly say: Say;
  },
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
        const written = toPostmanScript(text, { isPostman, defined });
        notePostman(`The ${one.type} script`, written, say);
        return written.code;
      });
    if (code.length > 1) {
      say(
        `The ${code.length} scripts of "${listen}" are written as one: Postman has one of each kind`,
        undefined,
        "person",
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

/** Assertions and actions as scripts, where Postman has words for them. */
function checks(runtime: FileRequest["runtime"], say: Say): string[] {
  const lines = assertionTests(runtime?.assertions, say);
  for (const action of elements(runtime?.actions).map(members)) {
    if (action.disabled === true) continue;
    const expression = jsonTextOf(members(action.selector).expression) ?? "";
    const name = jsonTextOf(members(action.variable).name) ?? "";
    lines.push(actionLine(name, expression, say));
  }
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** What takes a value out of a response; a comment, where Postman has no words for it. */
function actionLine(name: string, expression: string, say: Say): string {
  const plain = asJavaScript(expression);
  const written = toPostmanScript(plain ?? expression);
  const isOther = plain === undefined && isJsonPath(expression);
  if (isOther || written.isBroken || written.lacking.length > 0) {
    const line = `${name}: ${expression}`.replaceAll(
      /[\r\n\u2028\u2029]+/g,
      " ",
    );
    say(
      `The action for "${
        shownName(name)
      }" is written as a comment, so Postman does not set the variable: write it with pm.variables.set`,
    );
    return `// ${line}`;
  }
  return `pm.variables.set(${JSON.stringify(name)}, ${written.code});`;
}
