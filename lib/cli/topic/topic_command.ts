import { writeOutput } from "../../host/terminal/write_output.ts";
import { styleFor } from "../style_for.ts";
import { readTopic } from "./read_topic.ts";
import { renderPage } from "./render_page.ts";
import type { TopicName } from "./topics.ts";
import { widthOf } from "../../host/terminal/width.ts";

/** Columns that are read with ease. */
const MAX_WIDTH = 110;

/** Prints a page of the documentation as the terminal can show it. */
export async function topicCommand(name: TopicName): Promise<number> {
  const width = Math.min(widthOf(Deno.stdout), MAX_WIDTH);
  const style = styleFor(Deno.stdout, undefined);
  writeOutput(renderPage(await readTopic(name), { width, style }));
  return 0;
}
