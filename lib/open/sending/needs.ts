import type { Insertion } from "../../core/http/insertion.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import type {
  Diagnostic,
  DiagnosticCode,
} from "../../core/source/diagnostic.ts";
import { didYouMean } from "../../core/source/nearest.ts";
import type { RunCollectionOptions } from "../../host/run/collection_options.ts";
import type { RenderedItem } from "../../host/run/render_requests.ts";
import type { PageCollection } from "../drafts.ts";
import type { VariableSetting } from "../../tools/check/places/level_settings.ts";
import { unseenReads } from "../../tools/check/script/used_reads.ts";
import type { Workbench } from "../workbench.ts";
import type { KeptFor } from "./kept_variables.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import { type SentRequest, sentRequests } from "./sent_requests.ts";
import { isSetFirst } from "./set_first.ts";
import { allStopped } from "./stopped.ts";
import type { Task } from "./tasks.ts";
import {
  entryExpression,
  lackingEntry,
  withTypedEntries,
} from "./typed_entries.ts";

/** How a prompt or a secret is asked for. */
interface Asking {
  /** Whether what is typed is hidden. */
  readonly hidden: boolean;
  /** The name of the secret; absent: it is a prompt. */
  readonly secret?: string;
  /** The entry that `.env` lacks for it. */
  readonly entry?: string;
}

/** What a person at the page is to be asked before something is sent. */
interface Needs {
  /** Prompts and secrets, by their texts. */
  readonly questions: ReadonlyMap<string, Asking>;
  /** Secrets that only other requests set, for who does not run these. */
  readonly otherwise: ReadonlyMap<string, Asking>;
  /** Variables that only other requests set. */
  readonly names: readonly string[];
  /** The names of the requests that would be sent, by their paths. */
  readonly requests: ReadonlyMap<string, string>;
}

/** Problems that go away with an answer, or with what another request sets. */
const MENDED: ReadonlySet<DiagnosticCode> = new Set([
  "UNANSWERED_PROMPT",
  "UNSET_SECRET",
  "USED_AFTER_DELETE",
  "USED_BEFORE_SET",
]);

/**
 * Finds out what requests need that no file has, those of setup and teardown
 * included: they are rendered, and nothing is sent. What one of them sets for
 * the others, they do not need, nor what columns of the data give.
 */
