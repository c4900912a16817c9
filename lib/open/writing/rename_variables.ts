import { parseTemplate } from "../../core/template/parse_template.ts";
import { readScript } from "../../tools/check/script/read_script.ts";
import type { ScriptName } from "../../tools/check/types.ts";
import type {
  FileScript,
  FileVariable,
} from "../../tools/convert/open_collection.ts";
import type { Imported, ImportedItem } from "../../tools/convert/types.ts";

/** Why variables of an import cannot get other names: completes "Cannot import …: ". */
export class RenameProblem extends Error {
  override name = "RenameProblem";
}

/** What only people read. */
const SHOWN: ReadonlySet<string> = new Set([
  "docs",
  "description",
  "examples",
  "info",
]);

/**
 * Gives variables of an import other names, wherever it defines, sets and uses
 * them.
 *
 * @param names The new names by the old ones.
 *
 * @throws {RenameProblem} A script computes the names of variables.
 */
export function withRenamed(
  imported: Imported,
  names: ReadonlyMap<string, string>,
): Imported {
  if (names.size === 0) return imported;
  const { defaults, items, environments } = imported;
  return {
    ...imported,
    ...(defaults && {
      defaults: renamedIn(defaults, names, "the collection"),
    }),
    items: items.map((item) => renamedItem(item, names)),
    environments: environments.map((one) => ({
      ...one,
      variables: renamedIn(one.variables, names, "", "variables"),
    })),
  };
}

function renamedItem(
  item: ImportedItem,
  names: ReadonlyMap<string, string>,
): ImportedItem {
  if (item.kind === "request") {
    const { request } = item;
    const owner = `the request "${request.info.name}"`;
    return { ...item, request: renamedIn(request, names, owner) };
  }
  const { defaults, items, name } = item;
  return {
    ...item,
    ...(defaults && {
      defaults: renamedIn(defaults, names, `the folder "${name}"`),
    }),
    items: items.map((one) => renamedItem(one, names)),
  };
}

/** @param key What the value is called in its mapping, or its list there. */
function renamedIn<T>(
  value: T,
  names: ReadonlyMap<string, string>,
  owner: string,
  key?: string,
): T {
  const renamed = (one: unknown, key: string): unknown => {
    if (typeof one === "string") {
      return key === "expression"
        ? renamedExpression(one, names)
        : renamedTemplate(one, names);
    }
    if (typeof one !== "object" || one === null) return one;
    if (Array.isArray(one)) return one.map((element) => renamed(element, key));
    if (key === "scripts") return renamedScript(one as FileScript, owner);
    const { name } = one as FileVariable;
    // What an action sets is a mapping with a name, too.
    const isVariable = key === "variables" || key === "variable";
    return Object.fromEntries(
      Object.entries(one).map(([member, inside]) => [
        member,
        SHOWN.has(member)
          ? inside
          : isVariable && member === "name"
          ? names.get(name) ?? name
          : renamed(inside, member),
      ]),
    );
  };
  const renamedScript = (script: FileScript, owner: string): FileScript => ({
    ...script,
    code: renamedCode(script, names, owner),
  });
  return renamed(value, key ?? "") as T;
}

/** A text with other names in its placeholders. */
export function renamedTemplate(
  text: string,
  names: ReadonlyMap<string, string>,
): string {
  if (!text.includes("{{")) return text;
  const edits: ScriptName[] = [];
  for (const part of parseTemplate(text).placeholders) {
    const { text: whole, expression, start } = part;
    // A variable whose whole name stands there wins.
    const name = names.has(whole)
      ? whole
      : expression?.kind === "reference"
      ? expression.name
      : undefined;
    if (name === undefined || !names.has(name)) continue;
    const offset = text.indexOf(name, start);
    edits.push({ name, offset, length: name.length });
  }
  return edited(text, edits, names);
}

/** The names of the variables that a text uses. */
export function namesUsedIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { text: whole, expression } of parseTemplate(text).placeholders) {
    names.add(whole);
    if (expression?.kind === "reference") names.add(expression.name);
  }
  return names;
}

/** The left side of an assertion, or what an action takes, has names without braces. */
function renamedExpression(
  text: string,
  names: ReadonlyMap<string, string>,
): string {
  const { bareNames, reads } = readScript({ code: text, expression: true });
  const edits = [...bareNames, ...reads].filter(({ name }) => names.has(name));
  return renamedTemplate(edited(text, edits, names), names);
}

function renamedCode(
  { code, language, extensions, type }: FileScript,
  names: ReadonlyMap<string, string>,
  owner: string,
): string {
  const dialect = extensions?.brace.dialect;
  const facts = readScript({
    code,
    ...(language && { language }),
    ...(dialect && { dialect }),
  });
  const { sets, reads, readsAny, computed } = facts;
  const edits = [...sets, ...reads].filter(({ name }) => names.has(name));
  if (readsAny || computed || edits.some(({ constant }) => constant)) {
    throw new RenameProblem(
      `the ${type} script of ${owner} computes the names of variables`,
    );
  }
  return renamedTemplate(edited(code, edits, names), names);
}

/** @param edits Stretches that begin with a name, or with the quote before it. */
function edited(
  text: string,
  edits: readonly ScriptName[],
  names: ReadonlyMap<string, string>,
): string {
  let out = "";
  let end = 0;
  for (
    const { name, offset } of edits.toSorted((a, b) => a.offset - b.offset)
  ) {
    const at = text.indexOf(name, offset);
    if (at === -1 || at - offset > 1) {
      throw new RenameProblem(`a script writes "${name}" in another way`);
    }
    // A call may be found twice.
    if (at < end) continue;
    out += text.slice(end, at) + names.get(name);
    end = at + name.length;
  }
  return out + text.slice(end);
}

const ENTRY = /(process\.env\.|getProcessEnv\(\s{0,9}["'`])(\w{1,100})/g;

/** Gives entries of `.env` other names in an import. */
export function withOtherEntries(
  imported: Imported,
  names: ReadonlyMap<string, string>,
): Imported {
  if (names.size === 0) return imported;
  const changed = <T>(value: T): T => {
    if (typeof value === "string") {
      return value.replace(
        ENTRY,
        (_, before, name) => before + (names.get(name) ?? name),
      ) as T;
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(changed) as T;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, changed(one)]),
    ) as T;
  };
  const { defaults, items, environments, secrets } = imported;
  return {
    ...imported,
    ...(defaults && { defaults: changed(defaults) }),
    items: changed(items),
    environments: changed(environments),
    secrets: secrets.map((one) => ({
      ...one,
      env: names.get(one.env) ?? one.env,
    })),
  };
}
