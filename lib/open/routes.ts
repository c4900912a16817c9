import {
  type Answered,
  type Asked,
  type RouteName,
  ROUTES,
} from "../embedded/page/workbench/api.ts";
import { DiagnosticError } from "../core/source/errors.ts";
import { answer, bytes, json, Refused, streamedLines } from "./answers.ts";
import {
  bodyBytes,
  bodyPart,
  compared,
  filtered,
  findIn,
} from "./history/bodies.ts";
import { globalsProblems, shownProblems } from "./problems.ts";
import { viewItem } from "./reading/item.ts";
import { completions, explained, placeholdersIn } from "./reading/language.ts";
import { copied, resolved } from "./reading/resolved.ts";
import { search } from "./reading/search.ts";
import { stateOf } from "./reading/state.ts";
import {
  definitionPlaces,
  revealed,
  variablesOf,
} from "./reading/variables.ts";
import { keptNames } from "./sending/kept_variables.ts";
import { Runs } from "./sending/run.ts";
import { send } from "./sending/send.ts";
import {
  create,
  duplicateItem,
  importFile,
  importText,
  init,
  move,
  removeItem,
  renameItem,
} from "./writing/change.ts";
import { fix, save, saveExample } from "./writing/save.ts";
import type { Workbench } from "./workbench.ts";

/** What the routes but `session` do, by how they answer. */
type Handlers = {
  readonly [N in Exclude<RouteName, "session">]: (typeof ROUTES)[N] extends
    "lines"
    ? (asked: Asked<N>, signal: AbortSignal) => AsyncIterable<Answered<N>>
    : (typeof ROUTES)[N] extends "bytes"
      ? (asked: Asked<N>) => Promise<Response> | Response
    : (asked: Asked<N>) => Promise<Answered<N>> | Answered<N>;
};

/** Milliseconds between two signs of life. */
const ALIVE = 15_000;

/** Makes the table of routes. */
function handlers(bench: Workbench): Handlers {
  const runs = new Runs();
  const { ids, history, tasks } = bench;
  const idOf = (path: string) =>
    !bench.isEmpty && bench.items.places.has(path)
      ? ids.of("request", path)
      : undefined;
  return {
    state: () => stateOf(bench),
    environment({ names }) {
      bench.select(names);
      return {};
    },
    search: async (asked) => ({ hits: await search(bench, asked) }),
    open: ({ id }) => viewItem(bench, id),
    placeholders: (asked) => placeholdersIn(bench, asked),
    complete: (asked) => completions(bench, asked),
    hover: (asked) => explained(bench, asked),
    definition: (asked) => definitionPlaces(bench, asked),
    resolve: (asked) => resolved(bench, asked),
    copy: (asked) => copied(bench, asked),
    send: (asked, signal) => send(bench, asked, signal),
    run: (asked, signal) => runs.run(bench, asked, signal),
    answer({ question, answer }) {
      tasks.answer(question, answer);
      return {};
    },
    message({ task, text, end }) {
      tasks.task(task).message(end ? undefined : text);
      return {};
    },
    cancel({ task }) {
      tasks.cancel(task);
      return {};
    },
    body: (asked) => bodyPart(history, asked),
    find: (asked) => findIn(history, asked),
    filter: (asked) => filtered(history, asked),
    download({ exchange }) {
      const { content, type } = bodyBytes(history, exchange);
      return bytes(content, type);
    },
    example: (asked) => saveExample(bench, asked),
    history: (asked) => ({ exchanges: history.list(asked, idOf) }),
    exchange({ exchange }) {
      const { path } = history.get(exchange).details;
      return history.view(exchange, idOf(path));
    },
    compare: (asked) => compared(history, asked),
    forget() {
      history.forget();
      return {};
    },
    report: (asked) => runs.report(asked),
    async saveReport(asked) {
      return bytes(new TextEncoder().encode(await runs.file(asked)));
    },
    save: (asked) => save(bench, asked),
    create: (asked) => create(bench, asked),
    rename: (asked) => renameItem(bench, asked),
    move: (asked) => move(bench, asked),
    duplicate: (asked) => duplicateItem(bench, asked),
    delete: (asked) => removeItem(bench, asked),
    init: (asked) => init(bench, asked),
    importText: (asked) => importText(bench, asked),
    importFile: (asked) => importFile(bench, asked),
    async problems({ id }) {
      await bench.learnSecrets();
      if (id !== undefined) {
        await bench.session.indexed();
        return { problems: (await viewItem(bench, id)).problems };
      }
      await bench.session.settle();
      const all = [
        ...await globalsProblems(bench),
        ...bench.session.diagnostics(),
      ];
      return { problems: await shownProblems(bench, all) };
    },
    fix: (asked) => fix(bench, asked),
    variables: (asked) => variablesOf(bench, asked),
    async keptNames() {
      const left = await bench.kept.list(bench);
      return { names: keptNames(left, bench.hidden.masker) };
    },
    async forgetKept({ what }) {
      await bench.kept.forget(bench, what);
      await bench.tellSecrets();
      return {};
    },
    reveal: (asked) => revealed(bench, asked),
    async *events(_, signal) {
      const channel = bench.listen();
      const alive = setInterval(() => channel.push({ type: "alive" }), ALIVE);
      const end = () => bench.forget(channel);
      signal.addEventListener("abort", end, { once: true });
      try {
        yield* channel;
      } finally {
        clearInterval(alive);
        end();
      }
    },
  };
}