export async function needsOf(
  bench: Workbench,
  collection: PageCollection,
  { environments, earlier, secrets }: KeptFor,
  options: RunCollectionOptions = {},
  columns: ReadonlySet<string> = new Set(),
): Promise<Needs> {
  const { loaded, texts } = collection;
  const questions = new Map<string, Asking>();
  const otherwise = new Map<string, Asking>();
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
        if (secret !== undefined && isSet) setSecrets.add(secret);
        questions.set(question, {
          hidden,
          ...(secret !== undefined && { secret }),
        });
        return undefined;
      },
    },
  }).catch(nothingOf);
  const selected = new Set(items.map(({ path }) => path));
  const sent = sentRequests(collection, selected);
  const settingsOf = (name: string) => index?.order.settings.get(name);
  const add = (candidates: readonly string[]) => {
    const known = candidates.find((it) =>
      !columns.has(it) &&
      isSetElsewhere(settingsOf(it), selected)
    );
    if (known !== undefined) names.add(known);
  };
  for (const [question, asking] of questions) {
    const { secret } = asking;
    if (secret === undefined) continue;
    const isElsewhere = !columns.has(secret) &&
      isSetElsewhere(settingsOf(secret), selected);
    const isComing = () =>
      columns.has(secret) || isElsewhere ||
      isSetAmong(items, secret, settingsOf(secret));
    if (setSecrets.has(secret) && isComing()) {
      questions.delete(question);
      if (isElsewhere) otherwise.set(question, asking);
      add([secret]);
    } else if (isSetFirst(secret, sent, index)) questions.delete(question);
  }
  for (const { path, diagnostics, request } of items) {
    // A row of an environment that only a script fills says as little as none.
    const isEmpty = (name: string) => isEmptyInFile(bench, path, name);
    for (
      const { code, message, expression, suggestion, trail } of diagnostics
    ) {
      // What may have been meant is not what is missing.
      const candidates = variablesIn(
        message.replace(didYouMean(suggestion), ""),
        expression,
      );
      if (code === "UNDEFINED_VARIABLE" || code === "USED_BEFORE_SET") {
        add(candidates);
      } else if (expression !== undefined) add(candidates.filter(isEmpty));
      const lacking = code === "PERMISSION"
        ? lackingEntry(index, { expression, trail })
        : undefined;
      if (lacking?.isSet) add([lacking.secret]);
      else if (lacking) {
        const { entry, secret } = lacking;
        questions.set(entryExpression(entry), { hidden: true, secret, entry });
      }
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
  for (const name of readByScripts(bench, sent, { earlier, index })) {
    add([name]);
  }
  const requests = new Map(items.map(({ path, name }) => [path, name]));
  const stops = (
    { code, message, expression, trail = [], location }: Diagnostic,
    { request: { path, body }, before }: SentRequest,
  ) => {
    if (MENDED.has(code)) return false;
    const isMended = code === "PERMISSION" &&
      (expression === undefined ||
        lackingEntry(index, { expression, trail }) !== undefined);
    if (isMended) return false;
    // Where it names no placeholder, any of them may be behind it.
    const isOfBody = location?.place === "json" && body?.type === "json";
    const involved = expression === undefined
      ? [...namesIn(isOfBody ? body.data.text : bench.session.files.get(path))]
      : [...variablesIn(message, expression), ...trail];
    const isSetBefore = (name: string) =>
      before.some((script) =>
        index?.scripts.factsOf(script).sets.some((one) => one.name === name)
      );
    return !involved.some((name) =>
      columns.has(name) || index?.order.settings.has(name) || isSetBefore(name)
    );
  };
  // Nobody answers in vain: first comes what no answer mends.
  const isAsked = questions.size > 0 || names.size > 0;
  const stopped = isAsked
    ? allStopped(items, sent, {
      stops,
      scripts: index?.scripts,
      root: bench.session.root,
    })
    : undefined;
  if (stopped && stopped.untold.length > 0) {
    throw new DiagnosticError(stopped.untold);
  }
  return {
    questions: stopped ? new Map() : questions,
    otherwise: stopped ? new Map() : otherwise,
    names: stopped ? [] : [...names],
    requests,
  };
}

/** The variables in the placeholders of a file. */
function namesIn(text = ""): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/\{\{\s*([^{}\s.[|(]+)/g)].map(([, name]) => name),
  );
}

/** What the scripts before requests use without asking whether it is there, although only scripts give it. */
function* readByScripts(
  { session }: Workbench,
  sent: ReadonlyMap<string, SentRequest>,
  { earlier, index }: {
    readonly earlier: KeptFor["earlier"];
    readonly index: CollectionIndex | undefined;
  },
): Generator<string> {
  if (index === undefined) return;
  for (const [path, { before }] of sent) {
    for (const script of before) {
      for (const { name, call } of unseenReads(index.scripts.factsOf(script))) {
        const definitions = session.variablesFor(path, { name })
          .flatMap((it) => it.definitions);
        const isSet = definitions.some(({ setting, scope }) =>
          setting !== undefined && (call.scope ?? scope) === scope
        );
        const isGiven = definitions.some(({ by, value }) =>
          by === "flag" || by === "file" && value !== ""
        );
        if (isSet && !isGiven && !isLeft(earlier, name)) yield name;
      }
    }
  }
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

/** Whether one of the requests sets a secret, and does not need it itself. */
function isSetAmong(
  items: readonly RenderedItem[],
  secret: string,
  settings: readonly VariableSetting[] = [],
): boolean {
  const setters = new Set(settings.map(({ request }) => request?.path));
  return items.some(({ path, diagnostics }) =>
    setters.has(path) &&
    !diagnostics.some(({ code, message, expression }) =>
      code === "UNSET_SECRET" &&
      variablesIn(message, expression).includes(secret)
    )
  );
}

/** What cannot be rendered says so when it is sent. */
function nothingOf(error: unknown): readonly [] {
  if (error instanceof DiagnosticError) return [];
  throw error;
}

/** Asks for what is needed, and keeps secrets; undefined where the person leaves. */
export async function askFor(
  bench: Workbench,
  task: Task,
  questions: Needs["questions"],
  { environments, secrets }: Pick<KeptFor, "environments" | "secrets">,
): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = new Map<string, string>();
  const known = secrets.size;
  const all = bench.session.index?.collection.environments ?? [];
  const keeps = all.length === 0 ? {} : { environments };
  for (const [text, { hidden, secret, entry }] of questions) {
    const answer = await task.ask({
      kind: "prompt",
      // A terminal has other ways to give it.
      text: secret === undefined
        ? text
        : `Value of the secret "${secret}"${
          entry === undefined ? "" : ` (.env has no ${entry})`
        }`,
      hidden,
      ...(secret !== undefined && { keeps }),
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
  { ids }: Workbench,
  task: Task,
  { names, requests }: Needs,
  withNeeded: () => Promise<Needs>,
): Promise<boolean> {
  if (names.length === 0) return false;
  const first = (await withNeeded()).requests.entries()
    .filter(([path]) => !requests.has(path))
    .map(([path, name]) => ({ id: ids.of("request", path), name })).toArray();
  // What only setup or teardown lacks, no request runs first for.
  if (first.length === 0) return false;
  const asked = { kind: "needed", names, requests: first } as const;
  return await task.ask(asked) === "yes";
}
