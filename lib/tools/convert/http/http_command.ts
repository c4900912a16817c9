import { curlRequests } from "../curl/curl_request.ts";
import { passedWords } from "../curl/native_quotes.ts";
import { typographicReason } from "../curl/curl_flags.ts";
import { splitCommands, UnclosedQuoteError } from "../curl/split_command.ts";
import { shellOf } from "../curl/texts_by_shell.ts";
import type { FileRequest } from "../open_collection.ts";

/** The request of a command of curl's, which the REST client of VS Code reads too. */
export function httpCommand(command: string, said: string[]): FileRequest {
  try {
    const shell = shellOf(command);
    const [first] = splitCommands(command, shell);
    const { words: [program, ...args] = ["curl"], typographic } = first ?? {};
    const { words, note = [] } = shell === "powershell"
      ? passedWords(program, args)
      : { words: args };
    const changed = typographicReason({ args: words, typographic });
    const [made, ...others] = changed === undefined ? curlRequests(words) : [];
    if (made !== undefined) {
      said.push(...[note].flat());
      for (const { message } of made.notes) said.push(message);
      if (others.length > 0) {
        said.push(
          "The command of curl has several URLs: the first one is kept",
        );
      }
      return made.request;
    }
    said.push(
      changed === undefined
        ? "The command of curl has no URL: write the request"
        : `The command of curl is not read: ${changed}`,
    );
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    said.push(`The command of curl is not whole: ${error.message}`);
  }
  return {
    info: { name: "curl", type: "http" },
    http: { method: "GET", url: "" },
  };
}
