import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const request = (name: string, more = "") =>
  `info: { name: ${name} }
http: { method: GET, url: "{{base}}/${name}" }
runtime:
  assertions: [{ expression: res.status, operator: eq, value: "200" }]
${more}`;
const STAGES: { readonly [name: string]: string | undefined } = {
  login: "setup",
  seed: "setup",
  remove: "teardown",
};
const FILES: Record<string, string> = {
  "opencollection.yml": `info: { name: Shop }
request: { variables: [{ name: base, value: "{{server}}" }] }
`,
  "environments/local.yml":
    "name: local\nvariables: [{ name: key, secret: true }]\n",
  "auth/login.yml": request(
    "login",
    `  scripts: [{ type: after-response, code: 'client.setVar("token", "t1")' }]
`,
  ),
  "users/create.yml": request(
    "create",
    `  scripts:
    - type: before-request
      code: client.getVar("token")
    - type: after-response
      code: client.setVar("userId", 7)
`,
  ),
  "zoo/read.yml": `info: { name: Read a user, tags: [slow] }
http: { method: GET, url: "{{base}}/read/{{userId}}" }
`,
  "users/fail.yml": request("fail"),
  "ids.json": '[{"userId": 3}, {"userId": 4}]',
  "lib/util.js": `const { keep } = require("./keep");
const saveKey = () => keep("k1");
function isOrder(it) {
  return "id" in it;
}
module.exports = { saveKey, isOrder };
`,
  "lib/keep.ts": `export function keep(value: string): void {
  client.setVar("key", value);
}
export const forget = () => client.setVar("key", "");
`,
  "lib/shape.js": `module.exports = {
  saveMark: () => client.setVar("mark", "m1"),
  isMark(it) {
    return it === client.getVar("key");
  },
};
`,
  "through/mark.yml": request(
    "mark",
    `  scripts: [{ type: after-response, code: 'require("./lib/shape").saveMark()' }]
`,
  ),
  "through/marked.yml": `info: { name: marked }
http: { method: GET, url: "{{base}}/marked/{{mark}}" }
`,
  "through/key.yml": request(
    "key",
    `  scripts: [{ type: after-response, code: 'require("./lib/util").saveKey()' }]
`,
  ),
  "through/place.yml": request(
    "place",
    `  scripts:
    - type: after-response
      code: require("./lib/util").isOrder(res.body) || require("./lib/shape").isMark(1)
`,
  ),
  "through/use.yml": `info: { name: use }
http: { method: GET, url: "{{base}}/use/{{key}}" }
`,
  "lib/alias.ts": `function put(value: string) {
  client.setVar("badge", value);
}
const has = () => client.getVar("key");
const drop = () => client.getVar("mark");
export { put as saveBadge, has, drop as dropBadge };
export { again as saveAgain } from "./again.ts";
`,
  "lib/again.ts": `export const again = () => client.setVar("twice", "w1");
`,
  "lib/seal.js": `const put = () => client.setVar("seal", "s1");
const has = () => client.getVar("key");
const drop = () => client.getVar("mark");
module.exports = { saveSeal: put, has, "dropSeal": drop };
`,
  "lib/tell.js": 'exports.tell = () => client.interpolate("{{seal}}");',
  ...Object.fromEntries(
    [
      ["badge", 'require("./lib/alias").saveBadge("b1")', ""],
      ["badged", "", "{{badge}}"],
      ["twice", 'require("./lib/alias").saveAgain()', ""],
      ["used-twice", "", "{{twice}}"],
      ["peek", 'require("./lib/alias").has()', ""],
      ["seal", 'require("./lib/seal").saveSeal()', ""],
      ["sealed", "", "{{seal}}"],
      ["has-seal", 'require("./lib/seal").has()', ""],
      ["tells-seal", 'require("./lib/tell").tell()', ""],
    ].map(([name, code, value]) => [
      `named/${name}.yml`,
      `info: { name: ${name} }
http: { method: GET, url: "{{base}}/${name}/${value}" }
runtime: { scripts: [{ type: after-response, code: '${code}' }] }
`,
    ]),
  ),
  "other.yml": request("other"),
};

