import type {
  InheritedView,
  ItemView,
  Json,
} from "../../embedded/page/workbench/api.ts";
import type { Collection, Folder } from "../../core/collection/types.ts";
import { authAbove } from "../../core/collection/inherit.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../core/source/diagnostic.ts";
import type { Hidden } from "../../core/secrets/hidden.ts";
import { lineColumn, lineStarts } from "../../core/source/line_starts.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { scriptTexts } from "../../host/locate/script_texts.ts";
import { fileOf, formOf } from "../drafts.ts";
import type { TextsIn } from "../hidden_texts.ts";
import { origins, shownProblems } from "../problems.ts";
import type { Workbench } from "../workbench.ts";

/** An item as the page edits it. */
export async function viewItem(
  bench: Workbench,
  id: string,
): Promise<ItemView> {
  const ref = bench.ids.ref(id);
  const { session, hidden, items } = bench;
  const at = fileOf(ref, bench);
  const { file, keys } = at;
  const text = session.files.get(file) ?? "";
  const document = formOf(at, text);
  const place = ref.kind === "request" ? items.places.get(ref.path) : undefined;
  const folder = ref.kind === "folder"
    ? items.folders.get(ref.path)
    : undefined;
  const found = await problemsIn(bench, id, file);
  const { collection } = session;
  const folders = place?.folders ?? folder?.above;
  const inherited = collection && folders
    ? await inheritedBy(bench, collection, folders)
    : undefined;
  const isWhole = keys.length === 0;
  const own = isWhole
    ? found
    : found.filter(({ location }) => isBelow(location, keys));
  const problems = await shownProblems(bench, own);
  const dialects = new Set(
    items.levels.flatMap((level) => "scripts" in level ? level.scripts : [])
      .map(({ dialect }) => dialect),
  );
  const [scriptDialect] = dialects.size === 1 ? dialects : [];
  return {
    id,
    kind: ref.kind,
    name: place?.request.name ?? folder?.folder.name ??
      environmentName(bench, file) ??
      (ref.kind === "collection" ? collection?.name ?? file : file),
    file,
    language: file.endsWith(".bru")
      ? "bru"
      : file.endsWith(".json")
      ? "json"
      : /\.ya?ml$/.test(file)
      ? "yaml"
      : "text",
    revision: bench.revisions.of(text),
    source: hidden.hideSource(text, {
      others: await hiddenValues(bench, file, text),
      texts: await scriptTexts(file, session.filesOf(file, text)),
    }),
    ...(document !== undefined && {
      document: hidden.hide(document, await scriptReader(SCRIPT.test(text))),
    }),
    problems: problems.map((problem, index) => {
      const textLine = lineInText(document, keys.length, own[index].location);
      return problem.place && textLine !== undefined
        ? { ...problem, place: { ...problem.place, textLine } }
        : problem;
    }),
    ...(inherited && { inherited }),
    ...(place?.request.settings.encodeUrl && { encodesUrl: true }),
    ...(scriptDialect && { scriptDialect }),
    ...(document !== undefined && examplesIn(document)),
  };
}

/** What a file with a script has, whatever its format. */
const SCRIPT = /script|tests/;

/** What finds the texts in a line of a script is loaded where there is one. */
async function scriptReader(isNeeded: boolean): Promise<TextsIn | undefined> {
  if (!isNeeded) return undefined;
  return (await import("../../tools/convert/secrets/shown_texts.ts"))
    .textsInLine;
}

/** The index of so many files is made while a person waits for an item. */
const MAX_WAITED_FOR = 500;

/** What is wrong in a file; without what checks say of it as long as these would take too long. */
async function problemsIn(
  bench: Workbench,
  id: string,
  file: string,
): Promise<Diagnostic[]> {
  const { session } = bench;
  if (session.isIndexed || session.files.size <= MAX_WAITED_FOR) {
    return await session.diagnosticsOf(file, { quick: true });
  }
  bench.awaitCheck(id);
  return await session.readingProblemsOf(file);
}

function isBelow(
  location: Location | undefined,
  keys: readonly (string | number)[],
): boolean {
  return keys.every((key, at) => location?.keys?.[at] === key);
}

