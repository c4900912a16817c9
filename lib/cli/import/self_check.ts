import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import type { Environment } from "../../core/collection/types.ts";
import { saysEmptyAuth } from "../../core/auth/check_auth.ts";
import { hostKey } from "../../core/policy/host_rule.ts";
import { serverOf } from "../../core/run/hosts/host_in_url.ts";
import { relative, resolve } from "../../host/path.ts";
import { rootName } from "../../core/template/template_of.ts";
import { configuredGlobals } from "../config/with_globals.ts";
import { findProblems } from "../../host/check/find_problems.ts";
import {
  filledFromRows,
  namesInRows,
} from "../../core/run/explain/ways_to_define.ts";
import { isSetByRequest } from "../../core/run/explain/set_by_requests.ts";
import { firstValueWay } from "../../tools/check/rules/first_value.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import { envUsesIn } from "../../tools/check/uses/texts_in.ts";
import { inFlags } from "../../tools/report/text/flag_words.ts";

/** What `brace check` says of a collection that was just written. */
export interface SelfCheck {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** Whether the folder has a request. */
  readonly hasRequests: boolean;
  /** How many of the warnings go away when `.env` has its values. */
  readonly waiting: number;
  /** How many of the errors and warnings go away when the variables without a value get one. */
  readonly lacking: Pick<SelfCheck, "errors" | "warnings">;
  /** Entries of `.env` whose variables requests set: they may stay empty. */
  readonly mayStayEmpty: readonly string[];
  /** What a run stops at even where all variables have values: the messages. */
  readonly blocking: readonly string[];
  /** Modules that scripts require, and that only trusted scripts have. */
  readonly outside: readonly string[];
  /** The environment that gives values to most; absent: there is none. */
  readonly environment?: string;
  /** The file of globals that was just written, where `brace.yaml` names none. */
  readonly unnamedGlobals?: string;
  /** Variables that have no value with it. */
  readonly undefined: readonly string[];
  /** Those that scripts read from the environment, which no other scope reaches. */
  readonly inEnvironment: ReadonlySet<string>;
  /** Those that have none, either, unless a script sets them whose names the check cannot tell. */
  readonly unsure: readonly string[];
  /** Those of both that a row of data gives, as a script takes them from there, and the fields that alone give other variables a value. */
  readonly inRows: readonly string[];
  /** The fields that scripts read of a row, whether a text uses them or not. */
  readonly readInRows: readonly string[];
  /** Variables that are used before a request sets them, such as a token before the login. */
  readonly early: readonly SetLater[];
  /** Variables that auth needs, whose value is empty. */
  readonly empty: readonly string[];
  /** The files, from the collection's folder, that have auth without any value. */
  readonly emptyAuth: readonly string[];
}

/** A variable that a later request sets. */
interface SetLater {
  readonly name: string;
  /** The file of that request, from the collection's folder. */
  readonly path: string;
  /** What to do where the request that sets it, or what every request runs, needs it itself. */
  readonly firstValue?: string;
}

/**
 * Checks a folder with each of its environments, and finds the best for a run.
 *
 * @param environments The new ones, which win over equally good ones; of these
 * one whose server is on this machine wins.
 * @param envs Names that `.env` is to have.
 * @param globals The new file of globals, which counts as one also where
 * `brace.yaml` does not name it yet.
 */
