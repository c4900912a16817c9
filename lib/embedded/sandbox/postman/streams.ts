import type { Bridge } from "../../../core/script/border/bridge.ts";

/** A message as scripts of Postman's see it. */
interface Message {
  readonly data: unknown;
  readonly timestamp?: number;
}

/** What crosses the border of a message. */
interface MessageView {
  readonly index?: number;
  readonly direction?: string;
  readonly data?: unknown;
  readonly at?: number;
}

type Visit = (message: Message, index: number) => unknown;

/** Makes `pm.vault`: the variables of that name, by promises as there. */
export function createVault(
  variables: Record<string, unknown>,
): Record<string, unknown> {
  const call = (method: string, ...args: unknown[]) =>
    (variables[method] as (...args: unknown[]) => unknown)(...args);
  return {
    get: async (name: unknown) => {
      await undefined;
      return call("get", name);
    },
    set: async (name: unknown, value: unknown) => {
      await undefined;
      call("set", name, value);
    },
    unset: async (name: unknown) => {
      await undefined;
      call("unset", name);
    },
  };
}

/** The message that a script runs for. */
export function messageOf(bridge: Bridge): Message | undefined {
  const { messageIndex } = bridge.call("info");
  if (messageIndex === undefined) return undefined;
  const all = receivedIn(bridge);
  const found = all.find(({ index }) => index === messageIndex);
  return found && message(found);
}

/** Makes `pm.response.messages` and `pm.request.messages`. */
export function createMessages(
  read: () => readonly unknown[],
): Record<string, unknown> {
  const all = () => (read() as readonly MessageView[]).map(message);
  return {
    all,
    idx: (index: number) => all()[index],
    count: () => all().length,
    each: (visit: Visit) => all().forEach((it, index) => visit(it, index)),
    map: (visit: Visit) => all().map((it, index) => visit(it, index)),
    filter: (visit: Visit) => all().filter((it, index) => visit(it, index)),
    find: (visit: Visit) => all().find((it, index) => visit(it, index)),
    toJSON: all,
  };
}

/** The messages that a response brought; none for one of another kind. */
export function receivedIn(bridge: Bridge): readonly MessageView[] {
  const { messages = [] } = bridge.call("response.stream") ?? {};
  return messages as readonly MessageView[];
}

function message({ data, at }: MessageView): Message {
  return { data, ...at === undefined ? {} : { timestamp: at } };
}
