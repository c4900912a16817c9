import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

/** The `operationId` of each path's GET, which is its tag and summary, too. */
type Ids = Readonly<Record<string, string>>;

function documentOf(ids: Ids): string {
  const paths = Object.entries(ids).map(([path, operationId]) => [
    `/${path}`,
    {
      get: {
        operationId,
        tags: [path],
        summary: path,
        responses: { "200": { description: "ok" } },
      },
    },
  ]);
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Api", version: "1" },
    servers: [{ url: "http://127.0.0.1" }],
    paths: Object.fromEntries(paths),
  });
}

describe("brace import --update, with numbers in operationIds that move on", () => {
  const brace = braceRows();
  const rows: Record<string, {
    from: Ids;
    to: Ids;
    /** A file with an assertion of its own. */
    edited?: string;
    requests: string;
    person?: string;
    gone?: string[];
  }> = {
    "because of an operation before them": {
      from: { orders: "list", users: "list_1" },
      to: { carts: "list", orders: "list_1", users: "list_2" },
      requests: "1 added · 2 changed · 0 as before",
    },
    "where a file is edited": {
      from: { orders: "list", users: "list_1" },
      to: { carts: "list", orders: "list_1", users: "list_2" },
      edited: "orders",
      requests: "1 added · 2 changed · 0 as before",
    },
    "because the first operation is gone": {
      from: { carts: "list", orders: "list_1", users: "list_2" },
      to: { orders: "list", users: "list_1" },
      requests: "0 added · 2 changed · 0 as before · 1 no longer",
      person:
        'The document has no operation "GET /carts" any more: delete the request, or keep it carts/carts.yml',
      gone: ["carts"],
    },
    "because the first operation is gone, whose file is edited": {
      from: { carts: "list", orders: "list_1", users: "list_2" },
      to: { orders: "list", users: "list_1" },
      edited: "carts",
      requests: "0 added · 2 changed · 0 as before · 1 no longer",
      person: 'The document has no operation "GET /carts" any more',
      gone: ["carts"],
    },
    "to each other": {
      from: { orders: "list", users: "list_1" },
      to: { orders: "list_1", users: "list" },
      edited: "users",
      requests: "0 added · 2 changed · 0 as before",
    },
    "to one that two operations have": {
      from: { a: "getA", c: "getC" },
      to: { a: "getA", c: "getA" },
      requests: "0 added · 1 changed · 1 as before",
      person: '2 operations have the operationId "getA": GET /a, GET /c',
    },
    "from one that two operations had": {
      from: { a: "getA", c: "getA" },
      to: { a: "getA", c: "getC" },
      requests: "0 added · 1 changed · 1 as before",
    },
  };
  for (const [name, row] of Object.entries(rows)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      const update = async (...more: string[]) =>
        oneLine(
          (await brace(["import", "a.json", "-o", "api", ...more], { cwd }))
            .stdout,
        );
      try {
        await Deno.writeTextFile(`${cwd}/a.json`, documentOf(row.from));
        await update();
        const file = `${cwd}/api/${row.edited}/${row.edited}.yml`;
        if (row.edited) {
          const text = await Deno.readTextFile(file);
          await Deno.writeTextFile(file, `${text}# mine\n`);
        }
        await Deno.writeTextFile(`${cwd}/a.json`, documentOf(row.to));
        const said = await update("--update");
        assert(said.includes(`requests: ${row.requests}`), said);
        assertEquals(said.includes("Needs you"), row.person !== undefined);
        assert(said.includes(row.person ?? ""), said);
        if (row.edited) {
          assert((await Deno.readTextFile(file)).endsWith("# mine\n"));
        }
        const urls = urlsIn(`${cwd}/api`);
        const wanted = [...Object.keys(row.to), ...row.gone ?? []];
        assertEquals(
          urls,
          Object.fromEntries(
            wanted.sort().map((it) => [`${it}/${it}.yml`, `{{baseUrl}}/${it}`]),
          ),
        );
        const again = await update("--update");
        const total = Object.keys(row.to).length;
        assert(
          again.includes(`0 added · 0 changed · ${total} as before`),
          again,
        );
        assert(again.includes(row.person ?? ""), again);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});

/** The URLs of requests by their files, which are in the folders of their tags. */
function urlsIn(folder: string): Record<string, string> {
  const urls: [string, string][] = [];
  for (const tag of Deno.readDirSync(folder)) {
    if (!tag.isDirectory || tag.name === "environments") continue;
    for (const { name } of Deno.readDirSync(`${folder}/${tag.name}`)) {
      const text = Deno.readTextFileSync(`${folder}/${tag.name}/${name}`);
      const [, url] = /^ {2}url: "(.*)"$/m.exec(text) ?? [];
      if (url) urls.push([`${tag.name}/${name}`, url]);
    }
  }
  return Object.fromEntries(urls.sort());
}
