import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { runCollection } from "../../support/run_collection.ts";

/** Scripts by phase. */
type Scripts = Readonly<Record<string, string>>;

function scriptsOf(scripts: Scripts): object[] {
  return Object.entries(scripts).map(([type, code]) => ({
    type,
    code,
    ...(/\b(?:pm|postman)\./.test(code) &&
      { extensions: { brace: { dialect: "postman" } } }),
  }));
}

function request(path: string, scripts: Scripts = {}): string {
  return JSON.stringify({
    http: { method: "GET", url: `{{server}}/${path}` },
    runtime: { scripts: scriptsOf(scripts) },
  });
}

/** The collection's own file, or a folder's. */
function level(scripts: Scripts, variables: object = {}): string {
  return JSON.stringify({
    request: {
      variables: Object.entries(variables).map(([name, value]) => ({
        name,
        value,
      })),
      scripts: scriptsOf(scripts),
    },
  });
}

/** The collection's own file, with requests that run first or last. */
function stages(brace: object): string {
  return JSON.stringify({ extensions: { brace } });
}

/** The collection's own file, with a script for one type of requests. */
function levelFor(type: string, code: string): string {
  const extensions = { brace: { for: type } };
  const scripts = [{ type: "after-response", code, extensions }];
  return JSON.stringify({ request: { scripts } });
}

const before = (code: string) => ({ "before-request": code });
const after = (code: string) => ({ "after-response": code });
const LOGIN = request("login", after('client.setVar("token", "t")'));
const USES = request("{{token}}");
const OWN = level({}, { token: "first" });

/** What a check finds, as `file: CODE`; a run fails in these files, and where nothing is found a run of all may pass. */
type Row = [
  title: string,
  files: Record<string, string>,
  found: string[],
];

const DELETED = ["c.yml: USED_AFTER_DELETE"];

