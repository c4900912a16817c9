import type { SendEvent } from "../../embedded/page/workbench/api.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import type { StreamMessage } from "../../core/http/stream.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { HostAnswer, HostQuestion } from "../../core/policy/policy.ts";
import { InsertionPlaces } from "../../host/locate/insertion_places.ts";
import type { RunCollectionOptions } from "../../host/run/collection_options.ts";
import type { RunOutcome } from "../../host/run/run_result.ts";
import { outcomeOf } from "../../host/run/run_result.ts";
import {
  type CollectedEvent,
  eventCollector,
} from "../../tools/report/collect/collect_event.ts";
import { collectMessage } from "../../tools/report/collect/collect_stream.ts";
import type { CollectedStreamMessage } from "../../tools/report/collect/types.ts";
import { Refused } from "../answers.ts";
import type { PageCollection } from "../drafts.ts";
import { PAGE_WORDS } from "../page_words.ts";
import { shownProblems } from "../problems.ts";
import type { Workbench } from "../workbench.ts";
import type { KeptFor } from "./kept_variables.ts";
import type { Task } from "./tasks.ts";
import { withTypedEntries } from "./typed_entries.ts";

/** MiB of a response that the page is shown at most; a run reads more. */
const MAX_RESPONSE = 32;

/** What of a run the page is told, apart from what it asks. */
export interface Attending {
  readonly collection: PageCollection;
  readonly answers: ReadonlyMap<string, string>;
  /** The variables that it begins with, and who keeps those that it leaves. */
  readonly kept: KeptFor;
  /** JSON report of an earlier run: only what did not pass in it. */
  readonly failedBefore?: string;
  /** Bytes of each body that are kept. */
  readonly bodyLimit: number;
  /** Whether it goes on with the cookies of the session; absent: it begins without any, and leaves none. */
  readonly keepsCookies?: true;
  readonly onMessage?: (message: CollectedStreamMessage) => void;
  /** What the person sends over the stream, which stays open until that ends; absent: it ends as in a run. */
  readonly input?: AsyncIterable<string>;
}

/**
 * Runs requests with a person at the page, and gives what happens, masked.
 *
 * @throws {DiagnosticError} It cannot run.
 */
export async function* attend(
  bench: Workbench,
  task: Task,
  options: RunCollectionOptions,
  attending: Attending,
): AsyncGenerator<CollectedEvent, RunOutcome> {
  const { collection, answers, kept, failedBefore } = attending;
  const { bodyLimit, keepsCookies, onMessage, input } = attending;
  const { masker, locator, events } = await bench.opened.attend(
    {
      ...bench.runOptions(kept.environments),
      maxResponseSize: MAX_RESPONSE,
      ...options,
      signal: task.signal,
    },
    {
      ...collection,
      loaded: withTypedEntries(collection.loaded, kept),
      ...(kept.earlier && { earlier: kept.earlier }),
      ...(failedBefore !== undefined && { failedBefore }),
      terminal: {
        words: PAGE_WORDS,
        ask: (question, { secret = "" }) =>
          answers.get(question) ?? kept.secrets.get(secret),
      },
      around: {
        ask: (question) => askHost(bench, task, question),
        ...(keepsCookies && { cookies: kept.cookies }),
        variablesLeft: (_, left, deleted) => {
          if (kept.take(left, deleted)) bench.tellVariables();
        },
        stream: {
          ...(input && { input }),
          onMessage: (message) => {
            if (onMessage) onMessage(shownMessage(message));
          },
        },
      },
    },
  );
  // A server may say again what was typed for an earlier request.
  bench.kept.teach(masker);
  const shownMessage = (message: StreamMessage) =>
    collectMessage(message, {
      masker,
      limit: bodyLimit,
      locate: () => undefined,
    });
  // Literal credentials are known from the files.
  const places = new InsertionPlaces(locator);
  const collect = eventCollector({
    masker,
    bodyLimit,
    bodiesLimit: Infinity,
    words: PAGE_WORDS,
    source: locator.source,
    locate: (insertion) => places.locate(insertion),
  });
  const all = events();
  let next = await all.next();
  for (; !next.done; next = await all.next()) {
    const event = next.value;
    if (event.type === "request-end") {
      const { step, response, sent } = event.result;
      // Without a response, the scripts that read it did not run.
      if (response !== undefined) kept.ran(step.item.path);
      await places.find(sent?.insertions ?? []);
    }
    yield collect(event);
  }
  return outcomeOf(next.value);
}

async function askHost(
  bench: Workbench,
  task: Task,
  { host, ...asker }: HostQuestion,
): Promise<HostAnswer> {
  if (bench.allowed.has(host)) return "run";
  const answer = await task.ask({ kind: "host", host, ...asker });
  if (answer === "session") {
    bench.allowed.add(host);
    return "run";
  }
  return answer === "once" ? "once" : "no";
}

/** Why something could not run, as the page shows it. */
export async function failure(
  bench: Workbench,
  error: unknown,
): Promise<Extract<SendEvent, { type: "failed" }>> {
  const masker = createMasker(bench.hidden.masker.secrets);
  bench.kept.teach(masker);
  if (!(error instanceof DiagnosticError)) {
    const why = error instanceof Error ? error.message : String(error);
    const message = error instanceof Refused
      ? why
      : `Cannot send it: ${masker.maskText(why)}`;
    return { type: "failed", message, problems: [] };
  }
  const problems = await shownProblems(
    bench,
    error.diagnostics.map((it): Diagnostic => masker.maskDiagnostic(it)),
  );
  return {
    type: "failed",
    message: problems[0]?.message ?? "Cannot run it",
    problems,
  };
}
