import type { SendEvent } from "../../embedded/page/workbench/api.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import type { Insertion } from "../../core/http/insertion.ts";
import type { StreamMessage } from "../../core/http/stream.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { didYouMean } from "../../core/source/nearest.ts";
import type { HostAnswer } from "../../core/policy/policy.ts";
import { InsertionPlaces } from "../../host/locate/insertion_places.ts";
import type { RunCollectionOptions } from "../../host/run/collection_options.ts";
import type { RenderedItem } from "../../host/run/render_requests.ts";
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
import type { VariableSetting } from "../../tools/check/places/level_settings.ts";
import type { Workbench } from "../workbench.ts";
import type { KeptFor } from "./kept_variables.ts";
import type { Task } from "./tasks.ts";
import { withTypedEntries } from "./typed_entries.ts";

/** How a prompt or a secret is asked for. */
interface Asking {
  /** Whether what is typed is hidden. */
  readonly hidden: boolean;
  /** The name of the secret; absent: it is a prompt. */
  readonly secret?: string;
}

/** What a person at the page is to be asked before something is sent. */
interface Needs {
  /** Prompts and secrets, by their texts. */
  readonly questions: ReadonlyMap<string, Asking>;
  /** Variables that only other requests set. */
  readonly names: readonly string[];
  /** The names of the requests that would be sent, by their paths. */
  readonly requests: ReadonlyMap<string, string>;
}

/**
 * Finds out what requests need that no file has, those of setup and teardown
 * included: they are rendered, and nothing is sent. What one of them sets for
 * the others, they do not need, nor what columns of the data give.
 */
export async function needsOf(
  bench: Workbench,
  { loaded, texts }: PageCollection,
  { environments, earlier, secrets }: KeptFor,
  options: RunCollectionOptions = {},
  columns: ReadonlySet<string> = new Set(),
): Promise<Needs> {
  const questions = new Map<string, Asking>();
  const names = new Set<string>();
  const setSecrets = new Set<string>();
  const index = await bench.session.indexed();
  const items = await bench.opened.renderFor({
    ...bench.runOptions(environments),
    ...options,
  }, {
    loaded: withTypedEntries(loaded, { secrets }),
    texts,
    ...(earlier && { earlier }),
    stages: true,
    terminal: {
      ask(question, { hidden, secret, isSet }) {
        const known = secret === undefined ? undefined : secrets.get(secret);
        if (known !== undefined) return known;
        // The run does not ask for it either.
        if (secret !== undefined && isSet) {
          setSecrets.add(secret);
          return undefined;
        }
        questions.set(question, {
          hidden,
          ...(secret !== undefined && { secret }),
        });
        return undefined;
      },
    },
  }).catch(nothingOf);
  const selected = new Set(items.map(({ path }) => path));
  const add = (candidates: readonly string[]) => {
    const known = candidates.find((it) =>
      !columns.has(it) &&
      isSetElsewhere(index?.order.settings.get(it), selected)
    );
    if (known !== undefined) names.add(known);
  };
  for (const name of setSecrets) add([name]);
  for (const { path, diagnostics, request } of items) {
    // A row of an environment that only a script fills says as little as none.
    const isEmpty = (name: string) => isEmptyInFile(bench, path, name);
    for (const { code, message, expression, suggestion } of diagnostics) {
      // What may have been meant is not what is missing.
      const candidates = variablesIn(
        message.replace(didYouMean(suggestion), ""),
        expression,
      );
      if (code === "UNDEFINED_VARIABLE" || code === "USED_BEFORE_SET") {
        add(candidates);
      } else if (expression !== undefined) add(candidates.filter(isEmpty));
    }
    // What its own scripts set hides what else is empty.
    if (request === undefined) {
      for (const name of namesIn(bench.session.files.get(path))) {
        if (!isLeft(earlier, name) && isEmpty(name)) add([name]);
      }
    }
    for (const { start, end, origin, expression, via } of insertions(request)) {
      if (start !== end || origin.kind !== "file") continue;
      add([...via, ...variablesIn("", expression)].filter(isEmpty));
    }
  }
  const requests = new Map(items.map(({ path, name }) => [path, name]));
  return { questions, names: [...names], requests };
}

