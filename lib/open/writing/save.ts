import type {
  Asked,
  Draft,
  Json,
  SaveAnswer,
  Saved,
} from "../../embedded/page/workbench/api.ts";
import { isOnePlaceholder } from "../../core/template/one_placeholder.ts";
import { changeFiles } from "../../host/files/write/change_files.ts";
import { readText } from "../../host/files/read_text.ts";
import { fixEdits } from "../../tools/check/fixes/fix_edits.ts";
import { edited } from "../../tools/check/fixes/fix_edits.ts";
import { fixPlaces } from "../../host/check/fix_places.ts";
import { editFile } from "../../tools/edit/edit_file.ts";
import { scriptTexts } from "../../host/locate/script_texts.ts";
import { YamlFiles } from "../../host/locate/yaml_files.ts";
import { mergeTexts } from "../../tools/edit/merge_texts.ts";
import type { EditData } from "../../tools/edit/types.ts";
import { readData } from "../../tools/edit/edit_file.ts";
import { withoutEnvironment } from "../../host/without_environment.ts";
import { Refused } from "../answers.ts";
import { drafted, fileOf } from "../drafts.ts";
import { shownProblems } from "../problems.ts";
import type { Workbench } from "../workbench.ts";

/** Writes a page's edits: the lines that were edited and nothing else. */
export async function save(
  bench: Workbench,
  { id, draft, keep }: Asked<"save">,
): Promise<SaveAnswer> {
  const { file } = fileOf(bench.ids.ref(id), bench);
  const { draft: left, typed } = withoutTyped(bench, file, draft);
  const answer = await savedOrNot(bench, {
    id,
    draft: left,
    ...(keep && { keep }),
  });
  if (answer.type !== "saved" || typed.size === 0) return answer;
  await keepTyped(bench, file, typed);
  await bench.tellSecrets();
  return { ...answer, kept: [...typed.keys()] };
}

/**
 * A draft without the values of secrets that the file leaves out, as every
 * `.bru` file does, and those that are new in it, and these values. One that the
 * file holds until now is not among them: it would be lost.
 */
function withoutTyped(
  { hidden }: Workbench,
  file: string,
  draft: Draft,
): { draft: Draft; typed: ReadonlyMap<string, string> } {
  const typed = new Map<string, string>();
  if ("source" in draft) return { draft, typed };
  const isBru = file.endsWith(".bru");
  const part = isBru ? undefined : partWithRows(draft.document);
  const base = rowsOf(draft.base, part);
  const leavesOut = (name: string, value: string) => {
    const own = base.filter((row) => row.name === name);
    if (isBru) return own.every(({ secret }) => secret === true);
    // A placeholder is no secret, and a row may only have another name.
    if (isOnePlaceholder(value)) return false;
    return own.length === 0
      ? base.every((row) => row.value !== value)
      : own.every(({ secret, value }) =>
        secret === true && value === undefined
      );
  };
  const rows = rowsOf(draft.document, part).map((row) => {
    const { value, ...others } = row;
    const { name, secret } = row;
    const isTyped = secret === true && typeof value === "string" &&
      value !== "" && typeof name === "string" && leavesOut(name, value);
    if (!isTyped) return row;
    typed.set(name, hidden.restore(value));
    return isBru ? { ...row, value: "" } : others;
  });
  if (typed.size === 0) return { draft, typed };
  const now = draft.document as Readonly<Record<string, Json>>;
  const document = part === undefined
    ? { ...now, variables: rows }
    : { ...now, [part]: { ...now[part] as object, variables: rows } };
  return { draft: { ...draft, document }, typed };
}

/** What holds the variables: an environment has them at its top, the collection and folders for their requests, a request for its runs. */
function partWithRows(document: Json): string | undefined {
  return ["request", "runtime"].find((part) => part in (document as object));
}

/** The variables of a document, at its top or in a part of it. */
function rowsOf(
  document: Json,
  part: string | undefined,
): readonly { readonly [key: string]: Json }[] {
  const all = document as Readonly<Record<string, Json>>;
  const { variables } = (part === undefined ? all : all[part] ?? {}) as {
    readonly variables?: Json;
  };
  return Array.isArray(variables) ? variables : [];
}

/** Keeps what was typed for the session: for what is sent with the environment of a file. */
async function keepTyped(
  { session, selected, variableFiles, kept }: Workbench,
  file: string,
  typed: ReadonlyMap<string, string>,
): Promise<void> {
  const name = session.collection?.environments
    .find((one) => one.file === file)?.name;
  const isSelected = name === undefined || selected.includes(name);
  await kept.type({
    session,
    variableFiles,
    selected: isSelected ? selected : [name],
  }, typed);
}

