import type { Collection, Request } from "../collection/types.ts";
import { levelsAround } from "../collection/inherit.ts";
import { makePlan } from "../plan/make_plan.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { pushAll } from "../source/push_all.ts";
import { type CheckedRequest, checkRequest } from "./rules/check_request.ts";
import { CheckScopes } from "./rules/check_scopes.ts";
import { type Chosen, chosenEnvironments } from "./chosen_environments.ts";
import { checkConfig } from "./rules/check_config.ts";
import { definitionsIn } from "./uses/definitions_in.ts";
import { levelsOf } from "./places/levels_of.ts";
import { type Found, mergeFound } from "./merge_found.ts";
import { checkAuthLevels } from "./rules/check_auth_levels.ts";
import { checkLevel } from "./rules/check_level.ts";
import { checkVariables } from "./rules/check_variables.ts";
import { unsupportedItems } from "./rules/unsupported_items.ts";
import { ScriptIndex } from "./script/script_index.ts";
import type { Place } from "./places/place.ts";
import { type SetOrder, setOrder } from "./places/set_order.ts";
import type { CheckOptions, Definition, Use } from "./types.ts";
import type { Level } from "./uses/texts_in.ts";
import type { NamedFile } from "./rules/named_files.ts";
import { runStateOf } from "./run_state_of.ts";
import { somePlaces } from "./places/some_places.ts";
import { writtenParts } from "./uses/written_parts.ts";
import { UsedNames } from "./uses/used_names.ts";
import { usesOf } from "./uses/uses_of.ts";

/** What was found out about a request, and from what. */
interface Checked {
  readonly from: readonly unknown[];
  readonly checked: CheckedRequest;
}

/** What was found out about a collection, or a part of it. */
export interface CheckResult {
  readonly diagnostics: readonly Diagnostic[];
  /** How many requests were looked at. */
  readonly requests: number;
  /** Names of the environments that they were looked at with. */
  readonly environments: readonly string[];
  /** Where a run goes, as `host` or `host:port`. */
  readonly hosts: readonly string[];
}

/** One environment, and what was found with it. */
interface Environments {
  readonly chosen: Chosen;
  readonly scopes: CheckScopes;
  readonly checked: WeakMap<Request, Checked>;
}

/**
 * What is known about a collection without sending: who defines, sets and uses
 * which variable, and what is wrong. What was found out about a request is kept
 * as long as nothing that it depends on changes.
 */
export class CollectionIndex {
  #collection!: Collection;
  #order!: SetOrder;
  #environments: readonly Environments[] = [];
  #environmentDiagnostics: readonly Diagnostic[] = [];
  readonly #checked = new Map<
    string | undefined,
    WeakMap<Request, Checked>
  >();
  /** What is wrong with a level by itself. */
  #levelDiagnostics = new WeakMap<Level, readonly Diagnostic[]>();
  #ofCollection: readonly Diagnostic[] | undefined;
  #levels!: readonly Level[];
  readonly #used = new UsedNames();
  #scriptVersion = 0;
  readonly #options: CheckOptions;
  readonly #scripts: ScriptIndex;
  /** For each level the names of its texts that scripts set, for the current order. */
  #setNames = new Map<object, readonly string[]>();

  constructor(collection: Collection, options: CheckOptions = {}) {
    this.#options = options;
    this.#scripts = new ScriptIndex(options, collection.file);
    this.update(collection);
  }

  /** The collection as it is now. */
  get collection(): Collection {
    return this.#collection;
  }

  /** The requests in the order of a run, and what scripts and actions set. */
  get order(): SetOrder {
    return this.#order;
  }

  /** What scripts do. */
  get scripts(): ScriptIndex {
    return this.#scripts;
  }

