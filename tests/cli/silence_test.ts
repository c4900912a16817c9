import { assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { braceRows } from "../support/brace_rows.ts";

const FILES: Record<string, string> = {
  "api/opencollection.yml": "info: { name: Api }",
  "api/environments/local.yml":
    "name: local\nvariables: [{ name: base, value: http://local.example }]",
  "api/chat.yml": "info: { name: chat, type: mqtt }",
  "api/known.yml":
    "info: { name: known, type: http }\nhttp: { method: GET, url: http://known.example }",
  "api/later.yml":
    "info: { name: later, type: http }\nhttp: { method: GET, url: '{{base}}/x' }",
  "odd/opencollection.yml": "info: { name: Odd }",
  "odd/odd.yml":
    "info: { name: odd, type: http, colour: red }\nhttp: { method: GET, url: http://odd.example }",
  "shop.yml": `items:
  - info: { name: Read the user, type: http }
    http: { method: GET, url: http://read.example }
  - info: { name: Users, type: folder }
    items:
      - info: { name: Create a user, type: http }
        http: { method: POST, url: http://create.example }
`,
};

const UNKNOWN =
  `Their URLs hold variables without a value: give one with --env, --env-var or
--var. Hosts from scripts, data rows and prompts are never declared: allow them
with --allow-net=HOST.
`;

const ROWS: [
  args: string,
  outcome: { code: number; stdout: string; stderr: string },
][] = [
  ["run api/known.yml --print-hosts", {
    code: 0,
    stdout: "known.example\n",
    stderr: "",
  }],
  ["run api/chat.yml --print-hosts", {
    code: 0,
    stdout: "",
    stderr:
      "No host is declared.\nThe selection has no request that Brace sends.\n",
  }],
  ["run api/later.yml --print-hosts", {
    code: 0,
    stdout: "",
    stderr:
      `No host is declared.\nOnly the run shows the hosts of 1 request: later.yml\n${UNKNOWN}`,
  }],
  ["run api/later.yml api/known.yml --print-hosts", {
    code: 0,
    stdout: "known.example\n",
    stderr: `Only the run shows the hosts of 1 request: later.yml\n${UNKNOWN}`,
  }],
  ["run api/later.yml --print-hosts --env=local", {
    code: 0,
    stdout: "local.example\n",
    stderr: "",
  }],
  ["run odd --print-hosts", {
    code: 0,
    stdout: "odd.example\n",
    stderr: `warning UNKNOWN_KEY: Ignored "info.colour": the key is unknown
  odd/odd.yml:1:32  info.colour
  1 | info: { name: odd, type: http, colour: red }
    |                                ^^^^^^
`,
  }],
  ["render api/chat.yml", {
    code: 2,
    stdout: "",
    stderr:
      `warning UNSUPPORTED: Cannot render "chat.yml": Brace does not run requests of
    type "mqtt" yet
  api/chat.yml
`,
  }],
  ["run shop.yml --print-hosts", {
    code: 0,
    stdout: "create.example\nread.example\n",
    stderr: "",
  }],
  ["run shop.yml Create_a_user --print-hosts", {
    code: 0,
    stdout: "create.example\n",
    stderr: "",
  }],
  ["run shop.yml Users Read_the_user --print-hosts", {
    code: 0,
    stdout: "create.example\nread.example\n",
    stderr: "",
  }],
  ["run shop.yml Raed_the_user --print-hosts", {
    code: 2,
    stdout: "",
    stderr:
      `error MISSING_PATH: Cannot select "Raed the user": the collection has no such
    request or folder (did you mean "Read the user"?)
`,
  }],
];

describe("brace says what it has done or why not:", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(dirname(join(cwd, path)), { recursive: true });
      await Deno.writeTextFile(join(cwd, path), text);
    }
  });
  afterAll(() => Deno.remove(cwd, { recursive: true }));

  for (const [line, outcome] of ROWS) {
    it(line, async () => {
      const args = line.split(" ").map((arg) =>
        arg.startsWith("-") ? arg : arg.replaceAll("_", " ")
      );
      assertEquals(await brace(args, { cwd }), outcome);
    });
  }
});
