import { type Say, shownName } from "../bru_text.ts";
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
