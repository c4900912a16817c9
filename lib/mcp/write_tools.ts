import { join } from "node:path";
import { BRU_FORMAT } from "../core/collection/format.ts";
import type { Diagnostic } from "../core/source/diagnostic.ts";
import { readCollection } from "../core/collection/read_collection.ts";
import type { Collection } from "../core/collection/types.ts";
import { readCollectionFiles } from "../host/files/read_collection_files.ts";
import { readText } from "../host/files/read_text.ts";
import { isInside } from "../host/path.ts";
import { checkName } from "../core/scope/names.ts";
import { declaredSecrets } from "../core/run/declared_secrets.ts";
import { CollectionError } from "../core/source/errors.ts";
import { unifiedDiff } from "../tools/report/text/unified_diff.ts";
import type { Value } from "../core/scope/value/value.ts";
import { editedEnvironment } from "../host/files/write/save_environment.ts";
import { writeAtomically } from "../host/files/write/write_atomically.ts";
import { valueToWrite } from "../host/files/write/written_value.ts";
import { valuesOf } from "./run_requests.ts";
import { maskedFile } from "../core/secrets/masked_file.ts";
import { authored, beginningOf, shortened } from "./bounded.ts";
import { problem } from "./problems.ts";
import { checkOptions } from "./vars_tool.ts";
import { isRecord, ToolError } from "./json_rpc.ts";
import { array, object, output, record, string } from "./schema.ts";
import { editFile, readData } from "../tools/edit/edit_file.ts";
import type { Edit, EditData, EditKeys } from "../tools/edit/types.ts";
import type { Session } from "./session.ts";
import type { Tool } from "./tool.ts";
import { inFlags } from "../tools/report/text/flag_words.ts";

/** Characters of a file at most. */
const MAX_FILE = 1_000_000;

const WRITES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;

const SAVED = output({
  path: string("The file inside the collection"),
  created: { type: "boolean" },
  diff: string("What changed, secrets masked"),
  problems: array("What check finds in it by now"),
  note: string("What holds for the file as long as the server runs"),
}, ["path", "created", "diff"]);

const NOTE =
  "Requests that changed while brace mcp runs get no secrets, no cookies and no inherited auth until a person has read the change and restarts it.";

const saveRequest: Tool = {
  name: "save_request",
  title: "Save a request",
  description:
    "Writes a request file of the collection, checked before it is written, and shows the diff. Give changes to edit an existing file (keys to set, null to remove; comments stay), or text for the whole file as YAML. The resource brace:///schema/request describes the format.",
  input: object({
    path: string("Such as users/create.yml", { maxLength: 500 }),
    text: string("The whole file", { maxLength: MAX_FILE }),
    changes: record(
      "What to change, merged into the file: objects by key; a list as a whole, so give all its elements",
    ),
  }, ["path"]),
  output: SAVED,
  annotations: WRITES,
  async call({ path, text, changes }, { session }) {
    const name = requestPath(String(path), session);
    if ((text === undefined) === (changes === undefined)) {
      throw new ToolError(
        `Cannot save "${name}": give either "text" or "changes"`,
      );
    }
    const before = readIfThere(session, name);
    const after = typeof text === "string"
      ? text
      : merged(name, before, changes as Record<string, unknown>);
    const saved = await save(session, { name, before, after });
    const problems = await problemsIn(session, name);
    return shortened({ ...saved, ...problems.length > 0 && { problems } });
  },
};

const saveEnvironment: Tool = {
  name: "save_environment",
  title: "Save variables of an environment",
  description:
    "Sets variables of an environment's file, or makes a new environment; comments stay. null removes a variable. Secrets are set by people. Shows the diff.",
  input: object({
    name: string("Its name", { maxLength: 100 }),
    variables: record("Texts, numbers, booleans, lists or objects by name"),
  }, ["name", "variables"]),
  output: SAVED,
  annotations: WRITES,
  async call({ name, variables }, { session }) {
    const given = String(name);
    const { collection } = session;
    const secrets = declaredSecrets(collection, []);
    const values = new Map<string, Value | undefined>();
    for (const variable of Object.keys(variables ?? {})) {
      if (secrets.has(variable)) {
        throw new ToolError(
          `Cannot save "${variable}" in the environment "${given}": it is secret (a person sets it)`,
        );
      }
      try {
        checkName(variable);
      } catch (error) {
        throw new ToolError((error as Error).message);
      }
      values.set(variable, undefined);
    }
    for (const [variable, value] of valuesOf(variables)) {
      if (value !== null) values.set(variable, value);
    }
    const known = collection.environments.find((one) => one.name === given);
    const folder = Deno.realPathSync(collection.root);
    const path = known
      ? relativeTo(folder, known.file)
      : newEnvironment(given, session);
    const before = readIfThere(session, path);
    const after = known
      ? await editedEnvironment(known, values)
      : await created(path, values);
    if (typeof after !== "string") throw new CollectionError([after]);
    return await save(session, { name: path, before, after });
  },
};