/** Answers what the page asks, by the route's name and the text of its body; the signal aborts when the page is gone. */
export function router(
  bench: Workbench,
): (name: string, body: string, signal: AbortSignal) => Promise<Response> {
  const table = handlers(bench);
  return async (name, body, signal) => {
    if (!Object.hasOwn(table, name)) return answer(null, { status: 404 });
    const route = name as keyof Handlers;
    try {
      const kind = ROUTES[route];
      if (kind === "write" && bench.readOnly) {
        throw new Refused(
          "Cannot write: the collection is open read-only",
          [],
          403,
        );
      }
      const asked = questionOf(body);
      const handler = table[route] as (
        asked: unknown,
        signal: AbortSignal,
      ) => unknown;
      if (kind === "lines") {
        const leaving = new AbortController();
        const gone = AbortSignal.any([signal, leaving.signal]);
        const all = handler(asked, gone) as AsyncIterable<unknown>;
        return streamedLines(safely(bench, all), () => leaving.abort());
      }
      const answered = await handler(asked, signal);
      return answered instanceof Response ? answered : json(answered);
    } catch (error) {
      const { refusal, status } = await refusedFor(bench, error);
      return json(refusal, status);
    }
  };
}

/** What the body of a request asks. */
function questionOf(body: string): unknown {
  try {
    const asked: unknown = JSON.parse(body);
    if (typeof asked === "object" && asked !== null) return asked;
  } catch {
    // Not from the page.
  }
  throw new Refused("Cannot answer: the request is not JSON", [], 400);
}

/** The lines of a route; why there are no more is the last of them. */
async function* safely(
  bench: Workbench,
  values: AsyncIterable<unknown>,
): AsyncGenerator<unknown> {
  try {
    yield* values;
  } catch (error) {
    const { refusal } = await refusedFor(bench, error);
    yield {
      type: "failed",
      message: refusal.message,
      problems: refusal.problems ?? [],
    };
    yield { type: "end", cancelled: false };
  }
}

/** Why something is not done; a page that asks for what is not there is told no more. */
async function refusedFor(
  bench: Workbench,
  error: unknown,
): Promise<Refused> {
  if (error instanceof Refused) return error;
  if (error instanceof DiagnosticError) {
    const problems = await shownProblems(bench, error.diagnostics);
    return new Refused(problems[0]?.message ?? "Cannot answer", problems);
  }
  if (error instanceof TypeError || error instanceof SyntaxError) {
    return new Refused(
      "Cannot answer: the request is not as the page makes it",
      [],
      400,
    );
  }
  const why = error instanceof Error ? error.message : String(error);
  return new Refused(
    `Cannot answer: ${bench.hidden.masker.maskText(why)}`,
    [],
    500,
  );
}
