import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import type { ScriptReader } from "../../../lib/tools/check/types.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { runCollection } from "../../support/run_collection.ts";

/** A request that has scripts by phase, and what else `runtime` and `http` have. */
function request(
  path: string,
  { scripts = {}, runtime = {} }: {
    readonly scripts?: Readonly<Record<string, string>>;
    readonly runtime?: object;
  } = {},
): string {
  return JSON.stringify({
    http: { method: "GET", url: `{{server}}/${path}` },
    runtime: { ...level(scripts), ...runtime },
  });
}

function level(scripts: Readonly<Record<string, string>>): object {
  return {
    scripts: Object.entries(scripts).map(([type, code]) => ({ type, code })),
  };
}

/** `folder.yml`, and the collection's own file. */
function folder(scripts: Readonly<Record<string, string>>): string {
  return JSON.stringify({ request: level(scripts) });
}

function set(variable: string, scope = ""): string {
  return `client.set${scope}Var("${variable}", 1)`;
}

const USES = request("{{id}}");
const before = (code: string) => ({ scripts: { "before-request": code } });
const after = (code: string) => ({
  scripts: { "after-response": `${code}; var name` },
});

const action = (scope: string, phase: string) => ({
  actions: [{
    type: "set-variable",
    phase,
    selector: { expression: phase === "before-request" ? "'1'" : "res.status" },
    variable: { name: "id", scope },
  }],
});

/** Files, and the requests that cannot be rendered: in a run, and as a check finds. */
const ROWS: [
  title: string,
  files: Record<string, string>,
  refused: string[],
][] = [
  ["a runtime variable: every later request", {
    "a.yml": request("a", before(set("id"))),
    "b.yml": USES,
    "f/c.yml": USES,
  }, ["f/c.yml"]],
  ["a request's own variable, set before: that request", {
    "a.yml": request("{{id}}", before(set("id", "Request"))),
    "b.yml": USES,
  }, ["b.yml"]],
  ["a request's own variable, set after: none", {
    "a.yml": request("a", after(set("id", "Request"))),
    "b.yml": USES,
  }, ["b.yml"]],
  ["a request's own variable, set by its folder: each request of it", {
    "f/folder.yml": folder({ "before-request": set("id", "Request") }),
    "f/a.yml": USES,
    "f/g/b.yml": USES,
    "c.yml": USES,
  }, ["c.yml"]],
  ["a request's own variable, set by the collection: each request", {
    "opencollection.yml": folder({ "before-request": set("id", "Request") }),
    "f/a.yml": USES,
    "b.yml": USES,
  }, []],
  ["a folder's variable, set before: its later requests", {
    "f/a.yml": request("{{id}}", before(set("id", "Folder"))),
    "f/b.yml": USES,
    "g/c.yml": USES,
    "d.yml": USES,
  }, ["d.yml", "g/c.yml"]],
  ["a folder's variable: requests of folders inside, too", {
    "f/a.yml": request("a"),
    "f/g/b.yml": request("a", after(set("id", "Folder"))),
    "f/g/c.yml": USES,
    "f/z.yml": USES,
  }, ["f/z.yml"]],
  ["a folder's variable, set by a folder outside: in the innermost one", {
    "f/folder.yml": folder({ "after-response": set("id", "Folder") }),
    "f/g/a.yml": request("a"),
    "f/g/b.yml": USES,
    "f/c.yml": USES,
  }, ["f/c.yml"]],
  ["a folder's variable, set by the collection", {
    "opencollection.yml": folder({ "after-response": set("id", "Folder") }),
    "f/a.yml": request("a"),
    "f/b.yml": USES,
    "g/c.yml": USES,
  }, ["g/c.yml"]],
  ["a variable of environment, collection or global scope: later requests", {
    "a.yml": request("a", after(set("id", "Env"))),
    "b.yml": request("{{id}}", after(set("id2", "Collection"))),
    "c.yml": request("{{id2}}", after(set("id3", "GlobalEnv"))),
    "f/d.yml": request("{{id3}}"),
  }, ["f/d.yml"]],
  ["an action's variable of the request, before: that request", {
    "a.yml": request("{{id}}", {
      runtime: action("request", "before-request"),
    }),
    "b.yml": USES,
  }, ["b.yml"]],
  ["an action's variable of the request, after: none", {
    "a.yml": request("a", { runtime: action("request", "after-response") }),
    "b.yml": USES,
  }, ["b.yml"]],
  ["an action's variable of the folder", {
    "f/a.yml": request("a", { runtime: action("folder", "after-response") }),
    "f/b.yml": USES,
    "g/c.yml": USES,
  }, ["g/c.yml"]],
  ["what an environment is given does not hide what stands above it", {
    "a.yml": request("a", after(set("user", "Env"))),
    "b.yml": request("{{user.id}}", {
      runtime: {
        variables: [{
          name: "user",
          value: { type: "object", data: '{"name": "Ada"}' },
        }],
      },
    }),
  }, ["b.yml"]],
  ["what the run is given hides what stands below it", {
    "a.yml": request("a", after('client.setVar("user", { id: 1 })')),
    "b.yml": request("{{user.id}}", {
      runtime: {
        variables: [{
          name: "user",
          value: { type: "object", data: '{"name": "Ada"}' },
        }],
      },
    }),
  }, []],
  ["what an inner folder is given leaves the outer one's as it is", {
    "f/folder.yml": JSON.stringify({
      request: {
        variables: [{
          name: "user",
          value: { type: "object", data: '{"name": "Ada"}' },
        }],
      },
    }),
    "f/g/a.yml": request(
      "{{user.name}}",
      after('client.setFolderVar("user", { id: 1 })'),
    ),
    "f/g/b.yml": request("{{user.id}}"),
    "f/z.yml": request("{{user.id}}"),
  }, ["f/z.yml"]],
  ["an assertion sees what its own request's script set for itself", {
    "a.yml": request("a", {
      ...after(set("id", "Request")),
      runtime: {
        assertions: [{
          expression: "res.status",
          operator: "neq",
          value: "{{id}}",
        }],
      },
    }),
  }, []],
];

