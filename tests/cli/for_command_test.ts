import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { inFolder } from "../support/in_folder.ts";
import { oneLine } from "../support/one_line.ts";

const FILES = {
  "x/api/opencollection.yml": "opencollection: 1.0.0\ninfo: { name: Shop }\n",
  "x/web/opencollection.yml": "opencollection: 1.0.0\ninfo: { name: Web }\n",
  "x/web/environments/local.yml": "variables: []\n",
};

type Row = readonly [typed: string[], suggested: string];

const ROWS: readonly Row[] = [
  [["run"], "brace run x/api"],
  [["run", "--env", "dev", "-v"], "brace run x/api --env dev -v"],
  [["run", "--bail", "x", "-v"], "brace run --bail x/api -v"],
  [["run", "./", "--env", "a b"], 'brace run ./x/api --env "a b"'],
  [
    ["run", "--var", "pin=1=2", "--env-var=token=abc", "--var=k=v"],
    "brace run x/api --var pin=… --env-var=token=… --var=k=…",
  ],
  // Which one is the path?
  [["run", "x", "--env", "x"], "brace run x/api"],
  [["check", "x", "--env", "dev"], "brace check x/api --env dev"],
  [["export", "bru", "x", "-o", "out"], "brace export bru x/api -o out"],
  [["list", "x"], "brace list x/api"],
  // Only the second one has this environment.
  ...["run", "check", "render", "vars"].map((command): Row => [
    [command, "--env", "local"],
    `brace ${command} x/web --env local`,
  ]),
];

describe("what a path holds instead of a collection", () => {
  for (const [typed, suggested] of ROWS) {
    it(`goes into the command: ${typed.join(" ")}`, async () => {
      await inFolder(Object.entries(FILES), async (cwd) => {
        const { code, stdout, stderr } = await brace(typed, { cwd });
        assertEquals(code, 2, stderr);
        const shown = oneLine(stdout + stderr);
        assertEquals(/ try: (.*?) contains /.exec(shown)?.[1], suggested);
      });
    });
  }
});
