import { writeOutput } from "../../host/terminal/write_output.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { completions } from "./completions.ts";
import type { Completed } from "./shells.ts";

/**
 * `brace completions`: prints what a shell needs to complete Brace's command
 * lines, or what it asks for while one is written.
 */
export async function completionsCommand(wanted: Completed): Promise<number> {
  if (wanted.kind === "script") {
    writeOutput(await completions(wanted.shell), "text");
  } else {
    const names = await offered(wanted);
    // A line that is not a name would be typed in as one.
    const lines = names.filter((name) => escapeControls(name) === name);
    writeOutput(lines.map((name) => `${name}\n`).join(""));
  }
  return 0;
}

/** Nobody reads about problems while a line is written: then there is nothing to offer. */
async function offered(
  { kind, word }: Exclude<Completed, { kind: "script" }>,
): Promise<string[]> {
  try {
    switch (kind) {
      case "environments": {
        const { environmentNames } = await import(
          "../../host/complete/environment_names.ts"
        );
        const names = await environmentNames();
        return names.filter((name) => name.startsWith(word));
      }
      case "paths": {
        const { requestPaths } = await import(
          "../../host/complete/request_paths.ts"
        );
        return requestPaths(word);
      }
      default:
        return kind satisfies never;
    }
  } catch {
    return [];
  }
}