describe("selecting requests", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  const broken = new Set<string>();

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target }) =>
      target === "/fail" || broken.has(target)
        ? { status: 500, json: {} }
        : { json: {} }
    );
    for (const [path, text] of Object.entries(FILES)) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      await Deno.mkdir(`${cwd}/shop/${folder}`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/shop/${path}`, text);
    }
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  for (
    const [args, folder, message] of [
      ["run shop", "", '(leave it out, or write ".")'],
      ["run ./shop/", "", '(leave it out, or write ".")'],
      ["check shop", "", '(leave it out, or write ".")'],
      ["list shop", "", '(leave it out, or write ".")'],
      ["vars shop", "", '(leave it out, or write ".")'],
      ["render shop", "", '(leave it out, or write ".")'],
      ["fmt shop", "", '(leave it out, or write ".")'],
      ["run shop", "/users", '(write "..")'],
    ] as const
  ) {
    it(`says of the folder that one is in: ${args} in shop${folder}`, async () => {
      const { code, stdout, stderr } = await brace(args.split(" "), {
        cwd: `${cwd}/shop${folder}`,
      });
      assert(code !== 0);
      assertStringIncludes(
        oneLine(stdout + stderr),
        `it is the collection's own folder, which you are in already ${message}`,
      );
    });
  }

  for (
    const [args, folder, above] of [
      ["run --env local", "environments", ".."],
      ["run .", "environments", ".."],
      ["check", "environments", ".."],
      ["vars", "environments", ".."],
      ["render", "environments", ".."],
      ["run", "users/files/deep", "../../.."],
      ["run", ".brace", ".."],
    ] as const
  ) {
    it(`says of a folder without requests that one is in it: ${args} in ${folder}`, async () => {
      await Deno.mkdir(`${cwd}/shop/${folder}`, { recursive: true });
      const { code, stdout, stderr } = await brace(args.split(" "), {
        cwd: `${cwd}/shop/${folder}`,
      });
      assert(code !== 0);
      assertStringIncludes(
        oneLine(stdout + stderr),
        `Cannot select "${folder}", the current folder: it has no requests (write "${above}" for the whole collection, or change to its folder)`,
      );
    });
  }

  it("says that a folder has environments", async () => {
    const { stdout, stderr } = await brace(["run", "shop/environments"], {
      cwd,
    });
    assertStringIncludes(
      oneLine(stdout + stderr),
      'Cannot select "environments": it has environments, not requests',
    );
  });

  async function sent(args: string[], folder = cwd) {
    const before = server.requests.length;
    const { code, stdout, stderr } = await brace(
      ["run", ...args, `--var=server=${server.url}`],
      { cwd: folder },
    );
    const targets = server.requests.slice(before).map(({ target }) => target);
    return { code, targets, text: oneLine(stdout + stderr) };
  }

  const ROWS: [args: string[], targets: string[]][] = [
    [["users/*"], ["/create", "/fail"]],
    [["users/**", "--exclude-tags=slow"], ["/create", "/fail"]],
    [["**/*o*"], ["/login", "/other"]],
    [["au*"], ["/login"]],
    [["*.yml"], ["/other"]],
    [["{auth/**,other*}"], ["/login", "/other"]],
    [["login"], ["/login"]],
    [["users/create", "other"], ["/create", "/other"]],
    [["Read a user", "--with-needed"], ["/login", "/create", "/read/7"]],
    [["users/create", "--with-needed"], ["/login", "/create"]],
    [["Read a user", "--with-needed", "--var=userId=9"], ["/read/9"]],
    [["Read a user", "--with-needed", "--env-var=userId=8"], ["/read/8"]],
    [
      ["Read a user", "--with-needed", "--env=local", "--data=ids.json"],
      ["/read/3", "/read/4"],
    ],
    [["through/use", "--with-needed"], ["/key", "/use/k1"]],
    [["through/place", "--with-needed"], ["/key", "/place"]],
    [["through/marked", "--with-needed"], ["/mark", "/marked/m1"]],
    [["named/badged", "--with-needed"], ["/badge/", "/badged/b1"]],
    [["named/used-twice", "--with-needed"], ["/twice/", "/used-twice/w1"]],
    [["named/peek", "--with-needed"], ["/key", "/peek/"]],
    [["named/sealed", "--with-needed"], ["/seal/", "/sealed/s1"]],
    [["named/has-seal", "--with-needed"], ["/key", "/has-seal/"]],
    [["named/tells-seal", "--with-needed"], ["/seal/", "/tells-seal/"]],
  ];
  it("names the request whose script sets a variable in a file that it requires", async () => {
    const outcome = await sent(["through/use"], `${cwd}/shop`);
    assertEquals([outcome.code, outcome.targets], [3, []]);
    assertStringIncludes(
      outcome.text,
      '"key" is set by the after-response script of through/key.yml, which has not run: run it first with --with-needed',
    );
    assert(!outcome.text.includes("place.yml"), outcome.text);
    // Nobody is asked for a secret that a request sets.
    const secret = await sent(["through/use", "--env=local"], `${cwd}/shop`);
    assertStringIncludes(
      secret.text,
      "give --secrets-file FILE",
    );
    assert(!secret.text.includes("run on a terminal"), secret.text);
  });

  for (const [args, targets] of ROWS) {
    it(`runs ${args.join(" ")}`, async () => {
      const outcome = await sent(args, `${cwd}/shop`);
      assertEquals(outcome.targets, targets, outcome.text);
    });
  }

  const UNREACHED: [args: string[], verdict: string][] = [
    [["read", "--with-needed"], "✓ 1 request passed, 1 skipped: read.yml"],
    [["read", "--with-needed", "--var=user=7"], "✓ 1 request passed"],
    [
      ["read", "then", "--with-needed"],
      "✓ 2 requests passed, 1 skipped: read.yml",
    ],
    // Both counts are of all iterations.
    [
      ["read", "then", "--with-needed", "--iterations=3"],
      "✓ 6 requests passed, 3 skipped: read.yml",
    ],
    [
      ["read", "then", "--with-needed", "--data=ids.json", "--reruns=1"],
      "✓ 4 requests passed, 2 skipped: read.yml",
    ],
    // The number is that of the summary.
    [
      ["read", "still", "then", "--with-needed", "--iterations=2"],
      "✓ 5 requests passed, 3 skipped; read.yml",
    ],
    // Who names what ends the flow knows of it.
    [["end", "read"], "✓ 1 request passed"],
  ];
  for (const [args, verdict] of UNREACHED) {
    it(`names what did not run of ${args.join(" ")}`, async () => {
      const next = args.includes("still")
        ? 'client.runner.iterationIndex && "still" || "then"'
        : args.includes("then")
        ? '"then"'
        : "null";
      const files = {
        "opencollection.yml": FILES["opencollection.yml"],
        "end.yml": request(
          "end",
          `  scripts:
    - type: after-response
      code: client.setVar("user", "u"); client.setNextRequest(${next})
`,
        ),
        "ids.json": FILES["ids.json"],
        "read.yml": request("read").replace("/read", "/read/{{user}}"),
        "still.yml": request("still"),
        "then.yml": request("then"),
      };
      await Deno.mkdir(`${cwd}/ended`, { recursive: true });
      for (const [path, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${cwd}/ended/${path}`, text);
      }
      const ending = verdict.includes("skipped")
        ? `${verdict} did not run`
        : verdict;
      for (const flags of [[], ["--reporter=failures"]]) {
        const { code, text } = await sent([...args, ...flags], `${cwd}/ended`);
        assertEquals(code, 0, text);
        assert(text.trim().endsWith(ending), text);
      }
    });
  }

  const COVERED: [args: string[], covered: string[] | undefined][] = [
    [["shop/users", "shop/users/fail.yml"], [
      "shop/users/fail.yml",
      "shop/users",
    ]],
    [["shop/other.yml", "shop/opencollection.yml"], [
      "shop/other.yml",
      "shop/opencollection.yml",
    ]],
    [["shop/users", "shop/other.yml"], undefined],
  ];
  for (const [args, covered] of COVERED) {
    it(`says what contains another path: ${args.join(" ")}`, async () => {
      const { text } = await sent(args);
      const [, ...found] =
        /warning USAGE: "([^"]+)" selects nothing more: "([^"]+)", which/.exec(
          text,
        ) ?? [];
      assertEquals(found, covered ?? [], text);
    });
  }

  it("a pattern is one of the folder that it is given in", async () => {
    const outcome = await sent(["shop/users/c*"]);
    assertEquals(outcome.targets, ["/create"], outcome.text);
  });

  it("runs what did not pass in an earlier run", async () => {
    const report = `${cwd}/report.json`;
    await sent(["auth", "users/*", `--reporter=json=${report}`], `${cwd}/shop`);
    const again = await sent([`--failed-in=${report}`], `${cwd}/shop`);
    assertEquals([again.code, again.targets], [1, ["/fail"]], again.text);
    await sent(["auth", `--reporter=json=${report}`], `${cwd}/shop`);
    const none = await sent([`--failed-in=${report}`], `${cwd}/shop`);
    assertEquals([none.code, none.targets], [2, []]);
    assert(none.text.includes("no selected request failed"), none.text);
  });

  it("says that a request has another path now, and is not green without it", async () => {
    const folder = `${cwd}/moved`;
    const again = ["--failed-in=r.json", "--allow-empty"];
    const move = async (name: string) => {
      const [from, to] = ["old", "new"].map((it) => `${folder}/${it}`);
      await Deno.mkdir(to, { recursive: true });
      await Deno.rename(`${from}/${name}.yml`, `${to}/${name}.yml`);
    };
    await Deno.mkdir(`${folder}/old`, { recursive: true });
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      "info: { name: Moved }\n",
    );
    for (const name of ["one", "two"]) {
      await Deno.writeTextFile(
        `${folder}/old/${name}.yml`,
        `info: { name: ${name} }
http: { url: "{{server}}/${name}" }
runtime: { assertions: [{ expression: res.status, operator: eq, value: "1" }] }
`,
      );
    }
    await sent(["--reporter=json=r.json"], folder);
    await move("one");
    const part = await sent(again, folder);
    assertEquals([part.code, part.targets], [1, ["/two"]], part.text);
    assertStringIncludes(
      part.text,
      'warning USAGE: Cannot run all that failed in "r.json": "old/one.yml" did not pass there, and is not in the collection any more',
    );
    await move("two");
    const none = await sent(again, folder);
    assertEquals([none.code, none.targets], [2, []], none.text);
    assertStringIncludes(none.text, '"old/one.yml" and 1 more did not pass');
    // They are not of what is selected.
    const others = await sent(["new", ...again], folder);
    assertEquals(others.code, 0, others.text);
  });

  it("list and render take what failed in a run with data, without rows", async () => {
    const folder = `${cwd}/listed`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(
      `${folder}/listed.yml`,
      `info: { name: Listed }
items:
- info: { name: good, type: http }
  http: { url: "${server.url}/good" }
- info: { name: bad, type: http }
  http: { url: "${server.url}/bad" }
  runtime: { assertions: [{ expression: res.status, operator: eq, value: "1" }] }
`,
    );
    await Deno.writeTextFile(`${folder}/rows.csv`, "n\n1\n2\n");
    await sent(
      ["listed.yml", "--data=rows.csv", "--reporter=json=r.json"],
      folder,
    );
    for (const command of ["list", "render"]) {
      const { code, stdout } = await brace(
        [command, "listed.yml", "--failed-in=r.json"],
        { cwd: folder },
      );
      assertEquals(code, 0);
      assert(stdout.includes("/bad") && !stdout.includes("/good"), stdout);
    }
  });

  it("warns that an earlier run ended before all requests ran", async () => {
    const report = `${cwd}/report.json`;
    const first = [`--reporter=json=${report}`, "users/fail", "other"];
    const warning = "did not run in the run of";
    for (const bail of [["--bail"], []]) {
      await sent([...first, ...bail], `${cwd}/shop`);
      const again = await sent([`--failed-in=${report}`], `${cwd}/shop`);
      assertEquals(again.targets, ["/fail"], again.text);
      assertEquals(again.text.includes(warning), bail.length > 0, again.text);
    }
  });

  it("says which value of which row is no JSON", async () => {
    await Deno.writeTextFile(`${cwd}/bad.csv`, "n\n1\n2\none\n");
    await Deno.writeTextFile(
      `${cwd}/body.yml`,
      `info: { name: Body }
items:
- info: { name: send, type: http }
  http: { method: POST, url: "{{server}}", body: { type: json, data: '{"n": {{n}}}' } }
- info: { name: count, type: http }
  http: { method: GET, url: "{{server}}" }
  runtime: { scripts: [{ type: tests, code: 'client.setEnvVar("n", 1)' }] }
`,
    );
    const args = ["body.yml", "--data=bad.csv", "--rows=2-3"];
    const { code, targets, text } = await sent(args);
    assertEquals([code, targets.length], [3, 3], text);
    // The row gives the value, whoever sets it.
    assert(!text.includes("is set by"), text);
    const given = await sent(["body.yml", "--var=n=one"]);
    assert(!given.text.includes("is set by"), given.text);
    assert(
      text.includes(
        'its value, from the data, is text and stands outside quotes (correct it there; only if all of its values are text, put quotes around it: "{{n}}")',
      ),
      text,
    );
    assert(
      text.includes('the value is the field "n" in row 3 of bad.csv'),
      text,
    );
  });

  it("runs again nothing that a script went past", async () => {
    const step = (name: string) =>
      `- info: { name: ${name}, type: http }
  http: { url: "{{server}}/${name}" }
`;
    await Deno.writeTextFile(
      `${cwd}/past.yml`,
      `info: { name: Past }
items:
${step("fail")}  runtime:
    scripts: [{ type: tests, code: 'client.setNextRequest("c")' }]
    assertions: [{ expression: res.status, operator: eq, value: "200" }]
${step("b")}${step("c")}`,
    );
    const first = await sent(["past.yml", "--reporter=json=past.json"]);
    assertEquals(first.targets, ["/fail", "/c"], first.text);
    assert(first.text.includes("went on with"), first.text);
    const again = await sent(["past.yml", "--failed-in=past.json"]);
    assertEquals(again.targets, ["/fail"], again.text);
  });

  describe("of rows", () => {
    const again = "--failed-in=report.json";
    const DATA = "--data=rows.csv";
    const AGAIN: [
      name: string,
      first: string[],
      again: string[],
      targets: string[],
      says: string,
    ][] = [
      [
        "only what failed in each row",
        [DATA],
        [again, DATA],
        ["/b/2", "/a/3"],
        "2 requests · 2 of 4 iterations",
      ],
      [
        "with what each needs",
        [DATA],
        [again, DATA, "--with-needed"],
        ["/a/2", "/b/2", "/a/3"],
        "3 requests",
      ],
      [
        "rows by their numbers",
        [DATA, "--rows=3-4"],
        [again, DATA],
        ["/a/3"],
        "1 of 4",
      ],
      [
        "rows of those asked for",
        [DATA],
        [again, DATA, "--rows=2-2"],
        ["/b/2"],
        "1 request",
      ],
      [
        "rows that passed",
        [DATA],
        [again, DATA, "--rows=4-4"],
        [],
        "no selected request failed",
      ],
      [
        "rows side by side",
        [DATA],
        [again, DATA, "--jobs=1", "--shard=2/2"],
        ["/b/2"],
        "1 of 4",
      ],
      [
        "no other iterations",
        ["--iterations=2", "--var=n=2"],
        [again, "--iterations=2", "--var=n=2"],
        ["/b/2", "/b/2"],
        "2 requests · 2 of 2 iterations",
      ],
      ["not without data", [DATA], [again], [], "give --data rows.csv"],
      [
        "not with repeats in place of data",
        [DATA],
        [again, "--iterations=4"],
        [],
        "give --data rows.csv",
      ],
      [
        "not one row without data",
        [DATA, "--rows=2-2"],
        [again],
        [],
        "give --data rows.csv",
      ],
      [
        "not with other rows",
        [DATA],
        [again, "--data=more.csv"],
        [],
        '"more.csv" has 5 (run all of them again)',
      ],
      [
        "not once what ran twice",
        ["--iterations=2", "--var=n=2"],
        [again, "--var=n=2"],
        [],
        "give --iterations 2",
      ],
    ];
    for (const [name, first, args, targets, says] of AGAIN) {
      it(`runs again ${name}`, async () => {
        const folder = `${cwd}/rows`;
        await Deno.mkdir(folder, { recursive: true });
        const step = (name: string, sets: string) =>
          `- info: { name: ${name}, type: http }
  http: { url: "{{server}}/${name}/{{n}}${sets}" }
  runtime:
    scripts: [{ type: after-response, code: 'client.setVar("of_${name}", 1)' }]
    assertions: [{ expression: res.status, operator: eq, value: "200" }]
`;
        await Deno.writeTextFile(
          `${folder}/rows.yml`,
          `info: { name: Rows }
request: { variables: [{ name: of_a, value: "0" }] }
items:
${step("a", "")}${step("b", "?{{of_a}}").replace("/{{n}}?", "/{{n}}#")}`,
        );
        await Deno.writeTextFile(`${folder}/rows.csv`, "n\n1\n2\n3\n4\n");
        await Deno.writeTextFile(`${folder}/more.csv`, "n\n1\n2\n3\n4\n5\n");
        broken.add("/b/2").add("/a/3");
        await sent(
          ["rows.yml", ...first, "--reporter=json=report.json"],
          folder,
        );
        const outcome = await sent(["rows.yml", ...args], folder);
        broken.clear();
        assertEquals(outcome.targets, targets, outcome.text);
        assert(outcome.text.includes(says), outcome.text);
        assertEquals(outcome.code, targets.length > 0 ? 1 : 2, outcome.text);
      });
    }
  });

  const TAGS: [args: string[], about?: string, meant?: string][] = [
    [["--exclude-tags=v2"]],
    [["--exclude-tags=fsat"], 'excluded tag "fsat"', "fast"],
    [["--exclude-tags=v2,slow"], 'excluded tag "slow"'],
    [["--tags=v2,slow"], 'tag "slow"'],
    // Whether another folder has them is not read, unless they may be misspelt.
    [["a", "--exclude-tags=slow"]],
    [["a", "--exclude-tags=fist"]],
    [["a", "--exclude-tags=fasst"], 'excluded tag "fasst"', "fast"],
  ];
  for (const [args, about, meant] of TAGS) {
    it(`${about ? "warns" : "does not warn"} of ${args.join(" ")}`, async () => {
      const folder = `${cwd}/tagged`;
      for (const [path, tags] of [["a", "[fast]"], ["b", "[v2, fist]"]]) {
        await Deno.mkdir(`${folder}/${path}`, { recursive: true });
        await Deno.writeTextFile(
          `${folder}/${path}/one.yml`,
          `info: { name: One, tags: ${tags} }\nhttp: { url: "{{server}}" }\n`,
        );
      }
      await Deno.writeTextFile(
        `${folder}/opencollection.yml`,
        "info: { name: Tagged }\n",
      );
      const { code, stderr } = await brace(["list", ...args], { cwd: folder });
      const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
      const text = about === undefined
        ? ""
        : `warning USAGE: The ${about} has no effect: no request has it${hint}`;
      assertEquals([code, oneLine(stderr).trim()], [0, text]);
    });
  }

  for (
    const [tag, says] of [
      [
        "atuh",
        /warning USAGE: The tag "atuh" has no effect: no request has it \(did you mean "auth"\?\)/m,
      ],
      [
        "daily,nightly",
        /warning USAGE: The tag "nightly" has no effect: no request has it/m,
      ],
      // Nothing may have it.
      ["nightly", undefined],
    ] as const
  ) {
    it(`a run that may be empty ${says ? "warns" : "does not warn"} of --tags ${tag}`, async () => {
      await Deno.mkdir(`${cwd}/empty`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/empty/opencollection.yml`, "info: {}\n");
      await Deno.writeTextFile(
        `${cwd}/empty/one.yml`,
        'info: { tags: [auth] }\nhttp: { url: "{{server}}" }\n',
      );
      const { code, stdout, stderr } = await brace(
        ["run", `--tags=${tag}`, "--allow-empty"],
        { cwd: `${cwd}/empty` },
      );
      const text = oneLine(stdout + stderr);
      assertEquals(code, 0, text);
      if (says) assertMatch(text, says);
      else assert(!text.includes("warning"), text);
    });
  }

  const BELOW: [args: string[], folder: string, meant: string | undefined][] = [
    [["run", "users"], "", "shop/users"],
    [["run", "users/"], "", "shop/users"],
    [["run", "users/create"], "", "shop/users/create.yml"],
    [["list", "login"], "", "shop/auth/login.yml"],
    [["check", "zoo"], "", "shop/zoo"],
    [["run", "users/create"], "/shop/zoo", "../users/create.yml"],
    // An environment is none, and more than one is not told apart.
    [["run", "local"], "", undefined],
    [["run", "twice"], "", undefined],
    [["run", "zo/read"], "", undefined],
  ];
  for (const [args, at, meant] of BELOW) {
    it(`names what ${args.join(" ")} means in ${at || "the folder above"}`, async () => {
      const folder = `${cwd}/above`;
      for (const [path, text] of Object.entries(FILES)) {
        const file = `${folder}/shop/${path}`;
        await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), {
          recursive: true,
        });
        await Deno.writeTextFile(file, text);
      }
      for (const name of ["a", "b"]) {
        await Deno.mkdir(`${folder}/shop/${name}/twice`, { recursive: true });
      }
      const { code, stderr } = await brace(args, { cwd: `${folder}${at}` });
      const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
      assertStringIncludes(
        `${oneLine(stderr).trim()} `,
        `MISSING_PATH: Cannot find "${
          args[1]
        }": no such file or folder${hint} `,
      );
      assertEquals(code, 2);
    });
  }

  for (
    const args of [
      "run",
      "list",
      "vars",
      "check",
      "render",
      "fmt",
      "export bru",
    ]
  ) {
    it(`the folder above suggests brace ${args}`, async () => {
      const folder = `${cwd}/parent`;
      await Deno.mkdir(`${folder}/shop`, { recursive: true });
      await Deno.writeTextFile(
        `${folder}/shop/opencollection.yml`,
        "info: {}\n",
      );
      const { stderr } = await brace(args.split(" "), { cwd: folder });
      assertStringIncludes(oneLine(stderr), `try: brace ${args} shop`);
    });
  }

  for (const [there, typed] of [["NFC", "NFD"], ["NFD", "NFC"]] as const) {
    it(`finds a path whose letters are ${there} on disk, typed as ${typed}`, async () => {
      const name = (form: string) => "grü\xdfe/\u00e9t\u00e9".normalize(form);
      const folder = `${cwd}/${there}`;
      const request = `${folder}/${name(there)}.yml`;
      await Deno.mkdir(request.slice(0, request.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(`${folder}/opencollection.yml`, "info: {}\n");
      await Deno.writeTextFile(request, 'http: { url: "http://localhost" }\n');
      for (const end of ["", ".yml"]) {
        const { code, stdout, stderr } = await brace(
          ["list", `${name(typed)}${end}`],
          { cwd: folder },
        );
        assertEquals([code, stderr], [0, ""]);
        assertStringIncludes(stdout, name(there));
      }
      const none = await brace(["list", `${name(typed)}s`], { cwd: folder });
      assertEquals(none.code, 2);
    });
  }

  const WRONG: [args: string[], says: string][] = [
    [["users/x*"], "nothing in the collection matches"],
    [["logim"], 'did you mean "login"'],
    [["users/nope.yml"], "no such file or folder"],
    [
      ["https://shop.test/api.json?token=abcd1234efgh"],
      'Cannot find "https://shop.test/api.json?token=***": it is a URL, and not a file or folder (make a collection of its document with brace import,',
    ],
    [["--failed-in=opencollection.yml"], "not a JSON report"],
    [["--failed-in=nowhere.json"], "does not exist"],
    [["--rows=1-2"], "there are no rows"],
    [["--rows=0"], "counted from 1"],
    [["--rows=3-2"], "counted from 1"],
    [["--data=../rows.csv", "--rows=2-9"], "has 3"],
  ];
  for (const [args, says] of WRONG) {
    it(`refuses ${args.join(" ")}`, async () => {
      await Deno.writeTextFile(`${cwd}/rows.csv`, "n\n1\n2\n3\n");
      const { code, targets, text } = await sent(args, `${cwd}/shop`);
      assertEquals([code, targets], [2, []], text);
      assert(text.includes(says), text);
    });
  }

  it("does not miss the folder of a file that it cannot read", async () => {
    const folder = `${cwd}/shop/torn/deep`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${folder}/torn.yml`, "http: {\n");
    const rows: [path: string, isMissing: boolean][] = [
      ["torn", false],
      ["torn/", false],
      ["torn/deep", false],
      ["torn/deep/torn", false],
      ["tor", true],
      ["orn*", true],
    ];
    for (const [path, isMissing] of rows) {
      const { code, text } = await sent([path], `${cwd}/shop`);
      assertEquals(code, 2, text);
      assertEquals(text.includes("MISSING_PATH"), isMissing, text);
      assertStringIncludes(text, "YAML_SYNTAX");
    }
    await Deno.remove(`${cwd}/shop/torn`, { recursive: true });
  });

  it("names the order of the paths where it is the wrong one", async () => {
    const { code, text } = await sent(
      ["through/use", "through/key"],
      `${cwd}/shop`,
    );
    assertEquals(code, 3, text);
    assertStringIncludes(
      text,
      'which runs later, in the order of the paths (put "through/key.yml" first): run it first with --with-needed, or send',
    );
  });

  it("runs the rows that are asked for", async () => {
    await Deno.writeTextFile(`${cwd}/rows.csv`, "n\n1\n2\n3\n");
    const { targets } = await sent(
      ["auth", "--data=../rows.csv", "--rows=2-3"],
      `${cwd}/shop`,
    );
    assertEquals(targets, ["/login", "/login"]);
  });

  describe("with setup and teardown", () => {
    const STAGED: Record<string, string> = {
      "opencollection.yml": `info: { name: Staged }
extensions: { brace: { setup: [z/login, z/seed.yml], teardown: [a] } }
request: { variables: [{ name: base, value: "{{server}}" }] }
`,
      "a/remove.yml": request("remove"),
      "b/read.yml": request("read"),
      "b/change.yml": `info: { name: change, tags: [write] }
http: { method: POST, url: "{{base}}/change" }
`,
      "z/login.yml": request("login"),
      "z/seed.yml": request("seed"),
    };
    const LISTS: [args: string[], names: string[]][] = [
      [[], ["login", "seed", "change", "read", "remove"]],
      [["b/read.yml"], ["login", "seed", "read", "remove"]],
      [["z/seed"], ["login", "seed", "remove"]],
      [["--tags=write"], ["login", "seed", "change", "remove"]],
    ];
    for (const [args, names] of LISTS) {
      it(`lists what a run sends, in its order: ${args.join(" ") || "all"}`, async () => {
        const folder = `${cwd}/staged`;
        for (const [path, text] of Object.entries(STAGED)) {
          const file = `${folder}/${path}`;
          await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), {
            recursive: true,
          });
          await Deno.writeTextFile(file, text);
        }
        const { targets, text } = await sent(args, folder);
        assertEquals(targets, names.map((name) => `/${name}`), text);
        const json = await brace(["list", ...args, "--format=json"], {
          cwd: folder,
        });
        const listed: { name: string; stage?: string }[] =
          JSON.parse(json.stdout).requests;
        assertEquals(
          listed.map(({ name, stage }) => [name, stage]),
          names.map((name) => [name, STAGES[name]]),
        );
        const { stdout } = await brace(["list", ...args], { cwd: folder });
        const lines = stdout.split("\n").filter((line) => /\.yml/.test(line));
        assertEquals(
          lines.map((line) => line.split(/ {2,}/).slice(2)),
          names.map((name) => [
            name,
            ...STAGES[name] ? [`(${STAGES[name]})`] : [],
          ]),
        );
      });
    }
  });

  it("lists requests and environments", async () => {
    const text = await brace(["list", "shop"], { cwd });
    assertEquals([text.code, text.stderr], [0, ""]);
    assert(
      text.stdout.includes("zoo/read.yml  Read a user"),
      text.stdout,
    );
    assert(
      text.stdout.includes("{{base}}/read/{{userId}}  #slow"),
      text.stdout,
    );
    assert(
      text.stdout.endsWith("19 requests · environments: local\n"),
      text.stdout,
    );
    const json = await brace(["list", "shop", "--format=json"], { cwd });
    const { environments, requests } = JSON.parse(json.stdout);
    assertEquals(environments, ["local"]);
    assertEquals(requests[0], {
      path: "auth/login.yml",
      name: "login",
      type: "http",
      method: "GET",
      url: "{{base}}/login",
      tags: [],
    });
  });
});
