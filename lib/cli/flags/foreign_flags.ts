import { shellWord } from "../../host/terminal/shell_word.ts";
import { isPath } from "../../host/files/is_file.ts";
import { usageError } from "../usage_error.ts";
import type { CommandSpec, Flag } from "./flag.ts";
import { millisecondsOf } from "./flag_values.ts";

/**
 * Flags of other runners (bru, newman, Postman's, hurl), and what `brace run` has for
 * them: another flag, or words. Those of the same name and meaning are not
 * here.
 */
const RUNNERS: Readonly<Record<string, string>> = {
  // bru
  "-r":
    "leave it out: a folder runs with everything below it (for a report, write --reporter KIND=FILE)",
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
    "name the certificates in config.clientCertificates of opencollection.yml, or in clientCertificates of bruno.json",
  "--workspace-path":
    "leave it out: --global-env FILE takes the file of a global environment",
  "--global-env-var":
    "write the value in the file of --global-env FILE: --var NAME=VALUE reaches {{NAME}}, but not bru.getGlobalEnvVar",
  "--secrets-env-file":
    "set the variables that the secret store needs, and name them, such as --allow-env=VAULT_ADDR,VAULT_TOKEN",
  "--tests-only": "name the requests, or select them with --tags",
  "--format": "write --reporter KIND=FILE",
  "-o": "write --reporter KIND=FILE: --output FILE is for a response",
  "--reporter-skip-headers": "leave it out: secrets are masked in reports",
  "--reporter-skip-all-headers": "leave it out: secrets are masked in reports",
  "--reporter-skip-body": "leave it out: secrets are masked in reports",
  "--reporter-skip-request-body": "leave it out: secrets are masked in reports",
  "--reporter-skip-response-body":
    "leave it out: secrets are masked in reports, and long bodies are cut",
  "--cache-ssl-session":
    "leave it out: requests to one host share open connections",
  "--version": "write brace -V",
  "--ignore-truststore":
    "write --ca FILE: Brace trusts it in addition to the others",
  "-f": "write --reporter KIND=FILE",
  // newman
  "-g": "write --global-env FILE",
  "--globals": "write --global-env FILE",
  "-d": "write --data FILE",
  "--iteration-data": "write --data FILE",
  "-n": "write --iterations N",
  "--folder": "give the folder as a path: brace run COLLECTION/FOLDER",
  "--reporters": "write --reporter KIND=FILE",
  "--reporter-json-export": "write --reporter json=FILE",
  "--reporter-junit-export": "write --reporter junit=FILE",
  "--reporter-html-export": "write --reporter html=FILE",
  "--reporter-htmlextra-export": "write --reporter html=FILE",
  "--timeout-request": "write --timeout MS",
  "--timeout-script": "write --script-timeout MS",
  "--delay-request": "write --delay MS",
  "--global-var":
    "write the value in the file of --global-env FILE: --var NAME=VALUE reaches {{NAME}}, but not pm.globals.get",
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
  "--export-globals":
    "leave it out: what scripts change in globals ends with the run",
  "--export-collection":
    "leave it out: the command for that is brace export postman PATH",
  "--postman-api-key": "leave it out: no account is needed",
  "--working-dir": "write --allow-read PATH for files outside the collection",
  // Postman's command line
  "-i":
    "give the request or the folder as a path: brace run COLLECTION/FOLDER/REQUEST",
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
    "mark the variable secret: true, and set BRACE_SECRET_NAME or use --secrets-file",
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
  // nobody's: what people try
  "--name":
    "give the request or the folder as a path: brace run COLLECTION/FOLDER/REQUEST",
  "--request":
    "give the request as a path: brace run COLLECTION/FOLDER/REQUEST",
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

const ROW = "give the values of a row with --var NAME=VALUE";

/** Flags of `brace run` that `brace render` lacks, as it renders once. */
const RENDER: Readonly<Record<string, string>> = {
  "--data": ROW,
  "-d": ROW,
  "--rows": ROW,
};

const FORMAT_FIRST =
  "write the format before the collection: brace export postman COLLECTION, or bru or artillery";
const EXPORT: Readonly<Record<string, string>> = {
  "--as": FORMAT_FIRST,
  "--to": FORMAT_FIRST,
  "--type": FORMAT_FIRST,
};

/** The flags of other programs and commands, and what to write instead, by command. */
export const FOREIGN_FLAGS: ReadonlyMap<
  string,
  Readonly<Record<string, string>>
> = new Map([
  ["run", RUNNERS],
  ["send", CURL],
  ["render", RENDER],
  ["export", EXPORT],
]);

/** The file or number that a flag of Brace's takes, at the start of what to write; the unit is named behind it where the other program takes seconds. */
const SAME_VALUE =
  /^(write --[a-z-]+ (?:[a-z]+=)?)(FILE|N|MS( \(milliseconds\))?)(?!\w)/;

/**
 * What a command has for a flag of another program; undefined where it is nobody's.
 *
 * @param value What is written behind the flag. Such as a cookie of curl's, which may be secret, is not repeated.
 */
export function foreignFlag(
  command: string,
  written: string,
  value?: string,
): string | undefined {
  const flags = FOREIGN_FLAGS.get(command) ?? {};
  if (!Object.hasOwn(flags, written)) return undefined;
  const hint = flags[written];
  return value === undefined || value.includes("=")
    ? hint
    : hint.replace(SAME_VALUE, (written, start, kind, inSeconds) => {
      if (!kind.startsWith("MS")) return start + shellWord(value);
      const isNumber = /^\d+(?:\.\d+)?$/.test(value);
      const number = isNumber && !inSeconds
        ? value
        : millisecondsOf(isNumber ? `${value}s` : value);
      return number === undefined ? written : `${start}${number}`;
    });
}

/** Where a permission of Deno's stands, which follows Brace's own name in vain. */
export function denoFlag(written: string): string | undefined {
  return /^(?:-A|--(?:allow|deny)-(?:all|env|ffi|import|net|read|run|sys|write))$/
      .test(written)
    ? "it is Deno's: write it before the name of the program, or in the task of deno.json"
    : undefined;
}

/** Words that other runners take after a switch, and what to write instead. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "--bail": {
    failure: "leave it out: a run stops after the first request that fails",
    folder: "leave it out: a run stops after the first request that fails",
  },
  "--color": {
    on: "leave it out",
    off: "write --no-color",
    auto: "leave out both: a terminal gets colours, a file none",
  },
};

/** @throws {UsageError} The word behind a switch is for it, and not the path of a file or folder. */
export function refuseForeignWord(
  spec: CommandSpec,
  written: string,
  word: string | undefined,
): void {
  if (word === undefined || !Object.hasOwn(WORDS, written)) return;
  const words = WORDS[written];
  if (!Object.hasOwn(words, word) || isPath(word)) return;
  throw usageError(
    `Cannot use "${written} ${word}": "${written}" takes no value, ${
      words[word]
    }`,
    { command: spec.name },
  );
}

/** A file that Postman exports, or the path of one in the folder of a collection. */
const ENVIRONMENT_FILE = /\.json$|[\\/][^\\/]*\.(?:bru|ya?ml)$/i;

/** @throws {UsageError} It is a file, and not an environment's name. */
export function refuseForeignFile(
  spec: CommandSpec,
  flags: readonly Flag[],
  { written, value }: { readonly written: string; readonly value: string },
): void {
  const takesFiles = flags.some(({ name }) => name === "env-file");
  if (!takesFiles || !ENVIRONMENT_FILE.test(value)) return;
  throw usageError(
    `Cannot use "${written} ${value}": it takes the name of an environment, write --env-file ${
      shellWord(value)
    }`,
    { command: spec.name },
  );
}
