import { heldTime } from "../../held_time.ts";
import { holdThread } from "../../person_time.ts";
import { rememberNextTurn } from "../../sleep.ts";
import { exposeBareNames } from "../../../embedded/sandbox/bare_names.ts";
import type { Text } from "../../../core/source/origin.ts";
import type { Script } from "../../../core/collection/types.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import {
  describeDropped,
  describeThrown,
} from "../../../embedded/sandbox/thrown.ts";
import type { Thrown } from "../../../core/script/border/bridge.ts";
import {
  decode,
  encode,
  requireValue,
} from "../../../core/script/border/encode.ts";
import {
  type CompiledScript,
  evaluationFailure,
  NEVER_SETTLED,
  scriptFailure,
} from "../../../core/script/failure.ts";
import { ScriptRecord } from "../../../core/script/border/record.ts";
import type {
  Evaluation,
  Sandbox,
  ScriptContext,
  ScriptOutcome,
} from "../../../core/script/border/types.ts";
import type { Watchdog } from "../../watchdog/types.ts";
import { Builtins } from "./builtins.ts";
import { once } from "../../../core/source/once.ts";
import { ownedObjects } from "./owned.ts";
import { withoutTypes } from "../strip_types.ts";
import { explainEvaluation, explainOutcome } from "../explain_outcome.ts";
import { createSide, TrustedWork, withoutOwnPath } from "./create_side.ts";
import { trackTimers } from "./track_timers.ts";

/**
 * Makes what runs scripts in Deno itself, with everything that Brace may do:
 * node's modules, packages of a `node_modules` folder, files, the network. It
 * sets no limits. Only for collections that the user trusts.
 *
 * @param watch Does what runs code; default: nobody watches.
 * @param broken Told where a script broke what Brace itself runs on.
 */
export function createTrusted(
  watch: Watchdog["watch"] = (_code, _context, work) => work(),
  broken?: Watchdog["failed"],
): Sandbox {
  rememberNextTurn();
  const events = new StrayEvents(broken);
  const builtins = once(() => new Builtins(ownedObjects()));
  const hostOf = (): Host => ({ builtins: builtins(), events });
  const evaluate = async (
    expression: Text,
    context: ScriptContext,
    values: Readonly<Record<string, unknown>> = {},
  ) => {
    const host = hostOf();
    const perform = () => evaluateTrusted(expression, context, host, values);
    return explainEvaluation(
      await watch(expression, context, perform),
      { code: expression.text },
      context,
    );
  };
  return {
    run: withoutTypes(async (script, context) => {
      const host = hostOf();
      const run = () => runTrusted(script, context, host);
      return explainOutcome(
        await watch(script, context, run),
        script,
        context,
      );
    }),
    evaluate: (expression, context) => evaluate(expression, context),
    hold(_, context) {
      const values = { $brace_held: {} };
      return Promise.resolve({
        place: "$brace_held.value",
        evaluate: (expression) => evaluate(expression, context, values),
        dispose: () => {},
      });
    },
    dispose: () => events.dispose(),
  };
}

/** What all scripts share with Brace. */
interface Host {
  readonly builtins: Builtins;
  readonly events: StrayEvents;
}

