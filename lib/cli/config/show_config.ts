import { loadCollection } from "../../host/files/load_collection.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { withoutCredentials } from "../../core/http/proxy.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { MASK } from "../../core/secrets/hidden.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { isSecretVariable } from "../../core/secrets/secret_field.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import { type OptionKind, UNSET } from "../../host/run/option_kinds.ts";
import {
  OPTION_NAMES,
  type OptionName,
  OPTIONS,
} from "../../host/run/options.ts";
import type { FlagValues } from "../flags/flag_values.ts";
import { runFlag } from "../flags/run_flags.ts";

/** Flags that say nothing about a run. */
const OWN: readonly OptionName[] = ["profile", "showConfig"];

/** `brace run --show-config`: prints the value of every flag and where it comes from. */
export async function showConfig(flags: FlagValues): Promise<number> {
  const places = await placesOf(flags);
  const secrets = secretNames(flags);
  const rows = OPTION_NAMES.filter((option) => !OWN.includes(option))
    .map((option): [string, string, string] => {
      const { name, default: otherwise } = runFlag(option);
      const given = flags.has(name);
      const value = given
        ? shown(option, flags.all(name), secrets)
        : otherwise ?? nothing(OPTIONS[option].kind);
      const source = places.get(name) ?? (given ? `--${name}` : "default");
      return [`${name}:`, escapeControls(value), source];
    });
  const widths = [0, 1].map((at) =>
    Math.max(...rows.map((row) => row[at].length))
  );
  const lines = rows.map(([name, value, source]) =>
    `${name.padEnd(widths[0])}  ${value.padEnd(widths[1])}  ${source}\n`
  );
  writeOutput(lines.join(""));
  return 0;
}

/** What a flag is that nobody gives and that has no default. */
function nothing(kind: OptionKind): string {
  if (kind === "switch") return "false";
  return kind in UNSET ? "none" : "not set";
}

/** Knows fields that hold secrets by their names; which values are secret is not known before the run. */
const MASKER = createMasker();

function shown(
  option: OptionName,
  values: readonly string[],
  secrets: ReadonlySet<string>,
): string {
  const { kind } = OPTIONS[option];
  if (kind === "switch") return "true";
  if (kind !== "pairs" && kind !== "prompts") {
    const given = kind in UNSET ? values : values.slice(-1);
    const mask = option === "proxy" ? withoutCredentials : MASKER.maskText;
    return given.map((one) => one === "" ? "true" : mask(one)).join(", ");
  }
  return values.map((pair) => {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    const isSecret = kind === "prompts" || secrets.has(name) ||
      isSecretVariable(name, value);
    return `${name}=${isSecret ? MASK : MASKER.maskText(value)}`;
  }).join(", ");
}

/** Where the file says what, by flag. */
async function placesOf(
  { origins, values }: FlagValues,
): Promise<Map<string, string>> {
  const places = [...origins].filter(([name]) => values.has(name));
  const located = await new Locator().locate(
    places.map(([, at]) => ({
      code: "USAGE",
      severity: "warning",
      message: "",
      location: locationOf(at),
    })),
  );
  return new Map(places.map(([name, { file, path }], index) => {
    const { line } = located[index].location ?? {};
    const profile = path[0] === "profiles" ? ` (profile ${path[1]})` : "";
    return [name, `${file}:${line}${profile}`];
  }));
}

/** Names that the collection, as far as it can be read, keeps secret. */
function secretNames({ positionals }: FlagValues): Set<string> {
  const { collection } = loadCollection(positionals);
  const variables = collection === undefined ? [] : [
    ...collection.environments.flatMap(({ variables }) => variables),
    ...collection.defaults.variables,
  ];
  return new Set(
    variables.filter(({ secret }) => secret).map(({ name }) => name),
  );
}
