import { listRequests } from "../host/run/list_requests.ts";
import { loadRun } from "../host/run/load_run.ts";
import { loadingError } from "../host/run/start_run.ts";
import { expressionsIn } from "../core/template/expressions_in.ts";
import { rootName } from "../core/template/template_of.ts";
import { requestTexts } from "../core/collection/request_texts.ts";
import type { Request } from "../core/collection/types.ts";
import type { OpenCheckOptions } from "../host/check/open_check.ts";
import type { VariableListing } from "../host/run/opened_collection.ts";
import type { Diagnostic, Location } from "../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../core/source/nearest.ts";
import { everyCode, isCode, pageText } from "../tools/check/code_pages.ts";
import { WRITTEN_FORMS } from "../tools/convert/as/types.ts";
import { authored, costOf, maskedFile, pageOf, shortened } from "./bounded.ts";
import { array, object, output, record, string, strings } from "./schema.ts";
import type { Session } from "./session.ts";
import { valuesOf } from "./run_requests.ts";
import { searchTool } from "./search_tool.ts";
import { LOOKS, type Tool } from "./tool.ts";
import { ToolError } from "./json_rpc.ts";

const CURSOR = string("Where the list goes on, as the last answer said", {
  maxLength: 20,
});
const ENVIRONMENT = string("One of the environments that list names");

const listTool: Tool = {
  name: "list",
  title: "List requests",
  description:
    "Lists the requests of the collection in the order of a run, with the environments that may be used, the tags and the hosts that may be contacted. Sends nothing.",
  input: object({
    paths: strings("Requests and folders inside the collection; default: all"),
    tags: strings("Only requests with one of these tags"),
    cursor: CURSOR,
  }),
  output: output({
    collection: string("Its name"),
    environments: array("Environments that run and describe may use"),
    hosts: array("Hosts that may be contacted"),
    tags: array("Tags of the requests"),
    count: { type: "integer" },
    requests: array("Path, name, method, URL as written, tags"),
    next: string("Cursor of the next part"),
  }, ["collection", "requests", "count"]),
  annotations: LOOKS,
  async call({ paths = [], tags = [], cursor }, { session }) {
    const { value, diagnostics } = await loadRun({
      ...session.runOptions(undefined),
      tags: tags as string[],
    }, { loaded: session.load(paths as string[]) });
    if (value === undefined) throw loadingError(diagnostics);
    const { name, requests } = listRequests(value);
    const head = shortened({
      collection: name,
      environments: session.environments.slice(0, 100),
      hosts: session.hosts.slice(0, 100),
      tags: [...new Set(requests.flatMap((one) => one.tags))].slice(0, 100),
      count: requests.length,
    }, 5_000);
    const { items, next } = pageOf(requests, {
      cursor,
      taken: costOf(head),
      show: ({ tags, type: _, ...rest }) =>
        shortened({ ...rest, ...tags.length > 0 && { tags } }, 2_000),
    });
    return { ...head, requests: items, ...next !== undefined && { next } };
  },
};

