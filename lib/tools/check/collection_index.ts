import type { Collection, Item } from "../../core/collection/types.ts";
import { levelsAround } from "../../core/collection/inherit.ts";
import { makePlan } from "../../core/plan/make_plan.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { pushAll } from "../../core/source/push_all.ts";
import { definitionsIn } from "./uses/definitions_in.ts";
import { checkAuthLevels, VainNones } from "./rules/check_auth_levels.ts";
import { CallableNames, checkCalled } from "./rules/check_called.ts";
import { checkGiven } from "./rules/check_given.ts";
import { checkLevel } from "./rules/check_level.ts";
import { NamedSecrets } from "./rules/plain_secrets.ts";
import { CheckedEnvironments } from "./checked_environments.ts";
import {
  checkHidden,
  checkVariables,
  withoutMeant,
} from "./rules/check_variables.ts";
import { ScriptIndex } from "./script/script_index.ts";
import type { RequestPlace } from "./places/reach.ts";
import { type SetOrder, setOrder } from "./places/set_order.ts";
import type { CheckOptions, IndexedDefinition, Use } from "./types.ts";
import { type VariableIndex, variableNames } from "./variable_index.ts";
import type { TextLevel } from "./uses/texts_in.ts";
import { placesOf, somePlaces } from "./places/reach.ts";
import { levelsOf } from "./uses/levels_of.ts";
import { UsedNames } from "./uses/used_names.ts";
import type { CallChecker } from "./rules/calls.ts";
import { withSharedNote } from "./explain/noted_shared_name.ts";
import { unsupported } from "../../core/run/skipped.ts";
import { textsBeside } from "./uses/used_names.ts";
import { scriptUses } from "./script/script_index.ts";
import { usesIn, usesOfText } from "./uses/texts_in.ts";

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

/** What an index has to know of each level of a collection. */
export class LearnedLevels {
  readonly scripts: ScriptIndex;
  readonly used = new UsedNames();

  constructor({ file }: Collection, options: CheckOptions) {
    this.scripts = new ScriptIndex(options, file);
  }

  /** Learns level after level; an index that is made before the end learns the others. */
  *learning(collection: Collection): Generator<void> {
    for (const level of levelsOf(collection, placesOf(collection.items))) {
      this.used.learn(level, this.scripts);
      yield;
    }
  }
}

/**
 * What is known about a collection without sending: who defines, sets and uses
 * which variable, and what is wrong. What was found out is kept as long as
 * nothing that it depends on changes.
 */
export class CollectionIndex implements VariableIndex {
  #collection!: Collection;
  #order!: SetOrder;
  /** What is wrong with a level by itself. */
  #levelDiagnostics = new WeakMap<TextLevel, readonly Diagnostic[]>();
  #ofCollection: readonly Diagnostic[] | undefined;
  #levels!: readonly TextLevel[];
  readonly #namedSecrets: NamedSecrets;
  readonly #used: UsedNames;
  #scriptVersion = 0;
  readonly #options: CheckOptions;
  readonly #scripts: ScriptIndex;
  readonly #environments: CheckedEnvironments;

  /**
   * @param checkCall What compares calls with `.proto` files; absent: nothing does.
   * @param learned What is known of the collection's levels already.
   */
  constructor(
    collection: Collection,
    options: CheckOptions = {},
    checkCall?: CallChecker,
    { scripts, used } = new LearnedLevels(collection, options),
  ) {
    this.#options = options;
    this.#scripts = scripts;
    this.#used = used;
    this.#namedSecrets = new NamedSecrets(scripts);
    this.#scriptVersion = scripts.version;
    this.#environments = new CheckedEnvironments(
      options,
      this.#scripts,
      checkCall,
    );
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

