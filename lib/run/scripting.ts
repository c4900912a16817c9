import type { RequestDraft, ScriptContext } from "../script/types.ts";
import { applyDraft, type ChangedRequest } from "./apply_draft.ts";
import { knownExpressions } from "./known_expressions.ts";
import { draftOf } from "./request_draft.ts";
import type { RequestRun } from "./request_run.ts";
import { scriptContext } from "./script_context.ts";

/** The side of a request that its scripts see; made when the first one runs. */
export class Scripting {
  readonly draft: RequestDraft;
  readonly context: ScriptContext;
  readonly #run: RequestRun;
  #known: ReadonlySet<string> | undefined;

  constructor(run: RequestRun) {
    this.#run = run;
    this.draft = draftOf(run.request, run.inherited);
    this.context = scriptContext(run, this.draft);
  }

  /** The request with the changes that scripts made so far. */
  changed(): ChangedRequest {
    const { step, request, inherited } = this.#run;
    return applyDraft(request, inherited, {
      draft: this.draft,
      known: () => this.#known ??= knownExpressions(step, request, inherited),
    });
  }
}