const describeTool: Tool = {
  name: "describe",
  title: "Describe a request",
  description:
    "Shows one request: its file, its docs, the variables that it needs and sets, and how it would go out, with the origin of each value. Secrets are masked. With as, the request as a command or code for other clients. Sends nothing, runs no script.",
  input: object({
    path: string("Path of the request inside the collection", {
      maxLength: 1_000,
    }),
    environment: ENVIRONMENT,
    values: record("Values of variables: data"),
    as: string("For use elsewhere", { enum: [...WRITTEN_FORMS] }),
  }, ["path"]),
  output: output({
    path: string("Inside the collection"),
    name: string("As people see it"),
    type: string("Such as http, graphql, grpc"),
    tags: array("Its own tags"),
    file: record("The file and its text, secrets masked"),
    needs: array("Variables in its texts, and where they come from"),
    sets: array("Variables that its scripts and actions set"),
    resolved: record("As it would go out, with the origin of values"),
    written: string("As another client takes it"),
  }, ["path", "name", "type"]),
  annotations: LOOKS,
  async call({ path, environment, values = {}, as }, { session }) {
    const given = String(path);
    const run = session.runOptions(environment);
    const options = { ...run, vars: [...run.vars, ...valuesOf(values)] };
    const loaded = session.load([given]);
    const { value, diagnostics } = await loadRun(options, { loaded });
    if (value === undefined) throw loadingError(diagnostics);
    const [step, other] = value.plan.steps;
    if (step === undefined || other !== undefined) {
      throw new ToolError(
        `Cannot describe "${given}": it is ${
          step ? "a folder" : "no request"
        } (give the path of one request; list has them)`,
      );
    }
    const { item } = step;
    const variables = await listed(session, { environment, paths: [given] });
    const about = {
      path: item.path,
      name: item.name,
      type: item.type,
      ...item.tags.length > 0 && { tags: item.tags },
      file: {
        name: item.at.file,
        text: authored(
          maskedFile(loaded.texts?.get(item.at.file) ?? "", session.masker),
        ),
      },
    };
    if (item.kind !== "request") return shortened(about);
    const rules = await session.rules(loaded);
    const described = await session.ports.describe(value, options, {
      rules,
      ...as !== undefined && { form: String(as) },
    });
    return shortened({
      ...about,
      needs: needsOf(item, variables),
      sets: variables.variables.flatMap(({ name, definitions }) =>
        definitions.some(({ setBy }) => setBy?.endsWith(` of ${item.at.file}`))
          ? name
          : []
      ),
      ...described.written === undefined
        ? { resolved: described.resolved }
        : { written: described.written },
    });
  },
};

/** The variables that stand in a request's texts. */
function needsOf(request: Request, { variables }: VariableListing) {
  const names = new Set(
    requestTexts(request).flatMap(({ text }) =>
      expressionsIn(text).map((one) => rootName(one) ?? one)
    ),
  );
  return [...names].map((name) => {
    const known = variables.find((one) => one.name === name);
    const [wins] = known?.definitions ?? [];
    return { name, ...wins ? definitionOf(wins) : {} };
  });
}

function definitionOf(
  { scope, label, secret, text, location, setBy }:
    VariableListing["variables"][number]["definitions"][number],
) {
  return {
    scope: label === undefined ? scope : `${scope} ${label}`,
    ...secret && { secret },
    ...text !== undefined && { value: text },
    ...location && { at: placeOf(location) },
    ...setBy !== undefined && { setBy },
  };
}

const checkTool: Tool = {
  name: "check",
  title: "Find problems",
  description:
    "Finds problems in the collection's files without sending anything: unknown variables and keys, broken scripts, wrong values. Each has a code; the tool explain tells what it means.",
  input: object({
    paths: strings("Requests and folders inside the collection; default: all"),
    environment: ENVIRONMENT,
    cursor: CURSOR,
  }),
  output: output({
    requests: { type: "integer" },
    count: { type: "integer" },
    problems: array("Code, severity, place and message of each"),
    next: string("Cursor of the next part"),
  }, ["count", "problems"]),
  annotations: LOOKS,
  async call({ paths = [], environment, cursor }, { session }) {
    const { checkOpened } = await import("../host/run/check_opened.ts");
    const { diagnostics, requests } = await checkOpened(
      checkOptions(session, { environment, paths: paths as string[] }),
    );
    const { items, next } = pageOf(diagnostics, {
      cursor,
      taken: 100,
      show: (one) => shortened(problem(one), 2_000),
    });
    return {
      requests,
      count: diagnostics.length,
      problems: items,
      ...next !== undefined && { next },
    };
  },
};

/** A diagnostic as tools show it. */
export function problem(
  { code, severity, message, location }: Diagnostic,
): Record<string, unknown> {
  return { code, severity, ...location && { at: placeOf(location) }, message };
}

