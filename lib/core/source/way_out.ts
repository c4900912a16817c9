import type { Diagnostic, WayOut, WayOutKind } from "./diagnostic.ts";
import { formatYamlPath, type Origin } from "./origin.ts";

/** How ways out are put for those who read them. */
export interface WayOutWords {
  /** The words, of several ways where there are some; undefined where these readers do not have it. */
  text(way: WayOut): string | readonly string[] | undefined;
  /** The same as one word to copy, such as a flag. */
  copy?(way: WayOut): string | undefined;
}

/** Makes a way out. */
export function wayOut(
  kind: WayOutKind,
  ...names: readonly string[]
): WayOut {
  return { kind, names };
}

/** The entries of `setup` or `hosts` that advice shows; "…" stands for more. */
const MAX_ENTRIES = 20;

/**
 * The way out that a request runs in setup, beside what runs there already: at
 * the end or, if what wants it runs in setup, before that.
 *
 * @param reader The path of what wants it.
 */
export function setupWay(
  kind: "run-first" | "set-up",
  path: string,
  { file, config: { setup = [], extended = "" } }: {
    readonly file: string;
    readonly config: {
      readonly setup?: readonly string[];
      readonly extended?: string;
    };
  },
  reader?: string,
): WayOut {
  const wayWith = (...entries: string[]) =>
    wayOut(kind, path, file, extended, ...entries);
  if (setup.length === 0) return wayWith();
  const at = setup.findIndex((it) =>
    reader === it || reader?.startsWith(`${it}/`)
  );
  if (setup.length > MAX_ENTRIES) {
    return wayWith(...at < 0 ? ["…", path] : [path, "…"]);
  }
  const before = at < 0 ? setup.length : at;
  const others = setup.toSpliced(before, 0, path)
    .filter((it, place) => it !== path || place === before);
  return wayWith(...others);
}

/** A collection's own file, and what it says of hosts already. */
export interface DeclaringFile {
  readonly file: string;
  readonly config: {
    readonly hosts: readonly { readonly text: string }[];
    /** How far the file has `extensions.brace` already. */
    readonly extended?: string;
  };
}

/** The way out that a host is allowed, or declared in a collection's file beside the hosts that it has. */
export function hostWay(
  host: string,
  home?: DeclaringFile,
): WayOut {
  if (home === undefined) return wayOut("allow-host", host);
  const { file, config: { hosts, extended = "" } } = home;
  const others = hosts.length > MAX_ENTRIES
    ? ["…"]
    : hosts.map(({ text }) => text);
  return wayOut("allow-host", host, file, extended, ...others);
}

/** How a host is declared: with what a person can paste, where the file is known; undefined where the file cannot. */
export function declaringHost(
  [host, file, extended = "", ...others]: WayOut["names"],
): string | undefined {
  if (file !== undefined && OF_POSTMAN.test(file)) return undefined;
  return !host || file === undefined
    ? "add it to extensions.brace.hosts in the collection file"
    : `declare it with ${
      extensionIn(file, "hosts", [...others, host], extended)
    }`;
}

/** A way out of a limit, by where files give the options of the run: as one or more. */
export function placedLimits(
  way: WayOut,
  origins: ReadonlyMap<string, Origin>,
): readonly WayOut[] {
  const { kind, names, ...rest } = way;
  if (kind !== "raise-limit" || !names.some((it) => origins.has(it))) {
    return [way];
  }
  const given = names.flatMap((it) => origins.get(it) ?? []);
  const others = names.filter((it) => !origins.has(it));
  return [
    ...given.map(({ path, file }): WayOut => ({
      ...rest,
      kind: "raise-setting",
      names: [formatYamlPath(path), file],
    })),
    ...others.length > 0 ? [{ ...rest, kind, names: others }] : [],
  ];
}

/** These words for a run whose options files give, too. */
export function placedWords(
  words: WayOutWords,
  origins: ReadonlyMap<string, Origin>,
): WayOutWords {
  return {
    ...words,
    text: (way) =>
      placedLimits(way, origins).flatMap((it) => words.text(it) ?? []),
  };
}

/** A way out with its texts changed, such as masked. */
export function changedWayOut(
  { kind, names, note }: WayOut,
  change: (text: string) => string,
): WayOut {
  return {
    kind,
    names: names.map(change),
    ...(note !== undefined && { note: change(note) }),
  };
}

