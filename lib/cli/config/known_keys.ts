import type { YamlNode } from "../../core/collection/yaml/node.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { type OptionName, OPTIONS } from "../../host/run/options.ts";
import { BY_FLAG } from "../flags/run_flags.ts";

/** Flags that are for the command line alone: about the file itself, or about one run. */
const TYPED = [
  "help",
  ...[...BY_FLAG].filter(([, name]) => OPTIONS[name].yaml === "typed")
    .map(([flag]) => flag),
];

/** Every flag that the file can hold, or for which it gets an explanation. */
export const FLAGS: ReadonlyMap<string, OptionName> = new Map(
  [...BY_FLAG].filter(([flag]) => !TYPED.includes(flag)),
);

/** What the file holds. */
const PARTS = ["run", "profiles"];

/** True for a mapping; each key of it that is no part of a `brace.yaml` is an error. */
export function knownParts(node: YamlNode): boolean {
  if (!node.mapping()) return false;
  for (const key of node.keys()) {
    if (PARTS.includes(key)) continue;
    const value = node.get(key);
    if (FLAGS.has(key) && widens(key, value)) continue;
    const near = nearest(key, PARTS);
    const flag = flagFor(key);
    if (FLAGS.has(key)) flagOutside(value);
    else if (near === undefined && TYPED.includes(key)) typed(value, key);
    else if (near === undefined && flag !== undefined) {
      unknown(
        value,
        `the key is unknown (did you mean "${flag}" under "run:"?)`,
      );
    } else {
      const wayOut = near === undefined && value.isMapping()
        ? ' (a profile stands under "profiles:")'
        : didYouMean(near);
      unknown(value, `the key is unknown${wayOut}`);
    }
  }
  return true;
}

/** True for a mapping; each key of it that is no flag for a `brace.yaml` is an error. */
export function knownSettings(node: YamlNode): boolean {
  if (!node.mapping()) return false;
  for (const key of node.keys()) {
    if (FLAGS.has(key)) continue;
    const value = node.get(key);
    if (TYPED.includes(key)) typed(value, key);
    else if (PARTS.includes(key)) {
      unknown(value, `"${key}:" stands at the top of the file`);
    } else {
      const near = flagFor(key);
      const wayOut = near === undefined && value.isMapping()
        ? ' (a profile stands under "profiles:")'
        : didYouMean(near);
      unknown(value, `the key is unknown${wayOut}`);
    }
  }
  return true;
}

/** Whether a profile is a flag that has none around it, which is reported. */
export function isFlag(name: string, profile: YamlNode): boolean {
  if (!FLAGS.has(name) || profile.isMapping()) return false;
  flagOutside(profile);
  return true;
}

function flagOutside(value: YamlNode): void {
  unknown(value, 'a flag stands under "run:" or in a profile');
}

/** Reports a flag that the file cannot have: the person who runs a collection decides what it may touch. */
export function widens(flag: string, value: YamlNode): boolean {
  if (OPTIONS[FLAGS.get(flag)!].yaml !== "widens") return false;
  value.report({
    code: "INVALID_FIELD",
    message:
      `Cannot use "${value.name}": a file of the collection cannot extend what a run may access (type --${flag})`,
    location: { ...locationOf(value.at), onKey: true },
  });
  return true;
}

/** The flag that a key nearly is, or that programs call so, or nearly: `env` for `environment`. */
function flagFor(key: string): string | undefined {
  const byProgram = new Map<string, string>();
  for (const [flag, name] of FLAGS) {
    const { program } = OPTIONS[name];
    if (program !== undefined) byProgram.set(program, flag);
  }
  return nearest(key, FLAGS.keys()) ?? byProgram.get(key) ??
    byProgram.get(nearest(key, byProgram.keys()) ?? "");
}

function typed(value: YamlNode, key: string): void {
  unknown(value, `it only works on the command line (type --${key})`);
}

function unknown(value: YamlNode, why: string): void {
  value.report({
    code: "UNKNOWN_KEY",
    message: `Cannot use "${value.name}": ${why}`,
    location: { ...locationOf(value.at), onKey: true },
  });
}
