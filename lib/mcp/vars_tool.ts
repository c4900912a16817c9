import type { LoadedCollection } from "../host/files/load/load_found.ts";
import type { FindOptions } from "../host/check/find_variables.ts";
import type { OpenCheckOptions } from "../host/check/open_check.ts";
import type { VariableListing } from "../host/run/opened_collection.ts";
import { requestTexts } from "../core/collection/request_texts.ts";
import type { Request } from "../core/collection/types.ts";
import type { ListedVariable } from "../tools/check/list_variables.ts";
import { expressionsIn } from "../core/template/expressions_in.ts";
import { rootName } from "../core/template/template_of.ts";
import { costOf, MAX_ANSWER, pageOf, shortened, startOf } from "./bounded.ts";
import { brokenIn, writtenPlace } from "./problems.ts";
import {
  array,
  BROKEN,
  CHOSEN_ENVIRONMENT,
  CURSOR,
  object,
  output,
  string,
} from "./schema.ts";
import type { Session } from "./session.ts";
import { LOOKS, type Tool } from "./tool.ts";

/** Definitions and uses of one variable that an answer shows. */
const MAX_DEFINITIONS = 20;
const MAX_USES = 40;

/** Bytes of an answer for one variable. */
const ROOM = 2_500;

/** More definitions than an answer has room for: lines are counted for no others. */
const MAX_COUNTED = 200;

/** Lists the variables of the collection. */
export const varsTool: Tool = {
  name: "vars",
  title: "List variables",
  description:
    "Lists the variables of the collection, or all about one: value (secrets masked), where it is defined, what sets it, where it is used.",
  input: object({
    name: string("Only this variable, and its uses", { maxLength: 200 }),
    environment: CHOSEN_ENVIRONMENT,
    cursor: CURSOR,
  }),
  output: output({
    count: { type: "integer" },
    variables: array("Names with their definitions, the one that wins first"),
    uses: array("What uses the variable that was asked about"),
    omitted: { type: "integer", description: "Uses that are not shown" },
    broken: BROKEN,
    next: string("Cursor of the next part"),
  }, ["variables"]),
  annotations: LOOKS,
  async call({ name, environment, cursor }, { session }) {
    const loaded = session.load();
    let [count, first, used] = [0, 0, 0];
    const totals = new Map<string, number>();
    const { variables, uses } = await listed(session, {
      loaded,
      environment,
      ...name !== undefined && { name: String(name) },
      part(found) {
        count = found.variables.length;
        used = found.uses.length;
        first = startOf(cursor, count);
        let room = MAX_COUNTED;
        const variables: ListedVariable[] = [];
        for (const { name, definitions } of found.variables.slice(first)) {
          if (room <= 0) break;
          const shown = definitions.slice(0, MAX_DEFINITIONS);
          totals.set(name, definitions.length);
          variables.push({ name, definitions: shown });
          room -= shown.length;
        }
        return {
          variables,
          uses: found.uses.slice(0, MAX_USES),
        };
      },
    });
    const shownUses = uses.map(({ by, expression, location }) => ({
      by,
      ...expression !== undefined && { expression },
      at: writtenPlace(location),
    }));
    const head = {
      ...shortened({
        ...shownUses.length > 0 && { uses: shownUses },
        ...used > shownUses.length && { omitted: used - shownUses.length },
      }, 6_000),
      ...await brokenIn(loaded),
    };
    const { items } = pageOf(variables, {
      taken: costOf(head),
      show(variable) {
        const { items } = pageOf(variable.definitions, {
          taken: MAX_ANSWER - ROOM,
          show: (one) => shortened(definitionOf(one), ROOM / 3),
        });
        const more = totals.get(variable.name)! - items.length;
        return {
          name: shortened(variable.name, ROOM / 3),
          definitions: items,
          ...more > 0 && { more },
        };
      },
    });
    const end = first + items.length;
    return {
      count,
      variables: items,
      ...head,
      ...end < count && { next: String(end) },
    };
  },
};

/** The variables that stand in a request's texts, and the names of those that it sets. */
export async function variablesFor(
  item: Request,
  session: Session,
  { loaded, environment }: {
    readonly loaded: LoadedCollection;
    readonly environment: unknown;
  },
): Promise<{ readonly needs: unknown[]; readonly sets: string[] }> {
  const names = new Set(
    requestTexts(item).flatMap(({ text }) =>
      expressionsIn(text).map((one) => rootName(one) ?? one)
    ),
  );
  const sets: string[] = [];
  const { variables } = await listed(session, {
    loaded,
    environment,
    part(found) {
      for (const { name, definitions } of found.variables) {
        const isSet = definitions.some(({ setting }) =>
          setting?.label.endsWith(` of ${item.at.file}`)
        );
        if (isSet) sets.push(name);
      }
      return {
        variables: found.variables.filter(({ name }) => names.has(name))
          .map(({ name, definitions: [wins] }) => ({
            name,
            definitions: [wins],
          })),
        uses: [],
      };
    },
  });
  const winners = new Map(
    variables.map(({ name, definitions: [wins] }) => [name, wins]),
  );
  const needs = [...names].map((name) => {
    const wins = winners.get(name);
    return { name, ...wins ? definitionOf(wins) : {} };
  });
  return { needs, sets };
}

async function listed(
  session: Session,
  { loaded, environment, ...rest }:
    & { readonly loaded: LoadedCollection; readonly environment: unknown }
    & Pick<FindOptions, "name" | "part">,
): Promise<VariableListing> {
  const { listOpened } = await import("../host/run/check_opened.ts");
  return await listOpened(
    { ...checkOptions(session, { loaded, environment }), ...rest },
    loaded.texts ?? [],
  );
}

/** What check is told about a session. */
export function checkOptions(
  session: Session,
  { loaded, environment }: {
    readonly loaded: LoadedCollection;
    readonly environment: unknown;
  },
): OpenCheckOptions {
  const { options: { run } } = session;
  const chosen = session.environmentOf(environment);
  return {
    loaded,
    paths: [],
    environments: chosen === undefined ? [] : [chosen],
    vars: run.vars,
    envVars: run.envVars,
    envFiles: run.envFiles,
    ...run.globalEnv !== undefined && { globalEnv: run.globalEnv },
    ...run.secretsFile !== undefined && { secretsFile: run.secretsFile },
    allowEnv: run.allowEnv,
    allowRead: run.allowRead,
    allowNet: run.allowNet,
    learn: (variable) => session.masker.secrets.learn(variable),
  };
}

function definitionOf(
  { scope, label, secret, text, location, setBy }:
    VariableListing["variables"][number]["definitions"][number],
) {
  return {
    scope: label === undefined ? scope : `${scope} ${label}`,
    ...secret && { secret },
    ...text !== undefined && { value: text },
    ...location && { at: writtenPlace(location) },
    ...setBy !== undefined && { setBy },
  };
}
