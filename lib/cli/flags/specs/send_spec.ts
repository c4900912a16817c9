import type { CommandSpec } from "../flag.ts";
import { COLOR_FLAGS, runFlags } from "../run_flags.ts";
import type {
  CommandLine,
  SendCommandOptions,
  ToCommand,
} from "../../command.ts";
import { usageError } from "../../usage_error.ts";
import type { FlagValues } from "../flag_values.ts";
import { toRunCommandOptions } from "../to_run_options.ts";
import { FORM_HEADER, looksLikeForm } from "../form_text.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "send",
  description:
    "Sends one request without a file and prints the response: with status and\nheaders on a terminal, otherwise only the raw content. Uses the variables of the\ncollection around the current folder. Adds its headers and auth only for hosts\nthat the collection declares. Runs no scripts.",
  usage: "[METHOD] URL [flags]",
  positionals: 2,
  groups: [
    {
      title: "Request (METHOD: GET, or POST with a body)",
      flags: [
        {
          name: "header",
          short: "H",
          value: "'NAME: VALUE'",
          help: "Send this header, a template; repeatable",
        },
        {
          name: "body",
          short: "d",
          value: "TEXT|@FILE|-",
          help:
            "Send this body: a template (JSON if it begins like JSON, else plain text), or data from a file or standard input",
        },
      ],
    },
    {
      title: "Streams (wss://, grpc://, server-sent events)",
      flags: [
        {
          name: "wait",
          value: "MESSAGES",
          help: "End after this many messages",
        },
        {
          name: "idle",
          value: "MS",
          help: "End after this many milliseconds without a message",
        },
        {
          name: "interactive",
          help:
            "Send each line that you type as a message (Ctrl-D ends them, Ctrl-C all)",
        },
        {
          name: "proto",
          value: "FILE",
          help:
            "Read the gRPC service from this file (otherwise from the server's reflection)",
        },
        {
          name: "list",
          help: "List the methods of a gRPC server",
        },
        {
          name: "describe",
          value: "NAME",
          help: "Describe a service, method or message of a gRPC server",
        },
      ],
    },
    runFlags("Values"),
    runFlags("Network"),
    {
      title: "Output",
      flags: [
        {
          name: "fail",
          help:
            "Exit with 1 for a status of 400 or above (otherwise with 0 for any response)",
        },
        {
          name: "include",
          short: "i",
          help: "Also print status and headers if you pipe the response",
        },
        {
          name: "output",
          value: "FILE",
          help: "Write the raw content of the response to this file",
        },
        {
          name: "verbose",
          short: "v",
          help: "Show the sent request on standard error",
        },
        ...COLOR_FLAGS,
      ],
    },
  ],
  examples: [
    { line: "brace send https://api.example.com/users", note: "a GET" },
    {
      line: "brace send '{{baseUrl}}/users' --env local",
      note: "with the variables of the collection",
    },
    {
      line: `brace send '{{baseUrl}}/users' -d '{"id":"{{$uuid}}"}'`,
      note: "a POST of JSON",
    },
    {
      line: "brace send wss://echo.example.com -d 'hello' --wait 1",
      note: "a message, and the first answer",
    },
    {
      line: `brace send grpc://localhost:50051/a.B/C -d '{"id":"1"}'`,
      note: "a gRPC call",
    },
    {
      line: "brace send PUT '{{baseUrl}}/logo' -d @logo.png",
      note: "a file",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "send",
  options: toSendOptions(flags),
});

const METHOD =
  /^(?:get|head|post|put|patch|delete|options|trace|connect|query)$/i;

/**
 * What `brace send` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong, or there is no URL.
 */
function toSendOptions(flags: FlagValues): SendCommandOptions {
  const { command } = flags;
  const [url, method] = flags.positionals.toReversed();
  if (url === undefined || method === undefined && METHOD.test(url)) {
    throw usageError(
      `Cannot send${
        url === undefined ? "" : ` "${url}"`
      }: name the URL, "brace send ${url ?? "[METHOD]"} URL"`,
      { command },
    );
  }
  if (method !== undefined && !METHOD.test(method) && METHOD.test(url)) {
    throw usageError(
      `Cannot send with the method "${method}": the method comes first, "brace send ${url} ${method}"`,
      { command },
    );
  }
  const bodies = flags.all("body");
  if (bodies.length > 1) {
    const wayOut = bodies.every(looksLikeForm)
      ? ` (write a form as one: -d 'a=1&b=2' ${FORM_HEADER})`
      : "";
    throw usageError(
      `Cannot use "--body" twice: a request has one body${wayOut}`,
      { command },
    );
  }
  return {
    ...toRunCommandOptions(flags),
    paths: [],
    url,
    ...(method !== undefined && { method }),
    headers: flags.all("header").map((text) => toHeader(text, flags)),
    ...(bodies.length > 0 && { body: bodies[0] }),
    include: flags.has("include"),
    fail: flags.has("fail"),
    ...streamOptions(url, flags),
  };
}

/** What a stream is told; other requests have no use for it. */
function streamOptions(
  url: string,
  flags: FlagValues,
): Pick<
  SendCommandOptions,
  "wait" | "idle" | "interactive" | "proto" | "shows"
> {
  const { command } = flags;
  const isGrpc = /^grpcs?:/i.test(url);
  for (const name of ["proto", "list", "describe"]) {
    if (flags.all(name).length === 0 && !flags.has(name) || isGrpc) continue;
    throw usageError(
      `Cannot use "--${name}" with "${url}": it is for gRPC (write grpc:// or grpcs://)`,
      { command },
    );
  }
  const [proto] = flags.all("proto");
  const [describe] = flags.all("describe");
  const wait = flags.integer("wait", { least: 1 });
  const idle = flags.integer("idle", { least: 1, unit: "milliseconds" });
  return {
    ...(wait !== undefined && { wait }),
    ...(idle !== undefined && { idle }),
    interactive: flags.has("interactive"),
    ...(proto !== undefined && { proto }),
    ...(describe !== undefined
      ? { shows: { name: describe } }
      : flags.has("list")
      ? { shows: {} }
      : {}),
  };
}

function toHeader(
  text: string,
  { command }: FlagValues,
): readonly [name: string, value: string] {
  // A placeholder may hold a colon.
  const [, name, value] = /^((?:\{\{.*?\}\}|[^:])+):(.*)$/s.exec(text) ?? [];
  if (name === undefined || name.trim() === "") {
    // The value stays out of the message: it may be a secret.
    throw usageError(
      `Cannot use a header (-H, --header): it has no name before a ":", write -H 'NAME: VALUE'`,
      { command },
    );
  }
  return [name.trim(), value.trim()];
}

/** The command line of `brace send`. */
export const sendSpec: CommandLine = { spec, toCommand };