/** The line in a text of several lines, such as a script, which has an editor of its own. */
function lineInText(
  document: Json | undefined,
  depth: number,
  { keys = [], offset }: Location = {},
): number | undefined {
  const text = keys.slice(depth).reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | null)?.[key],
    document,
  );
  return typeof text === "string" && text.includes("\n") &&
      offset !== undefined
    ? lineColumn(text, offset).line
    : undefined;
}

function environmentName(
  { session }: Workbench,
  file: string,
): string | undefined {
  return session.collection?.environments
    .find((one) => one.file === file)?.name;
}

/** Names of the examples that a document has. */
function examplesIn(document: Json): Pick<ItemView, "examples"> {
  const { examples } = document as { examples?: unknown };
  if (!Array.isArray(examples)) return {};
  return {
    examples: examples.map((one, at) =>
      String((one as { name?: unknown })?.name ?? `Example ${at + 1}`)
    ),
  };
}

/** What levels above give, the nearest first. */
async function inheritedBy(
  bench: Workbench,
  collection: Collection,
  folders: readonly Folder[],
): Promise<InheritedView> {
  const levels = [
    ...folders.toReversed().map(({ name, defaults }) => ({
      level: "folder" as const,
      name,
      defaults,
    })),
    {
      level: "collection" as const,
      name: collection.name,
      defaults: collection.defaults,
    },
  ];
  const from = async <T, R>(
    pick: (defaults: Collection["defaults"]) => readonly T[],
    at: (one: T) => Location,
    view: (one: T) => R,
  ) => {
    const all = levels.flatMap(({ level, name, defaults }) =>
      pick(defaults).map((one) => ({ one, level, name, location: at(one) }))
    );
    const places = await origins(bench, all);
    return all.map(({ one }, index) => ({ ...view(one), ...places[index] }));
  };
  const { masker } = bench.hidden;
  const textsIn = await scriptReader(
    levels.some(({ defaults }) => defaults.scripts.length > 0),
  );
  const auth = authAbove(collection, folders);
  const [authAt] = auth
    ? await from(
      (defaults) => defaults.auth === auth ? [auth] : [],
      ({ at }) => locationOf(at),
      ({ type, fields }) => ({
        type,
        fields: Object.fromEntries(
          [...fields].map(([name, field]) => [
            name,
            masker.maskSource(
              String(typeof field === "object" ? field.text : field),
              name,
            ),
          ]),
        ),
      }),
    )
    : [];
  return {
    headers: await from(
      ({ headers }) => headers.filter(({ disabled }) => !disabled),
      ({ value }) => locationOf(value.at),
      ({ name, value }) => ({
        name: name.text,
        value: masker.maskField(name.text, value.text),
      }),
    ),
    ...(authAt && { auth: authAt }),
    scripts: textsIn
      ? await from(
        ({ scripts }) => scripts,
        ({ at }) => locationOf(at),
        ({ phase, code }) => ({
          phase,
          code: bench.hidden.hideScript(code, textsIn),
        }),
      )
      : [],
    variables: await from(
      ({ variables }) => variables.filter(({ disabled }) => !disabled),
      ({ at }) => locationOf(at),
      ({ name, value, secret }) => {
        const text = valueText(value);
        return {
          name,
          secret,
          value: secret
            ? "***"
            : masker.maskText(typeof text === "string" ? text : text.reason),
        };
      },
    ),
  };
}

/** Where the values of a file's secret variables stand, which may be too short to be found by themselves. */
async function hiddenValues(
  { session, items }: Workbench,
  file: string,
  text: string,
): Promise<Hidden[]> {
  const secrets = items.levels.flatMap(({ variables }) =>
    variables.filter(({ secret, value, at }) =>
      secret && at.file === file && value !== "" &&
      (typeof value === "string" && !value.includes("{{") ||
        typeof value === "number")
    )
  );
  if (secrets.length === 0) return [];
  const starts = lineStarts(text);
  const located = await session.locate(secrets.map(({ at, value }) => ({
    code: "USAGE",
    severity: "hint",
    message: "",
    location: locationOf(at, { length: String(value).length }),
  })));
  return located.flatMap(({ location }, index) => {
    const { line, column } = location ?? {};
    const value = String(secrets[index].value);
    if (line === undefined || column === undefined) return [];
    const from = starts[line - 1] + column - 1;
    return text.startsWith(value, from)
      ? [{ from, to: from + value.length, mask: "" }]
      : [];
  });
}
