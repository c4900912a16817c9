import { YamlNode } from "../../core/collection/yaml/node.ts";
import { parseYaml } from "../../core/collection/yaml/parse_yaml.ts";
import { describeFileError } from "../../host/files/describe_file_error.ts";
import { readText } from "../../host/files/read_text.ts";
import { CONSOLE_KINDS } from "../../tools/report/kinds.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { nearest, useOneOf } from "../../core/source/nearest.ts";
import type { Origin } from "../../core/source/origin.ts";
import {
  contradicted,
  type OptionName,
  OPTIONS,
} from "../../host/run/options.ts";
import { FlagValues } from "../flags/flag_values.ts";
import { BY_FLAG, canBeEmpty, flagName } from "../flags/run_flags.ts";
import {
  FLAGS,
  isFlag,
  knownParts,
  knownSettings,
  widens,
} from "./known_keys.ts";
import { reportValues } from "./report_values.ts";
import { UNSET } from "../../host/run/option_kinds.ts";
import {
  basename,
  dirname,
  isInside,
  join,
  relative,
  resolve,
} from "../../host/path.ts";

/**
 * Reads a flag's value as the command line would have it; `"off"` for a switch
 * that is `false` and for an empty list, undefined for what is reported.
 */
function readSetting(
  node: YamlNode,
  name: OptionName,
  root: string,
): readonly string[] | "off" | undefined {
  const { value } = node;
  const { kind } = OPTIONS[name];
  switch (kind) {
    case "switch":
      if (typeof value === "boolean") return value ? [""] : "off";
      return wrong(node, "true or false");
    case "count":
      return typeof value === "number"
        ? [String(value)]
        : wrong(node, "a number");
    case "pairs":
    case "prompts":
      if (node.isMapping()) {
        const given = node.keys().map((name) => {
          const text = scalar(node.get(name), "text");
          return text === undefined ? undefined : `${name}=${text}`;
        });
        return whole(given);
      }
      return many(node, name, root);
    case "listOrAll":
      if (typeof value === "boolean") return value ? [""] : "off";
      return many(node, name, root);
    case "texts":
    case "list":
    case "reporters":
      return many(node, name, root);
    case "verbosity":
      if (typeof value === "boolean") return value ? [""] : "off";
      return one(node, name, root);
    case "jobs":
    case "text":
    case "output":
    case "choice":
    case "time":
    case "rows":
    case "shard":
      return one(node, name, root);
    default:
      return kind satisfies never;
  }
}

/** Reads a list or a single element; an empty list counts as absent. */
function many(
  node: YamlNode,
  name: OptionName,
  root: string,
): readonly string[] | "off" | undefined {
  if (!Array.isArray(node.value)) return one(node, name, root);
  if (node.value.length === 0) return "off";
  return whole(node.list().flatMap((each) => one(each, name, root)));
}

function one(
  node: YamlNode,
  name: OptionName,
  root: string,
): readonly string[] | undefined {
  const { kind, file } = OPTIONS[name];
  const text = scalar(node, kind in UNSET ? "text or a list" : "text");
  if (text === undefined) return undefined;
  const given = file ? pathInside(node, name, { text, root }) : text;
  return given === undefined ? undefined : [given];
}

function scalar(node: YamlNode, expected: string): string | undefined {
  const { value } = node;
  if (typeof value === "object" || value === undefined || value === "") {
    return wrong(node, expected);
  }
  return node.scalar();
}

function whole(
  parts: readonly (string | undefined)[],
): readonly string[] | undefined {
  return parts.includes(undefined) ? undefined : parts as string[];
}

function wrong(node: YamlNode, expected: string): undefined {
  node.wrongType(expected, node.value === "" ? "an empty text" : node.kind);
  return undefined;
}

/**
 * A path of a `brace.yaml`, which begins at the collection's root and stays
 * inside; `kind=path` for a reporter. As the current folder sees it, undefined
 * where it leads elsewhere, which is reported.
 */
function pathInside(
  node: YamlNode,
  name: OptionName,
  { text, root }: { readonly text: string; readonly root: string },
): string | undefined {
  const { kind, file } = OPTIONS[name];
  const equals = kind === "reporters" ? text.indexOf("=") + 1 : 0;
  const path = text.slice(equals);
  if (kind === "reporters" && equals === 0 || path === "-" || path === "") {
    return text;
  }
  const whole = resolve(root, path);
  const why = !isInside(realPath(root), realPath(whole))
    ? "it is outside the collection"
    // What a version control system or an editor keeps there is not for a run to write.
    : file === "written" && isHidden(relative(root, whole))
    ? "it is in a hidden folder"
    : undefined;
  if (why !== undefined) {
    const flag = flagName(name);
    node.report({
      code: "INVALID_FIELD",
      message:
        `Cannot use "${text}" for "${flag}": ${why} (type --${flag} ${text})`,
    });
    return undefined;
  }
  return text.slice(0, equals) + (relative(Deno.cwd(), whole) || ".");
}

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => part.startsWith("."));
}

/** Where links lead; of what is not there yet, the folder's. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

/** What the file, a profile or the command line says. */
type Level = readonly (Omit<Setting, "at"> & Partial<Pick<Setting, "at">>)[];

