import { selectMember } from "../../assertion/select_fast.ts";
import type { ValueSelection } from "../../assertion/types.ts";
import type { StreamMessage } from "../../http/stream.ts";
import { jsonText } from "../../scope/value/value_text.ts";
import type { Value } from "../../scope/value/value.ts";
import type { HeldSandbox } from "../../script/border/types.ts";
import type { Text } from "../../source/origin.ts";
import { warnOfAssigned } from "../assert/warn_of_assigned.ts";
import { unknownName } from "../explain/bare_name_note.ts";
import { openScripts } from "../script/load_scripts.ts";
import type { RunState } from "../run_state.ts";

const NAMES = /\b(?:res|response|messages?|pm|bru|require|runRequest)\b|\$\./;

/** Expressions over what else a response has. */
const ELSEWHERE =
  /^\s*res\s*\.\s*(?:status|statusText|headers|responseTime|url|closed|firstMessageTime|trailers)\b[\w\s.[\]"'-]*$/;

/** A message as expressions see it: values only. */
export function messageValue(
  { index, direction, type, data, text, at, event, id }: StreamMessage,
): Record<string, Value> {
  return {
    index,
    direction,
    type,
    data: data instanceof Uint8Array ? text : data,
    text,
    at,
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
  };
}

/** Evaluates an expression over `message`. */
export async function selectInMessage(
  state: RunState,
  expression: Text,
  message: StreamMessage,
): Promise<ValueSelection> {
  const value = messageValue(message);
  return selectMember(expression, "message", value) ??
    await evaluate(state, expression, { message: value });
}

const COUNTED = /^\s*messages\s*\.\s*length\s*(>=|>|={2,3})\s*(\d{1,15})\s*$/;

/** Whether an expression looks at messages before the last one, not at their number only. */
function looksBack({ text }: Text): boolean {
  return /\bmessages\b/.test(text) && !COUNTED.test(text);
}

/** Methods that change a list, and assignments: the list is copied for them. */
const CHANGING =
  /\b(?:pop|shift|unshift|push|splice|sort|reverse|fill|copyWithin)\b|(?<![=!<>])=(?![=>])|\+\+|--/;

/**
 * An expression over `messages` and the last one, `message`, that is evaluated
 * whenever one comes. The sandbox keeps the list, so that each is handed over
 * once.
 */
export class MessagesExpression {
  readonly #expression: Text;
  readonly #state: RunState;
  #held: Promise<HeldSandbox> | undefined;

  constructor(state: RunState, expression: Text) {
    this.#state = state;
    this.#expression = expression;
  }

  /** Its value, now that another message has come. */
  async next(last: StreamMessage, count: number): Promise<ValueSelection> {
    const expression = this.#expression;
    const [, operator, number] = COUNTED.exec(expression.text) ?? [];
    if (operator !== undefined) {
      const most = Number(number);
      const holds = operator === ">"
        ? count > most
        : operator === ">="
        ? count >= most
        : count === most;
      return { ok: true, value: holds };
    }
    const message = messageValue(last);
    const fast = selectMember(expression, "message", message);
    if (fast) return fast;
    if (!looksBack(expression)) {
      return await evaluate(this.#state, expression, { message });
    }
    return await this.#look(message);
  }

  async #look(message: Record<string, Value>): Promise<ValueSelection> {
    if (!this.#held) warnOfAssigned(this.#state, this.#expression);
    this.#held ??= openScripts(this.#state).then(({ sandbox, context }) =>
      sandbox.hold(this.#expression, context)
    );
    const held = await this.#held;
    const { text, at } = this.#expression;
    const given = CHANGING.test(text) ? "[...all]" : "all";
    const code =
      `((message, messages) => (${text}\n))(...((all, last) => (all.push(last), [last, ${given}]))(${held.place} ??= [], ${
        jsonText(message)
      }))`;
    return explained(await held.evaluate({ text: code, at }), code, text);
  }

  /** Gives back what it took. */
  async close(): Promise<void> {
    const held = await this.#held;
    held?.dispose();
  }
}

/** In the sandbox; the expression's own line breaks and comments end before the bracket. */
async function evaluate(
  state: RunState,
  { text, at }: Text,
  names: Record<string, Value>,
): Promise<ValueSelection> {
  warnOfAssigned(state, { text, at });
  const { sandbox, context } = await openScripts(state);
  const values = Object.values(names).map(jsonText).join(", ");
  const code = `((${Object.keys(names).join(", ")}) => (${text}\n))(${values})`;
  const selection = await sandbox.evaluate({ text: code, at }, context);
  return explained(selection, code, text);
}

/** Names the expression alone where it fails. */
function explained(
  selection: ValueSelection,
  code: string,
  text: string,
): ValueSelection {
  if (selection.ok) return selection;
  const { diagnostic } = selection;
  const message = diagnostic.message.replace(code, () => text);
  const name = unknownName(diagnostic) ?? "";
  const notes = MEMBERS.test(name)
    ? [...diagnostic.notes ?? [], `did you mean "message.${name}"?`]
    : diagnostic.notes;
  return {
    ok: false,
    diagnostic: { ...diagnostic, message, ...notes && { notes } },
  };
}

/** What {@linkcode messageValue} has. */
const MEMBERS = /^(?:index|direction|type|data|text|at|event|id)$/;

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
