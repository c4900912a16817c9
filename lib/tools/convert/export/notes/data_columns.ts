import { settingsBy } from "../../../../core/collection/settings_of.ts";
import {
  cachedTemplate,
  rootName,
} from "../../../../core/template/template_of.ts";
import { everyItem } from "../../bru/every_item.ts";
import { elements, jsonTextOf, members, type RawJson } from "../../json.ts";
import type { Imported, ImportNote } from "../../types.ts";
import { listedNames } from "./listed_names.ts";

/**
 * Names assertions that compare with what nothing in the collection defines,
 * such as a column of a data file: Bruno does not fill it in there.
 */
export function noteColumns(
  { defaults, items, environments, modules }: Pick<
    Imported,
    "defaults" | "items" | "environments" | "modules"
  >,
): ImportNote[] {
  const known = new Set<string>();
  const define = (level: unknown) => {
    const { variables, scripts, actions } = members(level);
    for (const row of elements(variables).map(members)) {
      if (row.disabled !== true) known.add(jsonTextOf(row.name) ?? "");
    }
    for (const row of elements(actions).map(members)) {
      known.add(jsonTextOf(members(row.variable).name) ?? "");
    }
    for (const script of elements(scripts).map(members)) {
      const { brace } = members(script.extensions);
      defineBy(
        jsonTextOf(script.code) ?? "",
        members(brace).dialect === "postman",
      );
    }
  };
  const defineBy = (code: string, isPostman = false) => {
    const script = {
      code,
      phase: "tests" as const,
      ...isPostman && { dialect: "postman" as const },
    };
    for (const { name } of settingsBy(script)) known.add(name);
  };
  define(defaults);
  for (const one of environments) define(one);
  for (const code of modules?.values() ?? []) defineBy(code);
  const requests: { name: string; used: readonly string[] }[] = [];
  for (const item of everyItem(items)) {
    if (item.kind === "folder") {
      define(item.defaults);
      continue;
    }
    const { runtime, info } = item.request;
    define(runtime);
    const used = usedIn(runtime?.assertions as RawJson);
    if (used.length > 0) requests.push({ name: info.name, used });
  }
  const names = new Set<string>();
  const failing = requests.filter(({ used }) => {
    const found = used.filter((name) => !known.has(name));
    for (const name of found) names.add(name);
    return found.length > 0;
  });
  if (names.size === 0) return [];
  const [first] = names;
  return [{
    kind: "person",
    message:
      `Bruno fills no columns of data files into the right side of assertions: those of ${
        listedNames(failing.map(({ name }) => name))
      } with ${
        listedNames([...names])
      } fail there (in a script, set another variable to bru.runner.iterationData.get("${first}") and compare with that one)`,
    about: "the collection",
  }];
}

/** The names on the right sides of assertions. */
function usedIn(assertions: RawJson): string[] {
  return elements(assertions).map(members).flatMap(({ value, disabled }) => {
    const text = disabled === true ? undefined : jsonTextOf(value);
    if (text === undefined || !text.includes("{{")) return [];
    return cachedTemplate(text).placeholders.flatMap((part) =>
      part.expression?.kind === "reference" ? rootName(part.text) ?? [] : []
    );
  });
}
