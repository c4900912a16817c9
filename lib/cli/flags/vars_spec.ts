import type { CommandSpec } from "./flag.ts";

/** The command line of `brace vars`. */
export const VARS_SPEC: CommandSpec = {
  name: "vars",
  summary: "List variables: value, kind, where each is defined and used",
  description:
    "Lists the variables in reach, with the definition that wins first, and the\nquestions that a run asks; with a name, all about that variable: where it is\ndefined, set and used. Secrets are masked. Sends nothing.",
  usage: "[NAME] [flags]",
  positionals: 1,
  groups: [{
    title: "What",
    flags: [
      {
        name: "request",
        value: "PATH",
        help:
          "As this request sees it; a folder's or a collection's path names the collection (default: that of the current folder)",
      },
      {
        name: "env",
        short: "e",
        value: "NAME",
        help: "With this environment (default: all are shown)",
      },
      {
        name: "global-env",
        value: "FILE",
        help: "Take global variables from this environment file",
      },
      {
        name: "var",
        value: "NAME=VALUE",
        help: "Set a runtime variable, as client.setVar does; repeatable",
      },
      {
        name: "env-var",
        value: "NAME=VALUE",
        help: "Replace a variable of the environment; repeatable",
      },
    ],
  }, {
    title: "Output",
    flags: [
      {
        name: "format",
        value: "text|json",
        help: "For people, or for programs (default: text)",
      },
      { name: "color", help: "Use colours, on a terminal or not" },
      { name: "no-color", help: "Use no colours" },
    ],
  }],
  examples: [
    { line: "brace vars", note: "the collection of the current folder" },
    { line: "brace vars baseUrl", note: "all about one variable" },
    {
      line: "brace vars --request users/read.yml --env local",
      note: "as a request sees them",
    },
  ],
};
