import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { toSendOptions } from "../to_send_options.ts";
import { NETWORK_FLAGS } from "./network_flags.ts";
import { VALUE_FLAGS } from "./selection_flags.ts";
import { COLOR_FLAGS } from "./shared_flags.ts";

/** The command line of `brace send`. */
export const spec: CommandSpec = {
  name: "send",
  description:
    "Sends one request without a file, and prints the response: on a terminal with\nstatus and headers, otherwise its content alone, as it is. The variables of the\ncollection around the current folder are there; its headers and auth go along\nonly to hosts that the collection itself declares. No script runs.",
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
            "Send this body: a template, JSON where it begins as such; or data from a file or standard input",
        },
      ],
    },
    VALUE_FLAGS,
    NETWORK_FLAGS,
    {
      title: "Output",
      flags: [
        {
          name: "fail",
          help:
            "Exit with 1 for a status from 400 on; otherwise any response is 0",
        },
        {
          name: "include",
          short: "i",
          help: "Write status and headers where the response is piped, too",
        },
        {
          name: "output",
          value: "FILE",
          help: "Write the content of the response into this file, as it is",
        },
        {
          name: "verbose",
          short: "v",
          help: "Show on standard error what was sent",
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
      line: "brace send PUT '{{baseUrl}}/logo' -d @logo.png",
      note: "a file",
    },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "send",
  options: toSendOptions(flags),
});