describe("a check knows how far what scripts set reaches, as a run does", () => {
  for (const [title, files, refused] of ROWS) {
    it(title, async () => {
      const { results } = await runCollection(files);
      assertEquals(
        results.filter(({ status }) => status === "errored").map(({ step }) =>
          step.item.path
        ).sort(),
        refused,
        "in a run",
      );
      for (const reader of [readScript, undefined]) {
        assertEquals(reportedIn(files, reader), refused, "in a check");
      }
    });
  }

  it("a name that is set for others alone is no warning, and says so", () => {
    const [found] = checkFiles({
      "a.yml": request("a", after(set("id", "Request"))),
      "b.yml": USES,
    });
    assertEquals([found.severity, found.code], ["error", "UNDEFINED_VARIABLE"]);
    assertEquals(found.related?.map(({ message }) => message), [
      'the after-response script of a.yml sets "id" for its own request only',
    ]);
  });

  it("a name that is computed for others alone changes nothing", () => {
    const rows: [string, string][] = [
      ["client.setRequestVar(name, 1)", "error"],
      ["client.setVar(name, 1)", "warning"],
      ["client.setRequestVar(name, 1); client.setVar(name, 1)", "warning"],
    ];
    for (const [code, severity] of rows) {
      const found = checkFiles({
        "a.yml": request("a", after(code)),
        "b.yml": USES,
      });
      assertEquals(found.map((it) => it.severity), [severity], code);
    }
  });
});

function checkFiles(
  files: Record<string, string>,
  reader: ScriptReader | undefined = readScript,
) {
  const { value } = readCollection({
    root: "",
    files: new Map(Object.entries({ "opencollection.yml": "{}", ...files })),
  });
  return checkCollection(value!, {
    variables: { server: "http://h.example" },
    ...(reader && { readScript: reader }),
  }).filter(({ severity, code }) =>
    // What is set too late for its own request is told of, too.
    severity !== "hint" && code !== "UNUSED_VARIABLE"
  );
}

function reportedIn(
  files: Record<string, string>,
  reader: ScriptReader | undefined,
): string[] {
  return checkFiles(files, reader).map(({ location }) => location!.file!)
    .sort();
}
