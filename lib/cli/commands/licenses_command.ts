import { writeOutput } from "../../host/terminal/write_output.ts";
import licences from "./licences.json" with { type: "json" };

/** `brace licenses`: prints the licences of Brace and of what it contains. */
export function licensesCommand(): number {
  writeOutput(licencesText(), "text");
  return 0;
}

/** The licences of Brace and of what it contains, one after the other. */
export function licencesText(): string {
  return licences.map(({ of, licence }) =>
    `${of}\n${"=".repeat(of.length)}\n\n${licence}\n`
  ).join("\n\n");
}
