import { kindOf } from "../../core/scope/value/value.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { resolveEnvironments } from "../../core/collection/environment.ts";
import type { StoredCookie } from "../../core/http/cookies/cookie_file.ts";
import type {
  Deletion,
  Earlier,
  LeftVariable,
} from "../../core/run/earlier.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { envFilesOf } from "../../host/files/env_files_of.ts";
import { readText } from "../../host/files/read_text.ts";
import type { RunCollectionOptions } from "../../host/run/collection_options.ts";
import { RunCookieJar } from "../../host/http/cookie_jar.ts";
import type { EditorSession } from "../../lsp/session.ts";

/** The collection, and the environments that are selected. */
interface Selection {
  readonly session: EditorSession;
  readonly selected: readonly string[];
  readonly variableFiles: readonly string[];
}

/** What servers and the person gave with one selection of environments; who forgets it puts another one in its place. */
interface Given {
  readonly cookies: RunCookieJar;
  /** The secrets that the person typed, by name. */
  readonly secrets: Map<string, string>;
}

/** What scripts left with one selection of environments. */
interface Kept {
  readonly environments: readonly string[];
  readonly variables: Map<string, LeftVariable>;
  readonly ran: Map<string, "kept" | "forgotten">;
  /** What was deleted since somebody set it. */
  deleted: ReadonlyMap<string, Deletion>;
  /** What files defined then: another object for each time that it is forgotten. */
  of: ReadonlyMap<string, string>;
  given: Given;
}

/** A run that goes on with what is kept, or begins anew. */
export interface KeptFor extends Given {
  /** The environments that are selected for it, whatever is selected meanwhile. */
  readonly environments: readonly string[];
  /** What it begins with; absent: with what the files say. */
  readonly earlier: Earlier | undefined;
  /** The same for a run whose data has these columns, which runtime variables would hide. */
  besides(columns: ReadonlySet<string>): KeptFor;
  /** Told of a request that has run. */
  ran(path: string): void;
  /** Told what its scripts made of all variables, and what they deleted; gives whether any of them is another one. */
  take(
    left: readonly LeftVariable[],
    deleted: ReadonlyMap<string, Deletion>,
  ): boolean;
}

/**
 * The variables that scripts set in this session, the cookies of servers and the
 * secrets that the person typed, for the next request that is sent. Each selection of environments has its own, and they are forgotten when
 * a value changes that files had when they were set: what one server gave is
 * not for another one.
 */