/** The tools that write; there with `--write` only. */
export const WRITE_TOOLS: readonly Tool[] = [saveRequest, saveEnvironment];

const NO_REQUEST =
  /^(?:opencollection|folder|collection|bruno|workspace)\.(?:ya?ml|json|bru)$/i;

/** The path of a file that holds a request and nothing else. */
function requestPath(path: string, session: Session): string {
  session.mustBeInside(path);
  const parts = path.replaceAll("\\", "/").split("/").filter((part) =>
    part !== "." && part !== ""
  );
  const file = parts.at(-1) ?? "";
  const isBru = isBruno(session);
  const why = !(isBru ? /\.bru$/i : /\.ya?ml$/i).test(file)
    ? `a request's file ends in ${isBru ? ".bru" : ".yml"}`
    : NO_REQUEST.test(file)
    ? "this file is for a collection or a folder, which a person edits"
    : parts[0].toLowerCase() === "environments"
    ? "it is an environment (use save_environment)"
    : parts.some((part) => part.startsWith(".") || part === "node_modules")
    ? "hidden folders hold no requests"
    : parts.some((part) => part.includes(":") || part.length > 200)
    ? "no system can have such a name"
    : undefined;
  if (why === undefined) return parts.join("/");
  throw new ToolError(`Cannot save "${path.slice(0, 200)}": ${why}`);
}

/** Whether the files are those of Bruno. */
function isBruno({ collection }: Session): boolean {
  try {
    return Deno.statSync(join(collection.root, BRU_FORMAT.mains[0])).isFile;
  } catch {
    return false;
  }
}

function newEnvironment(name: string, session: Session): string {
  const { environments } = session.collection;
  if (/^[\w][\w .-]{0,99}$/.test(name) && !name.endsWith(".")) {
    return `environments/${name}.${isBruno(session) ? "bru" : "yml"}`;
  }
  const known = environments.map((one) => `"${one.name}"`).join(", ");
  throw new ToolError(
    `Cannot save the environment "${name}": a new one is named with letters, digits, spaces, "_", "." and "-" (there are ${
      known || "none"
    })`,
  );
}

function relativeTo(root: string, file: string): string {
  const real = Deno.realPathSync(file);
  if (isInside(root, real) && /\.(?:ya?ml|bru)$/i.test(real)) {
    return real.slice(root.length + 1).replaceAll("\\", "/");
  }
  throw new ToolError(
    `Cannot save "${file}": environments are saved in files of the collection, .yml or .bru`,
  );
}

/** The text of a file inside the collection; undefined where there is none. */
function readIfThere(session: Session, name: string): string | undefined {
  const root = Deno.realPathSync(session.collection.root);
  // The deepest folder that is there decides where the file would be.
  let there = name;
  for (;;) {
    try {
      const real = Deno.realPathSync(join(root, there));
      if (real !== root && !isInside(root, real)) {
        throw new ToolError(
          `Cannot save "${name}": a link leads out of the collection`,
        );
      }
      break;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) {
        if (error instanceof ToolError) throw error;
        throw new ToolError(
          `Cannot save "${name}": a part of the path is not a folder`,
        );
      }
      const slash = there.lastIndexOf("/");
      there = slash < 0 ? "." : there.slice(0, slash);
    }
  }
  return there === name ? readText(join(root, name)) : undefined;
}

