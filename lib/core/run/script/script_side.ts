import { alteredPlaceholders } from "./altered_placeholders.ts";
import { applyDraft, type ChangedRequest } from "./apply_draft.ts";
import { knownAuthSecrets } from "../auth_secrets.ts";
import { disabledHeaders, draftOf } from "./request_draft.ts";
import type { RunState, ScriptSide } from "../run_state.ts";
import { codesIn } from "../explain/setters.ts";
import { warnOfJoined } from "./joined_objects.ts";
import { scriptContext } from "./script_context.ts";
import { showSent } from "./sent_request.ts";
import { warnOfUndefined } from "./unset_entries.ts";
import { requestTexts } from "../../collection/request_texts.ts";
import { expressionsIn } from "../../template/expressions_in.ts";

/** Makes the side of a request that its scripts see, when the first one runs. */
export function scriptSide(state: RunState): ScriptSide {
  const { step, request, inherited, scopes } = state;
  const { ports } = state.iteration.settings;
  const draft = draftOf(request, inherited);
  draft.disabled = {
    ...draft.disabled,
    headers: disabledHeaders(step, request, inherited),
  };
  let known: ReadonlySet<string> | undefined;
  /** The request as it was asked for last. */
  let asked: ChangedRequest = { request, inherited };
  const side: ScriptSide = {
    draft,
    context: scriptContext(state, draft),
    running: undefined,
    bodyBy: undefined,
    changed() {
      asked = applyDraft(request, inherited, {
        draft,
        known: () => known ??= knownExpressions(state),
      });
      return asked;
    },
    unset: new Map(),
    empty: new Set(),
    missed: new Set(),
    hasSetUndefined: false,
    altered: () => alteredPlaceholders(asked.written ?? []),
    async warnOfWritten() {
      warnOfJoined(state, asked);
      await warnOfUndefined(state, asked.written ?? []);
    },
    follow: () => showSent(state, draft),
    learnAuth() {
      if (ports.learn === undefined) return;
      // Scripts may print them although the request is never sent.
      for (const value of knownAuthSecrets(inherited.auth, scopes)) {
        ports.learn({ name: "auth", value, secret: true });
      }
    },
  };
  side.follow();
  return side;
}

/**
 * The expressions that stand in a request's files or scripts, and in the files
 * that these require: placeholders in text that a script writes into the
 * request. Any other `{{…}}` in it came from outside and stays text.
 */
function knownExpressions(
  { step, request, inherited, iteration }: RunState,
): ReadonlySet<string> {
  const { collection, folders } = step;
  const codesOf = codesIn(collection, iteration.settings.ports.readFile);
  const texts = requestTexts(request).map(({ text }) => text);
  for (const { name, value } of inherited.headers) {
    texts.push(name.text, value.text);
  }
  for (const field of inherited.auth?.fields.values() ?? []) {
    if (typeof field === "object") texts.push(field.text);
  }
  const levels = [collection.defaults, ...folders.map((it) => it.defaults)];
  for (const { scripts } of [...levels, request]) {
    for (const script of scripts) texts.push(...codesOf(script));
  }
  return new Set(texts.flatMap(expressionsIn));
}
