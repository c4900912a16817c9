import { writeOutput } from "../../host/terminal/write_output.ts";
import { styleFor } from "../style_for.ts";
import { readTopic } from "./read_topic.ts";
import { renderPage } from "./render_page.ts";
import type { TopicName } from "./topics.ts";

/** Columns where there is no terminal, and the most that are read with ease. */
const WIDTH = 80;
const MAX_WIDTH = 110;

/** Prints a page of the documentation as the terminal can show it. */
export async function topicCommand(name: TopicName): Promise<number> {
  const width = Deno.stdout.isTerminal()
    // A terminal without a size has 0 columns.
    ? Math.min(Deno.consoleSize().columns || WIDTH, MAX_WIDTH)
    : WIDTH;
  const style = styleFor(Deno.stdout, undefined);
  writeOutput(renderPage(await readTopic(name), { width, style }));
  return 0;
}