async function savedOrNot(
  bench: Workbench,
  { id, draft, keep }: Asked<"save">,
): Promise<SaveAnswer> {
  const mine = await drafted(bench, id, draft);
  const { file, base } = mine;
  const theirs = textNow(bench, file);
  if (theirs === base) return await written(bench, id, { ...mine, was: base });
  // Both may have made the same edits.
  if (theirs === mine.text) {
    return await written(bench, id, { ...mine, was: theirs });
  }
  const merged = mergeTexts({ base, ours: mine.text, theirs });
  const fits = "text" in merged &&
    (mine.keys.length > 0 || !isBroken(file, merged.text, mine.text));
  if (keep === "mine" && fits) {
    return await written(bench, id, {
      ...mine,
      text: merged.text,
      was: theirs,
    });
  }
  bench.takeOver([file]);
  const shown = async (text: string) =>
    bench.hidden.hideSource(text, {
      texts: await scriptTexts(file, new YamlFiles(() => text)),
    });
  return {
    type: "conflict",
    revision: bench.revisions.of(theirs),
    mine: await shown(mine.text),
    theirs: await shown(theirs),
    fits,
  };
}

/** Whether a merge made of two files that can be read one that cannot. */
function isBroken(path: string, merged: string, mine: string): boolean {
  return readData({ path, text: merged }).problem !== undefined &&
    readData({ path, text: mine }).problem === undefined;
}

/** The text of a file on the disk; empty where it is gone, or not made yet. */
function textNow(bench: Workbench, file: string): string {
  try {
    return readText(bench.pathOf(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw new Refused(
      `Cannot save "${file}": ${
        error instanceof Error ? error.message : error
      }`,
    );
  }
}

async function written(
  bench: Workbench,
  id: string,
  { file, text, was }: {
    readonly file: string;
    readonly text: string;
    readonly was: string;
  },
): Promise<SaveAnswer> {
  if (text !== was) {
    const isNew = was === "" && !bench.session.files.has(file);
    const failed = await changeFiles(bench.session.root, [
      { kind: "write", path: file, text, ...(!isNew && { was }) },
    ]);
    if (failed) {
      const problems = await shownProblems(bench, [failed.problem]);
      return { type: "refused", message: problems[0].message, problems };
    }
  }
  bench.takeOver([file]);
  return saved(bench, idNow(bench, id), text);
}

/** A file may be a request now. */
function idNow({ ids, items }: Workbench, id: string): string {
  const { kind, path } = ids.ref(id);
  return kind === "other" && items.places.has(path)
    ? ids.of("request", path)
    : id;
}

function saved(bench: Workbench, id: string, text: string): Saved {
  return { type: "saved", id, revision: bench.revisions.of(text) };
}

/** Applies the fix of a problem, as `brace check --fix` does. */
export async function fix(
  bench: Workbench,
  { id, problem, revision }: Asked<"fix">,
): Promise<SaveAnswer> {
  const { file } = fileOf(bench.ids.ref(id), bench);
  const text = textNow(bench, file);
  if (bench.revisions.of(text) !== revision) {
    throw new Refused(
      `Cannot fix "${file}": it has changed, look at it again`,
      [],
      409,
    );
  }
  const found = await bench.session.diagnosticsOf(file);
  const { fix } =
    found.find(({ code, location, fix }) =>
      fix !== undefined && code === problem.code &&
      location?.line === problem.line && location?.column === problem.column
    ) ?? {};
  const edits = fix && await fixEdits(file, text, fix, fixPlaces);
  if (edits === undefined) {
    throw new Refused(
      `Cannot fix "${file}": the problem has no fix that is sure`,
    );
  }
  return await written(bench, id, {
    file,
    text: edited(text, edits),
    was: text,
  });
}

/** Saves an exchange's answer as an example of its request. */
export async function saveExample(
  bench: Workbench,
  { exchange, name }: Asked<"example">,
): Promise<Saved> {
  const { path, response } = bench.history.get(exchange).details;
  const id = bench.ids.of("request", path);
  const { file, keys } = fileOf(bench.ids.ref(id), bench);
  const why = response === undefined
    ? "no response came"
    : /\.ya?ml$/.test(file)
    ? undefined
    : `"${file}" is not a YAML file`;
  if (response === undefined || why !== undefined) {
    throw new Refused(`Cannot keep the response as an example: ${why}`);
  }
  const { status, statusText, headers, body } = response;
  const text = textNow(bench, file);
  const value: EditData = {
    name,
    response: {
      status,
      statusText,
      headers: headers.map(({ name, value }) => ({ name, value })),
      ...(body?.kind === "text" && {
        body: { type: "text", data: body.text },
      }),
    },
  };
  const read = readData({ path: file, text });
  let known: unknown = read.problem ? undefined : read.data;
  for (const key of keys) known = (known as Record<string, unknown>)?.[key];
  const { examples } = (known ?? {}) as { examples?: unknown };
  const others: readonly unknown[] = Array.isArray(examples) ? examples : [];
  const at = others.length;
  if (others.some((one) => (one as { name?: unknown } | null)?.name === name)) {
    throw new Refused(
      `Cannot keep the answer as "${name}": the request has an example of this name (give it another one)`,
    );
  }
  const done = withoutEnvironment(() =>
    editFile({ path: file, text }, [
      { kind: "insert", keys: [...keys, "examples", at], value },
    ])
  );
  if (done.problem) {
    const problems = await shownProblems(bench, [done.problem]);
    throw new Refused(problems[0].message, problems);
  }
  const answer = await written(bench, id, { file, text: done.text, was: text });
  if (answer.type === "saved") return answer;
  throw new Refused(
    "message" in answer ? answer.message : "Cannot save the example",
  );
}
