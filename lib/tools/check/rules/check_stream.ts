import type {
  Message,
  StreamStep,
} from "../../../core/collection/stream_types.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import { jsonFlaw } from "../../../core/render/render_json.ts";
import {
  aboutMessage,
  noMessage,
  renderMessage,
  selectedMessages,
} from "../../../core/request/render_message.ts";
import { renderRightSide } from "../../../core/run/assert/render_right_side.ts";
import type { Execution } from "../../../core/scope/execution.ts";
import type { Scopes } from "../../../core/scope/scopes.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { ScriptedPart } from "../types.ts";
import type { CheckScopes } from "./check_scopes.ts";
import { judge } from "./judge.ts";

/** What was found out about what a request sends over its stream. */
export interface CheckedStream {
  readonly diagnostics: readonly Diagnostic[];
  /** The values in its messages. */
  readonly insertions: readonly Insertion[];
}

/**
 * Renders the messages that a request sends, and looks at its steps one after the other.
 *
 * @param written The parts that scripts write, messages as the body: a step may send one of theirs.
 */
export function checkStream(
  place: RequestPlace,
  scopes: CheckScopes,
  { execution, written }: {
    readonly execution: Execution;
    readonly written: ReadonlySet<ScriptedPart>;
  },
): CheckedStream {
  const { request } = place;
  const { messages = [], stream } = request;
  const diagnostics: Diagnostic[] = [];
  const insertions: Insertion[] = [];
  const seen = new Set<Message>();
  // What a step sets is there for those behind it.
  const after = { ...place, index: place.index + 1 };
  let at = place;
  const flaws = (message: Message, at: RequestPlace) =>
    flawsOf(message, scopes.of(at, "keep"), execution)
      .flatMap((it) => judge(it, at, scopes));
  const send = (message: Message) => {
    if (seen.has(message)) return;
    seen.add(message);
    const rendered = renderMessage(message, {
      scopes: scopes.of(at),
      execution,
    });
    pushAll(insertions, rendered.value?.insertions ?? []);
    const judged = rendered.diagnostics.flatMap((it) => judge(it, at, scopes));
    pushAll(diagnostics, judged);
    // Where a value is not known the whole was not looked at.
    if (judged.length < rendered.diagnostics.length) {
      pushAll(diagnostics, flaws(message, at));
    }
  };
  if (stream?.steps === undefined) {
    if (request.messages) selectedMessages(request).forEach(send);
    return { diagnostics, insertions };
  }
  for (const step of stream.steps) {
    switch (step.type) {
      case "send": {
        const { message } = step;
        const found = typeof message === "string"
          ? messages.find(({ title }) => title === message)
          : message;
        if (found !== undefined) send(found);
        else if (!written.has("body")) {
          diagnostics.push(noMessage(message as string, step, messages));
        }
        break;
      }
      case "wait": {
        pushAll(diagnostics, checkWait(step));
        const right = renderRightSide(
          { ...step, disabled: false },
          scopes.of(at),
          execution,
        );
        if (!right.ok) {
          pushAll(diagnostics, judge(right.diagnostic, at, scopes));
        }
        if (step.set.length > 0) at = after;
        break;
      }
      case "pause":
      case "end":
        break;
      default:
        step satisfies never;
    }
  }
  for (const message of messages) {
    if (message.selected && !seen.has(message)) {
      pushAll(diagnostics, flaws(message, place));
    }
  }
  return { diagnostics, insertions };
}

/** Finds where a message cannot be JSON, whatever values its placeholders get that have none. */
function flawsOf(
  message: Message,
  scopes: Scopes,
  execution: Execution,
): Diagnostic[] {
  const { type, data } = message;
  const flaw = type === "json" && data.text.trim() !== ""
    ? jsonFlaw(data, scopes, execution)
    : undefined;
  return flaw === undefined ? [] : [aboutMessage(flaw, message)];
}

function checkWait(
  { expression: { text, at } }: StreamStep & { type: "wait" },
): Diagnostic[] {
  if (/(?<![\w$.])message(?![\w$])/.test(text)) return [];
  return [{
    code: "INVALID_FIELD",
    severity: "warning",
    message:
      `Waits for the same with every message: "${text}" does not look at "message" (write such as message.data.type)`,
    location: locationOf(at, { length: text.length }),
  }];
}
