import { parseArgs } from "@std/cli/parse-args";
import { usageError } from "../usage_error.ts";
import { type CommandSpec, type Flag, flagsOf, flagSyntax } from "./flag.ts";
import { FlagValues } from "./flag_values.ts";
import { nearest } from "../../core/source/nearest.ts";

/**
 * Splits a command's arguments into positionals and flag values by its table.
 * `--flag=value` and `--flag value` are the same; `--` ends the flags.
 *
 * @throws {UsageError} for an unknown flag, a missing value, a value that a
 * switch does not take, or too many positionals.
 */
export function parseFlags(
  spec: CommandSpec,
  args: readonly string[],
): FlagValues {
  const flags = flagsOf(spec);
  const withValue = flags.filter((flag) => flag.value !== undefined);
  let unknown: string | undefined;
  const { _: paths, "--": rest = [], ...parsed } = parseArgs(
    unambiguous(spec, flags, args),
    {
      "--": true,
      boolean: flags.filter((flag) => flag.value === undefined)
        .map((flag) => flag.name),
      string: ["_", ...withValue.map((flag) => flag.name)],
      collect: withValue.map((flag) => flag.name),
      unknown: (arg, key) => {
        if (key !== undefined) unknown ??= arg.replace(/=.*/s, "");
      },
    },
  );
  if (unknown !== undefined) {
    throw unknownFlag(spec, unknown, args);
  }
  const values = new Map<string, string[]>();
  for (const { name } of flags) {
    const given = parsed[name] as boolean | string[] | undefined;
    if (Array.isArray(given)) {
      if (given.length > 0) values.set(name, given);
    } else if (given) values.set(name, [""]);
  }
  const positionals = [...paths, ...rest] as string[];
  if (positionals.length > spec.positionals) {
    throw tooManyWords(spec, positionals[spec.positionals]);
  }
  return new FlagValues(spec.name, positionals, values);
}

/** The error for a word too many: the flag that takes it, where there is one. */
function tooManyWords(spec: CommandSpec, word: string): Error {
  const wayOut = spec.excess === undefined
    ? ""
    : ` (did you mean "${spec.excess} ${word}"?)`;
  return usageError(
    `Cannot use "${word}": too many words for "brace ${spec.name} ${spec.usage}"${wayOut}`,
    { command: spec.name },
  );
}

/**
 * The same arguments with a value for each flag, by its long name: parseArgs
 * takes the next argument for the value of a flag that needs none, and none
 * that begins with a dash.
 */
function unambiguous(
  spec: CommandSpec,
  flags: readonly Flag[],
  args: readonly string[],
): string[] {
  const out: string[] = [];
  // With a value parseArgs would drop their "no-"; last, nothing follows them.
  const negated: string[] = [];
  let i = 0;
  for (; i < args.length && args[i] !== "--"; i++) {
    const arg = args[i];
    const equals = arg.indexOf("=");
    const written = equals < 0 ? arg : arg.slice(0, equals);
    const flag = findFlag(flags, written);
    if (flag === undefined) {
      out.push(arg);
      continue;
    }
    const name = `--${flag.name}`;
    const inline = equals < 0 ? undefined : arg.slice(equals + 1);
    if (flag.value === undefined) {
      if (inline !== undefined) {
        throw usageError(
          `Cannot use "${arg}": "${written}" takes no value`,
          { command: spec.name },
        );
      }
      if (flag.name.startsWith("no-")) negated.push(name);
      else out.push(`${name}=true`);
    } else if (flag.optional && inline === undefined) {
      out.push(`${name}=`);
    } else {
      const value = inline ?? (isValue(args[i + 1]) ? args[++i] : "");
      if (value === "") {
        throw usageError(
          `Cannot use "${written}": it needs a value, "${flagSyntax(flag)}"`,
          { command: spec.name },
        );
      }
      out.push(`${name}=${value}`);
    }
  }
  return [...out, ...negated, ...args.slice(i)];
}

/** A negative number is a value, anything else with a dash is the next flag. */
function isValue(arg: string | undefined): boolean {
  return arg !== undefined && (!/^-./.test(arg) || /^-\d/.test(arg));
}

function findFlag(flags: readonly Flag[], written: string): Flag | undefined {
  return flags.find((flag) =>
    written === `--${flag.name}` ||
    flag.short !== undefined && written === `-${flag.short}`
  );
}

/** The error for a flag that a command does not have: what it has in its place. */
function unknownFlag(
  spec: CommandSpec,
  written: string,
  args: readonly string[],
): Error {
  const foreign = environmentFlag(spec, written, args) ??
    gluedFlag(spec, written) ?? foreignFlag(spec.name, written);
  if (foreign !== undefined) {
    return usageError(
      `Cannot use "${written}": "brace ${spec.name}" has no such flag, ${foreign}`,
      { command: spec.name },
    );
  }
  const bare = written.replace(/^-+/, "");
  const names = flagsOf(spec).map((flag) => flag.name);
  // With one dash, or three, it is the right name too.
  const name = names.includes(bare) ? bare : nearest(bare, names);
  const hint = name === undefined ? "" : ` (did you mean "--${name}"?)`;
  return usageError(
    `Cannot use "${written}": "brace ${spec.name}" has no such flag${hint}`,
    {
      command: spec.name,
      ...(name === undefined ? {} : { suggestion: `--${name}` }),
    },
  );
}

