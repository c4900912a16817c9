import { loadCollection } from "../../host/files/load_collection.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { withoutCredentials } from "../../core/http/proxy.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { MASK } from "../../core/secrets/hidden.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { isSecretVariable } from "../../core/secrets/secret_field.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import { type Flag, flagsOf } from "../flags/flag.ts";
import type { FlagValues } from "../flags/flag_values.ts";
import { spec as RUN_SPEC } from "../flags/specs/run_spec.ts";
import { settingKind } from "./read_setting.ts";

/** Flags that say nothing about a run. */
const OWN = ["help", "profile", "show-config"];

/** `brace run --show-config`: prints the value of every flag and where it comes from. */
export async function showConfig(flags: FlagValues): Promise<number> {
  const places = await placesOf(flags);
  const secrets = secretNames(flags);
  const rows = flagsOf(RUN_SPEC).filter(({ name }) => !OWN.includes(name))
    .map((flag): [string, string, string] => {
      const { name } = flag;
      const given = flags.has(name);
      const value = given
        ? shown(flag, flags.all(name), secrets)
        : flag.default ?? NOTHING[settingKind(flag)];
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
const NOTHING: Readonly<Record<ReturnType<typeof settingKind>, string>> = {
  switch: "false",
  number: "not set",
  count: "not set",
  pairs: "none",
  list: "none",
  text: "not set",
};

/** Knows fields that hold secrets by their names; which values are secret is not known before the run. */
const MASKER = createMasker();

function shown(
  flag: Flag,
  values: readonly string[],
  secrets: ReadonlySet<string>,
): string {
  if (flag.value === undefined) return "true";
  if (settingKind(flag) !== "pairs") {
    const given = flag.repeatable || flag.value.includes(",…")
      ? values
      : values.slice(-1);
    const mask = flag.name === "proxy" ? withoutCredentials : MASKER.maskText;
    return given.map((one) => one === "" ? "true" : mask(one)).join(", ");
  }
  return values.map((pair) => {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    const isSecret = flag.name === "prompt" || secrets.has(name) ||
      isSecretVariable(name);
    const value = isSecret ? MASK : MASKER.maskText(pair.slice(equals + 1));
    return `${name}=${value}`;
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
