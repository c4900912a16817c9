import type { Message, StreamStep } from "../collection/stream_types.ts";
import type { Request } from "../collection/types.ts";
import type { OutgoingMessage } from "../http/stream.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { expressionsIn } from "../template/expressions_in.ts";
import { rootName } from "../template/template_of.ts";
import {
  type MessageOptions,
  noMessage,
  renderMessage,
  selectedMessages,
} from "./render_message.ts";

/** What a request does with its stream, one after the other. */
export type RenderedTurn =
  | {
    readonly kind: "message";
    /** "" for one in place. */
    readonly title: string;
    readonly message: OutgoingMessage;
    /** A step that comes before sets what is in it: it is as written. */
    readonly isOpen: boolean;
  }
  | {
    readonly kind: "step";
    readonly step: Exclude<StreamStep, { type: "send" }>;
  };

/** The messages that a request sends, rendered before anything is sent, and what it does in between. */
export function renderMessages(
  { messages, stream }: Pick<Request, "messages" | "stream">,
  options: MessageOptions,
): { turns: RenderedTurn[]; diagnostics: Diagnostic[] } {
  const turns: RenderedTurn[] = [];
  const diagnostics: Diagnostic[] = [];
  const set = new Set<string>();
  const send = (message: Message) => {
    const { title, type, data } = message;
    const isOpen = expressionsIn(data.text).some((one) =>
      set.has(rootName(one) ?? one)
    );
    const rendered = isOpen
      ? { value: { type, data: data.text, at: data.at }, diagnostics: [] }
      : renderMessage(message, options);
    diagnostics.push(...rendered.diagnostics);
    if (rendered.value) {
      turns.push({ kind: "message", title, message: rendered.value, isOpen });
    }
  };
  if (stream?.steps === undefined) {
    if (messages) selectedMessages({ messages }).forEach(send);
    return { turns, diagnostics };
  }
  for (const step of stream.steps) {
    if (step.type !== "send") {
      turns.push({ kind: "step", step });
      if (step.type === "wait") step.set.forEach(({ name }) => set.add(name));
      continue;
    }
    const { message } = step;
    const found = typeof message === "string"
      ? messages?.find(({ title }) => title === message)
      : message;
    if (found !== undefined) send(found);
    else diagnostics.push(noMessage(message as string, step, messages ?? []));
  }
  return { turns, diagnostics };
}