/** What to write for `-elocal`: a short flag and its value are two words. */
function gluedFlag(spec: CommandSpec, written: string): string | undefined {
  const [, short, value] = /^(-[a-z])([^-].*)$/.exec(written) ?? [];
  if (short === undefined) return undefined;
  const flags = flagsOf(spec);
  // With one dash, or misspelled, it may be a long flag.
  const bare = written.slice(1);
  const names = flags.map(({ name }) => name);
  if (names.includes(bare) || nearest(bare, names)) return undefined;
  const flag = findFlag(flags, short);
  if (flag === undefined) return environmentFlag(spec, short, [short, value]);
  return flag.value === undefined || flag.optional
    ? undefined
    : `write ${short} ${value}`;
}

/** What to write for `--environment local`: the name is known, so the whole of it is. */
function environmentFlag(
  spec: CommandSpec,
  written: string,
  args: readonly string[],
): string | undefined {
  const hasIt = flagsOf(spec).some(({ name }) => name === "env");
  const isIt = hasIt
    ? /^-{1,3}envi[a-z]*$/
    : spec.name === "list"
    ? /^(?:-{1,3}env[a-z]*|-e)$/
    : undefined;
  if (!isIt?.test(written)) return undefined;
  const at = args.findIndex((arg) =>
    arg === written || arg.startsWith(`${written}=`)
  );
  const inline = args[at].slice(written.length + 1);
  const value = inline || (isValue(args[at + 1]) ? args[at + 1] : "NAME");
  if (!hasIt) {
    return `leave it out: a list shows URLs as they are written (brace render --env ${value} shows what would be sent)`;
  }
  return /\.json$/i.test(value)
    ? `import the environment (brace import ${value}), then write --env NAME`
    : `write --env ${value}`;
}

/**
 * Flags of other runners (bru, newman, Postman's, hurl), and what `brace run` has for
 * them: another flag, or words. Those of the same name and meaning are not
 * here.
 */