function placeOf({ file, line, column }: Location): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

const varsTool: Tool = {
  name: "vars",
  title: "List variables",
  description:
    "Lists the variables of the collection, or all about one: value (secrets masked), where it is defined, what sets it, where it is used.",
  input: object({
    name: string("Only this variable, and its uses", { maxLength: 200 }),
    environment: ENVIRONMENT,
    cursor: CURSOR,
  }),
  output: output({
    count: { type: "integer" },
    variables: array("Names with their definitions, the one that wins first"),
    uses: array("What uses the variable that was asked about"),
    next: string("Cursor of the next part"),
  }, ["variables"]),
  annotations: LOOKS,
  async call({ name, environment, cursor }, { session }) {
    const { variables, uses } = await listed(session, {
      environment,
      paths: [],
      ...name !== undefined && { name: String(name) },
    });
    const shownUses = uses.slice(0, 40).map(({ by, expression, location }) => ({
      by,
      ...expression !== undefined && { expression },
      at: placeOf(location),
    }));
    const head = shortened({
      ...shownUses.length > 0 && { uses: shownUses },
    }, 6_000);
    const { items, next } = pageOf(variables, {
      cursor,
      taken: costOf(head),
      show: ({ name, definitions }) =>
        shortened({ name, definitions: definitions.map(definitionOf) }, 2_000),
    });
    return {
      count: variables.length,
      variables: items,
      ...head,
      ...next !== undefined && { next },
    };
  },
};

async function listed(
  session: Session,
  { name, ...rest }: {
    readonly environment: unknown;
    readonly paths: readonly string[];
    readonly name?: string;
  },
): Promise<VariableListing> {
  const { listOpened } = await import("../host/run/check_opened.ts");
  return await listOpened({
    ...checkOptions(session, rest),
    ...name !== undefined && { name },
  }, []);
}

/** What check is told about a session. */
export function checkOptions(
  session: Session,
  { environment, paths }: {
    readonly environment: unknown;
    readonly paths: readonly string[];
  },
): OpenCheckOptions {
  const { options: { run } } = session;
  const chosen = session.environmentOf(environment);
  return {
    loaded: session.load(paths),
    paths: [],
    environments: chosen === undefined ? [] : [chosen],
    vars: run.vars,
    envVars: run.envVars,
    envFiles: run.envFiles,
    ...run.globalEnv !== undefined && { globalEnv: run.globalEnv },
    ...run.secretsFile !== undefined && { secretsFile: run.secretsFile },
    allowEnv: run.allowEnv,
    allowRead: run.allowRead,
    learn: (variable) => session.masker.secrets.learn(variable),
  };
}

const explainTool: Tool = {
  name: "explain",
  title: "Explain a code",
  description:
    "Explains the code of a diagnostic, such as UNDEFINED_VARIABLE: what it means and what to do.",
  input: object({ code: string("The code", { maxLength: 100 }) }, ["code"]),
  output: output({ code: string("The code"), text: string("The page") }, [
    "code",
    "text",
  ]),
  annotations: LOOKS,
  call: (given) => Promise.resolve(explained(String(given.code))),
};

/**
 * The page on a code.
 *
 * @throws {ToolError} There is no such code.
 */
function explained(word: string): Readonly<Record<string, unknown>> {
  const code = word.toUpperCase().replaceAll("-", "_");
  if (isCode(code)) {
    return shortened({ code, text: authored(pageText(code, 80)) });
  }
  throw new ToolError(
    `Cannot explain "${word}": there is no such code${
      didYouMean(nearest(code, everyCode()))
    }`,
  );
}

/** The tools that look at the collection. */
export const COLLECTION_TOOLS: readonly Tool[] = [
  listTool,
  describeTool,
  checkTool,
  varsTool,
  explainTool,
  searchTool,
];
