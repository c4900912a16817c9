import { filesBefore } from "../core/collection/inherit.ts";
import { listRequests } from "../host/run/list_requests.ts";
import { loadRun } from "../host/run/load_run.ts";
import { loadingError } from "../host/run/start_run.ts";
import { didYouMean, nearest } from "../core/source/nearest.ts";
import { everyCode, isCode, pageText } from "../tools/check/code_pages.ts";
import { WRITTEN_FORMS } from "../tools/convert/as/types.ts";
import { maskedFile } from "../core/secrets/masked_file.ts";
import { authored, costOf, pageOf, shortened } from "./bounded.ts";
import { brokenIn, problem, readable } from "./problems.ts";
import {
  array,
  BROKEN,
  CHOSEN_ENVIRONMENT,
  CURSOR,
  object,
  output,
  record,
  string,
  strings,
} from "./schema.ts";
import { valuesOf } from "./run_requests.ts";
import { searchTool } from "./search_tool.ts";
import { LOOKS, type Tool } from "./tool.ts";
import { checkOptions, variablesFor, varsTool } from "./vars_tool.ts";
import { ToolError } from "./json_rpc.ts";
import { inFlags } from "../tools/report/text/flag_words.ts";

const listTool: Tool = {
  name: "list",
  title: "List requests",
  description:
    "Lists the requests that a run sends, in its order, setup first and teardown last, with the environments that may be used, the tags and the hosts that may be contacted. Sends nothing.",
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
    requests: array("Path, name, method, URL as written, tags, stage"),
    broken: BROKEN,
    next: string("Cursor of the next part"),
  }, ["collection", "requests", "count"]),
  annotations: LOOKS,
  async call({ paths = [], tags = [], cursor }, { session }) {
    const loaded = session.load(paths as string[]);
    const { value, diagnostics } = await loadRun({
      ...session.runOptions(undefined),
      // A broken environment keeps nobody from looking.
      env: [],
      tags: tags as string[],
    }, { loaded: readable(loaded), stages: true });
    if (value === undefined) {
      throw loadingError([
        ...new Set([...loaded.diagnostics, ...diagnostics]),
      ]);
    }
    const { name, requests } = listRequests(value);
    const head = {
      ...shortened({
        collection: name,
        environments: session.environments.slice(0, 100),
        hosts: session.hosts.slice(0, 100),
        tags: [...new Set(requests.flatMap((one) => one.tags))].slice(0, 100),
        count: requests.length,
      }, 5_000),
      ...await brokenIn(loaded),
    };
    const { items, next } = pageOf(requests, {
      cursor,
      taken: costOf(head),
      show: ({ tags, type: _, url, ...rest }) =>
        shortened({
          ...rest,
          url: session.masker.maskValue(url),
          ...tags.length > 0 && { tags },
        }, 2_000),
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
    environment: CHOSEN_ENVIRONMENT,
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
    lacks: strings("What is not in written, such as the bytes of a body"),
    scripts: array("Files whose before-request scripts did not run for it"),
    broken: BROKEN,
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
    const broken = await brokenIn(loaded);
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
    if (item.kind !== "request") return shortened({ ...about, ...broken });
    const rules = await session.rules(loaded);
    const scripts = filesBefore(step.collection, step.folders, item);
    const described = await session.ports.describe(value, options, {
      rules,
      ...as !== undefined && { form: String(as) },
    });
    return shortened({
      ...about,
      ...await variablesFor(item, session, { loaded, environment }),
      ...described.written === undefined ? { resolved: described.resolved } : {
        written: described.written,
        ...described.lacks?.length && { lacks: described.lacks },
        ...scripts.length > 0 && { scripts },
      },
      ...broken,
    });
  },
};

const checkTool: Tool = {
  name: "check",
  title: "Find problems",
  description:
    "Finds problems in the collection's files without sending anything: unknown variables and keys, broken scripts, wrong values. Each has a code; the tool explain tells what it means.",
  input: object({
    paths: strings("Requests and folders inside the collection; default: all"),
    environment: CHOSEN_ENVIRONMENT,
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
      checkOptions(session, {
        loaded: session.load(paths as string[]),
        environment,
      }),
    );
    const { items, next } = pageOf(diagnostics.map(inFlags), {
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
