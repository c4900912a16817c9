import { SERVE_PORT } from "../../demo/options.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace demo`. */
export const DEMO_SPEC: CommandSpec = {
  name: "demo",
  summary: "Run the example collection against an embedded API",
  description:
    "Starts a small REST API on 127.0.0.1, runs the example collection against it\nand stops.",
  usage: "[flags]",
  positionals: 0,
  groups: [{
    title: "API",
    flags: [
      { name: "serve", help: "Only keep the API up, until Ctrl-C" },
      {
        name: "port",
        value: "N",
        help:
          `Port of the API (default: ${SERVE_PORT} with --serve, otherwise any free one)`,
      },
    ],
  }],
  examples: [
    { line: "brace demo", note: "see a run" },
    {
      line: "brace demo --serve",
      note: "an API to write a first collection against",
    },
  ],
};
