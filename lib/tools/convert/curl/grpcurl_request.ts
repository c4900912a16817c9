import type { FileRequest } from "../open_collection.ts";
import { argumentsReader, readsNoVariable } from "./command_flags.ts";
import {
  type CommandNote,
  curlHeaders,
  type ReadCommand,
  runNotes,
  unknownNotes,
} from "./stream_command.ts";

const argumentsOf = argumentsReader({
  values: [
    "H",
    "rpc-header",
    "reflect-header",
    "d",
    "format",
    "proto",
    "import-path",
    "protoset",
    "cacert",
    "cert",
    "key",
    "authority",
    "servername",
    "user-agent",
    "max-time",
    "max-msg-sz",
    "alts-handshaker-service",
    "alts-target-service-account",
  ],
  switches: [
    "plaintext",
    "insecure",
    "expand-headers",
    "allow-unknown-fields",
    "unix",
    "alts",
  ],
  harmless: [
    "v",
    "vv",
    "emit-defaults",
    "format-error",
    "msg-template",
    "use-reflection",
    "help",
    "version",
  ],
  harmlessValues: [
    "connect-timeout",
    "keepalive-time",
    "protoset-out",
    "proto-out-dir",
  ],
}, { alone: "target", equals: true, oneDash: true });

/** What grpcurl can do to a call that Brace cannot. */
const UNSUPPORTED = [
  "protoset",
  "servername",
  "unix",
  "alts",
  "alts-handshaker-service",
  "alts-target-service-account",
  "allow-unknown-fields",
];

/** Makes the call of a command; `list` and `describe` are none. */
export function grpcurlRequest(
  words: readonly string[],
  input?: string,
): ReadCommand {
  const { given, unknown } = argumentsOf(words);
  const all = (name: string) =>
    given.filter((one) => one.name === name).map(({ value }) => value);
  const last = (name: string) => all(name).at(-1);
  const targets = all("target");
  const asks = targets.slice(0, 2).find((one) =>
    one === "list" || one === "describe"
  );
  if (asks !== undefined) {
    const flag = asks === "list" ? "--list" : "--describe NAME";
    return {
      left:
        `Left out "grpcurl ${asks}": it only lists what the server offers (run "brace send grpc://HOST ${flag}")`,
    };
  }
  const [address, symbol, ...more] = targets;
  if (symbol === undefined) {
    return { left: "Left out a grpcurl command that calls no method" };
  }
  const notes: CommandNote[] = [
    ...unknownNotes(unknown),
    ...runNotes("grpcurl", (name) => last(name) !== undefined, "-"),
    ...UNSUPPORTED.filter((name) => last(name) !== undefined).map((
      name,
    ): CommandNote => ({
      kind: "person",
      message: `Brace has no equivalent of grpcurl's -${name}`,
    })),
    ...more.map((word): CommandNote => ({
      kind: "person",
      message: `Left out "${word}", which stands behind the method`,
    })),
  ];
  const person = (message: string) => notes.push({ kind: "person", message });
  if (last("reflect-header") !== undefined) {
    person(
      "Headers for reflection alone are left out: Brace asks with the request's own metadata",
    );
  }
  if (last("max-msg-sz") !== undefined) {
    person("Run with --max-response-size for grpcurl's -max-msg-sz");
  }
  const isText = last("format") === "text";
  if (isText) {
    person("The message is in the text format: write it as JSON");
  }
  const written = last("d");
  const fromInput = written === "@";
  if (fromInput && input === undefined) {
    person(
      "The messages come from standard input: write them under grpc.message",
    );
  }
  const data = (fromInput ? input : written) ?? "{}";
  const messages = isText ? [data] : messagesIn(data);
  const expands = last("expand-headers") !== undefined;
  const { headers: metadata, auth } = curlHeaders(
    given.filter(({ name }) => name === "H" || name === "rpc-header")
      .map(({ value }) => expands ? expanded(value) : value),
  );
  if (expands) {
    person("Permit the variables of the environment with --allow-env NAME");
  }
  const add = (name: string, value: string | undefined) => {
    if (value) metadata.push({ name, value });
  };
  add("Host", last("authority"));
  add("User-Agent", last("user-agent"));
  const method = methodOf(symbol);
  const importPaths = all("import-path").map(plainPath);
  const protos = all("proto").map((path) => belowImports(path, importPaths));
  const maxTime = last("max-time");
  const seconds = Number(maxTime ?? NaN);
  if (maxTime?.includes("{{")) {
    person(readsNoVariable("grpcurl's --max-time", "settings.timeout"));
  }
  const request: FileRequest = {
    info: { name: nameOf(method), type: "grpc" },
    grpc: {
      url: `${last("plaintext") === undefined ? "grpcs" : "grpc"}://${address}`,
      method,
      ...(protos.length > 0 && { protoFilePath: protos[0] }),
      ...(metadata.length > 0 && { metadata }),
      message: messages.length === 1
        ? messages[0]
        : messages.map((message) => ({ message })),
      ...(auth && { auth }),
    },
    ...(seconds > 0 && {
      settings: { timeout: Math.round(seconds * 1000) },
    }),
  };
  return {
    request: { request, notes },
    files: protos,
    protoFiles: protos.slice(1),
    importPaths,
  };
}

/** grpcurl finds `.proto` files below its folders of imports, too. */
function belowImports(written: string, folders: readonly string[]): string {
  const path = plainPath(written);
  const [first] = folders;
  const isThere = first === undefined || first === "." ||
    path.startsWith("/") ||
    folders.some((folder) => path.startsWith(`${folder}/`));
  return isThere ? path : `${first}/${path}`;
}

/** `./a/` → `a`. */
function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+(?=.)/, "").replace(/(?<=.)\/+$/, "");
}

/** `pkg.Service.Method` → `/pkg.Service/Method`. */
function methodOf(symbol: string): string {
  const path = symbol.replace(/^\//, "");
  return `/${path.includes("/") ? path : path.replace(/\.(?=[^.]*$)/, "/")}`;
}

/** Such as `Shop Find`: the service and the method. */
function nameOf(method: string): string {
  return method.replace(/^.*[./](?=[^/]*\/)/, "").replace(/^\//, "")
    .replace("/", " ");
}

/** `${NAME}` of the shell's environment. */
function expanded(header: string): string {
  return header.replaceAll(/\$\{(\w+)\}/g, "{{process.env.$1}}");
}

/** The JSON objects of a text, one behind the other; the whole text where it is something else. */
function messagesIn(text: string): string[] {
  const found: string[] = [];
  const part = /"(?:[^"\\]|\\.)*"|[{}]|[^\s{}"]+|"/g;
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(part)) {
    if (depth === 0 && token !== "{") return [text];
    if (token === "{" && depth++ === 0) start = index;
    if (token === "}" && --depth === 0) {
      found.push(text.slice(start, index + 1));
    }
  }
  return depth > 0 || found.length === 0 ? [text] : found;
}
