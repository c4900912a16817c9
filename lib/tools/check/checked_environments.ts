import type { Collection, Request } from "../../core/collection/types.ts";
import { levelsAround } from "../../core/collection/inherit.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { type Chosen, chosenEnvironments } from "./chosen_environments.ts";
import { type Found, mergeFound } from "./merge_found.ts";
import type { Place } from "./places/place.ts";
import type { SetOrder } from "./places/set_order.ts";
import { checkConfig } from "./rules/check_config.ts";
import { type CheckedRequest, checkRequest } from "./rules/check_request.ts";
import { CheckScopes } from "./rules/check_scopes.ts";
import type { NamedFile } from "./rules/named_files.ts";
import { runStateOf } from "./run_state_of.ts";
import type { ScriptIndex } from "./script/script_index.ts";
import type { CheckOptions } from "./types.ts";
import { writtenParts } from "./uses/written_parts.ts";

/** What was found out about a request, and from what. */
interface Checked {
  readonly from: readonly unknown[];
  readonly checked: CheckedRequest;
}

/** One environment, and what was found with it. */
interface Environment {
  readonly chosen: Chosen;
  readonly scopes: CheckScopes;
  readonly checked: WeakMap<Request, Checked>;
}

/**
 * The environments that requests are checked with. What was found out about a
 * request is kept as long as nothing that it depends on changes.
 */
export class CheckedEnvironments {
  /** What is wrong with the choice of environments. */
  diagnostics: readonly Diagnostic[] = [];
  readonly #options: CheckOptions;
  readonly #scripts: ScriptIndex;
  #collection!: Collection;
  #order!: SetOrder;
  #environments: readonly Environment[] = [];
  readonly #checked = new Map<
    string | undefined,
    WeakMap<Request, Checked>
  >();
  /** For each level the names of its texts that scripts set, for the current order. */
  #setNames = new Map<object, readonly string[]>();

  constructor(options: CheckOptions, scripts: ScriptIndex) {
    this.#options = options;
    this.#scripts = scripts;
  }

  /** Their names. */
  get names(): string[] {
    return this.#environments.flatMap(({ chosen }) => chosen.name ?? []);
  }

  /** Takes the collection as it is now. */
  update(collection: Collection, order: SetOrder): void {
    this.#collection = collection;
    this.#order = order;
    this.#setNames = new Map();
    const { value, diagnostics } = chosenEnvironments(
      collection,
      this.#options.environments,
      this.#options.environmentFiles,
    );
    this.diagnostics = diagnostics;
    this.#environments = value.map((chosen) => {
      const scopes = new CheckScopes(
        collection,
        chosen.chain,
        order,
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

  /** Where requests go, as `host` or `host:port`. */
  hostsOf(places: readonly Place[]): string[] {
    const hosts = new Set<string>();
    for (const environment of this.#environments) {
      for (const place of places) {
        const { host } = this.#check(place, environment);
        if (host !== undefined) hosts.add(host);
      }
    }
    return [...hosts];
  }

  /** Checks request after request. */
  *checking(): Generator<void> {
    for (const environment of this.#environments) {
      for (const place of this.#order.places) {
        this.#check(place, environment);
        yield;
      }
    }
  }

  /** What is wrong with what is read before the first request. */
  ofConfig(): Diagnostic[] {
    const found: Found[] = [];
    for (const { chosen, scopes } of this.#environments) {
      const { diagnostics, files } = checkConfig(scopes);
      for (const one of [...diagnostics, ...this.#missing(files)]) {
        found.push({ diagnostic: one, environment: chosen.name });
      }
    }
    return this.#merged(found);
  }

  /** What is wrong with requests. */
  ofRequests(places: readonly Place[]): Diagnostic[] {
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
    return this.#merged(found);
  }

  /** What is wrong with files that are read when requests are sent; they change without the collection. */
  #missing(files: readonly NamedFile[]): Diagnostic[] {
    const { findFile } = this.#options;
    return findFile === undefined
      ? []
      : files.flatMap(({ path, at }) => findFile(path, at) ?? []);
  }

  #merged(found: readonly Found[]): Diagnostic[] {
    return mergeFound(
      found,
      this.#collection,
      this.#environments.map(({ chosen }) => chosen),
    );
  }

  #check(place: Place, { scopes, checked }: Environment): CheckedRequest {
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