  /** The files of the requests that are read. */
  requestFiles(): Set<string> {
    return new Set(this.#order.places.map(({ request }) => request.at.file));
  }

  /** Takes the collection as it is now; what is the same object in it did not change. */
  update(collection: Collection): void {
    this.#collection = collection;
    this.#order = setOrder(collection, this.#scripts, this.#order);
    this.#ofCollection = undefined;
    if (this.#scriptVersion !== this.#scripts.version) {
      // A file changed that scripts require.
      this.#scriptVersion = this.#scripts.version;
      this.#used.clear();
      this.#levelDiagnostics = new WeakMap();
    }
    this.#levels = levelsOf(collection, this.#order.places);
    this.#namedSecrets.update(collection, this.#levels);
    this.#used.update(this.#levels, this.#scripts);
    this.#environments.update(collection, this.#order);
  }

  /** Everything that is wrong, and what is worth a warning. */
  diagnostics(): Diagnostic[] {
    return withoutMeant([
      ...this.#ofAll(),
      ...this.#ofRequests(this.#order.places),
    ]);
  }

  /**
   * Checks the requests that paths inside the collection select, and says what
   * was looked at.
   *
   * @param read What reading the collection found.
   */
  check(
    paths: readonly string[] = [],
    read: readonly Diagnostic[] = [],
  ): CheckResult {
    const selection = { paths, found: read };
    const { value, diagnostics } = makePlan(this.#collection, selection);
    const selected = new Set(value.steps.map(({ item }) => item));
    const places = this.#order.places.filter(({ request }) =>
      selected.has(request)
    );
    const found = [...this.misnamed(), ...this.#ofRequests(places)];
    return {
      diagnostics: withoutMeant([...diagnostics, ...this.#ofAll(), ...found]),
      requests: places.length,
      environments: this.#environments.names,
      hosts: this.#environments.hostsOf(places),
    };
  }

  /** Given values whose names are misspelt. */
  misnamed(): Diagnostic[] {
    return checkGiven(this, this.#used, this.#options);
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
    const isPart = own.length === 0;
    const places = isPart && quick
      ? somePlaces(file, this.#order.places, this.definitions())
      : own;
    const all = isPart && !quick
      ? this.diagnostics()
      : [...this.#ofFile(file), ...this.#ofRequests(places, isPart)];
    return withoutMeant(all)
      .filter(({ location }) => location?.file === file);
  }

  /** Checks request after request, whose results are kept: whoever asks for all of them then waits for none. */
  checking(): Generator<void> {
    return this.#environments.checking();
  }

  /** All variables that files define. */
  definitions(): IndexedDefinition[] {
    return definitionsIn(this.#collection, this.#options);
  }

  /** The names of all variables that are defined or set somewhere. */
  names(): Set<string> {
    return variableNames(this.#order, this.#levels, this.#options.globals);
  }

  /** The places that define a variable, or set it while the collection runs. */
  definitionsOf(name: string): IndexedDefinition[] {
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
  levels(): readonly TextLevel[] {
    return this.#levels;
  }

  /** What concerns the collection as a whole. */
  #ofAll(): readonly Diagnostic[] {
    return this.#ofCollection ??= [
      ...this.#environments.diagnostics,
      ...this.#environments.ofConfig(),
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
      ...this.#environments.diagnostics,
      ...this.#environments.ofConfig(),
      ...unsupportedItems(this.#collection.items),
      ...checkVariables(
        this.#collection,
        all.filter(({ name }) => names.has(name)),
        this.#used,
      ),
    ];
  }

  /** What is wrong with requests, and with what they inherit. */
  #ofRequests(places: readonly RequestPlace[], isPart = false): Diagnostic[] {
    const levels = new Set<TextLevel>(this.#collection.environments);
    const found: Diagnostic[] = [];
    for (const { request, folders } of places) {
      for (const level of levelsAround(this.#collection, folders)) {
        levels.add(level);
      }
      levels.add(request);
    }
    const seen = new Set<string>();
    let built: CallableNames | undefined;
    const names = () => built ??= new CallableNames(this.#collection);
    for (const level of levels) {
      let own = this.#levelDiagnostics.get(level);
      if (own === undefined) {
        own = checkLevel(level, this.#scripts);
        this.#levelDiagnostics.set(level, own);
      }
      const called = checkCalled(level, this.#scripts, names);
      const named = this.#namedSecrets.hintsOf(level);
      for (const one of [...own, ...named, ...called]) {
        // A file that several scripts require.
        const key = JSON.stringify([one.code, one.message, one.location]);
        if (!seen.has(key)) found.push(withSharedNote(one, this.#collection));
        seen.add(key);
      }
    }
    const vainNones = new VainNones();
    for (const place of places) {
      pushAll(found, checkAuthLevels(this.#collection, place));
      pushAll(found, vainNones.check(this.#collection, place));
      pushAll(found, checkHidden(this.#collection, place, this.#used));
    }
    return [...found, ...this.#environments.ofRequests(places, isPart)];
  }
}

/** What a collection has that Brace does not run. */
function unsupportedItems(
  items: readonly Item[],
  found: Diagnostic[] = [],
): Diagnostic[] {
  for (const item of items) {
    switch (item.kind) {
      case "folder":
        unsupportedItems(item.items, found);
        break;
      case "request":
        break;
      case "unsupported":
        found.push({
          code: "UNSUPPORTED",
          severity: "warning",
          message: `Cannot run "${item.path}": ${unsupported(item)}`,
          location: { file: item.at.file },
        });
        break;
      default:
        item satisfies never;
    }
  }
  return found;
}

/** The places that use a variable: in texts, scripts and the configuration. */
function usesOf(
  name: string,
  levels: readonly TextLevel[],
  { collection, scripts }: {
    readonly collection: Collection;
    readonly scripts: ScriptIndex;
  },
): Use[] {
  const uses: Use[] = [];
  const add = (found: readonly Use[]) =>
    pushAll(
      uses,
      found.filter((use) => use.name === name || use.expression === name),
    );
  for (const level of levels) {
    add(usesIn(level));
    if (!("scripts" in level)) continue;
    pushAll(
      uses,
      scriptUses(level.scripts, scripts).filter((use) => use.name === name),
    );
  }
  add(textsBeside(collection).flatMap(usesOfText));
  return uses;
}
