import { writeOutput } from "../../host/terminal/write_output.ts";
import { manPage } from "./man_page.ts";

/** `brace man`: prints the manual page. */
export function manCommand(): number {
  writeOutput(manPage());
  return 0;
}
