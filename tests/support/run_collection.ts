import { resolveEnvironments } from "../../lib/core/collection/environment.ts";
import { BRU_FORMAT, V3_FORMAT } from "../../lib/core/collection/format.ts";
import { readCollection } from "../../lib/core/collection/read_collection.ts";
import {
  isApart,
  RUN_DEFAULTS,
  type RunOptions,
} from "../../lib/host/run/options.ts";
import { runCookies } from "../../lib/host/run/ports/run_ports.ts";
import { openEngine } from "../../lib/host/run/open_engine.ts";
import { createPorts } from "../../lib/host/run/ports/run_ports.ts";
import { runSettings } from "../../lib/host/run/prepare_run.ts";
import type { SharedSandboxes } from "../../lib/host/sandbox/create_sandbox.ts";
import { variablePorts } from "../../lib/host/run/ports/variable_ports.ts";
import { namesApart } from "../../lib/core/plan/names_apart.ts";
import { makePlan } from "../../lib/core/plan/make_plan.ts";
import type { DataRows } from "../../lib/core/plan/types.ts";
import { createPolicy } from "../../lib/core/policy/policy.ts";
import type { RunPorts } from "../../lib/core/run/ports.ts";
import { run } from "../../lib/core/run/run.ts";
import { SecretIndex } from "../../lib/core/secrets/secret_index.ts";
import type {
  RequestResult,
  RunEvent,
  RunSummary,
} from "../../lib/core/run/types.ts";
import {
  type RecordedRequest,
  type RecordingHandler,
  recordingServer,
} from "./recording_server.ts";

/** Sandboxes outlive the run that started them, as those of an opened collection do. */
const SANDBOXES: SharedSandboxes = {};

/** How a collection is run. */
export interface RunSetup extends Partial<Omit<RunOptions, "rows">> {
  /** What the server sends; default: the request's method and target as JSON. */
  readonly handler?: RecordingHandler;
  readonly rows?: DataRows;
  /** The file that the rows are from. */
  readonly rowsFrom?: string;
  /** The collection's folder; default: the current one. */
  readonly root?: string;
  /** Replaces ports, such as `sleep`. */
  readonly ports?: Partial<RunPorts>;
  readonly signal?: AbortSignal;
  readonly mostJumps?: number;
  /** Told of each result as it comes. */
  readonly onResult?: (
    result: RequestResult,
    event: Extract<RunEvent, { type: "request-end" }>,
  ) => void;
  /** The file for the last response. */
  readonly output?: string;
}

/** What came of a run. */
export interface Ran {
  readonly results: readonly RequestResult[];
  readonly summary: RunSummary;
  readonly requests: readonly RecordedRequest[];
  /** Targets in the order in which they arrived. */
  readonly targets: readonly string[];
  /** Lines that scripts wrote to their consoles, in order. */
  readonly console: readonly string[];
}

/**
 * Runs a collection from memory with the real engine and sandbox against a
 * server on loopback, whose URL is the variable `server`.
 *
 * @param files YAML by path; `opencollection.yml` is added where it is absent.
 */
export async function runCollection(
  files: Record<string, string>,
  setup: RunSetup = {},
): Promise<Ran> {
  const {
    handler = echo,
    rows = [],
    rowsFrom,
    root = Deno.cwd(),
    ports: replaced,
    signal,
    mostJumps,
    output,
    onResult,
    ...given
  } = setup;
  const options: RunOptions = { ...RUN_DEFAULTS, ...given };
  await using server = recordingServer(handler);
  const { value: collection, diagnostics } = readCollection({
    root,
    files: new Map(Object.entries({
      ...![V3_FORMAT.mains[0], BRU_FORMAT.mains[0]].some((main) =>
        Object.hasOwn(files, main)
      ) &&
        { "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Test}" },
      ...files,
    })),
  });
  const environment = resolveEnvironments(collection!, options.env).value ?? [];
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (errors.length > 0) throw new Error(errors[0].message);
  const made = makePlan(collection!, {
    paths: options.paths,
    rows,
    stages: true,
    ...(isApart(options) && { apart: namesApart }),
  }).value;
  const { length: total } = rows;
  const plan = rowsFrom === undefined ? made : made &&
    { ...made, data: { file: rowsFrom, rows: [1, total] as const, total } };
  const loaded = {
    collection: collection!,
    plan,
    environment,
    ...(environment.length > 0 && { selected: environment[0] }),
    globals: [],
    secrets: [],
  };
  const variables = variablePorts(loaded, options, new SecretIndex());
  using ports = createPorts({
    options,
    variables,
    engine: await openEngine(loaded, options, variables),
    policy: createPolicy({ declared: [], allow: true, deny: [] }),
    cookies: runCookies(options, loaded.collection),
    loaded,
    sandboxes: SANDBOXES,
    ...(signal && { signal }),
  });
  const settings = await runSettings(loaded, {
    ...options,
    vars: [["server", server.url], ...options.vars],
  });
  const results: RequestResult[] = [];
  let summary: RunSummary | undefined;
  const events = run(plan, {
    ...settings,
    ports: {
      ...ports,
      ...replaced,
      apart: (group) => ({ ...ports.apart!(group), ...replaced }),
    },
    ...(signal && { signal }),
    ...(mostJumps !== undefined && { mostJumps }),
    ...(output !== undefined && { output }),
  });
  for await (const event of events) {
    if (event.type === "request-end") {
      results.push(event.result);
      onResult?.(event.result, event);
    }
    if (event.type === "run-end") summary = event.summary;
  }
  return {
    results,
    summary: summary!,
    requests: server.requests,
    targets: server.requests.map(({ target }) => target),
    console: results.flatMap((result) =>
      result.console.map(({ text }) => text)
    ),
  };
}

function echo({ method, target }: RecordedRequest) {
  return { json: { method, target } };
}

/** A request's YAML: method and path below the server, then more top-level keys. */
export function request(
  line: string,
  more: { readonly seq?: number; readonly runtime?: string } = {},
): string {
  const [method, path] = line.split(" ");
  const seq = more.seq === undefined ? "" : `, seq: ${more.seq}`;
  const runtime = more.runtime === undefined
    ? ""
    : `runtime:\n${indent(more.runtime)}\n`;
  return `info: {name: "${path.slice(1)}"${seq}}
http: {method: ${method}, url: "{{server}}${path}"}
${runtime}`;
}

/** `scripts` for `runtime`, by phase. */
export function scripts(phases: Record<string, string>): string {
  const rows = Object.entries(phases).map(([type, code]) =>
    `- type: ${type}\n  code: |\n${indent(indent(code))}`
  );
  return `scripts:\n${indent(rows.join("\n"))}`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