async function runTrusted(
  script: Script,
  context: ScriptContext,
  host: Host,
): Promise<ScriptOutcome> {
  const compiled = compiledOf(script);
  const record = new ScriptRecord(compiled);
  // Described when the built-in objects are as they were.
  const failures: (() => Thrown)[] = Object.setPrototypeOf([], null);
  const failed = (error: unknown, describe = describeThrown) => {
    if (side.postman && error === side.postman.skipped) return;
    failures[failures.length] = () => withoutOwnPath(describe(error));
  };
  using work = new TrustedWork(context.signal);
  const timers = trackTimers(failed, () => work.changed());
  const side = await createSide(compiled, {
    context,
    record,
    work,
    builtins: host.builtins,
    values: timers.values,
  });
  const perform = async () => {
    try {
      // Inside of another function, so that a script may declare such a name itself.
      const run = side.compile(
        `(function(NAMES){return async function(){\n${script.code}\n}})`,
      )() as () => Promise<unknown>;
      await holding(run);
    } catch (error) {
      failed(error);
    }
    for (;;) {
      await side.postman?.settled();
      await side.globals.settled();
      if (!timers.isBusy() && !work.isWaiting) break;
      await work.next();
    }
    timers.dispose();
    try {
      side.postman?.finish((globalThis as { tests?: unknown }).tests);
      side.globals.end();
    } catch (error) {
      failed(error);
    }
    // Deno tells of dropped promises after the current turn (by design: denoland/deno#17173); timers that are due may come first.
    for (let i = 0; i < 2; i++) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const deafen = host.events.tell({
    failed,
    dropped: (error) => failed(error, describeDropped),
    idle: () => {
      side.globals.abandon();
      work.end(NEVER_SETTLED);
    },
  });
  host.builtins.begin();
  try {
    const first = Promise.withResolvers<void>();
    // Scripts may replace `then`, which `await` does not call.
    const follow = async (promise: Promise<void>) => {
      try {
        await promise;
        first.resolve();
      } catch (error) {
        first.reject(error);
      }
    };
    await heldTime.watch(() => {
      follow(work.ended);
      follow(perform());
      return first.promise;
    });
  } catch (error) {
    failed(error);
  }
  host.builtins.end();
  deafen();
  timers.dispose();
  side.dispose();
  record.end();
  const thrown = failures[0]?.() ?? work.reason;
  const problem = thrown === undefined
    ? record.overflow
    : scriptFailure(compiled, thrown);
  return {
    tests: record.tests(),
    console: record.lines,
    ...record.notSent(problem),
    ...problem === undefined ? {} : { error: problem },
  };
}

async function evaluateTrusted(
  expression: Text,
  context: ScriptContext,
  { builtins }: Host,
  values: Readonly<Record<string, unknown>>,
): Promise<Evaluation> {
  const { text, at } = expression;
  const compiled = compiledOf({ phase: "tests", code: text, at });
  const record = new ScriptRecord(compiled);
  using work = new TrustedWork(undefined);
  const side = await createSide(compiled, {
    context,
    record,
    work,
    builtins,
    values: { ...values },
  });
  builtins.begin();
  const withdraw = exposeBareNames(text, side.bridge);
  try {
    const value = holding(
      side.compile(`(function(NAMES){return (\n${text}\n)})`) as () => unknown,
    );
    if (value !== undefined) requireValue("compare the value", "value", value);
    return { ok: true, value: decode(encode(value)) as Value | undefined };
  } catch (thrown) {
    const diagnostic = evaluationFailure(compiled, describeThrown(thrown));
    return { ok: false, diagnostic };
  } finally {
    withdraw();
    builtins.end();
    side.dispose();
  }
}

/** Runs code that holds the thread until it gives back control. */
function holding<T>(run: () => T): T {
  const release = holdThread();
  try {
    return run();
  } finally {
    release();
  }
}

function compiledOf(script: Script): CompiledScript {
  return { script, code: script.code, inserted: [], columns: "units" };
}

/** What a script hears of what no code of it is called with. */
interface Hearer {
  /** An exception in a callback. */
  failed(error: unknown): void;
  /** A promise that was rejected and that nothing handles. */
  dropped(error: unknown): void;
  /** Nothing is under way in the whole process any more. */
  idle(): void;
}

/**
 * Tells the script that runs in Deno itself what would otherwise end the process.
 * What happens between scripts is told the next one.
 */
class StrayEvents {
  /** Lists that inherit nothing: scripts may have changed what lists have. */
  readonly #hearers: Hearer[] = Object.setPrototypeOf([], null);
  #missed: ((hearer: Hearer) => void)[] = Object.setPrototypeOf([], null);
  readonly #broken: ((error: unknown) => void) | undefined;
  readonly #listeners = {
    error: (event: Event) => {
      event.preventDefault();
      this.#tell((it) => it.failed((event as ErrorEvent).error));
    },
    unhandledrejection: (event: Event) => {
      event.preventDefault();
      this.#tell((it) => it.dropped((event as PromiseRejectionEvent).reason));
    },
    beforeunload: (event: Event) => {
      const hearer = this.#hearer;
      if (hearer === undefined) {
        return this.#broken?.(new Error("no script is running"));
      }
      event.preventDefault();
      hearer.idle();
    },
  };

  /**
   * Listens until it is disposed of.
   *
   * @param broken Told where Brace itself does not go on.
   */
  constructor(broken?: (error: unknown) => void) {
    this.#broken = broken;
    for (const [name, listener] of this.#entries()) {
      globalThis.addEventListener(name, listener);
    }
  }

  /** Tells a script, and those that it runs first. Gives what ends it. */
  tell(hearer: Hearer): () => void {
    const hearers = this.#hearers;
    hearers[hearers.length] = hearer;
    const missed = this.#missed;
    this.#missed = Object.setPrototypeOf([], null);
    for (let i = 0; i < missed.length; i++) missed[i](hearer);
    return () => {
      let kept = 0;
      for (let i = 0; i < hearers.length; i++) {
        if (hearers[i] !== hearer) hearers[kept++] = hearers[i];
      }
      hearers.length = kept;
    };
  }

  get #hearer(): Hearer | undefined {
    return this.#hearers[this.#hearers.length - 1];
  }

  dispose(): void {
    for (const [name, listener] of this.#entries()) {
      globalThis.removeEventListener(name, listener);
    }
  }

  /** Types of Node's, where a package brings them, know other events. */
  #entries(): [never, never][] {
    return Object.entries(this.#listeners) as [never, never][];
  }

  #tell(event: (hearer: Hearer) => void): void {
    const hearer = this.#hearer;
    if (hearer === undefined) this.#missed[this.#missed.length] = event;
    else event(hearer);
  }
}
