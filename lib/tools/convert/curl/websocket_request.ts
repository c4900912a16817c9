import type {
  FileAuth,
  FileContent,
  FileMessage,
  FileRow,
} from "../open_collection.ts";
import { argumentsReader, type CommandArguments } from "./command_flags.ts";
import {
  basicOf,
  type CommandNote,
  curlHeaders,
  type ReadCommand,
  runNotes,
  unknownNotes,
} from "./stream_command.ts";

const websocatArguments = argumentsReader({
  values: [
    "header H",
    "protocol",
    "origin",
    "basic-auth",
    "ping-interval",
    "client-pkcs12-der",
    "tls-domain",
    "max-messages",
    "ws-c-uri",
  ],
  switches: [
    "server-mode s",
    "insecure k",
    "binary b",
    "one-message 1",
    "jsonrpc",
    "base64",
  ],
  harmless: [
    "text t",
    "no-close n",
    "exit-on-eof E",
    "unidirectional u",
    "unidirectional-reverse U",
    "verbose v",
    "quiet q",
    "strict S",
    "async-stdio",
    "no-async-stdio",
    "no-line",
    "line",
    "print-ping-rtts",
  ],
  harmlessValues: [
    "buffer-size B",
    "ping-timeout",
    "client-pkcs12-passwd",
    "queue-len",
  ],
}, { alone: "url", equals: true, oneDash: false });

const wscatArguments = argumentsReader({
  values: [
    "connect c",
    "execute x",
    "wait w",
    "subprotocol s",
    "origin o",
    "host",
    "header H",
    "auth",
    "ca",
    "cert",
    "proxy",
    "listen l",
  ],
  switches: ["no-check n"],
  harmless: [
    "no-color",
    "slash",
    "show-ping-pong P",
    "location L",
    "version V",
    "help h",
  ],
  harmlessValues: ["protocol p", "key", "passphrase", "max-redirects"],
}, { alone: "url", equals: true, oneDash: false });

/** What websocat can do that Brace cannot. */
const UNSUPPORTED = [
  "tls-domain",
  "max-messages",
  "ws-c-uri",
  "jsonrpc",
  "base64",
];

/** Makes the WebSocket request of a command of websocat's; one that listens sends none. */
export function websocatRequest(
  words: readonly string[],
  input?: string,
): ReadCommand {
  const command = commandOf(websocatArguments(words));
  const { all, has, last } = command;
  const addresses = all("url").filter((one) => one !== "-");
  const url = addresses.find((one) => /^wss?:\/\//i.test(one)) ??
    addresses.find((one) => /^\{\{/.test(one));
  if (has("server-mode") || url === undefined) {
    return {
      left: "Left out a websocat command that connects to no WebSocket server",
    };
  }
  const others = addresses.filter((one) => one !== url);
  const literal = others.flatMap((one) =>
    /^literal:([^]*)$/.exec(one)?.[1] ?? []
  );
  const left = others.filter((one) => !one.startsWith("literal:"));
  const texts = [...input === undefined ? [] : [input], ...literal]
    .flatMap((text) => text.split(/\r?\n/)).filter((text) => text !== "");
  const pings = Number(last("ping-interval") ?? NaN);
  return requestOf(command, {
    program: "websocat",
    url,
    subprotocols: all("protocol"),
    auth: basicOf(last("basic-auth")),
    messages: texts.map((text): FileContent =>
      has("binary")
        ? { type: "binary", data: new TextEncoder().encode(text).toBase64() }
        : contentOf(text)
    ),
    notes: [
      ...UNSUPPORTED.filter(has).map((name): CommandNote => ({
        kind: "person",
        message: `Brace has no equivalent of websocat's --${name}`,
      })),
      ...left.map((address): CommandNote => ({
        kind: "person",
        message:
          `Left out the address "${address}": Brace connects to the WebSocket server alone`,
      })),
    ],
    ...(pings > 0 && {
      settings: { keepAliveInterval: Math.round(pings * 1000) },
    }),
    ...(has("one-message") && { stream: { count: 1 } }),
  });
}

/** Makes the WebSocket request of a command of wscat's; one that listens sends none. */
export function wscatRequest(words: readonly string[]): ReadCommand {
  const command = commandOf(wscatArguments(words));
  const { all, has, last } = command;
  const address = last("connect") ?? last("url");
  if (has("listen") || address === undefined) {
    return {
      left: "Left out a wscat command that connects to no WebSocket server",
    };
  }
  const seconds = Number(last("wait") ?? NaN);
  const host = last("host");
  return requestOf(command, {
    program: "wscat",
    url: /^(?:[a-z]+:\/\/|\{\{)/i.test(address) ? address : `ws://${address}`,
    subprotocols: all("subprotocol"),
    auth: basicOf(last("auth")),
    messages: all("execute").map(contentOf),
    notes: [],
    ...(host && { host }),
    ...(seconds > 0 && { stream: { duration: Math.round(seconds * 1000) } }),
  });
}

interface Command extends CommandArguments {
  readonly all: (name: string) => string[];
  readonly last: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
}

function commandOf(read: CommandArguments): Command {
  const all = (name: string) =>
    read.given.filter((one) => one.name === name).map(({ value }) => value);
  return {
    ...read,
    all,
    last: (name) => all(name).at(-1),
    has: (name) => all(name).length > 0,
  };
}

function requestOf(
  { unknown, all, has, last }: Command,
  { program, url, subprotocols, messages, host, notes, ...more }: {
    readonly program: string;
    readonly url: string;
    readonly subprotocols: readonly string[];
    readonly auth: FileAuth | undefined;
    readonly messages: readonly FileContent[];
    readonly host?: string;
    readonly notes: readonly CommandNote[];
    readonly settings?: Record<string, unknown>;
    readonly stream?: Record<string, unknown>;
  },
): ReadCommand {
  const { headers, auth: bearer } = curlHeaders(all("header"));
  const add = (name: string, value: string | undefined): void => {
    if (value) headers.push({ name, value } satisfies FileRow);
  };
  add("Sec-WebSocket-Protocol", subprotocols.join(", "));
  add("Origin", last("origin"));
  add("Host", host);
  const auth = more.auth ?? bearer;
  const [first] = messages;
  const message: FileContent | FileMessage<FileContent>[] =
    messages.length === 1 ? first : messages.map((message) => ({ message }));
  return {
    request: {
      request: {
        info: { name: nameOf(url), type: "websocket" },
        websocket: {
          url,
          ...(headers.length > 0 && { headers }),
          ...(first && { message }),
          ...(auth && { auth }),
        },
        ...(more.settings && { settings: more.settings }),
        ...(more.stream && { extensions: { brace: { stream: more.stream } } }),
      },
      notes: [
        ...unknownNotes(unknown),
        ...runNotes(program, has, "--"),
        ...notes,
      ],
    },
  };
}

function contentOf(text: string): FileContent {
  try {
    const json: unknown = JSON.parse(text);
    const isJson = typeof json === "object" && json !== null;
    return { type: isJson ? "json" : "text", data: text };
  } catch {
    return { type: "text", data: text };
  }
}

/** The last parts of the path, else the host. */
function nameOf(url: string): string {
  const parts = url.replace(/^[a-z]+:\/\//i, "").split(/[?#]/, 1)[0]
    .replace(/^[^/@]*@/, "").split("/").filter((part) => part !== "");
  return (parts.length > 1 ? parts.slice(1).join(" ") : parts[0]) ?? url;
}