/** How options of the library are named, for programs. */
export const OPTION_WORDS: WayOutWords = { text: optionText };

/** A diagnostic whose message and notes say what the reader can do. */
export function worded<T extends Diagnostic>(
  diagnostic: T,
  words: WayOutWords,
): T {
  const { waysOut, ...rest } = diagnostic;
  if (waysOut === undefined) return diagnostic;
  const { message, notes = [], suggestion } = rest;
  const textOf = (note?: string) =>
    joined(
      waysOut.filter((way) => way.note === note)
        .flatMap((way) => words.text(way) ?? []),
    );
  const own = textOf();
  const alone = textOf("");
  const copy = waysOut.map((way) => words.copy?.(way))
    .find((it) => it !== undefined);
  const told = [
    ...alone === "" ? [] : [alone],
    ...notes.map((note) => {
      const text = textOf(note);
      return text === "" ? note : `${note}: ${text}`;
    }),
  ];
  return {
    ...rest,
    message: own === "" ? message : `${message} (${own})`,
    ...(told.length > 0 && { notes: told }),
    ...(suggestion === undefined && copy !== undefined &&
      { suggestion: copy }),
  } as T;
}

/** Questions have their mark, which ends them. */
function joined(texts: readonly string[]): string {
  const told = [...new Set(texts)];
  const ways = told.filter((it) => !it.endsWith("?"));
  const list = ways.length < 3
    ? ways.join(", or ")
    : `${ways.slice(0, -1).join(", ")}, or ${ways.at(-1)}`;
  return [...told.filter((it) => it.endsWith("?")), list].join(" ").trimEnd();
}

/** What to write into a collection's own file. */
function setUp(
  [path, file = "", extended = "", ...whole]: WayOut["names"],
): string {
  const entries = whole.length > 0 ? whole : [path];
  return extensionIn(file, "setup", entries, extended);
}

/** Postman's own file of a collection, which has no place for what only Brace reads. */
const OF_POSTMAN = /(?:^|[/\\])\.resources[/\\]definition\.ya?ml$/;

function extensionIn(
  file: string,
  key: "setup" | "hosts",
  entries: readonly string[],
  extended: string,
): string {
  const isJson = /(?:^|[/\\])bruno\.json$/.test(file);
  const written = extensionOf(key, entries, { isJson, extended });
  return extended === ""
    ? `${written} in ${file}`
    : `${written} in ${extended} of ${file}`;
}

/**
 * An extension with its entries, so that a person can paste it.
 *
 * @param options.isJson Bruno's own file is JSON.
 * @param options.extended The key that the file has already, such as `extensions`.
 */
function extensionOf(
  key: "setup" | "hosts",
  entries: readonly string[],
  { isJson, extended = "" }: {
    readonly isJson: boolean;
    readonly extended?: string;
  },
): string {
  const values = entries.map((it) => JSON.stringify(it)).join(", ");
  const nameOf = (key: string) => isJson ? `"${key}"` : key;
  const missing = ["extensions", "brace"].slice(
    extended === "" ? 0 : extended.split(".").length,
  );
  return missing.reduceRight(
    (inner, key) => `${nameOf(key)}: { ${inner} }`,
    `${nameOf(key)}: [${values}]`,
  );
}

/**
 * How a secret is set in the process's environment.
 *
 * @param names The variable, and the permission that Deno lacks to read it.
 * @param what What is set, in words.
 */
export function settingSecret(
  [name, permission]: readonly string[],
  what = "",
): string {
  const set = `set ${what}BRACE_SECRET_${name}`;
  return permission === undefined
    ? set
    : `${set} and run Deno with ${permission}`;
}

/** How a secret that only other environments have gets into the selected one, and its value. */
export function declaredIn(
  [, file]: readonly string[],
  giving: readonly string[],
): string {
  return `declare it as a secret in ${file} and ${giving.join(" or ")}`;
}

/**
 * How Deno gets a permission: Brace has flags of the same names, and takes them
 * after its own name.
 */
export function runDenoWith(flags: string): string {
  return `run Deno with ${flags}, before the name of the program or in the task of deno.json`;
}

/** Whether a shell can set a variable that ends with this name. */
export function isShellName(name: string): boolean {
  return /^\w+$/.test(name);
}

