import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../../lib/cli/commands.ts";
import type { AnyCommandName } from "../../lib/cli/command.ts";
import { braceRows } from "../support/brace_rows.ts";
import { commandsIn } from "../support/github_log.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { rowsInTerminal } from "../support/terminal.ts";

/** What gives GitHub a command, and what steers a terminal or hides there. */
const EVIL =
  "::error::evil\n ::error::evil ##[error]evil\x1b]0;evil\x07\x1b[8m\x9b31m\u202e";
/** In one line, for what has one only. */
const LINE = EVIL.replaceAll("\n", " ");

const FILES: Record<string, string> = {
  "opencollection.yml": `opencollection: 1.0.0
info: { name: ${JSON.stringify(LINE)} }
request:
  variables: [{ name: evil, value: ${JSON.stringify(EVIL)} }]
`,
  "environments/local.yml": `name: local\nvariables: [{ name: other, value: ${
    JSON.stringify(EVIL)
  } }]\n`,
  "a.yml": `info: { name: ${JSON.stringify(LINE)}, tags: [${
    JSON.stringify(LINE)
  }] }
http:
  method: POST
  url: "{{server}}/a"
  body: { type: text, data: "{{evil}}" }
runtime:
  assertions:
    - { expression: res.body, operator: eq, value: "{{evil}}" }
    - { expression: res.body, operator: eq, value: "{{evil}}x" }
  scripts:
    - type: tests
      code: |-
        console.log(res.body);
        test(res.body, () => { throw new Error(res.body); });
docs: ${JSON.stringify(EVIL)}
`,
  "wrong.yml": `info: { name: wrong }\nhttp:\n  url: ${
    JSON.stringify(`{{${LINE}}}`)
  }\n`,
};

/** The arguments of a command, and how what it prints is read back. */
interface Row {
  readonly args: readonly string[];
  readonly reads?: "json" | "xml";
  /** For another program, byte by byte: only a terminal is spared. */
  readonly asIs?: true;
}

const RUN = ["run", "a.yml", "--allow-net"];
const COLLECTION: Readonly<Record<AnyCommandName, readonly Row[]>> = {
  run: [
    { args: RUN },
    { args: [...RUN, "--verbose"] },
    { args: [...RUN, "--reporter=dots"] },
    { args: [...RUN, "--print-hosts"] },
    { args: ["run", "wrong.yml"] },
    { args: [...RUN, "--reporter=json=-"], reads: "json" },
    { args: [...RUN, "--reporter=har=-"], reads: "json" },
    { args: [...RUN, "--reporter=ndjson=-"] },
    { args: [...RUN, "--reporter=junit=-"], reads: "xml" },
    { args: [...RUN, "--reporter=tap=-"] },
    { args: [...RUN, "--reporter=markdown=-"] },
    { args: [...RUN, "--reporter=github"] },
    { args: [...RUN, "--reporter=html=-"] },
    { args: [...RUN, "--output=-"], asIs: true },
  ],
  send: [{ args: ["send", "$URL/a", "--include"], asIs: true }],
  report: [
    { args: ["report", "report.json", "--reporter=json=-"], reads: "json" },
    { args: ["report", "report.json", "--reporter=junit=-"], reads: "xml" },
    { args: ["report", "report.json", "--reporter=markdown=-"] },
    { args: ["report", "report.json", "--reporter=github=-"] },
  ],
  render: [
    { args: ["render", "a.yml"] },
    { args: ["render", "a.yml", "--provenance"] },
    { args: ["render", "wrong.yml"] },
    { args: ["render", "a.yml", "--format=json"], reads: "json" },
    { args: ["render", "a.yml", "--as=har"], reads: "json" },
    ...["curl", "http", "fetch", "python"].map((as): Row => ({
      args: ["render", "a.yml", `--as=${as}`],
      asIs: true,
    })),
  ],
  list: [
    { args: ["list"] },
    { args: ["list", "--format=json"], reads: "json" },
  ],
  check: [
    { args: ["check"] },
    { args: ["check", "--format=json"], reads: "json" },
    { args: ["check", "--format=sarif"], reads: "json" },
    { args: ["check", "--format=github"] },
  ],
  explain: [{ args: ["explain", LINE] }],
  open: [{ args: ["open", LINE] }],
  import: [
    { args: ["import", "evil.http", "-o", "imported", "--force"] },
    { args: ["import", LINE, "-o", "imported"] },
  ],
  export: [
    { args: ["export", "postman", "."], reads: "json" },
    { args: ["export", "bru", ".", "-o", "as-bru", "--force"] },
  ],
  init: [{ args: ["init", `new-${LINE.slice(0, 40).replaceAll("/", "")}`] }],
  vars: [
    { args: ["vars"] },
    { args: ["vars", LINE] },
    { args: ["vars", "--format=json"], reads: "json" },
  ],
  fmt: [{ args: ["fmt", "--check", "--diff"] }, { args: ["fmt", LINE] }],
  completions: [
    { args: ["completions", "bash"] },
    { args: ["completions", LINE] },
  ],
  // They print nothing of others, or, like mcp and worker, only what a client asks for.
  lsp: [],
  mcp: [],
  worker: [],
  demo: [],
  licenses: [],
  man: [],
};

