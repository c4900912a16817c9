import type {
  Answered,
  Asked,
  DefinitionView,
  VariableView,
} from "../../embedded/page/workbench/api.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { MASK } from "../../core/secrets/hidden.ts";
import { isInForce, type LookedUp, lookUp } from "../../host/check/look_up.ts";
import { Refused } from "../answers.ts";
import { placeOf } from "../problems.ts";
import type { Workbench } from "../workbench.ts";
import { keptText, keptViews, withKept } from "./kept_views.ts";
import { type SeenVariables, seenVariables } from "./seen_variables.ts";

/** A variable with its definitions, the one that wins first. */
export async function variableOf(
  bench: Workbench,
  seen: SeenVariables,
  name: string,
): Promise<VariableView> {
  const [found] = await listed(bench, seen, name);
  return found ?? { name, definitions: [] };
}

/** The variables in reach of an item, or of the collection. */
export async function variablesOf(
  bench: Workbench,
  asked: Asked<"variables">,
): Promise<Answered<"variables">> {
  const variables = await listed(bench, await seenVariables(bench, asked));
  const { cookies, secrets } = await bench.kept.given(bench);
  const { masker } = bench.hidden;
  return {
    variables,
    cookies: cookies.map(({ name, domain, hostOnly, path }) => ({
      name: masker.mask(name),
      domain: hostOnly ? domain : `.${domain}`,
      path: masker.mask(path),
    })),
    secrets,
    kept: (await keptViews(bench)).map(({ name, definition }) => ({
      name,
      definitions: [definition],
    })),
  };
}

/** So many definitions of a variable are told: each one's file is parsed for its line. */
const MAX_DEFINITIONS = 20;

async function listed(
  bench: Workbench,
  { path, inReach, flags, masker, locator, savedNth }: SeenVariables,
  name?: string,
): Promise<VariableView[]> {
  const variables = inReach?.list(path, {
    ...flags.given,
    ...(name !== undefined && { name }),
  }) ?? [];
  const place = inReach?.placeOf(path);
  const from = {
    isOfRequest: place !== undefined,
    hasEnvironment: (inReach?.environments.length ?? 0) > 0,
  };
  const found = await lookUp(
    { variables, prompts: [], uses: [] },
    {
      locator,
      masker,
      place,
      order: inReach?.index.order,
      limit: MAX_DEFINITIONS,
    },
  );
  const kept = await keptViews(bench);
  const typed = new Set((await bench.kept.given(bench)).secrets);
  const missing = new Set(
    kept.map((one) => one.name).filter((one) =>
      (name === undefined || one === name) &&
      !found.variables.some((it) => it.name === one)
    ),
  );
  const all = [
    ...found.variables,
    ...[...missing].map((name) => ({ name, definitions: [], more: undefined })),
  ];
  const listedOf = new Map(variables.map((one) => [one.name, one]));
  return all.map(({ name, definitions, more }) => {
    const own = listedOf.get(name)?.definitions ?? [];
    const views = withKept(
      definitions.map((one, nth) => {
        if (one.by === "flag") {
          const secret = flags.isSecret(name, own[nth].value);
          return definitionView(bench, {
            ...one,
            label: flags.flagOf(name, one.scope),
            ...(secret && { secret, text: MASK }),
          }, { path, name, nth: undefined });
        }
        // What is saved knows of no flag.
        const given = own.slice(0, nth).filter(({ by }) => by === "flag");
        return definitionView(
          bench,
          isLeftOut(one) && typed.has(name)
            ? { ...one, text: "typed in this session" }
            : one,
          { path, name, nth: savedNth(name, own[nth], nth - given.length) },
        );
      }),
      kept.filter((one) => one.name === name),
    );
    const [first] = views;
    const hides = isInForce(
      first.kept ? { ...first, isSet: true } : first,
      from,
    );
    return {
      name,
      ...(more !== undefined && { more }),
      ...(hides && { hides }),
      definitions: views,
    };
  });
}

/** Whether it is a secret without a value in its file. */
function isLeftOut({ by, secret, kind }: Listed): boolean {
  return by === "file" && secret && kind === undefined;
}

type Listed = LookedUp["variables"][number]["definitions"][number];

function definitionView(
  bench: Workbench,
  one: Listed,
  at: {
    readonly path: string;
    readonly name: string;
    readonly nth: number | undefined;
  },
): DefinitionView {
  const { scope, label, by, secret, text, kind, setBy, isSet, location } = one;
  const isHidden = by === "file" && kind !== undefined &&
    at.nth !== undefined;
  return {
    scope,
    ...(label !== undefined && { label }),
    by,
    secret,
    ...(text !== undefined && { text }),
    ...(kind !== undefined && { kind }),
    ...(setBy !== undefined && { setBy }),
    ...(isSet !== undefined && { isSet }),
    ...(location && { place: placeOf(bench, location) }),
    ...(isHidden && { reveal: JSON.stringify(at) }),
  };
}

/**
 * One secret value, which is told and not kept.
 *
 * @throws {Refused} There is none.
 */
export async function revealed(
  bench: Workbench,
  asked: Asked<"reveal">,
): Promise<Answered<"reveal">> {
  const none = new Refused(
    "Cannot reveal it: the value is neither in the collection's files nor kept",
    [],
    404,
  );
  if ("secret" in asked) {
    const value = bench.hidden.secret(asked.secret);
    if (value === undefined) throw none;
    return { value };
  }
  const { path, name, nth, kept } = JSON.parse(asked.definition);
  if (kept !== undefined) {
    const text = await keptText(bench, String(kept));
    if (text === undefined) throw none;
    return { value: text };
  }
  const [variable] = bench.session.variablesFor(String(path), {
    name: String(name),
  });
  const value = variable?.definitions[Number(nth)]?.value;
  if (value === undefined) throw none;
  const text = valueText(value);
  return { value: typeof text === "string" ? text : text.reason };
}

/** Where a variable is defined, the definition that wins first. */
export async function definitionPlaces(
  bench: Workbench,
  { id, name }: Asked<"definition">,
): Promise<Answered<"definition">> {
  const seen = await seenVariables(bench, { id });
  const { definitions } = await variableOf(bench, seen, name);
  return { places: definitions.flatMap(({ place }) => place ?? []) };
}
