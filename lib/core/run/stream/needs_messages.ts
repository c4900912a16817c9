import type { RunState } from "../run_state.ts";
import { looksBack } from "./select_in_message.ts";

const NAMES = /\b(?:res|response|messages?|pm|bru|require|runRequest)\b|\$\./;

/** Expressions over what else a response has. */
const ELSEWHERE =
  /^\s*res\s*\.\s*(?:status|statusText|headers|responseTime|url|closed|firstMessageTime|trailers)\b[\w\s.[\]"'-]*$/;

/** Whether something looks at the messages once they have come. */
export function needsMessages({ step, request, depth }: RunState): boolean {
  // A script gets the response.
  if (depth > 0) return true;
  const levels = [
    step.collection.defaults,
    ...step.folders.map((it) => it.defaults),
  ];
  const scripts = [...levels, request].flatMap((it) => it.scripts)
    .filter(({ phase }) => phase !== "before-request");
  const { assertions, actions, stream, settings } = request;
  const expressions = [
    ...assertions.filter(({ disabled }) => !disabled)
      .map(({ expression }) => expression),
    ...actions.filter(({ disabled, phase }) =>
      !disabled && phase === "after-response"
    ).map(({ selector }) => selector),
    ...settings.repeatUntil ? [settings.repeatUntil.expression] : [],
  ];
  return scripts.some(({ code, each }) =>
    each !== undefined || NAMES.test(code)
  ) ||
    expressions.some(({ text }) => !ELSEWHERE.test(text)) ||
    stream?.until !== undefined && looksBack(stream.until);
}