const ROWS = Object.values(COLLECTION).flat();
const nameOf = ({ args }: Row) => JSON.stringify(args.join(" ")).slice(1, -1);

describe("output with hostile names and values", () => {
  const ways = {
    "": braceRows(),
    true: braceRows({ env: { GITHUB_ACTIONS: "true" } }),
  };
  let cwd: string;
  let server: RecordingServer;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({
      headers: [["Content-Type", "text/plain; charset=utf-8"]],
      body: EVIL,
    }));
    await Deno.mkdir(`${cwd}/environments`);
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    await Deno.writeTextFile(
      `${cwd}/evil.http`,
      `### ${LINE}\nGET http://127.0.0.1/${encodeURIComponent(LINE)}\n`,
    );
    const { stdout } = await ways[""](
      [...RUN, "--reporter=json=-"],
      around(),
    );
    await Deno.writeTextFile(`${cwd}/report.json`, stdout);
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  const around = () => ({ cwd, env: { BRACE_SERVER: server.url } });
  const argsOf = ({ args: [command, ...rest] }: Row) => {
    const args = rest.map((it) => it.replace("$URL", server.url));
    const takesVar = command === "run" || command === "render";
    return [
      command,
      ...args,
      ...takesVar ? [`--var=server=${server.url}`] : [],
    ];
  };

  it("is looked at for every command", () => {
    assertEquals(Object.keys(COLLECTION).sort(), Object.keys(COMMANDS).sort());
  });

  for (const row of ROWS.filter((it) => !it.asIs)) {
    it(`gives GitHub no commands: ${nameOf(row)}`, async () => {
      const { stdout, stderr } = await ways.true(argsOf(row), around());
      const given = [...commandsIn(stdout), ...commandsIn(stderr)]
        .filter(({ message }) => /^\s*evil/.test(message));
      assertEquals(given, [], stdout + stderr);
    });
  }

  for (const row of ROWS.filter(({ reads }) => reads !== undefined)) {
    it(`can be read: ${nameOf(row)}`, async () => {
      const { stdout } = await ways.true(argsOf(row), around());
      // deno-lint-ignore no-control-regex
      assert(!/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/.test(stdout), stdout);
      if (row.reads === "xml") return;
      const text = JSON.stringify(
        JSON.parse(stdout.replace(/\}\n::.*$/s, "}")),
      );
      assert(text.includes("\u202e") || row.args[0] === "check", text);
      assert(text.includes("##[error]") || row.args[0] === "check", text);
    });
  }

  it("of code for another program is what it is, in a pipe", async () => {
    for (const brace of Object.values(ways)) {
      const { stdout } = await brace(
        ["render", "a.yml", "--as=http", `--var=server=${server.url}`],
        around(),
      );
      assert(stdout.includes(EVIL), stdout);
      const sent = await brace(["send", `${server.url}/a`], around());
      assertEquals(sent.stdout, EVIL);
    }
  });

  let screens: Promise<string[]> | undefined;
  for (const [at, row] of ROWS.entries()) {
    itNeeds("terminal")(`steers no terminal: ${nameOf(row)}`, async () => {
      screens ??= rowsInTerminal(ROWS.map(argsOf), around());
      const screen = (await screens)[at];
      assert(screen !== undefined);
      const left = screen.replaceAll("\r\x1b[K", "");
      // deno-lint-ignore no-control-regex
      const [found] = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/.exec(left) ??
        [];
      assertEquals(found && JSON.stringify(found), undefined, left);
    });
  }
});
