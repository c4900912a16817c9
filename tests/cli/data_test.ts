import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { BRACE_FLAGS } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const COUNT = 3_000;
/** Several blocks of reading. */
const CSV = `n,text\n${
  Array.from({ length: COUNT }, (_, n) => `${n},${"x".repeat(100)}\n`).join("")
}`;

describe("--data", () => {
  const brace = braceRows();
  let folder: string;
  let server: RecordingServer;
  /** Done before a response. */
  let before: (target: string) => void;

  beforeEach(() => {
    before = () => {};
    server = recordingServer(({ target }) => {
      before(target);
      return { status: target === "/bad" ? 500 : 200, body: target };
    });
    folder = Deno.makeTempDirSync();
    const files: Record<string, string> = {
      "opencollection.yml":
        `info: {name: Shop}\nextensions: {brace: {teardown: [end.yml]}}\n`,
      "row.yml": `http: {method: GET, url: "${server.url}/{{n}}"}\nruntime:
  assertions: [{expression: res.status, operator: eq, value: "200"}]\n`,
      "end.yml": `http: {method: GET, url: "${server.url}/end"}\n`,
    };
    Deno.mkdirSync(`${folder}/api`);
    for (const [name, text] of Object.entries(files)) {
      Deno.writeTextFileSync(`${folder}/api/${name}`, text);
    }
    Deno.writeTextFileSync(`${folder}/rows.csv`, CSV);
  });
  afterEach(async () => {
    await server.close();
    Deno.removeSync(folder, { recursive: true });
  });

  const run = (...more: string[]) =>
    brace(["run", "api", "--data", "rows.csv", ...more], { cwd: folder });
  const targets = () => server.requests.map(({ target }) => target);
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => `/${first + at}`);

  it("runs some of the rows, with their numbers", async () => {
    const { code, stdout } = await run(
      "--rows",
      "2001-2003",
      "--reporter",
      "pretty",
    );
    assertEquals(code, 0, stdout);
    assertEquals(targets(), [...from(2_000, 2_002), "/end"]);
    assertStringIncludes(stdout, "row.yml [3/3]");
  });

  const GIVEN: [
    flags: string[],
    from: string,
    displaced?: string,
  ][] = [
    [
      ["--data", "user.csv"],
      'the value is the field "user" in row 1 of user.csv',
      "as the field of the row takes its place: choose another name for the field",
    ],
    [
      ["--var", "user=ada"],
      'a flag gives "user" its value',
      "as the flag takes its place: leave out the flag",
    ],
    [
      ["--env-var", "user=ada"],
      'a flag gives "user" its value',
      "as the flag takes its place: leave out the flag",
    ],
    [["--env", "e"], '"user" is defined in api/environments/e.yml'],
  ];

  for (const [flags, told, displaced] of GIVEN) {
    it(`says where a value without members comes from: ${flags}`, async () => {
      Deno.mkdirSync(`${folder}/api/environments`);
      const files: Record<string, string> = {
        "api/environments/e.yml":
          "name: e\nvariables: [{name: user, value: ada}]\n",
        "api/make.yml":
          `info: {name: Make}\nhttp: {method: GET, url: "${server.url}/make"}\nruntime: {scripts: [{type: after-response, code: 'client.setVar("user", {id: 7})'}]}\n`,
        "api/read.yml":
          `info: {name: Read}\nhttp: {method: GET, url: "${server.url}/{{user.id}}"}\n`,
        "user.csv": "user\nada\n",
      };
      for (const [name, text] of Object.entries(files)) {
        Deno.writeTextFileSync(`${folder}/${name}`, text);
      }
      const args = ["run", "api/read.yml", ...flags];
      const needed = await brace([...args, "--with-needed"], { cwd: folder });
      assertEquals(needed.code, displaced === undefined ? 0 : 3, needed.stdout);
      const { stdout } = displaced === undefined
        ? await brace(args, { cwd: folder })
        : needed;
      const text = oneLine(stdout);
      assertStringIncludes(text, told);
      const set = '"user" is set by the after-response script of make.yml';
      assertStringIncludes(
        text,
        `${set}, which has not run${displaced ? `, ${displaced}` : ": run it"}`,
      );
    });
  }

  const FIELDS: [
    name: string,
    header: string,
    script: string,
    near: boolean,
  ][] = [
    ["differs in capitals", "N", "", true],
    ["has another separator", "n_", "", true],
    ["is like no name", "price", "", false],
    ["is read by a script", "N", 'req.getName("N")', false],
    [
      "may be read by a script",
      "N",
      "client.runner.iterationData.get(String.fromCharCode(78))",
      false,
    ],
  ];
  for (const [name, header, code, near] of FIELDS) {
    it(`${near ? "warns" : "does not warn"} of a field that ${name}`, async () => {
      Deno.writeTextFileSync(`${folder}/few.csv`, `${header}\n7\n`);
      Deno.writeTextFileSync(
        `${folder}/api/row.yml`,
        `http: {method: GET, url: "${server.url}/{{n}}"}\n${
          code &&
          `runtime: {scripts: [{type: before-request, code: '${code}'}]}\n`
        }`,
      );
      const { stdout, stderr } = await brace(
        ["run", "api", "--data", "few.csv", "--var", "n=5"],
        { cwd: folder },
      );
      assertEquals(
        oneLine(stdout + stderr).includes(
          `warning USAGE: The field "${header}" of "few.csv" has no effect: nothing uses a variable of this name (did you mean "n"?)`,
        ),
        near,
        stdout + stderr,
      );
    });
  }

  const REQUIRED: [
    what: string,
    file: string,
    script: string,
    warns: boolean,
  ][] = [
    [
      "with a pure function",
      "module.exports = { twice: (s) => s + s };",
      "require('./lib.js').twice('a')",
      true,
    ],
    [
      "that is imported and calls map.get(key)",
      "const known = new Map();\nexport const get = (key) => known.get(key);",
      "const { get } = require('./lib.js'); get('a')",
      true,
    ],
    [
      "that reads the field",
      "module.exports = { of: () => bru.getVar('N') };",
      "require('./lib.js').of()",
      false,
    ],
    [
      "that requires a file which reads the field",
      "module.exports = { of: () => require('./deep.js').of() };",
      "require('./lib.js').of()",
      false,
    ],
    [
      "that computes the names it reads",
      "module.exports = { of: (name) => bru.getVar(name) };",
      "require('./lib.js').of('a')",
      false,
    ],
    [
      "that computes the names it reads in a function that is not asked for",
      "module.exports = {\n  of: (name) => bru.getVar(name),\n  twice: (s) => s + s,\n};",
      "require('./lib.js').twice('a')",
      true,
    ],
    [
      "whose function is chosen by a computed name",
      "module.exports = {\n  of: () => bru.getVar('N'),\n  twice: (s) => s + s,\n};",
      "const lib = require('./lib.js'); lib['tw' + 'ice']; const k = 'of'; lib[k]()",
      false,
    ],
    [
      "whose path is computed",
      "module.exports = { twice: (s) => s + s };",
      "const at = './lib.js'; require(at).twice('a')",
      false,
    ],
  ];
  for (const [what, file, code, warns] of REQUIRED) {
    it(`${warns ? "warns" : "does not warn"} of a misnamed field beside a required file ${what}`, async () => {
      const files = {
        "few.csv": "N,s\n7,8\n",
        "api/lib.js": file,
        "api/deep.js": "module.exports = { of: () => bru.getVar('N') };",
        "api/first.yml":
          `http: {method: GET, url: "${server.url}/first"}\nruntime: {scripts: [{type: before-request, code: "${code}"}]}\n`,
        "api/row.yml":
          `http: {method: GET, url: "${server.url}/{{n}}/{{s}}"}\n`,
      };
      for (const [path, text] of Object.entries(files)) {
        Deno.writeTextFileSync(`${folder}/${path}`, text);
      }
      const { stdout, stderr } = await brace(
        ["run", "api", "--data", "few.csv", "--var", "n=5"],
        { cwd: folder },
      );
      assertEquals(
        oneLine(stdout + stderr).includes(
          'The field "N" of "few.csv" has no effect',
        ),
        warns,
        stdout + stderr,
      );
    });
  }

  it("does not warn of a field that a request uses which a script runs", async () => {
    const files = {
      "few.csv": "N,s\n7,8\n",
      "api/helper.yml": `http: {method: GET, url: "${server.url}/{{N}}"}\n`,
      "api/row.yml":
        `http: {method: GET, url: "${server.url}/{{n}}/{{s}}"}\nruntime: {scripts: [{type: before-request, code: "await bru.runRequest('helper')"}]}\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      Deno.writeTextFileSync(`${folder}/${path}`, text);
    }
    const { stdout, stderr } = await brace(
      ["run", "api/row.yml", "--data", "few.csv", "--var", "n=5"],
      { cwd: folder },
    );
    assertFalse((stdout + stderr).includes("no effect"), stdout + stderr);
    assertEquals(targets().slice(0, 2), ["/7", "/5/8"]);
  });

  for (
    const [what, folders, near] of [
      ["a folder that has the file", ["data"], "data/few.csv"],
      ["none of two folders", ["data", "more"], undefined],
      ["no hidden folder", [".data"], undefined],
      ["no folder of packages", ["node_modules"], undefined],
    ] as const
  ) {
    it(`names ${what} that is missing`, async () => {
      for (const name of folders) {
        Deno.mkdirSync(`${folder}/${name}`);
        Deno.writeTextFileSync(`${folder}/${name}/few.csv`, "n\n1\n");
      }
      const { code, stderr } = await brace(
        ["run", "api", "--data", "few.csv"],
        { cwd: folder },
      );
      assertEquals([code, oneLine(stderr).trim()], [
        2,
        `error MISSING_PATH: Cannot read "few.csv": it does not exist${
          near === undefined ? "" : ` (did you mean "${near}"?)`
        }`,
      ]);
    });
  }

  it("warns of a field that is almost one which a script reads", async () => {
    Deno.writeTextFileSync(`${folder}/few.csv`, "Colour\nred\n");
    Deno.writeTextFileSync(
      `${folder}/api/row.yml`,
      `http: {method: GET, url: "${server.url}/"}
runtime: {scripts: [{type: before-request, code: 'client.runner.iterationData.get("colour")'}]}
`,
    );
    const { stdout, stderr } = await brace(
      ["run", "api", "--data", "few.csv"],
      { cwd: folder },
    );
    assertStringIncludes(
      oneLine(stdout + stderr),
      'warning USAGE: The field "Colour" of "few.csv" has no effect: nothing uses a variable of this name (did you mean "colour"?)',
    );
  });

  for (
    const [what, header, url, told] of [
      [
        "a field that is the beginning of a name with a value",
        "user,n",
        "{{userName}}/{{n}}",
        'The field "user" of "few.csv" has no effect: nothing uses a variable of this name (did you mean "userName"?)',
      ],
      [
        "a field that abbreviates a variable of the request",
        "qty,n",
        "{{quantity}}/{{n}}",
        'The field "qty" of "few.csv" has no effect: nothing uses a variable of this name (did you mean "quantity"?)',
      ],
      [
        "a field that begins a variable of the request",
        "quant,n",
        "{{quantity}}/{{n}}",
        'The field "quant" of "few.csv" has no effect: nothing uses a variable of this name (did you mean "quantity"?)',
      ],
      [
        "no field beside the one that it abbreviates",
        "qty,quantity",
        "{{quantity}}",
        undefined,
      ],
      [
        "no field that abbreviates another word",
        "qnt,qt,snr,n",
        "{{quantity}}/{{session}}/{{n}}",
        undefined,
      ],
      [
        "no field that tells which row it is",
        "test,name,n",
        "{{testUser}}/{{n}}",
        undefined,
      ],
      [
        "a kind of a column that there is not",
        "n:int,price",
        "{{n}}",
        'The field "n:int" of "few.csv" has no effect: nothing uses a variable of this name (did you mean "n"? "int" is not a type, use one of string, number, boolean, null, object, array)',
      ],
      [
        "data whose fields are mere keys of a body",
        "price,count",
        "{{userName}}",
        'The rows of "few.csv" have no effect: nothing uses a variable of the names "price", "count"',
      ],
      [
        "no field beside one that is used",
        "price,n",
        "{{userName}}/{{n}}",
        undefined,
      ],
      [
        "no field that begins a name without another value",
        "count,n",
        "{{n}}/{{countOfAllThePages}}",
        undefined,
      ],
    ] as const
  ) {
    it(`warns of ${what}`, async () => {
      Deno.writeTextFileSync(
        `${folder}/few.csv`,
        `${header}\n${header.replaceAll(/[^,]+/g, "7")}\n`,
      );
      Deno.writeTextFileSync(
        `${folder}/api/row.yml`,
        `http:
  method: POST
  url: "${server.url}/${url}"
  body: { type: json, data: '{"price": 1, "count": 2}' }
runtime:
  variables:
    - { name: quantity, value: 3 }
    - { name: session, value: s }
    - { name: testUser, value: ada }
`,
      );
      Deno.writeTextFileSync(
        `${folder}/given.yml`,
        "name: given\nvariables: [{ name: userName, value: ada }]\n",
      );
      const { stdout, stderr } = await brace(
        ["run", "api", "--data", "few.csv", "--env-file", "given.yml"],
        { cwd: folder },
      );
      const text = oneLine(stdout + stderr);
      if (told === undefined) assertFalse(text.includes("no effect"), text);
      else assertStringIncludes(text, `warning USAGE: ${told}`);
    });
  }

  const SETTERS:
    readonly (readonly [what: string, runtime: string, warns: boolean])[] = [
      [
        "a script",
        `scripts: [{type: before-request, code: 'bru.setVar("n", 9)'}]`,
        true,
      ],
      [
        "a script that reads the row",
        `scripts: [{type: before-request, code: 'if (!bru.runner.iterationData.get("n")) bru.setVar("n", 9)'}]`,
        false,
      ],
      [
        "a script, as a variable of the environment",
        `scripts: [{type: before-request, code: 'bru.setEnvVar("n", 9)'}]`,
        false,
      ],
      [
        "a script of Postman's",
        `scripts: [{type: before-request, code: 'pm.variables.set("n", 9)', extensions: {brace: {dialect: postman}}}]`,
        false,
      ],
      [
        "an action",
        "actions: [{type: set-variable, phase: after-response, selector: {expression: res.status, method: jsonq}, variable: {name: n, scope: runtime}}]",
        true,
      ],
    ];
  it("names the row that lacks a field that a script reads", async () => {
    Deno.writeTextFileSync(
      `${folder}/rows.json`,
      '[{"n":"x"},{"m":"y"},{"n":"z"}]',
    );
    Deno.writeTextFileSync(
      `${folder}/api/row.yml`,
      `http: {method: GET, url: "${server.url}/{{n}}"}
runtime: {scripts: [{type: tests, code: 'client.runner.iterationData.get("n")'}]}
`,
    );
    const { stdout, stderr } = await brace(
      ["run", "api", "--data", "rows.json", "--rows", "2-3"],
      { cwd: folder },
    );
    const text = oneLine(stdout + stderr);
    assertStringIncludes(text, 'row 2 of rows.json has no field "n"');
    assertEquals(text.includes("give --data"), false, text);
    const without = await brace(["run", "api"], { cwd: folder });
    assertStringIncludes(
      oneLine(without.stdout + without.stderr),
      'give --data FILE with a column "n"',
    );
    // These commands have no --data.
    Deno.writeTextFileSync(
      `${folder}/api/opencollection.yml`,
      `opencollection: 1.0.0
info: { name: api }
request: {headers: [{name: X-A, value: '{{n}}'}], scripts: [{type: before-request, code: 'client.runner.iterationData.get("n")'}]}
`,
    );
    const ways: [args: string[], way: string][] = [
      [
        ["render", "api"],
        'use brace run --data FILE with a column "n"',
      ],
      [["send", `${server.url}/{{n}}`], "give the value with --var n=VALUE"],
    ];
    for (const [args, way] of ways) {
      const cwd = args[0] === "send" ? `${folder}/api` : folder;
      const { stderr } = await brace(args, { cwd });
      assertStringIncludes(oneLine(stderr), way);
      assertEquals(stderr.includes("give --data"), false, stderr);
    }
  });

  it("names what Bruno reads a row with, too, in a .bru file", async () => {
    await Deno.mkdir(`${folder}/bru`);
    for (
      const [name, text] of Object.entries({
        "few.csv": "n\n7\n",
        "bruno.json": '{"version": "1", "name": "x", "type": "collection"}',
        "row.bru":
          `get {\n  url: ${server.url}/{{n}}\n}\nscript:pre-request {\n  const id = 1;\n\n  bru.setVar("n", id);\n}\n`,
      })
    ) Deno.writeTextFileSync(`${folder}/bru/${name}`, text);
    const { stdout, stderr } = await brace(
      ["run", "bru", "--data", "bru/few.csv"],
      { cwd: folder },
    );
    assertStringIncludes(
      oneLine(stdout + stderr),
      'reads the row with bru.runner.iterationData.get("n")',
    );
    // It points to the call.
    assertStringIncludes(stdout + stderr, "row.bru:7:7");
  });

  for (const [what, runtime, warns] of SETTERS) {
    it(`${warns ? "warns" : "does not warn"} of a field that ${what} sets`, async () => {
      Deno.writeTextFileSync(`${folder}/few.csv`, "n\n7\n");
      Deno.writeTextFileSync(
        `${folder}/api/row.yml`,
        `http: {method: GET, url: "${server.url}/{{n}}"}\nruntime: {${runtime}}\n`,
      );
      const { code, stdout, stderr } = await brace(
        ["run", "api", "--data", "few.csv"],
        { cwd: folder },
      );
      assertEquals(
        oneLine(stdout + stderr).includes(
          `sets "n": it is a field of "few.csv", and requests get what is set, not the row's value, which Bruno would send (choose another name; a script reads the row with client.runner.iterationData.get("n"))`,
        ),
        warns,
        stdout + stderr,
      );
      assertEquals(code, 0, stdout + stderr);
    });
  }

  for (
    const [what, code, warns] of [
      ["Postman's environment", "pm.environment.set('n', 9)", true],
      ["Postman's collection", "pm.collectionVariables.set('n', 9)", true],
      [
        "Postman's environment, where the row is read",
        "pm.iterationData.get('n') || pm.environment.set('n', 9)",
        false,
      ],
      [
        "Postman's environment, which reads it as pm.iterationData",
        "if (!pm.iterationData.has('n')) pm.environment.set('n', 9)",
        false,
      ],
      ["another name", "pm.environment.set('m', 9)", false],
    ] as const
  ) {
    it(`${warns ? "warns" : "does not warn"} of a value that the row hides: ${what}`, async () => {
      Deno.writeTextFileSync(`${folder}/few.csv`, "n\n7\n");
      Deno.writeTextFileSync(
        `${folder}/api/row.yml`,
        `http: {method: GET, url: "${server.url}/{{n}}"}\nruntime: {scripts: [{type: before-request, code: "${code}", extensions: {brace: {dialect: postman}}}]}\n`,
      );
      const { stdout, stderr } = await brace(
        ["run", "api", "--data", "few.csv"],
        { cwd: folder },
      );
      const scope = code.includes("collection") ? "collection" : "environment";
      assertEquals(
        oneLine(stdout + stderr).includes(
          `sets "n": it is a field of "few.csv", and requests get the row's value, which hides that of the ${scope} (choose another name)`,
        ),
        warns,
        stdout + stderr,
      );
    });
  }

  it("warns of a field that a given value hides", async () => {
    for (
      const [flags, hides] of [[["--var", "n=5"], true], [[], false]] as const
    ) {
      Deno.writeTextFileSync(`${folder}/few.csv`, "n\n7\n");
      const { stdout, stderr } = await brace(
        ["run", "api", "--data", "few.csv", ...flags],
        { cwd: folder },
      );
      assertEquals(
        oneLine(stdout + stderr).includes(
          'warning USAGE: The field "n" of "few.csv" has no effect: each row gets the value that is given for the variable "n" (give one of the two)',
        ),
        hides,
        stdout + stderr,
      );
    }
  });

  it("runs a shard's rows, and all shards run all", async () => {
    const all: string[] = [];
    for (const shard of ["1/2", "2/2"]) {
      const from = server.requests.length;
      const { code, stdout } = await run("--rows", "1-5", "--shard", shard);
      assertEquals(code, 0, stdout);
      all.push(...targets().slice(from).filter((it) => it !== "/end"));
    }
    assertEquals(all, ["/0", "/2", "/4", "/1", "/3"]);
  });

  const LAST: [args: string[], last: string][] = [
    [[], "/4"],
    [["--shard", "2/2"], "/3"],
    [["--shard", "1/3", "--jobs", "3"], "/3"],
  ];
  for (const [args, last] of LAST) {
    it(`writes the response of the last row: ${args.join(" ")}`, async () => {
      const { stdout } = await run("--rows", "1-5", "--output", "-", ...args);
      assertEquals(stdout, last);
    });
  }

  it("reads a row again that runs again", async () => {
    Deno.writeTextFileSync(`${folder}/rows.csv`, "n\n1\nbad\n2\nbad\n3\n");
    const { code } = await run("--reruns", "1");
    assertEquals(code, 1);
    assertEquals(
      targets(),
      ["/1", "/bad", "/2", "/bad", "/3", "/bad", "/bad", "/end"],
    );
  });

  for (const jobs of ["1", "4"]) {
    it(`ends where the file changes while it is read: --jobs ${jobs}`, async () => {
      before = (target) => {
        if (target !== "/5") return;
        Deno.writeTextFileSync(`${folder}/rows.csv`, CSV.replaceAll("x", "y"));
        Deno.utimeSync(`${folder}/rows.csv`, 1, 1);
      };
      const { code, stdout } = await run(
        "--jobs",
        jobs,
        "--reporter",
        `json=${folder}/report.json`,
      );
      assertEquals(code, 2, stdout);
      assertStringIncludes(
        oneLine(stdout),
        'Cannot go on with the data in "rows.csv": it has changed since it was checked',
      );
      const sent = targets();
      assertEquals(sent.at(-1), "/end", "teardown runs");
      assert(sent.length > 6 && sent.length < COUNT, String(sent.length));
      const report = JSON.parse(
        Deno.readTextFileSync(`${folder}/report.json`),
      );
      assertEquals(
        [report.exitCode, report.stopped, report.requests.length],
        [2, "--data", sent.length],
      );
    });
  }

  itNeeds("/proc/self/status")(
    "takes no more memory for a hundred times the rows",
    async () => {
      Deno.writeTextFileSync(
        `${folder}/skipped.yml`,
        "info: {name: S}\nitems: [{info: {name: A, type: mqtt}, mqtt: {url: x}}]\n",
      );
      const peaks: number[] = [];
      for (const count of [1_000, 100_000]) {
        using file = Deno.openSync(`${folder}/many.csv`, {
          write: true,
          create: true,
          truncate: true,
        });
        const writer = file.writable.getWriter();
        await writer.write(new TextEncoder().encode("n,text\n"));
        for (let n = 0; n < count; n += 1_000) {
          const lines = Array.from(
            { length: 1_000 },
            (_, at) => `${n + at},"${"some text ".repeat(10)}${n + at}"\n`,
          );
          await writer.write(new TextEncoder().encode(lines.join("")));
        }
        writer.releaseLock();
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: [
            "run",
            "--quiet",
            // What a process used is told to who may read everything.
            "--allow-all",
            ...BRACE_FLAGS.filter((flag) => !/allow|prompt/.test(flag)),
            fromFileUrl(new URL("../support/peak_memory.ts", import.meta.url)),
            "run",
            "skipped.yml",
            "--data=many.csv",
            "--allow-empty",
            "--quiet",
          ],
          cwd: folder,
          env: { CI: "", GITHUB_ACTIONS: "" },
        }).output();
        const text = new TextDecoder().decode(stdout);
        const [, code, peak] = /code (\d+) peak (\d+)/.exec(text) ?? [];
        assertEquals(code, "0", text);
        peaks.push(Number(peak));
      }
      // A run that keeps each iteration takes 280 MiB more.
      assert(peaks[1] - peaks[0] < 65, peaks.join());
    },
  );
});