/** A file as it was and as it is to be. */
interface SavedFile {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** Checks a file as part of the collection, writes it whole or not at all, and shows what changed. */
async function save(
  session: Session,
  { name, before, after }: SavedFile,
): Promise<Record<string, unknown>> {
  const { masker } = session;
  const shownBefore = maskedFile(before ?? "", masker);
  if (after.includes(MASK) && !(before ?? "").includes(MASK)) {
    throw new ToolError(
      `Cannot save "${name}": "${MASK}" stands for a value that you cannot see (use changes and leave that key out, or write a placeholder)`,
    );
  }
  const found = checked(session, { name, before, after });
  const errors = found.filter((it) => it.severity === "error");
  if (errors.length > 0) throw new CollectionError(errors);
  const root = Deno.realPathSync(session.collection.root);
  if (before !== after) {
    const wrong = await writeAtomically(join(root, name), after);
    if (wrong) throw new CollectionError([wrong]);
  }
  const diff = unifiedDiff(name, shownBefore, maskedFile(after, masker));
  return shortened({
    path: name,
    created: before === undefined,
    diff: authored(beginningOf(diff, 10_000)),
    ...found.length > 0 && { problems: found.slice(0, 20).map(problem) },
    note: NOTE,
  });
}

const MASK = "***";

/** What check finds in a file. */
async function problemsIn(session: Session, name: string) {
  const { checkOpened } = await import("../host/run/check_opened.ts");
  const options = checkOptions(session, {
    loaded: session.load([name]),
    environment: undefined,
  });
  const { diagnostics } = await checkOpened(options);
  return diagnostics.filter(({ location }) => location?.file?.endsWith(name))
    .slice(0, 20).map(inFlags).map(problem);
}

/** What is wrong with a file, were it written. */
function checked(session: Session, { name, before, after }: SavedFile) {
  const given = readCollectionFiles(session.options.path);
  if (given.files === undefined) throw new CollectionError(given.diagnostics);
  const { files, main, root } = given;
  const read = (texts: ReadonlyMap<string, string>) =>
    readCollection({ root, files: texts, main });
  const now = read(files);
  if (before?.trim() && now.value && !isThere(now.value, name)) {
    const isBroken = now.diagnostics.some(({ severity, location }) =>
      severity === "error" && location?.file?.endsWith(name)
    );
    if (!isBroken) {
      throw new ToolError(
        `Cannot save "${name}": the file that is there is neither a request nor an environment (choose another name)`,
      );
    }
  }
  const old = new Set(now.diagnostics.map(keyOf));
  const { value, diagnostics } = read(new Map([...files, [name, after]]));
  const wrong = diagnostics.filter((it) => !old.has(keyOf(it)));
  if (value === undefined || isThere(value, name)) return wrong;
  throw new ToolError(
    `Cannot save "${name}": ${
      wrong.find((it) => it.severity === "error")?.message ??
        "its text is neither a request nor an environment"
    }`,
  );
}

function keyOf(
  { message, location }: { message: string; location?: { file?: string } },
): string {
  return `${location?.file} ${message}`;
}

function isThere({ items, environments }: Collection, name: string): boolean {
  const within = (all: Collection["items"]): boolean =>
    all.some((item) =>
      item.kind === "folder" ? within(item.items) : item.path === name
    );
  return within(items) ||
    environments.some(({ file }) => file === name || file.endsWith(`/${name}`));
}

/** A file's text with changes in it: what nothing changes stays as it is, comments included. */
function merged(
  name: string,
  before: string | undefined,
  changes: Readonly<Record<string, unknown>>,
): string {
  const file = { path: name, text: before ?? "" };
  const { data, problem } = readData(file);
  if (problem || before !== undefined && !isRecord(data)) {
    throw new ToolError(
      `Cannot change "${name}": its text is ${
        before === undefined ? "missing" : "broken"
      } (give the whole file as "text")`,
    );
  }
  const edited = editFile(file, [...editsOf(changes, data)]);
  if (edited.problem) throw new CollectionError([edited.problem]);
  return edited.text;
}

/** Changes as edits: objects member by member, all else as a whole. */
function* editsOf(
  changes: Readonly<Record<string, unknown>>,
  data: unknown,
  at: EditKeys = [],
): Generator<Edit> {
  for (const [key, value] of Object.entries(changes)) {
    const keys = [...at, key];
    const there = isRecord(data) ? data[key] : undefined;
    if (value === null) yield { kind: "remove", keys };
    else if (isRecord(value) && isRecord(there)) {
      yield* editsOf(value, there, keys);
    } else {
      yield { kind: "set", keys, value: withoutNulls(value) as EditData };
    }
  }
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== null)
      .map(([key, one]) => [key, withoutNulls(one)]),
  );
}

/** A new environment's text. Values are data: no placeholder in them resolves. */
async function created(
  path: string,
  values: ReadonlyMap<string, Value | undefined>,
): Promise<string | Diagnostic> {
  if (path.endsWith(".bru")) {
    const { editBruVariables } = await import(
      "../host/files/write/edit_bru_variables.ts"
    );
    const empty = { file: path, text: "vars {\n}\n" };
    const edited = editBruVariables(empty, values, () => false);
    if ("text" in edited) return edited.text;
    if ("problem" in edited) return edited.problem;
  }
  const variables = [...values].flatMap(([name, value]) =>
    value === undefined ? [] : { name, value: valueToWrite(value) }
  ) as EditData[];
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const { text, problem } = editFile({ path, text: "" }, [
    { kind: "set", keys: ["name"], value: name },
    { kind: "set", keys: ["variables"], value: variables },
  ]);
  return problem ?? text;
}