const DELETIONS: Row[] = [
  ["set before the request, and deleted after the response", {
    "b.yml": request("b", {
      "before-request": 'client.setVar("token", "t")',
      "after-response": 'client.deleteVar("token")',
    }),
    "c.yml": USES,
  }, DELETED],
  ["by Postman's collectionVariables, in a folder without any", {
    "opencollection.yml": OWN,
    "a/folder.yml": level({}),
    "a/b.yml": request("b", after('pm.collectionVariables.unset("token")')),
    "c.yml": USES,
  }, DELETED],
  ["deleted after the response", {
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": USES,
  }, DELETED],
  ["deleted before the request, by a name in a constant", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      before('const name = "token"; bru.deleteVar(name)'),
    ),
    "c.yml": USES,
  }, DELETED],
  ["all of them deleted", {
    "a.yml": LOGIN,
    "b.yml": request("b", after("await client.deleteAllVars()")),
    "c.yml": USES,
    // {{server}}, which --var gives, too.
  }, [...DELETED, ...DELETED]],
  ["what a file defines, deleted", {
    "opencollection.yml": OWN,
    "a.yml": USES,
    "b.yml": request("b", { tests: 'client.deleteCollectionVar("token")' }),
    "c.yml": USES,
  }, DELETED],
  ["deleted again after it was set again", {
    "a.yml": LOGIN,
    "a1.yml": request("b", after('client.deleteVar("token")')),
    "a2.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": USES,
  }, DELETED],
  ["deleted by a folder's script", {
    "a/login.yml": LOGIN,
    "b/folder.yml": level(after('client.deleteVar("token")')),
    "b/b.yml": request("b"),
    "b/c.yml": request("c"),
    "c/c.yml": USES,
  }, ["c/c.yml: USED_AFTER_DELETE"]],
  ["of several scopes the only one", {
    "opencollection.yml": OWN,
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after('client.deleteVar("token"); client.deleteCollectionVar("token")'),
    ),
    "c.yml": USES,
  }, DELETED],
  ["in a text that a script resolves", {
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": request("c", after('client.interpolate("{{token}}")')),
  }, DELETED],
  ["by Postman's environment.clear", {
    "a.yml": request("login", after('pm.environment.set("token", "t")')),
    "b.yml": request("b", after("pm.environment.clear()")),
    "c.yml": USES,
  }, DELETED],
  ["by Postman's unset, as it was", {
    "a.yml": request("login", after('pm.globals.set("token", "t")')),
    "b.yml": request("b", after('postman.clearGlobalVariable("token")')),
    "c.yml": USES,
  }, DELETED],
  // What only a run tells.
  ["deleted where a condition holds", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after('if (res.status === 500) client.deleteVar("token")'),
    ),
    "c.yml": USES,
  }, []],
  ["deleted behind a way out", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after('if (res.status === 200) return; client.deleteVar("token")'),
    ),
    "c.yml": USES,
  }, []],
  ["deleted in a function that may not be called", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after(
        'const drop = () => client.deleteVar("token"); if (!res.status) drop()',
      ),
    ),
    "c.yml": USES,
  }, []],
  ["set again in between", {
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "b2.yml": request(
      "b",
      after('if (res.status) client.setVar("token", "t")'),
    ),
    "c.yml": USES,
  }, []],
  ["set again by a name that is computed", {
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "b2.yml": request("b", after('client.setVar("tok" + "en", "t")')),
    "c.yml": USES,
  }, []],
  ["set again in the same script", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after('client.deleteVar("token"); client.setVar("token", "t")'),
    ),
    "c.yml": USES,
  }, []],
  ["set before each request", {
    "opencollection.yml": level(before('client.setVar("token", "t")')),
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": USES,
  }, []],
  ["with another scope that has it", {
    "opencollection.yml": OWN,
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": USES,
  }, []],
  ["of another scope", {
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteEnvVar("token")')),
    "c.yml": USES,
  }, []],
  ["by the request that uses it", {
    "a.yml": LOGIN,
    "c.yml": request(
      "{{token}}",
      after('client.interpolate("{{token}}"); client.deleteVar("token")'),
    ),
  }, []],
  ["where a script chooses the next request", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after('client.deleteVar("token"); client.setNextRequest("d")'),
    ),
    "c.yml": USES,
    "d.yml": request("d"),
  }, []],
  ["where a script runs another request", {
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": request("{{token}}", before('await client.runRequest("a")')),
  }, []],
  ["by a request that may be skipped", {
    "a.yml": LOGIN,
    "b.yml": request("b", {
      "before-request":
        "if (req.getMethod() === 'GET') client.runner.skipRequest()",
      ...after('client.deleteVar("token")'),
    }),
    "c.yml": USES,
  }, []],
  ["where a script hands setNextRequest on", {
    "a.yml": LOGIN,
    "b.yml": request(
      "b",
      after('client.deleteVar("token"); ["d"].forEach(client.setNextRequest)'),
    ),
    "c.yml": USES,
    "d.yml": request("d"),
  }, []],
  ["by a request of teardown", {
    "opencollection.yml": stages({ teardown: ["b.yml"] }),
    "a.yml": LOGIN,
    "b.yml": request("b", after('client.deleteVar("token")')),
    "c.yml": USES,
  }, []],
  ["by a script for other requests", {
    "opencollection.yml": levelFor("grpc", 'client.deleteVar("token")'),
    "a.yml": LOGIN,
    "b.yml": request("b"),
    "c.yml": USES,
  }, []],
];

const SETS = request("b", after('client.setVar("token", "t")'));
const LEFT_OUT = ["c.yml: USED_BEFORE_SET"];

