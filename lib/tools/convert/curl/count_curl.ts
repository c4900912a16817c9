import { addCounts, type Counts } from "../counts.ts";
import { commandsIn } from "./commands_in.ts";
import { curlArguments } from "./curl_flags.ts";

/**
 * Counts the requests of curl's commands: one for each URL.
 *
 * @throws {UnclosedQuoteError} A quote has no end.
 */
export function countCurl(text: string): Counts {
  let requests = 0;
  for (const { args } of commandsIn(text)) {
    if (!args) continue;
    requests += curlArguments(args).given.filter(({ name }) => name === "url")
      .length;
  }
  return addCounts({ requests });
}
