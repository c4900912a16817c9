import { type Say, shownName } from "../bru_text.ts";
import type { BrunoExpression } from "./bruno_expression.ts";
import type { Rewritten } from "./rewrite.ts";
import type { BrunoScript } from "./to_bruno.ts";

/** Names what of a script Postman does not have. */
export function notePostman(what: string, script: Rewritten, say: Say): void {
  note(what, script, { program: "Postman", wayOut: "write it with pm", say });
}

/** Names what of a script Bruno does not have. */
export function noteBruno(what: string, script: BrunoScript, say: Say): void {
  note(what, script, { program: "Bruno", wayOut: "change it", say });
  if (script.developer.length > 0) {
    say(
      `${what} uses ${
        quoted(script.developer)
      }, which Bruno has only in developer mode (bru run --sandbox developer)`,
    );
  }
}

/** Names what of an expression Bruno does not evaluate. */
export function noteExpression(
  what: string,
  written: BrunoExpression,
  say: Say,
): void {
  if (written.isJsonPath) {
    say(
      `${what} fails in Bruno, which has no JSONPath: write it with res.body, or in a script`,
    );
    return;
  }
  // What cannot be parsed fails in Brace as well.
  if (!written.isBroken) noteBruno(what, written, say);
  if (written.inScripts.length > 0) {
    say(
      `${what} uses ${
        quoted(written.inScripts)
      }, which Bruno has only in scripts (write it in one)`,
    );
  }
}

function note(
  what: string,
  { lacking, limits, isBroken }: Rewritten,
  { program, wayOut, say }: {
    readonly program: string;
    readonly wayOut: string;
    readonly say: Say;
  },
): void {
  if (isBroken) {
    say(`${what} keeps its words: it cannot be parsed (${wayOut})`);
  }
  if (lacking.length > 0) {
    say(
      `${what} uses ${
        quoted(lacking)
      }, which ${program} does not have (${wayOut})`,
    );
  }
  for (const limit of limits) say(`${what} ${limit}`);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${shownName(name)}"`).join(", ");
}
