import { writeOutput } from "../../host/terminal/write_output.ts";
import licences from "./licences.json" with { type: "json" };

/** `brace licenses`: prints the licences of Brace and of what it contains. */
export function licensesCommand(): number {
  const texts = licences.map(({ of, licence }) =>
    `${of}\n${"=".repeat(of.length)}\n\n${licence}\n`
  );
  writeOutput(texts.join("\n\n"));
  return 0;
}