/** The variables in the placeholders of a file. */
function namesIn(text = ""): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/\{\{\s*([^{}\s.[|(]+)/g)].map(([, name]) => name),
  );
}

/** Whether scripts of the session have set a variable. */
function isLeft(earlier: KeptFor["earlier"], name: string): boolean {
  return earlier?.variables.some((it) =>
    it.name === name && it.entry !== undefined
  ) ?? false;
}

function insertions(
  request: RenderedItem["request"],
): readonly Insertion[] {
  return request?.insertions ?? [];
}

/** Whether the value that files have for a variable is empty. */
function isEmptyInFile(
  { session }: Workbench,
  path: string,
  name: string,
): boolean {
  const [variable] = session.variablesFor(path, { name });
  const definitions = variable?.definitions ?? [];
  return definitions.find(({ by }) => by === "file")?.value === "" &&
    !definitions.some(({ by }) => by === "flag");
}

/** Names that a diagnostic may mean: in `{{user.id}}` the variable is `user`. */
function variablesIn(message: string, expression = ""): readonly string[] {
  const ends = [...expression.matchAll(/[.[|(\s]/g)].map(({ index }) => index);
  return [
    expression,
    ...ends.reverse().map((end) => expression.slice(0, end)),
    ...[...message.matchAll(/"([^"]+)"/g)].map(([, name]) => name),
  ];
}

/** Whether requests that are not selected set a variable, and none of the scripts around those that are. */
function isSetElsewhere(
  settings: readonly VariableSetting[] = [],
  selected: ReadonlySet<string>,
): boolean {
  return settings.length > 0 &&
    settings.every(({ request }) =>
      request !== undefined && !selected.has(request.path)
    );
}

/** What cannot be rendered says so when it is sent. */
function nothingOf(error: unknown): readonly [] {
  if (error instanceof DiagnosticError) return [];
  throw error;
}

/** MiB of a response that the page is shown at most; a run reads more. */
const MAX_RESPONSE = 32;

/** Asks for what is needed, and keeps secrets; undefined where the person leaves. */
export async function askFor(
  bench: Workbench,
  task: Task,
  questions: Needs["questions"],
  { secrets }: Pick<KeptFor, "secrets">,
): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = new Map<string, string>();
  const known = secrets.size;
  for (const [text, { hidden, secret }] of questions) {
    const answer = await task.ask({
      kind: "prompt",
      // A terminal has other ways to give it.
      text: secret === undefined ? text : `Value of the secret "${secret}"`,
      hidden,
      ...(secret !== undefined && { keeps: true }),
    });
    if (answer === undefined) return undefined;
    if (secret !== undefined && answer !== "") secrets.set(secret, answer);
    answers.set(text, answer);
  }
  if (secrets.size > known) await bench.tellSecrets();
  return answers;
}

/**
 * Whether requests that set what is missing shall run first.
 *
 * @param withNeeded What is needed if they do.
 */
export async function askNeeded(
  task: Task,
  { names, requests }: Needs,
  withNeeded: () => Promise<Needs>,
): Promise<boolean> {
  if (names.length === 0) return false;
  const first = (await withNeeded()).requests.entries()
    .filter(([path]) => !requests.has(path)).map(([, name]) => name).toArray();
  // What only setup or teardown lacks, no request runs first for.
  if (first.length === 0) return false;
  const asked = { kind: "needed", names, requests: first } as const;
  return await task.ask(asked) === "yes";
}

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
  { host, request }: { readonly host: string; readonly request?: string },
): Promise<HostAnswer> {
  if (bench.allowed.has(host)) return "run";
  const answer = await task.ask({
    kind: "host",
    host,
    ...(request !== undefined && { request }),
  });
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
