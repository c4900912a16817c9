import { isAbsolute, normalize } from "node:path";
import type { LoadedCollection } from "../host/files/load/load_found.ts";
import { readText } from "../host/files/read_text.ts";
import { isInside, resolve } from "../host/path.ts";
import { Opened } from "../host/run/open_collection.ts";
import type { RunOptions } from "../host/run/options.ts";
import type { RunRules } from "../host/run/run_rules.ts";
import { loadingError, startWith } from "../host/run/start_run.ts";
import { dotenvOf } from "../core/collection/environment.ts";
import type { Collection, Item, Variable } from "../core/collection/types.ts";
import { type LoadedRun, loadRun } from "../host/run/load_run.ts";
import { variablePorts } from "../host/run/ports/variable_ports.ts";
import { renderedSteps } from "../host/run/render_requests.ts";
import { requestTexts } from "../core/collection/request_texts.ts";
import { createPolicy } from "../core/policy/policy.ts";
import { createMasker } from "../core/secrets/masker.ts";
import { SecretIndex } from "../core/secrets/secret_index.ts";
import { didYouMean, nearest } from "../core/source/nearest.ts";
import { Exchanges } from "./exchanges.ts";
import { changedFile, changedSince, methodRefusal } from "./restraints.ts";
import { ToolError } from "./json_rpc.ts";

/** What the person who starts the server gives. */
export interface SessionOptions {
  /** The collection's folder or file. */
  readonly path: string;
  /** What holds for every run; its environments are those that agents may choose of. */
  readonly run: RunOptions;
  /** Whether tools write files. */
  readonly write: boolean;
  /** Methods besides GET and HEAD where the collection is read-only for agents. */
  readonly allowMethods: readonly string[];
}

/** One request, as the tool `describe` shows it. */
export interface Described {
  readonly resolved: unknown;
  /** As another client takes it. */
  readonly written?: string;
  /** What that lacks. */
  readonly lacks?: readonly string[];
}

/** What other rooms do for the tools. */
export interface SessionPorts {
  /** Renders one request: as written for use elsewhere, or with the origin of its values. */
  describe(
    loaded: LoadedRun,
    options: RunOptions,
    about: { readonly rules: RunRules; readonly form?: string },
  ): Promise<Described>;
  /** The pages of the documentation, by name. */
  pages(): Promise<Readonly<Record<string, string>>>;
  /** The schemas of files, by name. */
  schemas(): Promise<Readonly<Record<string, string>>>;
}

const PROGRAM = "brace mcp";

/** An agent could guess a secret, one character after the other, if beginnings counted. */
const WHOLE = { beginnings: false };

/** A collection as one client works on it. What it may touch is decided at the start. */
export class Session {
  /** Knows every secret of the session. */
  readonly masker = createMasker(new SecretIndex([], WHOLE));
  readonly exchanges = new Exchanges();
  readonly opened: Opened;
  /** Secrets that what agents wrote does not get. */
  readonly #secrets = new SecretIndex([], WHOLE);
  /** The texts of environments that flags name. */
  readonly #beside = new Map<string, string | undefined>();
  #hosts: readonly string[] = [];
  #isReadOnly = false;
  #start: LoadedCollection | undefined;
  #startedAt = Infinity;
  #known: Collection | undefined;
  #learned: Promise<void> | undefined;

  constructor(
    readonly options: SessionOptions,
    readonly ports: SessionPorts,
  ) {
    this.opened = new Opened(options.path, {});
  }