/** What is the same for all readers; undefined for what is not. */
export function commonText({ kind, names }: WayOut): string | undefined {
  const [name] = names;
  switch (kind) {
    case "use-name":
      return `did you mean "${name}"?`;
    case "lower-seq":
      return `give "${name}" a lower seq`;
    case "run-first":
      return OF_POSTMAN.test(names[1] ?? "")
        ? `run "${name}" first, by its order`
        : `run it first with ${setUp(names)}`;
    case "set-up":
      return OF_POSTMAN.test(names[1] ?? "")
        ? undefined
        : `run it once, before all groups, with ${setUp(names)}`;
    case "raise-setting":
      return names[1] === undefined
        ? `raise the ${name} that the request itself sets`
        : `raise ${name} in "${names[1]}"`;
    case "name-proto-file":
      return "name its .proto file as grpc.protoFilePath";
    case "write-from-folder":
      return "write its path from the collection's folder";
    case "define-in-collection":
      return "define it in the collection's variables";
    case "fill-in":
      return names[1] === undefined
        ? "fill it in"
        : `write its value into "${names[1]}"`;
    case "give-env":
      return `set "${name}" to a value`;
    case "copy-example":
      return `copy ${name} to ${names[1]} and fill it in`;
    case "end-stream":
      return 'write an end such as "count" or "duration" into extensions.brace.stream';
    default:
      return undefined;
  }
}

function optionText(way: WayOut): ReturnType<WayOutWords["text"]> {
  const { kind, names } = way;
  const [name] = names;
  switch (kind) {
    case "define-variable":
      return ["define it", 'give it with the option "variables"'];
    case "define-in-environment":
      return [
        `define it in ${names[1] ?? "an environment"}`,
        'give it with the option "envVariables"',
      ];
    case "declare-secret":
      return declaredIn(names, [
        settingSecret([name]),
        'give the option "secretsFile"',
      ]);
    case "give-row":
      return `give rows with a field "${name}" by the option "data"`;
    case "give-variable":
      return `give the value with the option "variables"`;
    case "give-secret":
    case "answer-secret":
    case "set-secret":
      return [settingSecret(names), 'give the option "secretsFile"'];
    case "answer-prompt":
      return `give the answer with the option "prompt"`;
    case "select-environment":
      return `select it with the option "environment"`;
    case "give-globals":
      return `give the file with the option "globalEnv"`;
    case "run-needed":
      return 'run it first with the option "withNeeded"';
    case "keep-undefined":
      return 'send the placeholder as written with undefined: "keep"';
    case "allow-host":
      return [
        'allow it with the option "allowNet"',
        declaringHost(names) ?? [],
      ].flat();
    case "restart-with-host":
      return `a person can restart it with the option "allowNet"`;
    case "stop-denying":
      return `take it out of the option "denyNet"`;
    case "allow-env":
      return [
        'allow it with the option "allowEnv"',
        `list it in ${names[1] ?? "the collection's .env"}`,
      ];
    case "take-env":
      return `the option "allowEnv" gives ${names.length > 1 ? "them" : "it"}`;
    case "allow-read":
      return `allow it with the option "allowRead": ["${name}"]`;
    case "raise-limit":
      return `raise the option ${names.map((it) => `"${it}"`).join(" or ")}`;
    case "raise-default":
      return `that is the default, raise it with the option "${name}" or settings.${name}`;
    case "accept-certificate":
      return `the option "insecure" accepts it`;
    case "add-issuer":
      return `add its issuer with the option "ca", or accept it with "insecure"`;
    case "accept-any-certificate":
      return `the option "insecure" accepts any certificate`;
    case "allow-empty":
      return `the option "allowEmpty" passes`;
    case "give-data":
      return `give its file with the option "data"`;
    case "trust-scripts":
      return `the option "trustScripts" runs it if you trust this collection`;
    case "name-format":
      return undefined;
    case "repeat-iterations":
      return `give the option "iterations" ${name}, or "data" if it had data`;
    case "use-name":
    case "lower-seq":
    case "run-first":
    case "set-up":
    case "define-in-collection":
    case "fill-in":
    case "give-env":
    case "raise-setting":
    case "name-proto-file":
    case "write-from-folder":
    case "copy-example":
    case "end-stream":
      return commonText(way);
    default:
      return kind satisfies never;
  }
}
