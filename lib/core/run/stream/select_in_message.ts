import { selectMember } from "../../assertion/select_fast.ts";
import type { ValueSelection } from "../../assertion/types.ts";
import type { StreamMessage } from "../../http/stream.ts";
import { jsonText } from "../../scope/value/value_text.ts";
import type { Value } from "../../scope/value/value.ts";
import type { Text } from "../../source/origin.ts";
import { openScripts } from "../script/load_scripts.ts";
import type { RunState } from "../run_state.ts";

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
export function looksBack({ text }: Text): boolean {
  return /\bmessages\b/.test(text) && !COUNTED.test(text);
}

/** Evaluates an expression over `messages` and the last one, `message`. */
export async function selectInMessages(
  state: RunState,
  expression: Text,
  messages: {
    readonly last: StreamMessage;
    readonly count: number;
    readonly all: () => readonly StreamMessage[];
  },
): Promise<ValueSelection> {
  const [, operator, number] = COUNTED.exec(expression.text) ?? [];
  if (operator !== undefined) {
    const { count } = messages;
    const most = Number(number);
    const holds = operator === ">"
      ? count > most
      : operator === ">="
      ? count >= most
      : count === most;
    return { ok: true, value: holds };
  }
  const last = messageValue(messages.last);
  const fast = selectMember(expression, "message", last);
  if (fast) return fast;
  return await evaluate(state, expression, {
    message: last,
    ...(/\bmessages\b/.test(expression.text) && {
      messages: messages.all().map(messageValue),
    }),
  });
}

/** In the sandbox; the expression's own line breaks and comments end before the bracket. */
async function evaluate(
  state: RunState,
  { text, at }: Text,
  names: Record<string, Value>,
): Promise<ValueSelection> {
  const { sandbox, context } = await openScripts(state);
  const values = Object.values(names).map(jsonText).join(", ");
  const code = `((${Object.keys(names).join(", ")}) => (${text}\n))(${values})`;
  const selection = await sandbox.evaluate({ text: code, at }, context);
  if (selection.ok) return selection;
  const { diagnostic } = selection;
  const message = diagnostic.message.replace(code, () => text);
  return { ok: false, diagnostic: { ...diagnostic, message } };
}