const LEFT: Row[] = [
  ["jumped over", {
    "a.yml": request("a", after('client.setNextRequest("c")')),
    "b.yml": SETS,
    "c.yml": USES,
  }, LEFT_OUT],
  ["jumped over before it is sent, by its path", {
    "a.yml": request("a", before('bru.runner.setNextRequest("c.yml")')),
    "b.yml": SETS,
    "c.yml": USES,
  }, LEFT_OUT],
  ["jumped over in Postman", {
    "a.yml": request("a", after('pm.execution.setNextRequest("c")')),
    "b.yml": request("b", after('pm.environment.set("token", "t")')),
    "c.yml": USES,
  }, LEFT_OUT],
  ["skipped", {
    "b.yml": request("b", {
      ...before("client.runner.skipRequest()"),
      ...after('client.setVar("token", "t")'),
    }),
    "c.yml": USES,
  }, LEFT_OUT],
  // What only a run tells.
  ["jumped over where a condition holds", {
    "a.yml": request(
      "a",
      after('if (res.status === 500) client.setNextRequest("c")'),
    ),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
  ["jumped over, or not, by another script of the same request", {
    "a.yml": request("a", {
      ...before('client.setNextRequest("c")'),
      ...after('client.setNextRequest("b")'),
    }),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
  ["jumped over behind a way out", {
    "a.yml": request(
      "a",
      after('if (res.status) return; client.setNextRequest("c")'),
    ),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
  ["jumped over behind Postman's skipRequest, which ends the script", {
    "a.yml": request(
      "a",
      before(
        'if (pm.request.url) pm.execution.skipRequest(); pm.execution.setNextRequest("c")',
      ),
    ),
    "b.yml": request("b", after('pm.environment.set("token", "t")')),
    "c.yml": USES,
  }, []],
  ["jumped over, and come back to", {
    "a.yml": request("a", after('client.setNextRequest("a3")')),
    "a1.yml": SETS,
    "a2.yml": request("a2", after('client.setNextRequest("c")')),
    "a3.yml": request("a3", after('client.setNextRequest("a1")')),
    "c.yml": USES,
  }, []],
  ["jumped to by a name that is computed", {
    "a.yml": request("a", after('client.setNextRequest("c")')),
    "b.yml": SETS,
    "c.yml": USES,
    "d.yml": request("d", after("client.setNextRequest(res.body.next)")),
  }, []],
  ["jumped to what is not there", {
    "a.yml": request("a", after('client.setNextRequest("nothing")')),
    "b.yml": SETS,
    "c.yml": USES,
  }, ["a.yml: SCRIPT_ERROR"]],
  ["jumped over, unless a jump before it leads nowhere", {
    "a.yml": request(
      "a",
      after('if (res.status === 500) client.setNextRequest("c")'),
    ),
    "a1.yml": request("a", after('client.setNextRequest("nothing")')),
    "b.yml": SETS,
    "c.yml": USES,
  }, ["a1.yml: SCRIPT_ERROR"]],
  ["jumped over by a method of another object", {
    "a.yml": request(
      "a",
      after('const own = JSON.parse("{}"); own.setNextRequest("c")'),
    ),
    "b.yml": SETS,
    "c.yml": USES,
    "d.yml": request("d", after("client.runner.stopExecution()")),
  }, []],
  ["jumped over by a script for other requests", {
    "opencollection.yml": levelFor("grpc", 'client.setNextRequest("c")'),
    "a.yml": request("a"),
    "b.yml": SETS,
    "c.yml": USES,
    "d.yml": request("d", after("client.runner.stopExecution()")),
  }, []],
  ["jumped over, but run first", {
    "opencollection.yml": stages({ setup: ["b.yml"] }),
    "a.yml": request("a", after('client.setNextRequest("c")')),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
  ["run by another request", {
    "a.yml": request(
      "a",
      after('await client.runRequest("b"); client.setNextRequest("c")'),
    ),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
  ["skipped where a condition holds", {
    "b.yml": request("b", {
      ...before("if (!req.getUrl()) client.runner.skipRequest()"),
      ...after('client.setVar("token", "t")'),
    }),
    "c.yml": USES,
    "d.yml": request("d", after("client.runner.stopExecution()")),
  }, []],
  ["skipped after it has set the variable", {
    "b.yml": request(
      "b",
      before('client.setVar("token", "t"); client.runner.skipRequest()'),
    ),
    "c.yml": USES,
  }, []],
  ["jumped over by a request that may be skipped", {
    "a.yml": request("a", {
      ...before("if (req.getUrl()) client.runner.skipRequest()"),
      ...after('client.setNextRequest("c")'),
    }),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
  ["used by the requests that are left out, alone", {
    "a.yml": request("a", after('client.setNextRequest("d")')),
    "b.yml": SETS,
    "c.yml": USES,
    "d.yml": request("d"),
  }, []],
  ["behind the end of the run", {
    "a.yml": request("a", after("client.runner.stopExecution()")),
    "b.yml": SETS,
    "c.yml": USES,
  }, []],
];

/** In one file, its requests in this order. */
function bundled(
  brace: object,
  items: Readonly<Record<string, string>>,
): Record<string, string> {
  const info = { name: "Bundled" };
  return {
    "opencollection.yml": JSON.stringify({
      bundled: true,
      items: Object.entries(items).map(([name, text]) => ({
        ...JSON.parse(text),
        info: { name, type: "http" },
      })),
      info,
      extensions: { brace },
    }),
  };
}

const STAGED: Row[] = [
  ["by a later request, which setup runs first", {
    "opencollection.yml": stages({ setup: ["z.yml"] }),
    "a.yml": USES,
    "z.yml": LOGIN,
  }, []],
  ["by a request of a folder, all of which setup runs first", {
    "opencollection.yml": stages({ setup: ["z"] }),
    "a.yml": USES,
    "z/b.yml": LOGIN,
    "z/c.yml": USES,
  }, []],
  ["in one file", bundled({ setup: ["z"] }, { a: USES, z: LOGIN }), []],
  ["by the second of setup, for the first", {
    "opencollection.yml": stages({ setup: ["y.yml", "x.yml"] }),
    "x.yml": LOGIN,
    "y.yml": USES,
  }, ["y.yml: USED_BEFORE_SET"]],
  ["by a request before that one, which teardown runs last", {
    "opencollection.yml": stages({ teardown: ["a.yml"] }),
    "a.yml": LOGIN,
    "b.yml": USES,
  }, ["b.yml: USED_BEFORE_SET"]],
  ["by a later request, for one that teardown runs last", {
    "opencollection.yml": stages({ teardown: ["a.yml"] }),
    "a.yml": USES,
    "b.yml": LOGIN,
  }, []],
];

const NOTHING = ["c.yml: UNDEFINED_VARIABLE"];

/** Texts that the script of `c.yml` resolves; `token` is set before. */
const TEXTS: [code: string, found: string[]][] = [
  ['client.interpolate("{{nope}}")', NOTHING],
  ["bru.interpolate('{{ nope.id }} and {{token}}')", NOTHING],
  ["client.interpolate({ a: [`{{nope}}`] })", NOTHING],
  ['const text = "{{nope}}"; client.interpolate(text)', NOTHING],
  ["client.interpolate(`{{nope}}/${res.status}`)", NOTHING],
  ['client.interpolate("{{nope}}/" + res.status)', NOTHING],
  ['test("a", () => { client.interpolate("{{nope}}") })', NOTHING],
  ['client.interpolate("{{token}}")', []],
  ['client.setVar("own", 1); client.interpolate("{{own}}")', []],
  ["client.interpolate(`{{${'token'}}}`)", []],
  ['client.interpolate("{{" + "token" + "}}")', []],
  ['try { client.interpolate("{{nope}}") } catch {}', []],
  [
    'test("a", () => { expect(() => client.interpolate("{{nope}}")).to.throw() })',
    [],
  ],
  [
    'require("assert").throws(() => client.interpolate("{{nope}}"))',
    [],
  ],
  ['if (!res.status) client.interpolate("{{other}}")', []],
  ['[].forEach(() => client.interpolate("{{other}}"))', []],
  ["client.interpolate(res.body)", []],
  ['JSON.stringify("{{nope}}")', []],
];

/** Texts that a run never fails with, though a check warns. */
const WARNED: [code: string][] = [
  ['if (!res.status) client.interpolate("{{nope}}")'],
  ['pm.variables.replaceIn("{{nope}}")'],
];

const runs = (name: string) => `await client.runRequest("${name}")`;

const NESTED: Row[] = [
  ["before the request, by a request that runs later", {
    "a.yml": request("{{token}}", before(runs("x"))),
    "x.yml": LOGIN,
  }, []],
  ["by Postman's call, and a path", {
    "a.yml": request(
      "{{token}}",
      before('await pm.execution.runRequest("f/x.yml")'),
    ),
    "c/x.yml": request("c"),
    "f/x.yml": LOGIN,
  }, []],
  ["by a script of the folder", {
    "a/folder.yml": level(before(runs("x"))),
    "a/a.yml": USES,
    "x.yml": LOGIN,
  }, []],
  ["by a script of the other request's folder", {
    "a.yml": request("{{token}}", before(runs("y"))),
    "opencollection.yml": stages({ order: ["a"] }),
    "b/folder.yml": level(after('client.setEnvVar("token", "t")')),
    "b/y.yml": request("y"),
  }, []],
  ["by a request that such a request runs", {
    "a.yml": request("{{token}}", before(runs("b"))),
    "b.yml": request("b", after(runs("x"))),
    "x.yml": LOGIN,
  }, []],
  ["by a request that only the run chooses", {
    "a.yml": request(
      "{{token}}",
      before('await client.runRequest(["x"].join(""))'),
    ),
    "x.yml": LOGIN,
  }, []],
  ["by a request with variables of the request that runs it", {
    "a.yml": request(
      "{{token}}",
      before(`client.setVar("which", 1); ${runs("x")}`),
    ),
    "x.yml": request("{{which}}", after('client.setVar("token", "t")')),
  }, []],
  ["after the response, for later requests", {
    "a.yml": request("a", after(runs("x"))),
    "b.yml": USES,
    "x.yml": LOGIN,
  }, []],
  ["after the response, too late for its own request", {
    "a.yml": request("{{token}}", after(runs("x"))),
    "x.yml": LOGIN,
  }, ["a.yml: USED_BEFORE_SET"]],
  ["by the request that runs it, which has its own place before", {
    "a.yml": request("{{which}}"),
    "b.yml": request("b", before(`client.setVar("which", 1); ${runs("a")}`)),
  }, ["a.yml: USED_BEFORE_SET"]],
  ["at its own place already, before a script runs it again", {
    "a.yml": LOGIN,
    "b.yml": USES,
    "c.yml": request("c", before(runs("a"))),
  }, []],
  ["for one run of the other request alone", {
    "a.yml": request("{{own}}", before(runs("x"))),
    "x.yml": request("{{own}}", after('client.setRequestVar("own", "t")')),
  }, [
    "a.yml: UNDEFINED_VARIABLE",
    "x.yml: USED_BEFORE_SET",
    "x.yml: UNUSED_VARIABLE",
  ]],
  ["by another request than the one that is run", {
    "a.yml": request("{{token}}", before(runs("b"))),
    "b.yml": request("b"),
    "x.yml": LOGIN,
  }, ["a.yml: USED_BEFORE_SET"]],
];

describe("a check follows the course of a run", () => {
  for (
    const [what, rows] of [
      ["a variable that is deleted", DELETIONS],
      ["a variable that a request sets which is left out", LEFT],
      ["a variable that is set, with setup and teardown", STAGED],
      ["a variable that a request sets which a script runs", NESTED],
    ] as const
  ) {
    describe(what, () => {
      for (const [title, files, found] of rows) {
        it(title, async () => {
          assertEquals(foundIn(files), found, "in a check");
          const failed = await failedIn(files);
          const wanted = [...new Set(found.map((one) => one.split(":")[0]))];
          if (wanted.length > 0 || rows === NESTED) {
            assertEquals(failed, wanted, "in a run");
          }
        });
      }
    });
  }

  describe("a text that a script resolves", () => {
    const filesOf = (code: string) => ({
      "a.yml": LOGIN,
      "c.yml": request("c", after(code)),
      "d.yml": request("d", after('client.setVar("other", 1)')),
    });
    for (const [code, found] of TEXTS) {
      it(code, async () => {
        const files = filesOf(code);
        assertEquals(foundIn(files), found, "in a check");
        const { results } = await runCollection(files);
        const isBad = results.find(({ step }) => step.item.path === "c.yml")!
          .status !== "passed";
        assertEquals(isBad, found.length > 0, "in a run");
      });
    }
    for (const [code] of WARNED) {
      it(`${code}: a warning`, () => {
        const [only, ...others] = check(filesOf(code));
        assertEquals(others, []);
        assertEquals([only.code, only.severity], [
          "UNDEFINED_VARIABLE",
          "warning",
        ]);
        const { offset = 0, length = 0 } = only.location!;
        assertEquals(code.slice(offset, offset + length), "{{nope}}");
      });
    }
    it("has its place, also where it has escapes", () => {
      const code = 'client.interpolate("\\u0041 {{nope}}")';
      const [{ location }] = check(filesOf(code));
      const { offset = 0, length = 0 } = location!;
      assertEquals(code.slice(offset, offset + length), "\\u0041 {{nope}}");
    });
  });

  it("advises a lower seq only where seq decides", () => {
    const [, second] = STAGED[3];
    const files = {
      "opencollection.yml": stages({ setup: ["b.yml"] }),
      "b.yml": USES,
      "c.yml": LOGIN,
    };
    assertEquals([...check(files), ...check(second)].map((it) => it.message), [
      'Cannot resolve "{{token}}" here: "token" is set later in the run, by the after-response script of c.yml (run it first with setup: ["c.yml", "b.yml"] in extensions.brace of opencollection.yml, or give it a first value)',
      'Cannot resolve "{{token}}" here: "token" is set later in the run, by the after-response script of x.yml (run it first with setup: ["x.yml", "y.yml"] in extensions.brace of opencollection.yml, or give it a first value)',
    ]);
  });

  it("says which script deletes, and which leaves a request out", () => {
    const [deleted] = check(DELETIONS[0][1]);
    assertEquals(
      deleted.message,
      'Cannot resolve "{{token}}" here: the after-response script of b.yml deletes "token" before this request runs (run this request first, or set the variable again)',
    );
    const [left] = check(LEFT[0][1]);
    assertEquals(
      left.message,
      'Cannot resolve "{{token}}" here: the after-response script of b.yml sets "token", but the run leaves that request out (the after-response script of a.yml goes on with "c")',
    );
    assertEquals(left.related?.map(({ location }) => location.file), [
      "b.yml",
      "a.yml",
    ]);
  });
});

function check(files: Record<string, string>) {
  const { value } = readCollection({
    root: "",
    files: new Map(Object.entries({ "opencollection.yml": "{}", ...files })),
  });
  return checkCollection(value!, {
    variables: { server: "http://h.example" },
    readScript,
  }).filter(({ severity }) => severity !== "hint");
}

function foundIn(files: Record<string, string>): string[] {
  return check(files).map(({ code, location }) => `${location!.file}: ${code}`);
}

async function failedIn(files: Record<string, string>): Promise<string[]> {
  const { results } = await runCollection(files);
  return results.filter(({ status }) => status === "errored")
    .map(({ step }) => step.item.path);
}
