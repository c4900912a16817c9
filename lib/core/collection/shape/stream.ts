import { readValue } from "../read/read_value.ts";
import type {
  Message,
  ProtobufConfig,
  StreamSettings,
  StreamStep,
} from "../stream_types.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  code,
  either,
  flag,
  later,
  list,
  mapping,
  orElse,
  orEmpty,
  readBy,
  rows,
  template,
  text,
  unlessEmpty,
  unread,
  wholeNumber,
  withDefault,
  word,
} from "./make.ts";
import { OPERATOR, RIGHT_SIDE } from "./steps.ts";
import { OPERATOR_ROWS } from "./operators.ts";
import type { Read, Reads, Same, Shape } from "./types.ts";

/** Milliseconds that a `wait` takes where it says nothing. */
const WITHIN = 5000;

const TYPES = ["text", "json", "xml", "binary"] as const;

/** What a WebSocket request sends in one message. */
const CONTENT = mapping("A message", {
  type: withDefault(word("Format of the data", TYPES), "text"),
  data: orEmpty(
    code(
      "The message, a template; binary: base64, or @file(PATH)",
      "text",
    ),
    `write "data: |-" and the text below it, indented`,
  ),
});

/** A message of a gRPC request. */
const GRPC_CONTENT = readBy(
  code("The message as JSON, a template", "text"),
  (node) => ({
    type: "json" as const,
    data: node.text() ?? { text: "", at: node.at },
  }),
);

/** What a content is read to. */
type Content = Pick<Message, "type" | "data">;

/** One of several messages. */
function titled<S extends Shape & Reads<Content | undefined>>(content: S) {
  return mapping("A message with a title", {
    title: unlessEmpty(text("Title, to name the message in steps")),
    selected: orElse(
      flag("Whether to send this message; Brace sends all if none is selected"),
      false,
    ),
    message: content as Shape & Reads<Content | undefined>,
  }, { required: ["message"] });
}

/** A message, or a list of messages with titles. */
function messages<S extends Shape & Reads<Content | undefined>>(content: S) {
  const one = titled(content);
  const read = content.read as (node: YamlNode) => Content | undefined;
  return readBy(
    either(
      "A message, or a list of messages with titles",
      content,
      list("Messages in order", one),
    ),
    (node): readonly Message[] => {
      if (!node.present) return [];
      if (!Array.isArray(node.value)) {
        const message = read(node);
        return message === undefined
          ? []
          : [{ title: titleOf(0), selected: false, ...message, at: node.at }];
      }
      return node.list().flatMap((row, index) => {
        if (!row.present) row.wrongType("a mapping");
        const { title = titleOf(index), selected, message } = one.read(row) ??
          {};
        if (message === undefined) return [];
        return [{
          title,
          selected: selected ?? false,
          ...message,
          at: row.at,
        }];
      });
    },
    () => [],
  );
}

function titleOf(index: number): string {
  return `message ${index + 1}`;
}

/** `websocket.message`. */
export const MESSAGES = messages(CONTENT);
/** `grpc.message`. */
export const GRPC_MESSAGES = messages(GRPC_CONTENT);
true satisfies Same<Read<typeof MESSAGES>[number], Message>;

/** What a `wait` waits for. */
const WAIT = mapping("Wait for a message", {
  expression: template(
    "The left side: JavaScript over message, such as message.data.type",
  ),
  operator: OPERATOR,
  value: RIGHT_SIDE,
  within: withDefault(wholeNumber("Time limit in milliseconds"), WITHIN),
}, { filled: ["expression", "operator"] });

/** `set` of a step: names and expressions. */
const SET = readBy(
  mapping("Runtime variables to set from the message", {}, { open: true }),
  (node) => {
    if (!node.mapping()) return [];
    return node.keys().flatMap((name) => {
      const expression = node.get(name).text();
      return expression === undefined ? [] : [{ name, expression }];
    });
  },
  () => [],
);

const STEP_KEYS = ["send", "wait", "pause"] as const;

