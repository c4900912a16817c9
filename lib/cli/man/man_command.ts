import { writeOutput } from "../../host/terminal/write_output.ts";
import { manPage } from "./man_page.ts";

/** `brace man`: prints the manual page. */
export async function manCommand(): Promise<number> {
  writeOutput(await manPage(), "text");
  return 0;
}