/**
 * Puts what a `brace.yaml` says below what the command line says: a flag that
 * is typed replaces the file's value, and what of the file contradicts it.
 *
 * @throws {CollectionError} The file is wrong.
 * @throws {UsageError} The profile is not there.
 */
export function withDefaults(
  flags: FlagValues,
  { root, file }: { readonly root: string; readonly file: string },
): FlagValues {
  const config = load(file, root);
  const values = new Map<string, readonly string[]>();
  const origins = new Map<string, Origin>();
  const drop = (name: string) => {
    values.delete(name);
    origins.delete(name);
  };
  const levels: Level[] = [config.run, profileOf(config, flags)];
  const isGiven = (name: string) =>
    levels.some((level) =>
      level.some((one) => one.name === name && one.given !== undefined)
    );
  // An empty list that clears nothing stays, and is refused.
  levels.push(
    [...flags.values].map(([name, given]) =>
      canBeEmpty(name) && given.join() === "" && isGiven(name)
        ? { name }
        : { name, given }
    ),
  );
  // A later step reports contradictions within one level.
  for (const level of levels) {
    for (const { name, given } of level) {
      drop(name);
      if (given !== undefined) contradictedBy(name).forEach(drop);
    }
    for (const { name, given, at } of level) {
      if (given !== undefined) values.set(name, given);
      if (given !== undefined && at) origins.set(name, at);
    }
  }
  silence(values, flags);
  return new FlagValues(flags.command, flags.positionals, values, origins);
}

function contradictedBy(flag: string): string[] {
  const name = BY_FLAG.get(flag);
  return name === undefined ? [] : contradicted(name).map(flagName);
}

function load(file: string, root: string): Config {
  const { config, diagnostics } = read(file, root);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (config === undefined || errors.length > 0) {
    throw new CollectionError(errors);
  }
  return config;
}

function read(
  file: string,
  root: string,
): { config?: Config; diagnostics: readonly Diagnostic[] } {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    return { diagnostics: [describeFileError("read", file, error)] };
  }
  const { document, diagnostics } = parseYaml(file, text);
  if (document === undefined) return { diagnostics };
  const node = YamlNode.root(document, diagnostics, new Set());
  return { config: readConfig(node, root), diagnostics };
}

function profileOf(
  { profiles, file }: Config,
  flags: FlagValues,
): readonly Setting[] {
  const name = flags.text("profile");
  if (name === undefined) return [];
  const found = profiles.get(name);
  if (found !== undefined) return found;
  const near = nearest(name, profiles.keys());
  const wayOut = near !== undefined
    ? `did you mean "${near}"?`
    : profiles.size > 0
    ? useOneOf([...profiles.keys()])
    : "it has none";
  throw flags.refuse(
    "profile",
    `Cannot use "--profile ${name}": "${file}" has no such profile (${wayOut})`,
  );
}

/** Of `--quiet` and a way to print, what is typed counts. */
function silence(
  values: Map<string, readonly string[]>,
  flags: FlagValues,
): void {
  const isQuiet = values.has("quiet") || values.has("silent");
  const reporters = values.get("reporter");
  if (!isQuiet || reporters === undefined) return;
  const isConsole = (one: string) => CONSOLE_KINDS.some((it) => it === one);
  if (!flags.has("reporter")) {
    values.set("reporter", reporters.filter((one) => !isConsole(one)));
  } else if (reporters.some(isConsole)) {
    for (const name of ["quiet", "silent"]) {
      if (!flags.has(name)) values.delete(name);
    }
  }
}

/** A flag in a `brace.yaml`. */
interface Setting {
  /** The flag's name. */
  readonly name: string;
  /** As the command line would have it; absent: the flag is off. */
  readonly given?: readonly string[];
  readonly at: Origin;
}

/** What a `brace.yaml` says. */
interface Config {
  readonly file: string;
  readonly run: readonly Setting[];
  readonly profiles: ReadonlyMap<string, readonly Setting[]>;
}

/** Reads a `brace.yaml`; what is wrong is reported at its place. */
function readConfig(node: YamlNode, root: string): Config {
  const file = node.at.file;
  const isMapping = knownParts(node);
  const run = readSettings(node.get("run"), root);
  const profiles = new Map<string, Setting[]>();
  if (isMapping && node.get("profiles").mapping()) {
    for (const name of node.get("profiles").keys()) {
      const profile = node.get("profiles").get(name);
      if (isFlag(name, profile)) continue;
      profiles.set(name, readSettings(profile, root));
    }
  }
  return { file, run, profiles };
}

function readSettings(node: YamlNode, root: string): Setting[] {
  if (!knownSettings(node)) return [];
  return node.keys().filter((name) => FLAGS.has(name)).flatMap((name) => {
    const value = node.get(name);
    if (widens(name, value)) return [];
    const given = readSetting(value, FLAGS.get(name)!, root);
    if (given === undefined) return [];
    const setting = { name, at: value.at };
    if (given === "off") return [setting];
    reportValues(value, FLAGS.get(name)!, given);
    return [{ ...setting, given }];
  });
}
