import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

/** A server: its description, URL, and the default of the URL's variable `v`. */
type Server = readonly [description: string, url: string, v?: string];

const LOCAL: Server = ["Generated server url", "http://127.0.0.1:1"];
const OTHER: Server = ["Other", "https://e.org"];

function documentOf(servers: readonly Server[]): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    servers: servers.map(([description, url, v]) => ({
      description,
      url,
      ...(v !== undefined && { variables: { v: { default: v } } }),
    })),
    paths: { "/a": { get: { responses: { "200": { description: "ok" } } } } },
  });
}

describe("brace import --update, of environments that a person renamed or deleted", () => {
  const brace = braceRows();
  let cwd: string;
  const at = (name: string) => `${cwd}/api/environments/${name}.yml`;
  const run = async (servers: readonly Server[], ...flags: string[]) => {
    await Deno.writeTextFile(`${cwd}/api.json`, documentOf(servers));
    const { code, stdout, stderr } = await brace(
      ["import", "api.json", "-o", "api", ...flags],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""], stdout);
    return oneLine(stdout);
  };
  const names = () =>
    [...Deno.readDirSync(`${cwd}/api/environments`)]
      .map(({ name }) => name.replace(/\.yml$/, "")).sort().join();
  const rename = async (from: string, to: string, more = "") => {
    const text = await Deno.readTextFile(at(from));
    await Deno.remove(at(from));
    await Deno.writeTextFile(
      at(to),
      text.replace(/^name: .*/m, `name: ${to}`) + more,
    );
  };
  const LEFT = 'Left out "environments/Generated server url.yml"';
  const GONE = "no server for this environment any more";

  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
  });
  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  const rows: Record<string, {
    from?: readonly Server[];
    to?: readonly Server[];
    /** What a person adds to the renamed file. */
    more?: string;
    /** What is there after the update. */
    names?: string;
    says?: string;
    has?: string;
  }> = {
    "which the document has as before": {},
    "with a variable of the person's own": {
      more: "  - { name: mine, value: x }\n",
      has: "mine",
    },
    "beside another one of the document": {
      from: [LOCAL, OTHER],
      to: [OTHER, LOCAL],
      names: "Other,local",
    },
    "which has another name in the document now": {
      to: [["Dev", LOCAL[1]]],
    },
    "that is edited, whose variables changed in the document": {
      more: "# mine\n",
      from: [["Generated server url", "http://{v}.e.org", "a"]],
      to: [[
        "Generated server url",
        "http://{v}.e.org",
        "b",
      ]],
      says: LEFT,
    },
    "that is edited, whose URL is another one in the document now": {
      more: "# mine\n",
      to: [["Generated server url", "http://127.0.0.1:2"]],
      says: LEFT,
    },
  };
  for (const [name, row] of Object.entries(rows)) {
    it(`keeps the name of one ${name}`, async () => {
      await run(row.from ?? [LOCAL]);
      await rename("Generated server url", "local", row.more);
      for (let time = 0; time < 2; time++) {
        const said = await run(row.to ?? row.from ?? [LOCAL], "--update");
        assertEquals(names(), row.names ?? "local", said);
        assert(said.includes("files: 0 added · 0 changed"), said);
        assertEquals(said.includes("Left out"), row.says === LEFT, said);
        assertEquals(said.includes("Needs you"), row.says === LEFT, said);
        assertEquals(
          said.includes('if it is "environments/local.yml" now'),
          row.says === LEFT,
          said,
        );
        assert(!said.includes("Wrote"), said);
      }
      const text = await Deno.readTextFile(at("local"));
      assert(text.includes("name: local\n"), text);
      assert(text.includes(row.has ?? "baseUrl"), text);
    });
  }

  it("brings a change of the document into one that was only renamed, and shows it where more was edited", async () => {
    const token = (path: string) =>
      documentOf([LOCAL]).replace(
        "{",
        `{"security":[{"o":[]}],"components":{"securitySchemes":{"o":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"//${path}","scopes":{}}}}}},`,
      );
    const update = async (path: string, ...flags: string[]) => {
      await Deno.writeTextFile(`${cwd}/api.json`, token(path));
      const { stdout } = await brace(
        ["import", "api.json", "-o", "api", ...flags],
        { cwd },
      );
      return oneLine(stdout);
    };
    await update("one.org/t");
    await rename("Generated server url", "local");
    await update("two.org/t", "--update");
    assertEquals(names(), "local");
    const text = await Deno.readTextFile(at("local"));
    assert(text.includes("two.org") && text.includes("name: local\n"), text);
    await Deno.writeTextFile(at("local"), `${text}# mine\n`);
    const said = await update("three.org/t", "--update");
    assert(
      said.includes('"environments/local.yml" was edited here and changed'),
      said,
    );
    assert(!said.includes("- name: local"), said);
    await update("three.org/t", "--update", "--take", at("local"));
    const taken = await Deno.readTextFile(at("local"));
    assert(taken.includes("three.org"), taken);
    assert(taken.includes("name: local\n"), taken);
    assertEquals(names(), "local");
  });

  it("takes a server's new name for the environment that nobody renamed", async () => {
    await run([LOCAL]);
    const said = await run([["Dev", LOCAL[1]]], "--update");
    assert(!said.includes(GONE), said);
    assertEquals(names(), "Generated server url", said);
    const text = await Deno.readTextFile(at("Generated server url"));
    assert(text.includes("description: Dev"), text);
    const again = await run([["Dev", LOCAL[1]]], "--update");
    assert(!/Wrote|Left out|Needs you/.test(again), again);
  });

  it("follows a server whose URL changed into an environment that was only renamed", async () => {
    await run([LOCAL]);
    await rename("Generated server url", "local");
    const to: Server = ["Generated server url", "http://127.0.0.1:2"];
    const said = await run([to], "--update");
    assert(!/Left out|Needs you/.test(said), said);
    assertEquals(names(), "local");
    const text = await Deno.readTextFile(at("local"));
    assert(text.includes("name: local\n") && text.includes(to[1]), text);
  });

  it("names an edited one whose server has another name until a person chooses, and follows it then", async () => {
    const [name, url] = LOCAL;
    const dev: Server = ["Dev", url];
    const edited = `"environments/${name}.yml" was edited here and changed`;
    await run([LOCAL]);
    await Deno.writeTextFile(at(name), "# mine\n", { append: true });
    for (const _ of [1, 2]) {
      const said = await run([dev], "--update");
      assert(said.includes(edited) && said.includes("+description: Dev"), said);
    }
    await run([dev], "--update", "--keep", at(name));
    assert(!(await run([dev], "--update")).includes("Needs you"));
    const other: Server = ["Dev", "http://127.0.0.1:2"];
    const said = await run([other], "--update");
    assert(said.includes(edited), said);
    await run([other], "--update", "--take", at(name));
    const text = await Deno.readTextFile(at(name));
    assert(text.includes(other[1]) && !text.includes("mine"), text);
    assertEquals(names(), name);
  });

  it("knows an edited one by what it came from, where only the server's description changed", async () => {
    const servers = (local: string, other: string): Server[] => [
      [local, "http://127.0.0.1:{v}", "1"],
      [other, "http://127.0.0.1:{v}", "2"],
    ];
    for (const added of ["", "\r"]) {
      await run(servers("Local", "Other"), "--force");
      for (const name of ["Local", "Other"]) {
        const text = await Deno.readTextFile(at(name));
        await Deno.writeTextFile(
          at(name),
          text.replace(/"[12]"/, '"8"').replaceAll("\n", `${added}\n`),
        );
      }
      const said = await run(
        servers("Laptop", "Test").toReversed(),
        "--update",
      );
      assertEquals(names(), "Local,Other");
      assert(!said.includes(GONE), said);
      for (const name of ["Local", "Other"]) {
        const text = await Deno.readTextFile(at(name));
        assert(text.includes('"8"'), text);
        assert(
          said.includes(
            `"environments/${name}.yml" was edited here and changed in the document`,
          ),
          said,
        );
      }
      assert(/-description: Local \+description: Laptop/.test(said), said);
    }
  });

  it("gives a new server another file where its name is that of a server which the document renamed", async () => {
    const [name, url] = LOCAL;
    await run([LOCAL]);
    await run([["Dev", url]], "--update");
    await run([[name, OTHER[1]], ["Dev", url]], "--update");
    assertEquals(names(), `${name},${name} 2`);
    const text = await Deno.readTextFile(at(`${name} 2`));
    assert(text.includes(`name: ${name} 2\n`) && text.includes(OTHER[1]), text);
  });

  it("does not bring back a deleted one before a person asks for it", async () => {
    await run([LOCAL, OTHER]);
    const file = at("Generated server url");
    await Deno.remove(file);
    for (const _ of [1, 2]) {
      const said = await run([LOCAL, OTHER], "--update");
      assert(said.includes(LEFT), said);
      assert(/--take .?api.environments.Generated/.test(said), said);
      assertEquals(names(), "Other", said);
    }
    await run([LOCAL, OTHER], "--update", "--take", file);
    assertEquals(names(), "Generated server url,Other");
    await Deno.remove(file);
    await run([LOCAL, OTHER], "--update", "--keep", file);
    const silent = await run([LOCAL, OTHER], "--update");
    assert(!/Left out|Wrote/.test(silent), silent);
    assertEquals(names(), "Other");
    await run([LOCAL, OTHER], "--update", "--take", file);
    assertEquals(names(), "Generated server url,Other");
    // A new server comes in.
    await run([LOCAL, OTHER, ["New", "https://new.org"]], "--update");
    assertEquals(names(), "Generated server url,New,Other");
  });
});