export class KeptVariables {
  readonly #kept = new Map<string, Kept>();
  /** What the index says of the selection that was asked for last. */
  #latest: {
    readonly of: readonly unknown[];
    readonly definitions: ReadonlyMap<string, string>;
  } = { of: [], definitions: new Map() };

  /** What is kept with the selected environments. */
  async list(bench: Selection): Promise<readonly LeftVariable[]> {
    const known = this.#kept.get(JSON.stringify(bench.selected));
    if (known === undefined || known.variables.size === 0) return [];
    return [...(await this.#of(bench)).variables.values()];
  }

  /** The cookies of the selected environments, and the names of the secrets that were typed. */
  async given(
    bench: Selection,
  ): Promise<{ cookies: readonly StoredCookie[]; secrets: readonly string[] }> {
    const { cookies, secrets } = (await this.#of(bench)).given;
    return { cookies: cookies.export(), secrets: [...secrets.keys()] };
  }

  /** The names that have values from outside of the collection: secrets that somebody typed, and what flags of `brace open` and their files give. */
  async heldNames(
    bench: Selection,
    options: RunCollectionOptions,
  ): Promise<string[]> {
    const { variables, envVariables, envFile = [], secretsFile } = options;
    const files = await envFilesOf({ envFiles: [envFile].flat(), secretsFile });
    const inFiles = [
      files.secrets,
      ...files.environments.map((one) =>
        one.variables.filter(({ disabled, unset }) => !disabled && !unset)
      ),
    ].flat();
    return [
      ...(await this.given(bench)).secrets,
      ...Object.keys({ ...variables, ...envVariables }),
      ...inFiles.map(({ name }) => name),
    ];
  }

  /** Takes secrets that the person typed. */
  async type(
    bench: Selection,
    typed: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { secrets } = (await this.#of(bench)).given;
    for (const [name, value] of typed) secrets.set(name, value);
  }

  /** Has a masker learn every secret that was typed. */
  teach({ secrets }: Pick<Masker, "secrets">): void {
    for (const { given } of this.#kept.values()) {
      for (const [name, value] of given.secrets) {
        secrets.learn({ name, value, secret: true });
      }
    }
  }

  /**
   * For requests that are sent or rendered now.
   *
   * @param options.anew Whether they begin with what the files say.
   * @param options.leaves Whether what they set stays. What a row of data sets is for that row alone.
   */
  async begin(
    bench: Selection,
    { anew = false, leaves = true } = {},
  ): Promise<KeptFor> {
    const kept = await this.#of(bench);
    const variables = new Map(anew ? [] : kept.variables);
    const ran = anew ? undefined : this.#ran(kept);
    const { of, given, deleted } = kept;
    return keptFor(kept, { of, given, variables, ran, deleted, leaves });
  }

  /** Forgets a part of what is kept with the selected environments. */
  async forget(
    bench: Selection,
    what: "variables" | "cookies" | "secrets",
  ): Promise<void> {
    const kept = await this.#of(bench);
    switch (what) {
      case "variables":
        return forgetVariables(kept, new Map(kept.of));
      case "cookies":
        kept.given = { ...kept.given, cookies: new RunCookieJar() };
        return;
      case "secrets":
        kept.given = { ...kept.given, secrets: new Map() };
        return;
      default:
        what satisfies never;
    }
  }

  async #of(bench: Selection): Promise<Kept> {
    await bench.session.indexed();
    const now = this.#definitions(bench);
    const { selected: environments } = bench;
    const key = JSON.stringify(environments);
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      kept = {
        environments,
        variables: new Map(),
        ran: new Map(),
        deleted: new Map(),
        of: now,
        given: nothing(),
      };
      this.#kept.set(key, kept);
    } else if (isAnother(kept, now)) {
      forgetVariables(kept, now);
      kept.given = nothing();
    }
    return kept;
  }

  /** What files say now; as long as the collection cannot be read what they said. */
  #definitions(bench: Selection): ReadonlyMap<string, string> {
    const { session, selected } = bench;
    const { index } = session;
    const of = [index, index?.collection, JSON.stringify(selected)];
    const isSame = of.every((one, at) => this.#latest.of[at] === one);
    if (index !== undefined && !isSame) {
      this.#latest = { of, definitions: definitionsIn(index, selected) };
    }
    const now = new Map(this.#latest.definitions);
    for (const [path, text] of session.files) {
      if (path.endsWith(".env")) now.set(JSON.stringify([path]), text);
    }
    for (const path of bench.variableFiles) {
      now.set(JSON.stringify([path]), textOf(path));
    }
    return now;
  }

  #ran(kept: Kept): Earlier["ran"] {
    const ran = new Map<string, "kept" | "forgotten" | "elsewhere">();
    for (const other of this.#kept.values()) {
      for (const path of other.ran.keys()) ran.set(path, "elsewhere");
    }
    for (const [path, state] of kept.ran) ran.set(path, state);
    return ran;
  }
}

/** What is kept as a run begins. */
interface Beginning {
  readonly of: Kept["of"];
  readonly given: Given;
  readonly variables: ReadonlyMap<string, LeftVariable>;
  /** Absent: the run begins with what the files say. */
  readonly ran: Earlier["ran"] | undefined;
  readonly deleted: Kept["deleted"];
  readonly columns?: ReadonlySet<string>;
  /** Whether what it sets stays. */
  readonly leaves: boolean;
}

function keptFor(kept: Kept, beginning: Beginning): KeptFor {
  const { of, given, variables, ran, deleted, columns, leaves } = beginning;
  let before = variables;
  return {
    ...given,
    environments: kept.environments,
    earlier: ran && {
      variables: [...variables.values()],
      ran,
      deleted,
      ...(columns && { columns }),
    },
    besides(columns) {
      const left = variables.entries().filter(([, { scope, name }]) =>
        scope !== "runtime" || !columns.has(name)
      );
      return keptFor(kept, {
        ...beginning,
        variables: new Map(left),
        columns,
      });
    },
    ran(path) {
      if (kept.of !== of || !leaves && kept.ran.has(path)) return;
      kept.ran.set(path, leaves ? "kept" : "forgotten");
    },
    take(left, deletedNow) {
      if (!leaves) return false;
      const now = new Map(
        left.filter(({ entry }) => !entry?.local)
          .map((one) => [keyOf(one), one]),
      );
      const isSame = (key: string) =>
        before.has(key) === now.has(key) &&
        before.get(key)?.entry === now.get(key)?.entry;
      const changed = new Set([...before.keys(), ...now.keys()])
        .values().filter((key) => !isSame(key)).toArray();
      before = now;
      // Forgotten meanwhile: what it began with is no longer meant.
      if (kept.of !== of) return false;
      kept.deleted = new Map(deletedNow);
      for (const key of changed) {
        const one = now.get(key);
        if (one === undefined) kept.variables.delete(key);
        else kept.variables.set(key, one);
      }
      return changed.length > 0;
    },
  };
}

function keyOf({ scope, label, name }: LeftVariable): string {
  return JSON.stringify([scope, label, name]);
}

/** The names of variables that have a value, each once. */
export function keptNames(
  left: readonly LeftVariable[],
  masker: Pick<Masker, "mask">,
): string[] {
  const names = left.filter(({ entry }) => entry?.value !== undefined)
    .map(({ name }) => masker.mask(name));
  return [...new Set(names)];
}

function nothing(): Given {
  return { cookies: new RunCookieJar(), secrets: new Map() };
}

function forgetVariables(kept: Kept, of: Kept["of"]): void {
  kept.variables.clear();
  kept.deleted = new Map();
  for (const path of kept.ran.keys()) kept.ran.set(path, "forgotten");
  kept.of = of;
}

/** Whether files say something else of a value that was there, or something of one that is kept. */
function isAnother(
  { of, variables }: Kept,
  now: ReadonlyMap<string, string>,
): boolean {
  const names = new Set(variables.values().map(({ name }) => name));
  return of.keys().some((key) => of.get(key) !== now.get(key)) ||
    now.keys().some((key) => !of.has(key) && names.has(JSON.parse(key).at(-1)));
}

/** What files define with the selected environments. */
function definitionsIn(
  index: CollectionIndex,
  selected: readonly string[],
): Map<string, string> {
  const now = new Map<string, string>();
  const { value: chain = [] } = resolveEnvironments(index.collection, selected);
  const names = new Set(chain.map(({ name }) => name));
  for (const { name, scope, label, variable } of index.definitions()) {
    // A request's own variables say nothing about the server of the others.
    const isMeant = scope === "environment"
      ? names.has(label ?? "")
      : scope !== "request";
    if (!isMeant || variable === undefined) continue;
    const { value, secret, hosts, unset } = variable;
    now.set(
      JSON.stringify([scope, label, name]),
      JSON.stringify([kindOf(value), valueText(value), secret, hosts, unset]),
    );
  }
  return now;
}

function textOf(path: string): string {
  try {
    return readText(path);
  } catch {
    // A run says why it cannot be read.
    return "";
  }
}
