import { writeOutput } from "../../host/terminal/write_output.ts";
import { licencesText } from "./licences_text.ts";

/** `brace licenses`: prints the licences of Brace and of what it contains. */
export function licensesCommand(): number {
  writeOutput(licencesText(), "text");
  return 0;
}