  /** Takes the collection as it is now; what is the same object in it did not change. */
  update(collection: Collection): void {
    this.#collection = collection;
    this.#order = setOrder(collection, this.#scripts, this.#order);
    this.#setNames = new Map();
    this.#ofCollection = undefined;
    if (this.#scriptVersion !== this.#scripts.version) {
      // A file changed that scripts require.
      this.#scriptVersion = this.#scripts.version;
      this.#used.clear();
      this.#levelDiagnostics = new WeakMap();
    }
    this.#levels = levelsOf(collection, this.#order.places);
    this.#used.update(this.#levels, this.#scripts);
    const { value, diagnostics } = chosenEnvironments(
      collection,
      this.#options.environments,
      this.#options.environmentFiles,
    );
    this.#environmentDiagnostics = diagnostics;
    this.#environments = value.map((chosen) => {
      const scopes = new CheckScopes(
        collection,
        chosen.chain,
        this.#order,
        this.#options,
      );
      let checked = this.#checked.get(chosen.name);
      if (checked === undefined) {
        checked = new WeakMap();
        this.#checked.set(chosen.name, checked);
      }
      return { chosen, scopes, checked };
    });
  }

  /** Everything that is wrong, and what is worth a warning. */
  diagnostics(): Diagnostic[] {
    return [...this.#ofAll(), ...this.#ofRequests(this.#order.places)];
  }

  /**
   * Checks the requests that paths inside the collection select, and says what
   * was looked at.
   */
  check(paths: readonly string[] = []): CheckResult {
    const { value, diagnostics } = makePlan(this.#collection, { paths });
    const selected = new Set(value.steps.map(({ item }) => item));
    const places = this.#order.places.filter(({ request }) =>
      selected.has(request)
    );
    const found = this.#ofRequests(places);
    const hosts = new Set<string>();
    for (const environment of this.#environments) {
      for (const place of places) {
        const { host } = this.#check(place, environment);
        if (host !== undefined) hosts.add(host);
      }
    }
    return {
      diagnostics: [...diagnostics, ...this.#ofAll(), ...found],
      requests: places.length,
      environments: this.#environments.flatMap(({ chosen }) =>
        chosen.name ?? []
      ),
      hosts: [...hosts],
    };
  }

  /**
   * What is wrong in one file, by the path that diagnostics show.
   *
   * @param options `quick`: what stands in a file for many requests is looked
   * at with some of them, each of its variables with one that uses it.
   */
  diagnosticsOf(
    file: string,
    { quick = false }: { readonly quick?: boolean } = {},
  ): Diagnostic[] {
    const own = this.#order.places.filter(({ request }) =>
      request.at.file === file
    );
    // What stands in another file concerns whoever inherits it.
    const all = own.length > 0 || quick
      ? [
        ...this.#ofFile(file),
        ...this.#ofRequests(
          own.length > 0
            ? own
            : somePlaces(file, this.#order.places, this.definitions()),
        ),
      ]
      : this.diagnostics();
    return all.filter(({ location }) => location?.file === file);
  }

  /** Checks request after request, whose results are kept: whoever asks for all of them then waits for none. */
  *checking(): Generator<void> {
    for (const environment of this.#environments) {
      for (const place of this.#order.places) {
        this.#check(place, environment);
        yield;
      }
    }
  }

  /** All variables that files define. */
  definitions(): Definition[] {
    return definitionsIn(this.#collection, this.#options);
  }

  /** The names of all variables that are defined or set somewhere. */
  names(): Set<string> {
    const names = new Set(this.#order.settings.keys());
    for (const level of this.levels()) {
      for (const { name } of level.variables) names.add(name);
    }
    return names;
  }

  /** The places that define a variable, or set it while the collection runs. */
  definitionsOf(name: string): Definition[] {
    const definitions = this.definitions().filter((it) => it.name === name);
    for (const setting of this.#order.settings.get(name) ?? []) {
      const { scope, location, by } = setting;
      definitions.push({ name, scope, location, by });
    }
    return definitions;
  }

  /** The places that use a variable. */
  usesOf(name: string): Use[] {
    return usesOf(name, this.#levels, {
      collection: this.#collection,
      scripts: this.#scripts,
    });
  }

  /** Everything that has texts of its own. */
  levels(): readonly Level[] {
    return this.#levels;
  }

  /** What concerns the collection as a whole. */
  #ofAll(): readonly Diagnostic[] {
    return this.#ofCollection ??= [
      ...this.#environmentDiagnostics,
      ...this.#ofConfig(),
      ...unsupportedItems(this.#collection.items),
      ...checkVariables(this.#collection, this.definitions(), this.#used),
    ];
  }

  /** What of it stands in a file. */
  #ofFile(file: string): Diagnostic[] {
    const all = this.definitions();
    const names = new Set(
      all.filter(({ location }) => location.file === file)
        .map(({ name }) => name),
    );
    return [
      ...this.#environmentDiagnostics,
      ...this.#ofConfig(),
      ...unsupportedItems(this.#collection.items),
      ...checkVariables(
        this.#collection,
        all.filter(({ name }) => names.has(name)),
        this.#used,
      ),
    ];
  }

  /** What is wrong with what is read before the first request. */
  #ofConfig(): Diagnostic[] {
    const found: Found[] = [];
    for (const { chosen, scopes } of this.#environments) {
      const { diagnostics, files } = checkConfig(scopes);
      for (const one of [...diagnostics, ...this.#missing(files)]) {
        found.push({ diagnostic: one, environment: chosen.name });
      }
    }
    return this.#mergeFound(found);
  }

  /** What is wrong with files that are read when requests are sent; they change without the collection. */
  #missing(files: readonly NamedFile[]): Diagnostic[] {
    const { findFile } = this.#options;
    return findFile === undefined
      ? []
      : files.flatMap(({ path, at }) => findFile(path, at) ?? []);
  }

  /** What is wrong with requests, and with what they inherit. */
  #ofRequests(places: readonly Place[]): Diagnostic[] {
    const levels = new Set<Level>(this.#collection.environments);
    const found: Diagnostic[] = [];
    for (const { request, folders } of places) {
      for (const level of levelsAround(this.#collection, folders)) {
        levels.add(level);
      }
      levels.add(request);
    }
    const seen = new Set<string>();
    for (const level of levels) {
      let own = this.#levelDiagnostics.get(level);
      if (own === undefined) {
        own = checkLevel(level, this.#scripts);
        this.#levelDiagnostics.set(level, own);
      }
      for (const one of own) {
        // A file that several scripts require.
        const key = JSON.stringify([one.code, one.message, one.location]);
        if (!seen.has(key)) found.push(one);
        seen.add(key);
      }
    }
    for (const place of places) {
      pushAll(found, checkAuthLevels(this.#collection, place));
    }
    return [...found, ...this.#merged(places)];
  }

  #merged(places: readonly Place[]): Diagnostic[] {
    const found: Found[] = [];
    for (const environment of this.#environments) {
      const { name } = environment.chosen;
      for (const place of places) {
        const { path, at } = place.request;
        const { diagnostics, files, writesBody } = this.#check(
          place,
          environment,
        );
        const missing = this.#missing(files).map((it) =>
          writesBody ? { ...it, severity: "warning" as const } : it
        );
        for (const diagnostic of [...diagnostics, ...missing]) {
          found.push({
            diagnostic,
            by: { path, file: at.file },
            environment: name,
          });
        }
      }
    }
    return this.#mergeFound(found);
  }

  #mergeFound(found: readonly Found[]): Diagnostic[] {
    return mergeFound(
      found,
      this.#collection,
      this.#environments.map(({ chosen }) => chosen),
    );
  }

  #check(
    place: Place,
    { scopes, checked }: Environments,
  ): CheckedRequest {
    const { request, folders } = place;
    const from = [
      ...levelsAround(this.#collection, folders),
      ...scopes.chain,
      this.#collection.config.clientVersion,
      runStateOf(place, scopes.chain, {
        collection: this.#collection,
        order: this.#order,
        setNames: this.#setNames,
      }),
    ];
    const known = checked.get(request);
    if (known !== undefined && isSame(known.from, from)) {
      return known.checked;
    }
    const found = checkRequest(
      place,
      scopes,
      writtenParts(place, this.#collection, this.#scripts),
    );
    checked.set(request, { from, checked: found });
    return found;
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((it, at) => it === b[at]);
}
