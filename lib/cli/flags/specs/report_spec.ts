import type { CommandSpec } from "../flag.ts";

/** The command line of `brace report`. */
export const REPORT_SPEC: CommandSpec = {
  name: "report",
  summary: "Write other reports of JSON reports, one of several",
  description:
    "Writes other reports of JSON reports; several, such as those of a CI matrix,\nbecome one.",
  usage: "FILES… --reporter KIND=FILE…",
  positionals: Infinity,
  groups: [{
    title: "Output",
    flags: [{
      name: "reporter",
      value: "KIND=FILE",
      help:
        "What to write: json, ndjson, junit, tap, github, markdown, har or html (-: standard output); repeatable",
    }],
  }],
  examples: [
    {
      line: "brace report run.json --reporter html=run.html",
      note: "another kind",
    },
    {
      line: "brace report shard-*.json --reporter junit=all.xml",
      note: "one report of a matrix",
    },
  ],
};