export async function selfCheck(
  folder: string,
  environments: readonly string[],
  envs: ReadonlySet<string> = new Set(),
  globals?: string,
): Promise<SelfCheck> {
  const named = await configuredGlobals(folder);
  const globalEnv = named ?? globals;
  const { found, result, index } = await findProblems({
    paths: [folder],
    environments: [],
    vars: [],
    envVars: [],
    ...(globalEnv !== undefined && { globalEnv }),
  });
  const isWaiting = ({ code, severity, ...one }: Diagnostic) =>
    (code === "PERMISSION" || code === "UNSET_SECRET") &&
    severity === "warning" && entriesOf(one).some((entry) => envs.has(entry));
  const count = (severity: Diagnostic["severity"]) =>
    found.filter((one) => one.severity === severity).length;
  const lacking: Lacking[] = [];
  const unsure: Lacking[] = [];
  const blocking: string[] = [];
  const outside = new Set<string>();
  const rows = new Set<string>();
  const early = new Map<string, SetLater>();
  const empty = new Set<string>();
  const emptyAuth = new Set<string>();
  const inEnvironment = new Set<string>();
  for (const one of found) {
    const { code, severity, environments } = one;
    const root = one.expression && rootName(one.expression);
    if (root && code === "USED_BEFORE_SET") {
      const path = relative(folder, one.related?.[0]?.location.file ?? "");
      const firstValue = firstValueWay(one) ?? early.get(root)?.firstValue;
      early.set(root, {
        name: root,
        path: path.replaceAll("\\", "/"),
        ...firstValue !== undefined && { firstValue },
      });
    }
    if (saysEmptyAuth(one)) {
      const { file = "" } = one.location ?? {};
      if (root) empty.add(root);
      else emptyAuth.add(relative(folder, file).replaceAll("\\", "/"));
    }
    const name = code === "UNDEFINED_VARIABLE" ? root : undefined;
    const asked = askedIn(one);
    if (asked !== undefined) inEnvironment.add(root ?? asked);
    if (asked !== undefined && root === undefined) {
      lacking.push({ name: asked, ...(environments && { environments }) });
      continue;
    }
    const trust = one.waysOut?.find(({ kind }) => kind === "trust-scripts");
    if (trust !== undefined) outside.add(trust.names[0]);
    else if (name === undefined) {
      if (severity === "error") blocking.push(inFlags(one).message);
    } else {
      (severity === "error" ? lacking : unsure)
        .push({ name, ...(environments && { environments }) });
      // The only way out: no value that holds for all rows is meant.
      const ways = one.waysOut ?? [];
      if (ways.length === 1 && ways[0].kind === "give-row") rows.add(name);
    }
  }
  // Globals stay globals where runs take those of another file.
  const isGlobal = new Set(
    index?.collection.environments.filter(({ file }) =>
      globals !== undefined && resolve(file) === resolve(globals)
    ).map(({ name }) => name),
  );
  const all = new Set([...environments, ...result?.environments ?? []])
    .difference(isGlobal);
  // A first run, which may delete things, had better not be in production.
  const local = new Set(
    index?.collection.environments.filter(isLocal).map(({ name }) => name),
  );
  const [best = { undefined: namesWith(undefined, lacking) }]: readonly Pick<
    SelfCheck,
    "environment" | "undefined"
  >[] = [...all].map(
    (environment) => ({
      environment,
      undefined: namesWith(environment, lacking),
    }),
  ).sort((a, b) =>
    a.undefined.length - b.undefined.length ||
    Number(environments.includes(b.environment)) -
      Number(environments.includes(a.environment)) ||
    Number(local.has(b.environment)) - Number(local.has(a.environment))
  );
  const possible = namesWith(best.environment, unsure)
    .filter((name) => !best.undefined.includes(name));
  const going = (severity: Diagnostic["severity"]) =>
    found.filter((one) =>
      one.severity === severity &&
      best.undefined.includes(lackingIn(one) ?? "")
    ).length;
  return {
    errors: count("error"),
    warnings: count("warning"),
    hints: count("hint"),
    waiting: found.filter(isWaiting).length,
    lacking: { errors: going("error"), warnings: going("warning") },
    mayStayEmpty: index === undefined ? [] : mayStayEmpty(envs, index),
    blocking,
    // What cannot be read may be one.
    hasRequests: index === undefined || index.collection.items.length > 0,
    outside: [...outside],
    early: [...early.values()],
    empty: [...empty],
    emptyAuth: [...emptyAuth],
    ...(named === undefined && globals !== undefined &&
      { unnamedGlobals: globals }),
    ...best,
    inEnvironment,
    unsure: possible,
    readInRows: index === undefined ? [] : [...namesInRows(index.collection)],
    inRows: [
      ...new Set([
        ...[...best.undefined, ...possible].filter((name) => rows.has(name)),
        ...index === undefined ? [] : neededFields(index),
      ]),
    ],
  };
}

