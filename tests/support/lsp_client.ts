import { type ChildProcess, spawn } from "node:child_process";
import { toFileUrl } from "@std/path/to-file-url";
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { denoArguments } from "./brace.ts";

/** An editor's side of a language server that runs as a process. */
export interface LspClient {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  /** What the server tells of itself. */
  readonly initialized: Record<string, unknown>;
  /** What the server wants to be told, of what the client lets it ask for. */
  readonly registered: readonly string[];
  /** The address of a file. */
  uri(path: string): string;
  /** Opens a file with a text. */
  open(path: string, text: string): Promise<void>;
  /** Replaces a part of an open file's text. */
  edit(path: string, from: string, to: string): Promise<void>;
  /** Replaces what is between two offsets of an open file's text; gives the text as it is then. */
  replace(
    path: string,
    start: number,
    end: number,
    to: string,
  ): Promise<string>;
  /** The problems of a file as soon as they are as wanted. */
  problems(
    path: string,
    wanted: (diagnostics: Diagnostic[]) => boolean,
  ): Promise<Diagnostic[]>;
  /** Line and character behind a text in an open file. */
  behind(path: string, text: string): { line: number; character: number };
  /** Closes all files; paths are in another folder from then on. */
  moveTo(root: string): Promise<void>;
  /** Shuts it down and gives its exit code. */
  stop(): Promise<number | null>;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** What the server may do: read, and nothing else. */
export const LSP_PERMISSIONS = ["--allow-read", "--no-prompt"];

/** Starts a server and a client for it. */
export async function lspClient(
  root: string,
  options: {
    readonly environment?: string;
    /** Settings to answer with, where the client has some. */
    readonly settings?: () => unknown;
    /** Whether it reads snippets. */
    readonly snippets?: boolean;
  } = {},
): Promise<LspClient> {
  const process = spawn(
    Deno.execPath(),
    denoArguments(["lsp", "--stdio"], LSP_PERMISSIONS),
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) =>
    process.on("exit", resolve)
  );
  const reader = new StreamMessageReader(process.stdout!);
  // A server that ends may leave a half message: nobody waits for the rest.
  reader.partialMessageTimeout = 0;
  const connection = createProtocolConnection(
    reader,
    new StreamMessageWriter(process.stdin!),
  );
  const published = new Map<string, Diagnostic[]>();
  /** The last version of each file that was told of. */
  const versions = new Map<string, number>();
  const waiting = new Set<() => void>();
  connection.onNotification(
    "textDocument/publishDiagnostics",
    ({ uri, diagnostics, version: of }: PublishDiagnosticsParams) => {
      // What is about an earlier text comes late.
      if (of !== undefined && of !== versions.get(uri)) return;
      published.set(uri, diagnostics);
      for (const look of [...waiting]) look();
    },
  );
  const registered: string[] = [];
  connection.onRequest(
    "client/registerCapability",
    ({ registrations }: { registrations: { method: string }[] }) => {
      registered.push(...registrations.map(({ method }) => method));
      return null;
    },
  );
  connection.onRequest(
    "workspace/configuration",
    ({ items }: { items: unknown[] }) =>
      items.map(() => options.settings?.() ?? null),
  );
  connection.listen();
  const { serverInfo, capabilities } = await connection.sendRequest<
    Record<string, unknown>
  >("initialize", {
    processId: null,
    rootUri: toFileUrl(root).href,
    capabilities: {
      workspace: {
        configuration: options.settings !== undefined,
        didChangeWatchedFiles: { dynamicRegistration: true },
      },
      textDocument: {
        completion: {
          completionItem: { snippetSupport: options.snippets === true },
        },
      },
    },
    initializationOptions: { environment: options.environment ?? "" },
  });
  await connection.sendNotification("initialized", {});
  const texts = new Map<string, string>();
  let version = 0;
  const uri = (path: string) => toFileUrl(`${root}/${path}`).href;
  const next = (path: string) => {
    versions.set(uri(path), ++version);
    return version;
  };
  const behind = (path: string, text: string) => {
    const whole = texts.get(path) ?? "";
    const at = whole.indexOf(text);
    if (at === -1) throw new Error(`${path} has no ${text}`);
    const lines = whole.slice(0, at + text.length).split("\n");
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  };
  return {
    connection,
    process,
    initialized: { serverInfo, capabilities },
    registered,
    uri,
    behind,
    ended,
    async open(path, text) {
      texts.set(path, text);
      await connection.sendNotification("textDocument/didOpen", {
        textDocument: {
          uri: uri(path),
          languageId: path.endsWith(".bru") ? "bruno" : "yaml",
          version: next(path),
          text,
        },
      });
    },
    async edit(path, from, to) {
      const end = behind(path, from);
      const whole = texts.get(path)!;
      const lines = whole.slice(0, whole.indexOf(from)).split("\n");
      const start = { line: lines.length - 1, character: lines.at(-1)!.length };
      texts.set(path, whole.replace(from, () => to));
      published.delete(uri(path));
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: uri(path), version: next(path) },
        contentChanges: [{ range: { start, end }, text: to }],
      });
    },
    async replace(path, start, end, to) {
      const whole = texts.get(path)!;
      const document = TextDocument.create("", "", 0, whole);
      // No place is between the two characters of a line end.
      const range = {
        start: document.positionAt(start),
        end: document.positionAt(end),
      };
      const text = whole.slice(0, document.offsetAt(range.start)) + to +
        whole.slice(document.offsetAt(range.end));
      texts.set(path, text);
      published.delete(uri(path));
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: uri(path), version: next(path) },
        contentChanges: [{ range, text: to }],
      });
      return text;
    },
    problems(path, wanted) {
      return new Promise((resolve) => {
        const look = () => {
          const found = published.get(uri(path));
          if (found === undefined || !wanted(found)) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    async moveTo(folder) {
      for (const path of texts.keys()) {
        await connection.sendNotification("textDocument/didClose", {
          textDocument: { uri: uri(path) },
        });
      }
      for (const kept of [texts, published, versions]) kept.clear();
      root = folder;
    },
    async stop() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      const code = await ended;
      connection.dispose();
      return code;
    },
  };
}
