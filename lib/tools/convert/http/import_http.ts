import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { readDotenv } from "../../../core/collection/read/read_dotenv.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { FileVariable } from "../open_collection.ts";
import { textNumbers } from "../bru/text_numbers.ts";
import { pathBeside } from "../path_beside.ts";
import { sourceName } from "../source_name.ts";
import { SecretValues } from "../secrets/secret_values.ts";
import type {
  Imported,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { countHttp, httpLosses } from "./count_http.ts";
import {
  makeEnvironments,
  readHttpEnvironments,
  sharedVariables,
  valuesOfEnvironments,
} from "./http_environments.ts";
import type { HttpFile, HttpFileRequest, HttpLine } from "./http_file.ts";
import { DateNames } from "./http_dates.ts";
import { unusedFragments } from "./http_graphql.ts";
import { marked, type NameMark } from "./http_marks.ts";
import {
  nameAlone,
  nameDirective,
  nameLines,
  unsupportedProtocol,
} from "./http_notes.ts";
import { httpRequest } from "./http_request.ts";
import { nameOf, takeResponses } from "./http_responses.ts";
import {
  placeholderNote,
  toHttpTemplate,
  type Uses,
} from "./http_templates.ts";
import { parseHttpFile } from "./parse_http_file.ts";
import { RepeatedNotes } from "./repeated_notes.ts";
import {
  isEmptyFile,
  readScriptFiles,
  type ScriptReading,
  unreadScript,
} from "./script_files.ts";

/** Protocols that Brace does not speak. */
const UNSUPPORTED = /^(?:MQTT|AMQP|RSOCKET)$/;

interface Importing {
  readonly files: ReadonlyMap<string, string>;
  readonly readScript: ScriptReading;
  readonly notes: ImportNote[];
  readonly repeated: RepeatedNotes;
  readonly variables: FileVariable[];
  /** Requests by what their response is called. */
  readonly named: Map<string, ImportedRequest>;
  /** The names of requests, in their order. */
  readonly order: readonly string[];
  readonly uses: Uses;
  /** How many requests were made. */
  index: number;
  /** Scripts that stand for marks. */
  scripts: number;
}

/** A file, and what is in it. */
interface ParsedFile {
  readonly file: string;
  readonly parsed: HttpFile;
}

/** Imports `.http` and `.rest` files: of JetBrains, the REST client of VS Code, httpyac. */
export async function importHttp(
  source: ImportSource,
): Promise<ImportResult> {
  const { name, files, main, notes: before = [] } = source;
  const paths = main === undefined
    ? [...files.keys()].filter((path) => /\.(?:http|rest)$/i.test(path))
    : [main];
  const all = paths.toSorted().map((file): ParsedFile => ({
    file,
    parsed: parseHttpFile(files.get(file) ?? ""),
  }));
  const notes: ImportNote[] = [...before];
  const diagnostics: Diagnostic[] = [];
  const read = readHttpEnvironments(files, notes, diagnostics);
  const requests = all.flatMap(({ parsed }) => parsed.requests);
  const order = requests.map((one) => nameOf(one) ?? "");
  const requestNames = new Set(order);
  const values = Map.groupBy([
    ...all.flatMap(({ parsed }) => parsed.variables),
    ...valuesOfEnvironments(read),
  ], ({ name }) => name);
  const importing: Importing = {
    files,
    readScript: await readScriptFiles(all, source),
    notes,
    repeated: new RepeatedNotes(),
    variables: [],
    named: new Map(),
    order,
    uses: {
      responses: [],
      unknown: [],
      dates: new DateNames((name) =>
        requestNames.has(name) || values.has(name)
      ),
      requests: requestNames,
      variables: new Set(values.keys()),
      values: new Map(
        [...values].map(([name, all]) => [name, all.map((it) => it.value)]),
      ),
      shared: sharedVariables(read),
      inDotenv: new Set(),
    },
    index: 0,
    scripts: 0,
  };
  const items = all.flatMap((one): ImportedItem[] => {
    const inside = requestsOf(one, importing);
    if (inside.length === 0 || paths.length === 1) return inside;
    const folder = one.file.replace(/\.\w+$/, "");
    return [{ kind: "folder", name: folder, items: inside }];
  });
  const { uses, variables, named } = importing;
  const secrets = new SecretValues();
  const environments = makeEnvironments(read, {
    secrets,
    notes,
    template: (text, { source, isPrivate }) => {
      uses.unknown.length = 0;
      const template = toHttpTemplate(text, uses);
      // What is private is not shown, not even a part of it.
      const said = isPrivate && uses.unknown.length > 0
        ? ["Its placeholder is not an expression of Brace's"]
        : unknownIn(uses);
      for (const message of said) {
        notes.push({ kind: "person", message, source });
      }
      return template;
    },
    variables,
  });
  if (diagnostics.length > 0) return { diagnostics };
  if (items.length === 0) {
    return {
      diagnostics: [{
        code: "NOT_A_COLLECTION",
        severity: "error",
        message: `Cannot import "${name}": it contains no request`,
        ...(main !== undefined && { location: { file: main } }),
      }],
    };
  }
  takeResponses(uses, named, notes);
  pushAll(
    notes,
    textNumbers({ items, defaults: { variables }, environments }),
  );
  addEntries({ items, variables, environments }, {
    paths,
    files,
    uses,
    secrets,
  });
  return {
    value: {
      name: sourceName(source) || "requests",
      defaults: { variables: [...variables, ...secrets.variables] },
      items,
      environments,
      secrets: secrets.secrets,
      notes: [...notes, ...importing.repeated.all()],
      counts: countHttp(paths.map((path) => files.get(path) ?? ""), read),
      added: {
        variables: secrets.variables.length,
        scripts: importing.scripts,
      },
      keepOrder: true,
    },
    diagnostics,
  };
}

/** Adds what the texts read from the environment to `.env`, with the values of the source's own `.env`. */
function addEntries(
  made: Pick<Imported, "items" | "environments"> & {
    readonly variables: readonly FileVariable[];
  },
  { paths, files, uses, secrets }: Pick<Importing, "files" | "uses"> & {
    readonly paths: readonly string[];
    readonly secrets: SecretValues;
  },
): void {
  const names = new Set(
    [...JSON.stringify(made).matchAll(/\{\{process\.env\.(\w+)\}\}/g)]
      .map(([, name]) => name),
  );
  if (names.size === 0) return;
  // The clients read the one beside the file, else the one of the project.
  const beside = paths.map((path) => pathBeside(path, ".env"));
  const dotenvs = [...new Set([...beside, ".env"])].flatMap((path) => {
    const text = files.get(path);
    return text === undefined ? [] : [readDotenv(path, text).value];
  });
  for (const name of names) {
    const value = dotenvs.find((one) => one.has(name))?.get(name);
    const isOfProcess = value === undefined && !uses.inDotenv.has(name);
    secrets.addLine(name, value ?? "", { isOfProcess });
  }
}

function requestsOf(
  { file, parsed }: ParsedFile,
  importing: Importing,
): ImportedItem[] {
  const { notes, files } = importing;
  takeVariables({ file, parsed }, importing);
  pushAll(notes, httpLosses(file, files.get(file) ?? ""));
  for (const { code, line } of parsed.scripts) {
    notes.push({
      kind: "person",
      message: "Left out a script of httpyac: write it under runtime.scripts",
      source: { file, line },
      lost: { scripts: code.trim() === "" ? 0 : 1 },
    });
  }
  for (const { name, line } of unusedFragments(parsed)) {
    notes.push({
      kind: "changed",
      message: `Left out the fragment "${name}": no request uses it`,
      source: { file, line },
    });
  }
  for (const line of parsed.directives) nameDirective(file, line, importing);
  nameAlone({ file, parsed }, importing);
  const items = parsed.requests.map((request) =>
    itemOf(request, { file, parsed, importing })
  );
  return items.filter((item) => item !== undefined);
}

function takeVariables(
  { file, parsed }: ParsedFile,
  { variables, notes, uses }: Importing,
): void {
  for (const { name, value, line } of parsed.variables) {
    uses.place = { file, line };
    uses.unknown.length = 0;
    const template = toHttpTemplate(value, uses);
    for (const message of unknownIn(uses)) {
      notes.push({ kind: "person", message, source: { file, line } });
    }
    const known = variables.find((one) => one.name === name);
    if (known) {
      const isSame = known.value === template;
      notes.push({
        kind: isSame ? "changed" : "person",
        message: isSame
          ? `"@${name}" stands here several times: it is written once`
          : `"@${name}" has several values: the last one is kept`,
        source: { file, line },
        lost: { variables: 1 },
      });
      variables.splice(variables.indexOf(known), 1);
    }
    variables.push({ name, value: template });
  }
}

/** A request with what has to be said of it; undefined where Brace cannot send it. */
function itemOf(
  request: HttpFileRequest,
  { file, parsed, importing }: ParsedFile & { importing: Importing },
): ImportedItem | undefined {
  const { uses, notes, repeated, files, order, named } = importing;
  const { line, before, after } = request;
  const source = { file, line };
  const said: string[] = [];
  const left: HttpLine[] = [];
  const ofMarks: Parameters<NameMark>[] = [];
  const index = importing.index++;
  const made = marked(request, {
    name: (...one) => ofMarks.push(one),
    reference: (name) => {
      const at = order.indexOf(name);
      if (at === -1) return undefined;
      return at < index ? "before" : "after";
    },
    imported: (path) => files.has(pathBeside(file, path)),
  });
  uses.unknown.length = 0;
  uses.place = source;
  const item: ImportedRequest = {
    kind: "request",
    request: httpRequest(request, {
      uses,
      said,
      left,
      marked: made,
      codeOf: (script) => {
        const read = importing.readScript(file, script);
        return "code" in read && !isEmptyFile(script, read)
          ? read.code
          : undefined;
      },
      from: { file, files, parsed },
    }),
  };
  const isLeft = UNSUPPORTED.test(request.method);
  if (isLeft) {
    const ownScripts = made.scripts.length;
    notes.push(
      unsupportedProtocol(request, item.request, { source, ownScripts }),
    );
  }
  for (const [mark, scripts] of [["<", before], [">", after]] as const) {
    for (const script of scripts) {
      const note = unreadScript(
        script,
        mark,
        importing.readScript(file, script),
      );
      if (note) notes.push({ ...note, source, item, lost: { scripts: 1 } });
    }
  }
  if (isLeft) return undefined;
  importing.scripts += made.scripts.length;
  pushAll(said, unknownIn(uses));
  for (const message of said) {
    notes.push({ kind: "person", message, source, item });
  }
  for (const [kind, what, mark] of ofMarks) {
    repeated.add(kind, what, { source: { file, line: mark.line }, item });
  }
  nameLines(request, { file, item, left }, importing);
  const name = nameOf(request);
  if (name !== undefined) named.set(name, item);
  return item;
}

/** What is said of placeholders that do not become the same in Brace. */
function unknownIn({ unknown, dates }: Uses): string[] {
  return [...new Set(unknown)].map((one) => placeholderNote(one, dates));
}
