import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
import type { FileVariable } from "../open_collection.ts";
import type {
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { fileNotes, namedIn } from "../named_files.ts";
import {
  type CommandRequest,
  curlRequests,
  NAME_CERTIFICATE,
} from "./curl_request.ts";
import { commandsIn, type Program, type ScriptCommand } from "./commands_in.ts";
import {
  clientMessage,
  fillsSession,
  openBlocks,
  otherClient,
} from "./other_clients.ts";
import { grpcurlRequest } from "./grpcurl_request.ts";
import { codeOf, posixLines } from "./markdown_code.ts";
import { passedWords } from "./native_quotes.ts";
import type { ReadCommand } from "./stream_command.ts";
import {
  assignmentOf,
  assignmentsIn,
  bracesIn,
  doubtfulUrl,
  doubtfulUrls,
  filledIn,
} from "./shell_variables.ts";
import { websocatRequest, wscatRequest } from "./websocket_request.ts";
import { asTyped } from "./shell_expansion.ts";
import { leftOut } from "./shell_words.ts";
import { UnclosedQuoteError } from "./split_command.ts";
import { type AccountCounts, addCounts } from "../counts.ts";
import { curlArguments, noUrlReason, typographicReason } from "./curl_flags.ts";

const OUTPUT_USED = "Left out what the shell does with the output";

/** Imports commands of curl, grpcurl, websocat and wscat, as documentation and browsers show them; others are left out. */
export function importCurl(
  { name, files, main, hasFile }: ImportSource,
): ImportResult {
  const file = main ?? [...files.keys()][0] ?? name;
  const written = (files.get(file) ?? "").replace(/^\ufeff/, "");
  const text = codeOf(written, file);
  const posix = posixLines(written);
  const items: ImportedRequest[] = [];
  const notes: ImportNote[] = [];
  const protoFiles = new Set<string>();
  const importPaths = new Set<string>();
  const certificates = new Map<string, Record<string, unknown>>();
  let variables: FileVariable[] = [];
  /** What is wrong if nothing else can be imported. */
  let lacking: Diagnostic | undefined;
  try {
    const commands = commandsIn(text, posix);
    const assigned = assignmentsIn(commands);
    variables = [...assigned].map(([name, { value }]) => ({ name, value }));
    const isInside = openBlocks();
    for (const command of commands) {
      const { program, line, rest, shell } = command;
      if (isInside(command)) continue;
      const source = { file, line };
      const leave = (message: string) =>
        notes.push({ kind: "changed", message, source });
      if (program === undefined) {
        const client = otherClient(command);
        if (client !== undefined) {
          notes.push({
            kind: "person",
            message: clientMessage(client),
            source,
          });
          continue;
        }
        if (fillsSession(command)) continue;
        const [name] = assignmentOf(command) ?? [];
        if (name !== undefined && assigned.has(name)) continue;
        if (command.outputs?.length) {
          // One that goes through a pipe has said so.
          if (command.outputs.every(({ rest }) => !rest)) leave(OUTPUT_USED);
          continue;
        }
        leave(
          `Left out "${
            firstWord(command)
          }", which is not curl, grpcurl, websocat or wscat`,
        );
        continue;
      }
      let requests: readonly CommandRequest[];
      let files: readonly string[] = [];
      let protos: readonly string[] = [];
      const said = leftOut(command);
      const typographic = changedBy(command);
      if (typographic !== undefined) {
        lacking ??= notImported(file, line, typographic);
        notes.push({
          kind: "person",
          message: `Left out a command of ${program.name}: ${typographic}`,
          source,
        });
        continue;
      }
      if (program.name === "curl") {
        const { words, note } = shell === "powershell"
          ? passedWords(program.word, program.args)
          : { words: program.args };
        requests = curlRequests(words, command.input);
        if (note !== undefined) said.push(note);
        if (requests.length === 0) {
          const reason = asTyped(
            noUrlReason(words, command.unknown),
            command.expansions,
          );
          lacking ??= notImported(
            file,
            line,
            `the curl command has no URL${reason}`,
          );
          notes.push({
            kind: "person",
            message: `Left out a command of curl, which has no URL${reason}`,
            source,
          });
          continue;
        }
      } else {
        const read = readStream(program.name, command);
        if (read.request === undefined) {
          leave(read.left);
          continue;
        }
        requests = [read.request];
        files = read.files ?? [];
        for (const path of read.protoFiles ?? []) protoFiles.add(path);
        for (const path of read.importPaths ?? []) importPaths.add(path);
        protos = [...read.protoFiles ?? [], ...read.importPaths ?? []];
      }
      const urls = requests.map(({ request }) => request.http?.url);
      const doubtful = doubtfulUrls(command, { urls, assigned });
      const filled = filledIn(command, {
        assigned,
        except: doubtful,
        written: [
          requests.map(({ request, certificate }) => [request, certificate]),
          protos,
        ],
      });
      if (filled !== undefined) said.push(filled);
      const braces = bracesIn(program.name, command);
      if (braces !== undefined) said.push(braces);
      for (const { request, notes: own, certificate = {} } of requests) {
        const item: ImportedRequest = { kind: "request", request };
        items.push(item);
        const isTaken = certificate.domain !== undefined;
        for (const note of own) {
          if (isTaken && note.message === NAME_CERTIFICATE) continue;
          const message = asTyped(note.message, command.expansions);
          notes.push({ ...note, message, source, item });
        }
        for (const one of doubtful) {
          if (request.http?.url !== `{{${one.name}}}`) continue;
          const message = doubtfulUrl(one);
          notes.push({ kind: "person", message, source, item });
        }
        const isKnown = certificates.has(JSON.stringify(certificate));
        certificates.set(JSON.stringify(certificate), certificate);
        const named = [
          ...namedIn(request.http?.body),
          ...files,
          ...(isKnown ? [] : certificateFiles(certificate)),
        ].filter((path) => path !== "-" && path !== ".");
        for (
          const note of [
            ...said.map((message) => ({ kind: "person" as const, message })),
            ...fileNotes(named, hasFile),
          ]
        ) {
          notes.push({ ...note, source, item });
        }
      }
      if (rest !== undefined) {
        leave(OUTPUT_USED);
      }
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    return { diagnostics: [unclosed(file, text, error)] };
  }
  if (items.length === 0) {
    return { diagnostics: [lacking ?? nothing(file)] };
  }
  const [first] = items;
  const protobuf = protobufOf(protoFiles, importPaths);
  const clientCertificates = [...certificates.values()]
    .filter(({ domain }) => domain !== undefined);
  const config = {
    ...(protobuf && { protobuf }),
    ...(clientCertificates.length > 0 && { clientCertificates }),
  };
  return {
    value: {
      name: items.length === 1
        ? first.request.info.name
        : file.replace(/^.*[/\\]|\.\w+$/g, ""),
      defaults: variables.length > 0 ? { variables } : {},
      ...(Object.keys(config).length > 0 && { config }),
      items,
      environments: [],
      secrets: [],
      notes,
      counts: { ...countCurl(text, posix), variables: variables.length },
    },
    diagnostics: [],
  };
}

function notImported(
  file: string,
  line: number,
  reason: string,
): Diagnostic {
  return {
    code: "INVALID_SYNTAX",
    severity: "error",
    message: `Cannot import "${file}": ${reason}`,
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
    message:
      `Cannot import "${file}": it contains no command of curl, grpcurl, websocat or wscat that sends a request`,
    location: { file },
  };
}

/** What other programs than curl do. */
function readStream(
  name: Exclude<Program["name"], "curl">,
  { program, input }: ScriptCommand,
): ReadCommand {
  const args = program?.args ?? [];
  switch (name) {
    case "grpcurl":
      return grpcurlRequest(args, input);
    case "websocat":
      return websocatRequest(args, input);
    case "wscat":
      return wscatRequest(args);
    default:
      return name satisfies never;
  }
}

/** The files that a client certificate is in, each once. */
function certificateFiles(
  {
    certificateFilePath = "",
    privateKeyFilePath = "",
    pkcs12FilePath = "",
  }: Record<string, unknown>,
): string[] {
  const paths = [certificateFilePath, privateKeyFilePath, pkcs12FilePath];
  return [...new Set(paths.map(String))];
}

/** Where `.proto` files are, for `config` of the collection. */
function protobufOf(
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  if (files.size === 0 && folders.size === 0) return undefined;
  return {
    ...(files.size > 0 &&
      { protoFiles: [...files].map((path) => ({ type: "file", path })) }),
    ...(folders.size > 0 &&
      { importPaths: [...folders].map((path) => ({ path })) }),
  };
}

/**
 * Counts the requests of commands: one for each URL of curl's, and for each
 * call and connection of the others.
 *
 * @throws {UnclosedQuoteError} A quote has no end.
 */
function countCurl(text: string, posix: ReadonlySet<number>): AccountCounts {
  let requests = 0;
  for (const command of commandsIn(text, posix)) {
    const { program } = command;
    if (program === undefined) continue;
    const { name, args } = program;
    requests += changedBy(command) !== undefined
      ? 0
      : name === "curl"
      ? curlArguments(args).given.filter(({ name }) => name === "url").length
      : readStream(name, command).request
      ? 1
      : 0;
  }
  return addCounts({ requests });
}

function changedBy({ program, typographic }: ScriptCommand) {
  return typographicReason({
    typographic,
    args: program?.name === "curl" ? program.args : [],
  });
}

/** The first word as it is written, cut where it is long. */
function firstWord(
  { words: [word], expansions = [], written: first = word }: ScriptCommand,
): string {
  const written = expansions.reduce(
    (word, { name, text }) => word.replace(`{{${name}}}`, () => text),
    first,
  );
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
