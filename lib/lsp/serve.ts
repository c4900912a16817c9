import { useOneOf } from "../core/source/nearest.ts";
import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import {
  CodeActionKind,
  type Connection,
  createConnection,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ProposedFeatures,
  ReadableStreamMessageReader,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type TextEdit,
  WriteableStreamMessageWriter,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../core/source/version.ts";
import { incomingChannel, installRuntime, outgoingChannel } from "./runtime.ts";
import { codeActions, toDiagnostics } from "./code_actions.ts";
import { codeLenses } from "./code_lenses.ts";
import { complete } from "./complete/complete.ts";
import { itemsFor } from "./complete/for_client.ts";
import { type OpenDocument, rangeIn } from "./document.ts";
import { findDefinitions, findReferences, nameAt } from "./name_at.ts";
import { hover } from "./hover.ts";
import { likelyKind, Sessions } from "./sessions.ts";
import { RenameRefusal, renameVariable } from "./rename.ts";
import type { EditorSession } from "./session.ts";
import type { FindGlobals } from "./session_globals.ts";
import { symbols } from "./symbols.ts";
import { formatFile } from "../tools/convert/format/format_file.ts";
import { styleOf } from "../tools/convert/format/format_yaml.ts";
import { withoutEnvironment } from "../host/without_environment.ts";

/** The command that changes the active environment. */
const SELECT_COMMAND = "brace.selectEnvironment";

/** How long typing has to pause before problems are shown, in milliseconds. */
const PAUSE = 40;

/** The ends that a client is spoken to through, and what is known besides. */
export interface EditorPorts {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  readonly findGlobals: FindGlobals;
}

/**
 * Serves one client until it says that it is done, or is gone: 0 where it said
 * so, else 1. Reads files, and neither writes nor sends.
 */
export function serveEditor(
  { input, output, findGlobals }: EditorPorts,
): Promise<number> {
  installRuntime();
  return new Promise((resolve) => {
    let isAwaited = false;
    const watchDog = {
      shutdownReceived: false,
      initialize() {
        isAwaited = true;
      },
      exit: resolve,
    };
    // Where nobody came, nobody is gone.
    const end = () => resolve(isAwaited && !watchDog.shutdownReceived ? 1 : 0);
    const readable = incomingChannel(input);
    const writable = outgoingChannel(output);
    readable.onEnd(end);
    writable.onEnd(end);
    const connection = createConnection(
      (logger) =>
        createProtocolConnection(
          new ReadableStreamMessageReader(readable),
          new WriteableStreamMessageWriter(writable),
          logger,
        ),
      watchDog,
      ProposedFeatures.all,
    );
    listen(connection as unknown as Connection, findGlobals);
  });
}

function listen(connection: Connection, findGlobals: FindGlobals): void {
  const documents = new TextDocuments(TextDocument);
  const sessions = new Sessions(findGlobals);
  const pending = new Map<string, ReturnType<typeof setTimeout>>();
  let canConfigure = false;
  let canFollow = false;
  let canWatch = false;
  let shownItems = itemsFor({});

  connection.onInitialize(({ capabilities, initializationOptions }) => {
    canConfigure = capabilities.workspace?.configuration === true;
    canFollow = capabilities.workspace?.didChangeConfiguration
      ?.dynamicRegistration === true;
    canWatch = capabilities.workspace?.didChangeWatchedFiles
      ?.dynamicRegistration === true;
    shownItems = itemsFor(capabilities);
    sessions.select(environmentIn(initializationOptions));
    return {
      serverInfo: { name: "brace", version: VERSION },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: {
          triggerCharacters: ["{", ".", "$", '"', "'", ":", " "],
        },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        documentSymbolProvider: true,
        documentFormattingProvider: true,
        codeLensProvider: {},
        executeCommandProvider: { commands: [SELECT_COMMAND] },
        workspace: {
          workspaceFolders: { supported: true, changeNotifications: false },
        },
      },
    };
  });

  connection.onInitialized(async () => {
    if (canWatch) {
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{
          globPattern: "**/*.{yml,yaml,bru,js,cjs,mjs,ts,json,env,proto}",
        }, {
          globPattern: "**/.env",
        }],
      });
    }
    if (canConfigure && canFollow) {
      await connection.client.register(
        DidChangeConfigurationNotification.type,
        {
          section: "brace",
        },
      );
    }
    if (canConfigure) await configure();
  });

  /** Asks for the settings, which say which environment is active. */
  async function configure(): Promise<void> {
    const settings = await connection.workspace.getConfiguration("brace");
    select(environmentIn(settings));
  }

  function select(environment: string | undefined): void {
    sessions.select(environment);
    for (const session of sessions.all) publishAll(session);
  }

  connection.onDidChangeConfiguration(async ({ settings }) => {
    if (canConfigure) await configure();
    else select(environmentIn(settings?.brace));
  });

  connection.onExecuteCommand(async ({ command, arguments: args = [] }) => {
    if (command !== SELECT_COMMAND) return null;
    const [given] = args;
    const names = [
      ...new Set(
        sessions.all.flatMap(({ index }) =>
          index?.collection.environments.map(({ name }) => name) ?? []
        ),
      ),
    ];
    const name = typeof given === "string"
      ? given
      : (await connection.window.showInformationMessage(
        "Which environment are values taken from?",
        ...names.map((title) => ({ title })),
      ))?.title;
    if (name === undefined) return null;
    if (!names.includes(name)) {
      throw new ResponseError(
        ErrorCodes.InvalidParams,
        `Cannot select the environment "${name}": ${useOneOf(names)}`,
      );
    }
    select(name);
    return name;
  });

  documents.onDidChangeContent(({ document }) => {
    const found = sessions.open(document.uri, document.getText());
    if (found) publishSoon(found.session, document.uri);
  });
  documents.onDidClose(({ document }) => {
    const found = sessions.close(document.uri);
    if (found) publishAll(found.session);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const touched = changes.map(({ uri }) => sessions.changed(uri)?.session);
    for (const session of new Set(touched)) if (session) publishAll(session);
  });

  /** The edited file at once, others of its collection when typing pauses; so what all requests tell of a file for many. */
  function publishSoon(session: EditorSession, uri: string): void {
    void publish(uri, { quick: true });
    clearTimeout(pending.get(session.root));
    const later = async () => {
      const path = sessions.of(uri)?.path;
      if (path !== undefined && session.placeOf(path)) {
        publishAll(session, uri);
      } else if (await session.settle()) publishAll(session);
    };
    pending.set(session.root, setTimeout(() => void later(), PAUSE));
  }

  function publishAll(session: EditorSession, except?: string): void {
    for (const { uri } of documents.all()) {
      if (uri !== except && sessions.of(uri)?.session === session) {
        void publish(uri);
      }
    }
  }

  async function publish(
    uri: string,
    options: { readonly quick?: boolean } = {},
  ): Promise<void> {
    const open = opened(uri);
    const document = documents.get(uri);
    if (document === undefined) return;
    const { version } = document;
    const diagnostics = open
      ? await toDiagnostics(open.session, open.path, options)
      : [];
    // A newer text has been typed meanwhile.
    if (documents.get(uri)?.version !== version) return;
    await connection.sendDiagnostics({ uri, version, diagnostics });
  }

  /** A document that a collection reads. */
  function opened(uri: string): OpenDocument | undefined {
    const document = documents.get(uri);
    const found = sessions.of(uri);
    const kind = found && document &&
      (found.session.kindOf(found.path) ??
        likelyKind(found.path, document.getText(), found.session.main));
    return document && found && kind && { document, ...found, kind };
  }

  type Position = { line: number; character: number };
  type At = { textDocument: { uri: string }; position: Position };
  const at = async <T>(
    { textDocument, position }: At,
    action: (open: OpenDocument, offset: number) => T | Promise<T>,
  ): Promise<T | null> => {
    const open = opened(textDocument.uri);
    await open?.session.learn();
    return open ? await action(open, open.document.offsetAt(position)) : null;
  };

  connection.onCompletion((params) =>
    at(params, (open, offset) => shownItems(complete(open, offset)))
  );
  connection.onHover((params) => at(params, hover));
  connection.onDefinition((params) =>
    at(params, async (open, offset) => {
      const found = await nameAt(open, offset);
      return found
        ? await findDefinitions(found.name, open.session, open.path)
        : [];
    })
  );
  connection.onReferences((params) =>
    at(params, async (open, offset) => {
      const found = await nameAt(open, offset);
      const withDefinitions = params.context.includeDeclaration;
      return found
        ? await findReferences(found.name, open.session, { withDefinitions })
        : [];
    })
  );
  connection.onPrepareRename((params) =>
    at(params, async (open, offset) => {
      const found = await nameAt(open, offset);
      return found && !found.member
        ? { range: rangeIn(open.document, found), placeholder: found.name }
        : null;
    })
  );
  connection.onRenameRequest((params) =>
    at(params, async (open, offset) => {
      const found = await nameAt(open, offset);
      if (!found) return null;
      try {
        return await renameVariable(found, params.newName, open.session);
      } catch (error) {
        if (!(error instanceof RenameRefusal)) throw error;
        throw new ResponseError(ErrorCodes.InvalidRequest, error.message);
      }
    })
  );
  connection.onCodeAction(async ({ textDocument, range }) => {
    const open = opened(textDocument.uri);
    return open ? await codeActions(open, range) : [];
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const open = opened(textDocument.uri);
    return open ? symbols(open) : [];
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const open = opened(textDocument.uri);
    return open ? formatDocument(open) : [];
  });
  connection.onCodeLens(({ textDocument }) => {
    const open = opened(textDocument.uri);
    return open ? codeLenses(open) : [];
  });

  documents.listen(connection);
  connection.listen();
}

/** `environment` of the settings; nothing for an empty text. */
function environmentIn(settings: unknown): string | undefined {
  return typeof settings === "object" && settings !== null &&
      "environment" in settings && typeof settings.environment === "string" &&
      settings.environment !== ""
    ? settings.environment
    : undefined;
}

/** What `brace fmt` changes in a file; nothing for the files of other programs, and for what it leaves alone. */
function formatDocument(
  { document, path, kind }: OpenDocument,
): TextEdit[] {
  if (!/\.ya?ml$/.test(path) || isV3Path(path)) return [];
  const text = document.getText();
  const formatted =
    withoutEnvironment(() => formatFile(path, text, styleOf(kind))).text;
  return formatted === undefined || formatted === text ? [] : [{
    range: rangeIn(document, { start: 0, end: text.length }),
    newText: formatted,
  }];
}
