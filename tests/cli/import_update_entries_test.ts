import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

function document(name: string, scheme: string): string {
  return `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: http://127.0.0.1:9 }]
security: [{ ${name}: [] }]
components: { securitySchemes: { ${name}: { type: http, scheme: ${scheme} } } }
paths:
  /a: { get: { summary: a, responses: { "200": { description: ok } } } }
`;
}

/** One line, since the console wraps what it says. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

describe("entries that nothing reads after an update", () => {
  const brace = braceRows();
  const CASES: readonly {
    what: string;
    /** Files besides those of the import. */
    files?: Readonly<Record<string, string>>;
    /** What is added to `.env.example`. */
    more?: string;
    example: readonly string[];
    said: string;
    asked: string;
  }[] = [
    {
      what: "go",
      example: ["JWT_TOKEN="],
      said:
        "Nothing reads LOGIN_USERNAME, LOGIN_PASSWORD any more: taken out of .env.example (delete them from .env, too)",
      asked: "(and give JWT_TOKEN a value in api/.env)",
    },
    {
      what: "stay for a script and a request that read them",
      files: {
        "lib.js": "module.exports = process.env.LOGIN_USERNAME;\n",
        "own.yml":
          "info: {name: own, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:9/{{process.env.LOGIN_PASSWORD}}'}\n",
      },
      example: ["LOGIN_USERNAME=", "LOGIN_PASSWORD=", "JWT_TOKEN="],
      said: "",
      asked: "(and give LOGIN_PASSWORD, JWT_TOKEN a value in api/.env)",
    },
    {
      what: "stay if they never were the document's, and are not asked for",
      more: "OTHER=\n",
      example: ["OTHER=", "JWT_TOKEN="],
      said: "taken out of .env.example",
      asked: "(and give JWT_TOKEN a value in api/.env)",
    },
    {
      what: "stay with a value that a person wrote",
      more: "LOGIN_PASSWORD=see the vault\n",
      example: ["LOGIN_PASSWORD=see the vault", "JWT_TOKEN="],
      said:
        "Nothing reads LOGIN_PASSWORD any more: delete it from .env.example and .env",
      asked: "(and give JWT_TOKEN a value in api/.env)",
    },
  ];
  for (const { what, files = {}, more = "", example, said, asked } of CASES) {
    it(what, async () => {
      const cwd = await Deno.makeTempDir();
      const at = (path: string) => join(cwd, "api", path);
      await Deno.writeTextFile(join(cwd, "a.yaml"), document("login", "basic"));
      const made = await brace(["import", "a.yaml", "-o", "api"], { cwd });
      assertEquals(made.code, 0, made.stderr);
      await Deno.writeTextFile(at(".env"), "LOGIN_USERNAME=ada\n");
      const before = await Deno.readTextFile(at(".env.example"));
      const name = /^\w+/.exec(more)?.[0];
      await Deno.writeTextFile(
        at(".env.example"),
        before.replace(new RegExp(`^${name}=\n`, "m"), "") + more,
      );
      for (const [path, text] of Object.entries(files)) {
        await Deno.writeTextFile(at(path), text);
      }
      await Deno.writeTextFile(join(cwd, "a.yaml"), document("jwt", "bearer"));
      const update = ["import", "a.yaml", "-o", "api", "--update"];
      const { code, stdout, stderr } = await brace(update, { cwd });
      assertEquals(code, 0, stderr);
      assertEquals(
        (await Deno.readTextFile(at(".env.example"))).match(/^\w+=.*$/gm),
        [...example],
      );
      const text = oneLine(stdout);
      assertStringIncludes(text, said);
      assertEquals(text.includes("any more"), said !== "", text);
      assertStringIncludes(text, asked);
      const again = oneLine((await brace(update, { cwd })).stdout);
      assert(!/any more|Wrote/.test(again), again);
    });
  }

  const GONE: readonly [
    what: string,
    mine: string,
    example: readonly string[],
  ][] = [
    ["go with the operation that read them", "", []],
    [
      "stay if the request of an operation that is gone reads them itself",
      "docs: process.env.K_KEY\n",
      ["K_KEY="],
    ],
  ];
  for (const [what, mine, example] of GONE) {
    it(what, async () => {
      const cwd = await Deno.makeTempDir();
      const at = (path: string) => join(cwd, "api", path);
      const less = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: http://127.0.0.1:9 }]
paths:
  /a: { get: { summary: a, responses: {} } }
`;
      const whole =
        `${less}  /b: { get: { summary: b, security: [{ k: [] }], responses: {} } }
components: { securitySchemes: { k: { type: apiKey, in: header, name: K } } }
`;
      await Deno.writeTextFile(join(cwd, "a.yaml"), whole);
      await brace(["import", "a.yaml", "-o", "api"], { cwd });
      await Deno.writeTextFile(at("b.yml"), mine, { append: true });
      await Deno.writeTextFile(join(cwd, "a.yaml"), less);
      const { stdout } = await brace(
        ["import", "a.yaml", "-o", "api", "--update"],
        { cwd },
      );
      assertStringIncludes(oneLine(stdout), 'no operation "GET /b" any more');
      assertEquals(
        (await Deno.readTextFile(at(".env.example"))).match(/^\w+=.*$/gm) ?? [],
        [...example],
        stdout,
      );
      assertEquals(
        oneLine(stdout).includes("Nothing reads K_KEY any more"),
        example.length === 0,
        stdout,
      );
    });
  }
});
