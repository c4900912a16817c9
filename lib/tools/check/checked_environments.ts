import type {
  Collection,
  Request,
  Script,
} from "../../core/collection/types.ts";
import { levelsAround } from "../../core/collection/inherit.ts";
import { pushAll } from "../../core/source/push_all.ts";
import { isAmongHosts } from "../../core/policy/host_rule.ts";
import { renderText } from "../../core/render/render_text.ts";
import { ruleOf, serverOf } from "../../core/run/hosts/host_in_url.ts";
import { Execution } from "../../core/scope/execution.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { expressionsIn } from "../../core/template/expressions_in.ts";
import { rootName } from "../../core/template/template_of.ts";
import { type Chosen, chosenEnvironments } from "./chosen_environments.ts";
import { type Found, mergeFound } from "./merge_found.ts";
import type { RequestPlace } from "./places/reach.ts";
import type { ComputedSetting } from "./places/level_settings.ts";
import {
  computedBefore,
  reachOf,
  type SetOrder,
  settingFor,
} from "./places/set_order.ts";
import { checkConfig } from "./rules/check_config.ts";
import { type CheckedRequest, checkRequest } from "./rules/check_request.ts";
import { CheckScopes } from "./rules/check_scopes.ts";
import type { NamedFile } from "./rules/named_files.ts";
import { undeclaredHost, undeclaredSends } from "./rules/undeclared_hosts.ts";
import { type Call, type CallChecker, callOfConfig } from "./rules/calls.ts";
import type { ScriptIndex } from "./script/script_index.ts";
import type { CheckOptions, ScriptedPart } from "./types.ts";
import { usesIn } from "./uses/texts_in.ts";

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
  readonly #checkCall: CallChecker | undefined;
  #collection!: Collection;
  #order!: SetOrder;
  #environments: readonly Environment[] = [];
  readonly #checked = new Map<
    string | undefined,
    WeakMap<Request, Checked>
  >();
  /** For each level the names of its texts that scripts set, for the current order. */
  #setNames = new Map<object, readonly string[]>();

  /** @param checkCall Absent: calls are not compared with `.proto` files. */
  constructor(
    options: CheckOptions,
    scripts: ScriptIndex,
    checkCall?: CallChecker,
  ) {
    this.#options = options;
    this.#scripts = scripts;
    this.#checkCall = checkCall;
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
      this.#options.globalsOf,
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

  /** Where a run of requests goes, as `host` or `host:port`, and where else the collection lets it go. */
  hostsOf(places: readonly RequestPlace[]): string[] {
    const hosts = new Set<string>();
    for (const environment of this.#environments) {
      for (const place of places) {
        const { host, tokenHosts = [] } = this.#check(place, environment);
        if (host !== undefined) hosts.add(host);
        for (const one of tokenHosts) hosts.add(one);
      }
      for (const one of this.#allowed(environment)) hosts.add(one);
    }
    return [...hosts];
  }

  /** The hosts of `extensions.brace.hosts`. */
  #allowed({ scopes }: Environment): string[] {
    return this.#collection.config.hosts.flatMap((host) => {
      const { value } = renderText(host, scopes.ofConfig(), new Execution());
      return (value && ruleOf(value)) ?? [];
    });
  }

  /** Checks request after request. */
  *checking(): Generator<void> {
    for (const environment of this.#environments) {
      for (const place of this.#order.places) {
        this.#check(place, environment);
        yield;
      }
      environment.scopes.forgetLayers();
    }
  }

  /** What is wrong with what is read before the first request. */
  ofConfig(): Diagnostic[] {
    const found: Found[] = [];
    for (const diagnostic of this.#called(callOfConfig(this.#collection))) {
      found.push({ diagnostic, environment: undefined });
    }
    for (const { chosen, scopes } of this.#environments) {
      const { diagnostics, files } = checkConfig(scopes);
      for (const one of [...diagnostics, ...this.#missing(files)]) {
        found.push({ diagnostic: one, environment: chosen.name });
      }
    }
    return this.#merged(found);
  }

  /** What is wrong with requests, which are all that matter or only some of them. */
  ofRequests(places: readonly RequestPlace[], someOnly = false): Diagnostic[] {
    const found: Found[] = [];
    // The files of the configuration are told of with it.
    const ofConfig = new Set(
      this.#called(callOfConfig(this.#collection)).map((it) =>
        JSON.stringify(it)
      ),
    );
    const scripts = scriptsOf(places, this.#collection);
    for (const environment of this.#environments) {
      const { name } = environment.chosen;
      for (const place of places) {
        const { path, at } = place.request;
        const { diagnostics, files, call, writesBody } = this.#check(
          place,
          environment,
        );
        const called = this.#called(call).filter((it) =>
          !ofConfig.has(JSON.stringify(it))
        );
        const ofFiles = [
          ...this.#missing(files),
          ...called.filter(({ code }) => code === "INVALID_BODY"),
        ].map((it) =>
          writesBody ? { ...it, severity: "warning" as const } : it
        );
        pushAll(
          ofFiles,
          called.filter(({ code }) => code !== "INVALID_BODY"),
        );
        for (const diagnostic of [...diagnostics, ...ofFiles]) {
          found.push({
            diagnostic,
            by: { path, at },
            environment: name,
          });
        }
      }
      const isDeclared = this.#declared(environment);
      for (const place of places) {
        const { path, at, url } = place.request;
        const { scriptUrl } = this.#check(place, environment);
        const to = scriptUrl === undefined ? undefined : serverOf(scriptUrl);
        if (to === undefined || isDeclared(to)) continue;
        found.push({
          diagnostic: undeclaredHost(url, this.#collection),
          by: { path, at },
          environment: name,
        });
      }
      const sends = undeclaredSends(scripts, this.#scripts, {
        collection: this.#collection,
        isDeclared,
      });
      for (const diagnostic of sends) {
        found.push({ diagnostic, environment: name });
      }
    }
    return this.#merged(found, someOnly);
  }

  /** Tells of a host whether a file names it, or the run allows it. */
  #declared(
    environment: Environment,
  ): (to: { readonly hostname: string; readonly port: number }) => boolean {
    const { allowNet = [] } = this.#options;
    if (allowNet === true) return () => true;
    let hosts: readonly string[] | undefined;
    return (to) => {
      hosts ??= [
        ...this.#order.places.flatMap((one) => {
          const { host, tokenHosts = [] } = this.#check(one, environment);
          return [host ?? [], tokenHosts].flat();
        }),
        ...this.#allowed(environment),
        ...allowNet,
      ];
      return isAmongHosts(hosts, to);
    };
  }

  /** What is wrong with files that are read when requests are sent; they change without the collection. */
  #missing(files: readonly NamedFile[]): Diagnostic[] {
    const { findFile = () => undefined } = this.#options;
    return files.flatMap(({ path, at }) => findFile(path, at) ?? []);
  }

  /** What is wrong with a call by its `.proto` files, which change without the collection, too. */
  #called(call: Call | undefined): readonly Diagnostic[] {
    return call === undefined ? [] : this.#checkCall?.(call) ?? [];
  }

  #merged(found: readonly Found[], someOnly = false): Diagnostic[] {
    const chosen = this.#environments.map(({ chosen }) => chosen);
    const { rowNames } = this.#options;
    return mergeFound(found, this.#collection, { chosen, someOnly, rowNames });
  }

  #check(
    place: RequestPlace,
    { scopes, checked }: Environment,
  ): CheckedRequest {
    const { request, folders } = place;
    const from = [
      ...levelsAround(this.#collection, folders),
      ...scopes.chain,
      this.#collection.config.clientVersion,
      runStateOf(place, scopes, this.#setNames, this.#scripts),
    ];
    const known = checked.get(request);
    if (known !== undefined && isSame(known.from, from)) {
      return known.checked;
    }
    const found = checkRequest(place, scopes, {
      written: writtenParts(place, this.#collection, this.#scripts),
      scripts: this.#scripts,
    });
    // A copy has no more room than it needs.
    checked.set(request, { from: from.slice(), checked: found });
    return found;
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((it, at) => it === b[at]);
}

/** The scripts that run for requests, each once. */
function scriptsOf(
  places: readonly RequestPlace[],
  collection: Collection,
): Set<Script> {
  const scripts = new Set<Script>();
  for (const { request, folders } of places) {
    for (const level of [...levelsAround(collection, folders), request]) {
      for (const script of level.scripts) {
        if ((script.for ?? request.type) === request.type) scripts.add(script);
      }
    }
  }
  return scripts;
}

/** The parts that the scripts before a request write. */
function writtenParts(
  { request, folders }: Pick<RequestPlace, "request" | "folders">,
  collection: Collection,
  scripts: ScriptIndex,
): ReadonlySet<ScriptedPart> {
  const parts = new Set<ScriptedPart>();
  for (const level of [...levelsAround(collection, folders), request]) {
    for (const script of level.scripts) {
      if (script.phase !== "before-request") continue;
      for (const part of scripts.factsOf(script).writes) {
        parts.add(part);
      }
    }
  }
  return parts;
}

/** What the run has set by then of the names that a request may use: as long as this is the same, so is what is found. */
function runStateOf(
  place: RequestPlace,
  { collection, order, chain, known }: CheckScopes,
  /** For each level the names of its texts that scripts set, for this order. */
  setNames: Map<object, readonly string[]>,
  scripts: ScriptIndex,
): string {
  const { request, folders, index } = place;
  const { gone, leftOut, settings } = order;
  // By then its own scripts have run.
  const later = { ...place, index: index + 1 };
  const states = [place, later].map((at) => {
    const computed = computedBefore(order, at);
    return computed === undefined ? "" : placeOf(computed);
  });
  for (
    const level of [
      request,
      ...levelsAround(collection, folders),
      ...chain,
    ]
  ) {
    let names = setNames.get(level);
    if (names === undefined) {
      const own = level.variables.map(({ name }) => name);
      const used = usesIn(level).flatMap(({ name, expression = name }) => [
        name,
        expression,
      ]);
      const ofScripts = scriptNames(level, scripts);
      names = [...new Set([...own, ...used, ...ofScripts])]
        .filter((it) => settings.has(it) || gone.has(it));
      setNames.set(level, names);
    }
    for (const name of names) {
      for (const at of [place, later]) {
        const lost = gone.anyAt(name, at);
        states.push(lost ? `${name} ${lost.scope} ${placeOf(lost)}` : "");
      }
      // Diagnostics about the variable name these places, so they are part of what is compared.
      const all = settings.get(name);
      if (all === undefined) continue;
      const reach = reachOf(name, place, order);
      const height = reach?.heightAt(place) ?? Infinity;
      const after = reach?.heightAt(later) ?? Infinity;
      states.push(`${name} ${height} ${after}`);
      if (after !== Infinity) {
        const value = known.stateOf(name);
        if (value !== "") states.push(value, placeOf(all[0]));
      }
      if (height !== Infinity) continue;
      states.push(placeOf(all[0]), placeOf(settingFor(all, place) ?? all[0]));
      for (const { request } of all) {
        const left = request && leftOut.get(request);
        if (left) states.push(left.why);
      }
    }
  }
  return states.join("\n");
}

/** The names in the texts that a level's scripts resolve. */
function scriptNames(level: object, scripts: ScriptIndex): string[] {
  const own = "scripts" in level ? level.scripts as readonly Script[] : [];
  return own.flatMap((script) =>
    scripts.factsOf(script).texts.flatMap(({ text }) =>
      expressionsIn(text).flatMap((it) => [it, rootName(it) ?? it])
    )
  );
}

/** What a diagnostic says of what sets a variable. */
function placeOf(
  { label, location }: Pick<ComputedSetting, "label" | "location">,
): string {
  return `${label} ${location.offset ?? location.column}`;
}
