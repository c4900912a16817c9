import { findVariables } from "../../host/check/find_variables.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { Output } from "../run/output.ts";
import { styleFor } from "../style_for.ts";
import type { VarsOptions } from "./options.ts";
import { varsJson } from "./vars_json.ts";
import { varsText } from "./vars_text.ts";

/** `brace vars`: tells which variables there are, from where they come and where they are used. */
export async function varsCommand(options: VarsOptions): Promise<number> {
  const { color } = options;
  const locator = new Locator();
  const masker = createMasker();
  const output = new Output(
    { ...(color !== undefined && { color }), verbose: "none", reporters: [] },
    locator,
    masker,
  );
  const found = await findVariables(options, { locator, masker });
  if (found.value === undefined) {
    await output.diagnostics(found.diagnostics);
    return loadingCode(found.diagnostics);
  }
  const { looked, about } = found.value;
  if (options.format === "json") {
    const json = JSON.stringify(varsJson(looked, about), null, 2);
    writeOutput(`${json}\n`, "json");
  } else {
    const style = styleFor(Deno.stdout, color);
    writeOutput(varsText(looked, { ...about, style }));
  }
  return 0;
}