  /**
   * Reads the collection, and settles which hosts may be contacted and what is
   * secret.
   *
   * @throws {DiagnosticError} There is no collection, or none of the environments that were given.
   */
  async start(): Promise<void> {
    this.#startedAt = Date.now();
    const loaded = this.opened.load({});
    const { collection } = loaded;
    if (collection === undefined) throw loadingError(loaded.diagnostics);
    const { envFiles, globalEnv } = this.options.run;
    for (const file of [envFiles, globalEnv ?? []].flat()) {
      this.#beside.set(file, textOf(file));
    }
    // What it allows must be known, as far as others do not declare it.
    const unknown = loaded.diagnostics.filter(({ severity, location }) =>
      severity === "error" && location?.file === collection.file &&
      location.keys?.[0] !== "items"
    );
    if (unknown.length > 0) throw loadingError(unknown);
    this.#isReadOnly = collection.config.agents === "read-only";
    // A broken file declares nothing, and can be mended.
    this.#start = {
      ...loaded,
      diagnostics: loaded.diagnostics.filter((it) => it.severity !== "error"),
    };
    for (const variable of variablesOf(collection, this.environments)) {
      const learned = { ...variable, template: true };
      this.masker.secrets.learn(learned);
      this.#secrets.learn(learned);
    }
    for (const [name, value] of dotenvOf(collection, [])) {
      this.masker.secrets.learn({ name, value, secret: false });
      this.#secrets.learn({ name, value, secret: false });
    }
    const hosts = new Set<string>();
    const rules = this.#rules(() => undefined);
    for (const environment of this.#choices) {
      const { prepared } = await startWith(this.#runOptions(environment), {
        loaded: this.#start,
        rules,
      });
      for (const host of prepared.hosts) hosts.add(host);
      for (const { name, value } of prepared.loaded.secrets) {
        // Also what no request uses yet.
        this.#secrets.learn({ name, value, secret: true });
        this.masker.secrets.learn({ name, value, secret: true });
      }
    }
    this.#hosts = [...hosts];
    const { allowNet: allow, denyNet: deny } = this.options.run;
    // A rule that is wrong is told to the person, and not to the agent.
    createPolicy({ declared: this.#hosts, allow, deny });
  }

  /** The hosts that may be contacted, as they were declared at the start. */
  get hosts(): readonly string[] {
    return this.#hosts;
  }

  /** The environments that the person gave. */
  get environments(): readonly string[] {
    return this.options.run.env;
  }

  get #choices(): readonly (string | undefined)[] {
    return this.environments.length > 0 ? this.environments : [undefined];
  }

  /** The collection as it is now. */
  load(paths: readonly string[] = []): LoadedCollection {
    for (const path of paths) this.mustBeInside(path);
    const loaded = this.opened.load({ paths });
    const { collection } = loaded;
    if (collection && collection !== this.#known) {
      // What files declare secret by now is hidden from now on.
      this.#known = collection;
      this.#isReadOnly ||= collection.config.agents === "read-only";
      for (const variable of variablesOf(collection, [])) {
        this.masker.secrets.learn({ ...variable, template: true });
      }
    }
    return loaded;
  }

  /** The texts that tools show: files that hold secrets and nothing else stay unseen. */
  shownTexts(
    { texts = new Map() }: LoadedCollection,
  ): [file: string, text: string][] {
    const { secretsFile } = this.options.run;
    const hidden = secretsFile === undefined ? undefined : resolve(secretsFile);
    return [...texts].filter(([file]) =>
      !/(?:^|\/)\.env[^/]*$/.test(file) &&
      (hidden === undefined || resolve(file) !== hidden)
    );
  }

  /** What holds for a run of an environment. */
  runOptions(environment: unknown): RunOptions {
    return this.#runOptions(this.environmentOf(environment));
  }

  #runOptions(environment: string | undefined): RunOptions {
    return {
      ...this.options.run,
      env: environment === undefined ? [] : [environment],
      allowEmpty: true,
    };
  }

  /**
   * The environment that a tool is called with; default: the first one.
   *
   * @throws {ToolError} The person did not give it.
   */
  environmentOf(name: unknown): string | undefined {
    if (name === undefined) return this.environments[0];
    const known = this.environments.find((one) => one === name);
    if (known !== undefined) return known;
    const given = String(name).slice(0, 100);
    const list = this.environments.map((one) => `"${one}"`).join(", ");
    throw new ToolError(
      `Cannot use the environment "${given}": ${PROGRAM} serves ${
        list || "none"
      }${
        didYouMean(nearest(given, this.environments))
      } (a person can restart it with --env "${given}")`,
    );
  }

  /** @throws {ToolError} A path leads out of the collection. */
  mustBeInside(path: string): void {
    const normal = normalize(path).replaceAll("\\", "/");
    const isOut = isAbsolute(path) || normal === ".." ||
      normal.startsWith("../") || path.includes("\0") ||
      /^[a-z]:/i.test(path);
    if (!isOut) return;
    throw new ToolError(
      `Cannot use the path "${
        path.slice(0, 200)
      }": it is outside of the collection (give paths inside of it)`,
    );
  }

  /**
   * The real path of a file inside the collection, links followed.
   *
   * @throws {ToolError} It is outside, or not there.
   */
  fileInside(path: string): string {
    this.mustBeInside(path);
    const { root } = this.collection;
    try {
      const folder = Deno.realPathSync(root);
      const real = Deno.realPathSync(`${folder}/${path}`);
      if (isInside(folder, real)) return real;
    } catch {
      throw new ToolError(
        `Cannot read "${path.slice(0, 200)}": the collection has no such file`,
      );
    }
    throw new ToolError(
      `Cannot use the path "${
        path.slice(0, 200)
      }": it is outside of the collection (give paths inside of it)`,
    );
  }

  /** @throws {DiagnosticError} Its own file broke meanwhile. */
  get collection(): Collection {
    const { collection, diagnostics } = this.load();
    if (collection === undefined) throw loadingError(diagnostics);
    return collection;
  }

  /**
   * What a run of the collection as it is now keeps to.
   *
   * @param why Why all of it gets no secrets; absent: what changed since the start does not.
   */
  async rules(loaded: LoadedCollection, why?: string): Promise<RunRules> {
    const changed = changedSince(this.#start!, loaded, this.environments);
    why ??= this.#changedBeside();
    if (why !== undefined || changed.isAny) await this.#learnRequests();
    return this.#rules((step) => why ?? changed.why(step));
  }

  /** Why nothing gets secrets, where a file that a flag names changed. */
  #changedBeside(): string | undefined {
    for (const [file, text] of this.#beside) {
      if (textOf(file) !== text) return changedFile(file);
    }
    return undefined;
  }

  #rules(whyWithheld: RunRules["whyWithheld"]): RunRules {
    return {
      program: PROGRAM,
      startedAt: this.#startedAt,
      masker: this.masker,
      hosts: this.#hosts,
      secrets: this.#secrets,
      textsOf: requestTexts,
      whyWithheld,
      refused: (request) =>
        this.#isReadOnly
          ? methodRefusal(request, this.options.allowMethods)
          : undefined,
    };
  }

  /** Learns the credentials that the requests of the start hold, once. */
  async #learnRequests(): Promise<void> {
    await (this.#learned ??= this.#renderAll());
  }

  async #renderAll(): Promise<void> {
    for (const environment of this.#choices) {
      const options = this.#runOptions(environment);
      const { value } = await loadRun(options, { loaded: this.#start! });
      if (value === undefined) continue;
      const ports = variablePorts(value, options, this.#secrets);
      for await (
        const { value: request } of renderedSteps(value, options, ports)
      ) {
        if (request === undefined) continue;
        this.#secrets.learnRequest(request);
        this.masker.secrets.learnRequest(request);
      }
    }
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    await this.opened.close();
  }
}

/** The text of a file; undefined where it cannot be read, which others report. */
function textOf(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}

/** Every variable of a collection; where it may be sent counts for the environments in use. */
function* variablesOf(
  { environments, defaults, items }: Collection,
  used: readonly string[],
): Generator<Variable> {
  for (const { name, variables } of environments) {
    for (const variable of variables) {
      const { hosts: _, ...rest } = variable;
      yield used.includes(name) ? variable : rest;
    }
  }
  yield* defaults.variables;
  yield* variablesIn(items);
}

function* variablesIn(items: readonly Item[]): Generator<Variable> {
  for (const item of items) {
    if (item.kind === "folder") {
      yield* item.defaults.variables;
      yield* variablesIn(item.items);
    } else if (item.kind === "request") yield* item.variables;
  }
}