/** A step that is a mapping. */
const STEP = mapping("A step of the stream", {
  send: readBy(
    either(
      "Send a message: its title, or { type, data }",
      text("Title of a message of the request"),
      CONTENT,
    ),
    (node): string | Message | undefined => {
      if (!node.isMapping()) return node.scalar();
      const message = CONTENT.read(node);
      return message && { title: "", selected: false, ...message, at: node.at };
    },
    () => undefined,
  ),
  wait: WAIT,
  set: later(SET),
  pause: wholeNumber("Wait this many milliseconds"),
}, {
  accepts: isOneStep,
  to: ({ send, wait, set, pause }, { at }): StreamStep | undefined => {
    if (send !== undefined) return { type: "send", message: send, at };
    if (pause !== undefined) return { type: "pause", duration: pause, at };
    const { expression, operator, value: readRight, within = WITHIN } = wait ??
      {};
    if (!expression || !operator) return undefined;
    const value = readRight?.();
    return {
      type: "wait",
      expression,
      operator,
      ...(OPERATOR_ROWS[operator].hasValue && value && { value }),
      within,
      set: set(),
      at,
    };
  },
});

/** A step is one thing; only a `wait` has a message to set variables from. */
function isOneStep(node: YamlNode): boolean {
  const found = STEP_KEYS.filter((key) => node.has(key));
  if (found.length === 1) {
    if (found[0] === "wait" || !node.has("set")) return true;
    node.get("set").report({
      code: "INVALID_FIELD",
      message: `Cannot read "${
        node.get("set").name
      }": only a wait has a message to set variables from`,
    });
    return false;
  }
  node.wrongType(
    "one of send, wait, pause or the word end",
    found.length === 0 ? "none of them" : found.join(" and "),
  );
  return false;
}

/** `extensions.brace.stream` of a request. */
export const STREAM = mapping("Steps and end of the stream", {
  steps: readBy(
    list(
      "Steps in order; without them, Brace sends every selected message",
      either(
        "send, wait, pause or end",
        STEP,
        word("Stop sending: gRPC half-closes, a WebSocket closes", ["end"]),
      ),
    ),
    readSteps,
    () => undefined,
  ),
  until: unlessEmpty(
    template("End the stream when this is true, such as messages.length >= 3"),
  ),
  count: wholeNumber("End the stream after this many messages"),
  idle: wholeNumber(
    "End the stream after this many milliseconds without a message",
  ),
  duration: wholeNumber(
    "End the stream this many milliseconds after the connection opens",
  ),
}, { to: (fields, { at }): StreamSettings => ({ ...fields, at }) });
true satisfies Same<Read<typeof STREAM>, StreamSettings>;

function readSteps(node: YamlNode): readonly StreamStep[] | undefined {
  if (!node.present) return undefined;
  return node.list().flatMap((one): StreamStep[] => {
    if (one.value === "end") return [{ type: "end", at: one.at }];
    if (!one.isMapping()) {
      one.wrongType("a mapping or the word end");
      return [];
    }
    const step = STEP.read(one);
    return step === undefined ? [] : [step];
  });
}

/** `extensions.brace.connectionParams` of a GraphQL request. */
export const CONNECTION_PARAMS = readBy(
  mapping(
    "Parameters that open a subscription; texts are templates",
    {},
    { open: true },
  ),
  (node) =>
    node.mapping() ? { value: readValue(node), at: node.at } : undefined,
  () => undefined,
);

/** `extensions.brace.subscription` of a GraphQL request. */
export const SUBSCRIPTION = word(
  "Transport of a subscription (default: websocket)",
  ["websocket", "sse"],
);

/** `config.protobuf` of a collection. */
export const PROTOBUF = mapping("Files for gRPC", {
  protoFiles: rows(
    "The .proto files",
    mapping("A .proto file", {
      type: unread(word("Type of the entry", ["file"])),
      path: unlessEmpty(text("Path in the collection")),
    }, { filled: ["path"], to: ({ path }) => path }),
  ),
  importPaths: rows(
    "Folders to search for imported files, in order",
    mapping("A folder with imported files", {
      path: unlessEmpty(text("Path in the collection")),
      disabled: flag("Leave it out"),
    }, {
      filled: ["path"],
      to: ({ path, disabled }) => disabled ? undefined : path,
    }),
  ),
});
true satisfies Same<Read<typeof PROTOBUF>, ProtobufConfig>;
