import type { YamlNode } from "../../core/collection/yaml/node.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import type { Origin } from "../../core/source/origin.ts";
import { type Flag, flagsOf } from "../flags/flag.ts";
import { spec as RUN_SPEC } from "../flags/specs/run_spec.ts";
import { readSetting } from "./read_setting.ts";

/** A flag in a `brace.yaml`. */
export interface Setting {
  /** The flag's name. */
  readonly name: string;
  /** As the command line would have it; absent: the flag is off. */
  readonly given?: readonly string[];
  readonly at: Origin;
}

/** What a `brace.yaml` says. */
export interface Config {
  readonly file: string;
  readonly run: readonly Setting[];
  readonly profiles: ReadonlyMap<string, readonly Setting[]>;
}

/** Flags that are for the command line alone: about the file itself, or about one run. */
const TYPED = ["help", "profile", "show-config", "print-hosts", "watch"];

/** Flags that widen what a run may touch; whoever runs a collection decides. */
const WIDENING = /^(?:trust-scripts|allow-.*|insecure|ca|proxy|no-proxy)$/;

/** Every flag that the file may hold, or that it is told why not. */
const FLAGS: ReadonlyMap<string, Flag> = new Map(
  flagsOf(RUN_SPEC).filter(({ name }) => !TYPED.includes(name))
    .map((flag) => [flag.name, flag]),
);

/** Reads a `brace.yaml`; what is wrong is reported at its place. */
export function readConfig(node: YamlNode, root: string): Config {
  const file = node.at.file;
  const run = node.get("run");
  const profiles = new Map<string, Setting[]>();
  if (known(node, ["run", "profiles"]) && node.get("profiles").mapping()) {
    for (const name of node.get("profiles").keys()) {
      const profile = node.get("profiles").get(name);
      profiles.set(name, readSettings(profile, root));
    }
  }
  return { file, run: readSettings(run, root), profiles };
}

function readSettings(node: YamlNode, root: string): Setting[] {
  if (!known(node, [...FLAGS.keys()], TYPED)) return [];
  return node.keys().filter((name) => FLAGS.has(name)).flatMap((name) => {
    const value = node.get(name);
    if (WIDENING.test(name)) {
      value.report({
        code: "INVALID_FIELD",
        message:
          `Cannot use "${value.name}": a file of the collection does not widen what a run may touch (type --${name})`,
        location: { ...locationOf(value.at), onKey: true },
      });
      return [];
    }
    const given = readSetting(value, FLAGS.get(name)!, root);
    if (given === undefined) return [];
    const setting = { name, at: value.at };
    return [given === "off" ? setting : { ...setting, given }];
  });
}

/** True for a mapping; each key that is not among those is an error. */
function known(
  node: YamlNode,
  names: readonly string[],
  typed: readonly string[] = [],
): boolean {
  if (!node.mapping()) return false;
  for (const key of node.keys()) {
    if (names.includes(key)) continue;
    const near = nearest(key, names);
    const value = node.get(key);
    const why = typed.includes(key)
      ? `it is for the command line (type --${key})`
      : `the key is unknown${didYouMean(near)}`;
    value.report({
      code: "UNKNOWN_KEY",
      message: `Cannot use "${value.name}": ${why}`,
      location: { ...locationOf(value.at), onKey: true },
    });
  }
  return true;
}