/** The fields of rows that scripts set variables to which have no other value, and which texts use. */
function neededFields(index: CollectionIndex): string[] {
  const { collection, order } = index;
  const filled = [...filledFromRows(collection)];
  // What computes names may set each of them.
  if (filled.length === 0 || order.computed.length > 0) return [];
  const defined = new Set(index.definitions().map(({ name }) => name));
  return filled.flatMap(([name, fields]) =>
    !defined.has(name) &&
      order.settings.get(name)?.length === fields.length &&
      index.usesOf(name).some(({ by }) => by === "placeholder")
      ? fields
      : []
  );
}

/** The variable that a script reads from the environment, which lacks it. */
function askedIn({ waysOut }: Diagnostic): string | undefined {
  return waysOut?.find(({ kind }) => kind === "define-in-environment")
    ?.names[0];
}

/** The variable without a value that a finding is about. */
function lackingIn(one: Diagnostic): string | undefined {
  const root = one.expression && rootName(one.expression);
  if (!root) return askedIn(one);
  return one.code === "UNDEFINED_VARIABLE" ? root : undefined;
}

/** A variable without a value. */
interface Lacking {
  readonly name: string;
  /** The environments with which it has none; absent: all. */
  readonly environments?: readonly string[];
}

function namesWith(
  environment: string | undefined,
  lacking: readonly Lacking[],
): string[] {
  return [
    ...new Set(
      lacking.filter(({ environments }) =>
        environments === undefined ||
        environment !== undefined && environments.includes(environment)
      ).map(({ name }) => name),
    ),
  ];
}

/** Whether an environment has a server on this machine, and no other one. */
function isLocal({ variables }: Environment): boolean {
  const onLoopback = variables.map(({ value }) => {
    if (typeof value !== "string") return undefined;
    // The port may be a variable.
    const server = serverOf(value.replace(/:\{\{[^{}]*\}\}/, ""));
    if (server && hostKey(server.hostname).loopback) return true;
    return /^https?:\/\//i.test(value) ? false : undefined;
  });
  return onLoopback.includes(true) && !onLoopback.includes(false);
}

/** The entries of `.env` that are only the first value of variables that a request sets before others use them. */
function mayStayEmpty(
  envs: ReadonlySet<string>,
  index: CollectionIndex,
): string[] {
  const { collection } = index;
  const levels = [...index.levels()];
  const byText = Map.groupBy(
    index.definitions(),
    ({ variable }) => variable?.value,
  );
  return [...envs].filter((env) => {
    const variables = byText.get(`{{process.env.${env}}}`) ?? [];
    // The file of globals is an environment, too.
    const places = new Set(variables.map(({ location }) => placeOf(location)));
    return variables.length > 0 &&
      variables.every(({ name }) => isSetByRequest(collection, name)) &&
      !levels.some((level) =>
        "scripts" in level &&
        level.scripts.some(({ code }) => code.includes(env))
      ) &&
      // Nothing else reads it.
      envUsesIn(levels, env).every((use) => places.has(placeOf(use)));
  });
}

function placeOf({ file, yamlPath }: Location): string {
  return `${file}\n${yamlPath}`;
}

/** The entries of `.env` that a value waits for. */
function entriesOf(
  { expression = "", waysOut = [] }: Pick<Diagnostic, "expression" | "waysOut">,
): string[] {
  return [
    expression.replace(/^process\.env\./, ""),
    ...waysOut.filter(({ kind }) => kind === "fill-in").map(({ names }) =>
      names[0]
    ),
  ];
}
