import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
import type {
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { fileNotes, namedIn } from "../named_files.ts";
import { curlRequests } from "./curl_request.ts";
import {
  type ShellCommand,
  shellOf,
  splitCommands,
  UnclosedQuoteError,
} from "./split_command.ts";
import { type AccountCounts, addCounts } from "../counts.ts";
import { curlArguments } from "./curl_flags.ts";

/** Imports curl commands, as documentation and browsers show them; other commands are left out. */
export function importCurl(
  { name, files, main, hasFile }: ImportSource,
): ImportResult {
  const file = main ?? [...files.keys()][0] ?? name;
  const text = (files.get(file) ?? "").replace(/^\ufeff/, "");
  const items: ImportedRequest[] = [];
  const notes: ImportNote[] = [];
  try {
    for (const { args, line, rest } of commandsIn(text)) {
      if (args === undefined) {
        notes.push({
          kind: "changed",
          message: `Left out a command that is not curl`,
          source: { file, line },
        });
        continue;
      }
      const requests = curlRequests(args);
      if (requests.length === 0) {
        return { diagnostics: [withoutUrl(file, line)] };
      }
      for (const { request, notes: said } of requests) {
        const item: ImportedRequest = { kind: "request", request };
        items.push(item);
        for (const note of said) {
          notes.push({ ...note, source: { file, line }, item });
        }
        for (const message of fileNotes(namedIn(request.http?.body), hasFile)) {
          notes.push({ kind: "person", message, source: { file, line }, item });
        }
      }
      if (rest !== undefined) {
        notes.push({
          kind: "changed",
          message: `Left out what the shell does with the output`,
          source: { file, line },
        });
      }
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    return { diagnostics: [unclosed(file, text, error)] };
  }
  if (items.length === 0) {
    return { diagnostics: [nothing(file)] };
  }
  const [first] = items;
  return {
    value: {
      name: items.length === 1
        ? first.request.info.name
        : file.replace(/^.*[/\\]|\.\w+$/g, ""),
      defaults: {},
      items,
      environments: [],
      secrets: [],
      notes,
      counts: countCurl(text),
    },
    diagnostics: [],
  };
}

function withoutUrl(file: string, line: number): Diagnostic {
  return {
    code: "INVALID_SYNTAX",
    severity: "error",
    message: `Cannot import "${file}": the curl command has no URL`,
    location: { file, line, column: 1 },
  };
}

function unclosed(
  file: string,
  text: string,
  { message, offset }: UnclosedQuoteError,
): Diagnostic {
  return {
    code: "INVALID_SYNTAX",
    severity: "error",
    message: `Cannot import "${file}": ${message}`,
    location: { file, ...lineColumn(text, offset), length: 1 },
  };
}

function nothing(file: string): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${file}": it contains no curl command`,
    location: { file },
  };
}

/**
 * Counts the requests of curl's commands: one for each URL.
 *
 * @throws {UnclosedQuoteError} A quote has no end.
 */
function countCurl(text: string): AccountCounts {
  let requests = 0;
  for (const { args } of commandsIn(text)) {
    if (!args) continue;
    requests += curlArguments(args).given.filter(({ name }) => name === "url")
      .length;
  }
  return addCounts({ requests });
}

/** A command of curl's. */
interface CurlCommand extends ShellCommand {
  /** The words behind `curl`; undefined for another command. */
  readonly args: readonly string[] | undefined;
}

/**
 * The commands of a text in order, those behind a pipe or a redirection on the
 * same line included where they are curl's.
 *
 * @throws {UnclosedQuoteError} A quote has no end.
 */
function* commandsIn(text: string): Generator<CurlCommand> {
  const shell = shellOf(text);
  for (const command of splitCommands(text, shell)) {
    yield { ...command, args: argsOf(command) };
    for (let { rest } = command; rest !== undefined;) {
      let inside: ShellCommand[];
      try {
        inside = splitCommands(rest.replace(/^[|<>&\s]+/, ""), shell);
      } catch (error) {
        // What the shell does behind a pipe may go on over several lines.
        if (!(error instanceof UnclosedQuoteError)) throw error;
        break;
      }
      for (const one of inside) {
        const args = argsOf(one);
        if (args) yield { ...one, line: command.line, args };
      }
      rest = inside.at(-1)?.rest;
    }
  }
}

function argsOf({ words }: ShellCommand): readonly string[] | undefined {
  const at = words.findIndex((word) =>
    /^(?:.*[/\\])?curl(?:\.exe)?$/i.test(word)
  );
  return at === -1 ? undefined : words.slice(at + 1);
}
