import type { Asked, SendEvent } from "../../embedded/page/workbench/api.ts";
import type { CollectedRequest } from "../../tools/report/collect/types.ts";
import { Refused } from "../answers.ts";
import { Channel } from "../channel.ts";
import { type PageCollection, pageCollection } from "../drafts.ts";
import { isWithin } from "../../core/plan/is_within.ts";
import type { Workbench } from "../workbench.ts";
import { attend, failure } from "./attend.ts";
import { askFor, askNeeded, needsOf } from "./needs.ts";
import type { Task } from "./tasks.ts";

/** So much of a body is kept: all that the run reads of it. */
export const BODY_LIMIT = 128 * 1024 * 1024;

/** Sends a request, and tells what happens. Who no longer listens ends it. */
export async function* send(
  bench: Workbench,
  asked: Asked<"send">,
  signal: AbortSignal,
): AsyncGenerator<SendEvent> {
  const { kind, path } = bench.ids.ref(asked.id);
  await bench.catchUp(path);
  if (kind !== "request" || !bench.items.places.has(path)) {
    throw new Refused(
      `Cannot send "${path}": it is not a request that Brace can send`,
    );
  }
  const { id, draft } = asked;
  const collection = await pageCollection(
    bench,
    [path],
    { edited: draft && { id, draft } },
  );
  const channel = new Channel<SendEvent>();
  const task = bench.tasks.begin((question) => channel.push(question));
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  channel.push({ type: "start", task: task.id });
  const work = perform(bench, { path, collection, asked }, { task, channel })
    .catch(async (error) => channel.push(await failure(bench, error)))
    .finally(() => {
      channel.push({ type: "end", cancelled: task.signal.aborted });
      channel.close();
      bench.tasks.end(task);
    });
  yield* channel;
  await work;
}

async function perform(
  bench: Workbench,
  { path, collection, asked }: {
    readonly path: string;
    readonly collection: PageCollection;
    readonly asked: Asked<"send">;
  },
  { task, channel }: {
    readonly task: Task;
    readonly channel: Channel<SendEvent>;
  },
): Promise<void> {
  const { request } = bench.items.places.get(path)!;
  const kept = await bench.kept.begin(bench);
  const needs = await needsOf(bench, collection, kept);
  // What runs first may need more.
  const more = () => needsOf(bench, collection, kept, { withNeeded: true });
  const withNeeded = asked.withNeeded ??
    await askNeeded(bench, task, needs, more);
  const questions = withNeeded
    ? (await more()).questions
    : new Map([...needs.questions, ...needs.otherwise]);
  const answers = await askFor(bench, task, questions, kept);
  if (answers === undefined || task.signal.aborted) return;
  const events = attend(bench, task, {
    ...(withNeeded && { withNeeded }),
  }, {
    collection,
    answers,
    kept,
    bodyLimit: BODY_LIMIT,
    keepsCookies: true,
    onMessage: (message) => channel.push({ type: "message", message }),
    ...(request.type === "websocket" && { input: task.takeMessages() }),
  });
  const cookies = () => JSON.stringify(kept.cookies.export());
  const before = cookies();
  const { teardown = [] } = collection.loaded.collection?.config ?? {};
  const isLast = teardown.some((one) => isWithin(path, one));
  let isDone = false;
  for await (const event of events) {
    if (event.type === "warning") {
      channel.push({ type: "warning", problem: event.warning });
    }
    if (event.type !== "request-end") continue;
    const { request } = event;
    // Setup and teardown have their requests nowhere else.
    const isWanted = request.path === path && !isDone;
    const id = bench.ids.of("request", request.path);
    const { view, row } = bench.history.add(request, id);
    bench.tell({ type: "exchange", row });
    if (isWanted) {
      isDone = true;
      channel.push({ type: "result", exchange: view });
    } else {
      const { name, path, status, stage } = request;
      const isAfter = isDone || stage === "teardown" && !isLast;
      const when = isAfter ? "after" : "before";
      const reason = status === "passed" ? undefined : reasonOf(view.details);
      channel.push({
        type: "other",
        when,
        name,
        path,
        status,
        ...(reason !== undefined && { reason }),
      });
    }
  }
  if (cookies() !== before) bench.tellVariables();
}

/** What went wrong first with a request. */
function reasonOf(
  { diagnostics, assertions, tests }: CollectedRequest,
): string | undefined {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) return error.message;
  const failed = [...assertions, ...tests].find(({ status }) =>
    status === "failed"
  );
  return failed?.diagnostic?.message;
}