const RUNNERS: Readonly<Record<string, string>> = {
  // bru
  "-r": "leave it out: a folder runs with everything below it",
  "--csv-file-path": "write --data FILE",
  "--json-file-path": "write --data FILE",
  "--iteration-count": "write --iterations N",
  "--parallel":
    "write --jobs auto: iterations, or else top-level folders, run side by side",
  "--reporter-json": "write --reporter json=FILE",
  "--reporter-junit": "write --reporter junit=FILE",
  "--reporter-html": "write --reporter html=FILE",
  "--cacert": "write --ca FILE",
  "--disable-cookies": "write --no-cookies",
  "--noproxy": "write --no-proxy",
  "--sandbox":
    "leave it out: scripts run in a sandbox, unless --trust-scripts is given",
  "--client-cert-config":
    "name the certificates in config.clientCertificates of opencollection.yml",
  "--tests-only": "name the requests, or select them with --tags",
  "--reporter-skip-headers": "leave it out: secrets are masked in reports",
  "--reporter-skip-all-headers": "leave it out: secrets are masked in reports",
  "--reporter-skip-body": "leave it out: secrets are masked in reports",
  "--reporter-skip-request-body": "leave it out: secrets are masked in reports",
  "--reporter-skip-response-body":
    "leave it out: secrets are masked in reports, and long bodies are cut",
  "--ignore-truststore":
    "write --ca FILE: Brace trusts it in addition to the others",
  "-f": "write --reporter KIND=FILE",
  // newman
  "-g": "write --global-env FILE",
  "--globals": "write --global-env FILE",
  "-d": "write --data FILE",
  "--iteration-data": "write --data FILE",
  "-n": "write --iterations N",
  "--folder": "give the folder as a path: brace run users",
  "--reporters": "write --reporter KIND=FILE",
  "--reporter-json-export": "write --reporter json=FILE",
  "--reporter-junit-export": "write --reporter junit=FILE",
  "--reporter-html-export": "write --reporter html=FILE",
  "--reporter-htmlextra-export": "write --reporter html=FILE",
  "--timeout-request": "write --timeout MS",
  "--timeout-script": "write --script-timeout MS",
  "--delay-request": "write --delay MS",
  "--global-var": "write --var NAME=VALUE",
  "-k": "write --insecure",
  "--ignore-redirects": "set settings.followRedirects: false",
  "--ssl-client-cert":
    "name the certificate in config.clientCertificates of opencollection.yml",
  "--ssl-client-key":
    "name the key in config.clientCertificates of opencollection.yml",
  "--ssl-client-passphrase":
    "name it in config.clientCertificates of opencollection.yml",
  "--ssl-client-cert-list":
    "name the certificates in config.clientCertificates of opencollection.yml",
  "--ssl-extra-ca-certs": "write --ca FILE",
  "--export-cookie-jar": "write --cookie-jar FILE: it is saved after the run",
  "--export-environment":
    "write --save-env: changes go back into the environment's file",
  "--working-dir": "write --allow-read PATH for files outside the collection",
  // Postman's command line
  "-i": "give the request or the folder as a path: brace run users/create",
  "-x":
    "to exit with 0 although requests fail, write brace run … || true in the shell",
  "--suppress-exit-code":
    "to exit with 0 although requests fail, write brace run … || true in the shell",
  "--disable-unicode": "leave it out: write --no-color for plain text",
  "--integration-id":
    "leave it out: results stay here, reports are files (--reporter)",
  "--report-events":
    "leave it out: results stay here, reports are files (--reporter)",
  "--with-api-key": "leave it out: no account is needed",
  "--no-insecure-file-read":
    "leave it out: files outside the collection need --allow-read PATH",
  "--reporter-json-structure": "write --reporter json=FILE",
  "--reporter-cli-silent": "write --silent",
  "--reporter-cli-no-summary": "write --quiet",
  "--reporter-cli-no-banner": "leave it out: there is no banner",
  "--reporter-cli-no-failures": "write --quiet",
  "--reporter-cli-no-assertions": "write --quiet",
  "--reporter-cli-no-success-assertions":
    "leave it out: Brace counts what passed, and does not list it",
  "--reporter-cli-no-console": "write --quiet",
  "--reporter-cli-show-timestamps":
    "write --reporter json=FILE: it has the times",
  "--reporter-html-omitHeaders": "leave it out: secrets are masked in reports",
  "--reporter-html-omitRequestBodies":
    "leave it out: secrets are masked in reports, and long bodies are cut",
  "--reporter-html-omitResponseBodies":
    "leave it out: secrets are masked in reports, and long bodies are cut",
  "--reporter-html-omitAllHeadersAndBody":
    "leave it out: secrets are masked in reports",
  // hurl
  "--variable": "write --var NAME=VALUE",
  "--secret":
    "mark the variable secret: true, and give it with --env-var NAME=VALUE",
  "--test": "leave it out: assertions and tests always run",
  "--report-json": "write --reporter json=FILE",
  "--report-junit": "write --reporter junit=FILE",
  "--report-html": "write --reporter html=FILE",
  "--report-tap": "write --reporter tap=FILE",
  "--variables-file": "write --env-file FILE",
  "--no-output": "leave it out: --output alone writes a response",
  "--progress-bar": "leave it out: a terminal shows how far the run is",
  "--retry-interval": "write --retry-delay MS",
  "--max-time": "write --timeout MS (milliseconds)",
  "--repeat": "write --iterations N",
  "--continue-on-error": "leave it out: a run goes on, unless --bail is given",
  "--fail-at-end": "leave it out: a run goes on, unless --bail is given",
  "--location": "leave it out: redirects are followed",
  "--very-verbose": "write --verbose",
  "--file-root": "write --allow-read PATH",
  "--glob": "give the pattern as a path: brace run 'users/**'",
};

/** Flags of curl, and what `brace send` has for them. */
const CURL: Readonly<Record<string, string>> = {
  "-X": "write the method before the URL: brace send PUT URL",
  "--request": "write the method before the URL: brace send PUT URL",
  "--data": "write --body TEXT",
  "--data-raw": "write --body TEXT",
  "--data-binary": "write --body @FILE",
  "--json": "write --body TEXT: what begins like JSON is sent as such",
  "-F": "write a request file: its body can be type: multipart-form",
  "-u": "write it into the URL: https://user:password@host",
  "--user": "write it into the URL: https://user:password@host",
  "-k": "write --insecure",
  "-o": "write --output FILE",
  "-x": "write --proxy URL",
  "-m": "write --timeout MS (milliseconds)",
  "--max-time": "write --timeout MS (milliseconds)",
  "-f": "write --fail",
  "-b": "write --cookie-jar FILE",
  "-c": "write --cookie-jar FILE",
  "-L": "leave it out: redirects are followed",
  "--location": "leave it out: redirects are followed",
  "-s": "leave it out: no progress is shown",
};

/** The flags of other programs, and what to write instead, by command. */
export const FOREIGN_FLAGS: ReadonlyMap<
  string,
  Readonly<Record<string, string>>
> = new Map([["run", RUNNERS], ["send", CURL]]);

/** What a command has for a flag of another program; undefined where it is nobody's. */
function foreignFlag(
  command: string,
  written: string,
): string | undefined {
  const flags = FOREIGN_FLAGS.get(command) ?? {};
  return Object.hasOwn(flags, written) ? flags[written] : undefined;
}
