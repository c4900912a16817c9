import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SERVE_PORT } from "../../lib/cli/command.ts";
import { relative } from "@std/path/relative";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { TEMPLATE } from "../../lib/cli/commands/init_command.ts";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { brace as braceProcess, BUILT, CLI } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";

const PUBLISHED = "jsr:@brace/brace@2/cli";

/** What a task of a configuration in this folder runs. */
function entry(folder: string): string {
  return BUILT === undefined
    ? relative(folder, CLI).replaceAll("\\", "/")
    : PUBLISHED;
}

describe("brace init", () => {
  const brace = braceRows();
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.realPath(await Deno.makeTempDir());
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("writes a collection that runs against the demo API", async () => {
    const init = await brace(["init", "deep/my-api"], { cwd });
    assertEquals([init.code, init.stderr], [0, ""]);
    for (const [path] of TEMPLATE) {
      assert(init.stdout.includes(`\n  ${path}\n`));
    }

    const api = serveDemo();
    try {
      const run = await brace([
        "run",
        "deep/my-api",
        "--env=local",
        `--env-var=baseUrl=${api.url}`,
      ], { cwd });
      assertEquals([run.code, run.stderr], [0, ""], run.stdout);
    } finally {
      await api.stop();
    }
  });

  for (
    const [folder, file, text, said] of [
      ["c", "c/bruno.json", '{"name": "B"}', "is a collection already"],
      ["c", "c/opencollection.yaml", "info: {}", "is a collection already"],
      ["c", "c/opencollection.yml", "info: {}", "it already exists"],
      [
        "c",
        "c/.resources/definition.yaml",
        "name: K\n",
        "is a collection already",
      ],
      [
        ".",
        "postman/collections/K/.resources/definition.yaml",
        "name: K\n",
        "it has collections of Postman's",
      ],
    ]
  ) {
    it(`is refused in ${folder} with ${file}`, async () => {
      const at = `${cwd}/${file}`;
      await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(at, text);
      const { code, stderr } = await brace(["init", folder], { cwd });
      assertEquals(code, 2);
      assertStringIncludes(stderr.replace(/\s+/g, " "), said);
      assertEquals(
        (await brace(["init", folder, "--types"], { cwd })).code,
        0,
      );
    });
  }

  it("is refused in a folder with requests of a collection", async () => {
    await Deno.mkdir(`${cwd}/c/users`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/c/bruno.json`, '{"name": "B"}');
    await Deno.writeTextFile(
      `${cwd}/c/users/r.bru`,
      "get {\n  url: http://h\n}\n",
    );
    const { code, stderr } = await brace(["init", "c/users"], { cwd });
    assertEquals(code, 2);
    assertStringIncludes(
      stderr.replace(/\s+/g, " "),
      'it is a folder of the collection "c", whose requests would no longer run',
    );
    assertEquals((await brace(["init", "c/new"], { cwd })).code, 0);
  });

  it("writes a task that runs it with the least permissions, and keeps .env out of git", async () => {
    const { stdout } = await brace(["init", "api"], { cwd });
    const { tasks } = JSON.parse(
      await Deno.readTextFile(`${cwd}/api/deno.json`),
    );
    assertEquals(Object.keys(tasks), ["run"]);
    assertEquals(
      await Deno.readTextFile(`${cwd}/api/.gitignore`),
      ".env\n",
    );
    assertStringIncludes(stdout, "\n  deno.json\n  .gitignore\n");

    const [deno, , ...rest] = tasks.run.split(" ") as string[];
    const at = rest.indexOf(entry(`${cwd}/api`));
    const permissions = rest.slice(0, at);
    assertEquals([deno, permissions], [
      "deno",
      ["--no-prompt", `--allow-net=127.0.0.1:${SERVE_PORT}`, "--allow-read=."],
    ]);
    const api = serveDemo();
    try {
      const port = new URL(api.url).port;
      const run = await braceProcess(
        [...rest.slice(at + 1), `--env-var=baseUrl=${api.url}`],
        {
          cwd: `${cwd}/api`,
          permissions: permissions.map((it) =>
            it.replace(String(SERVE_PORT), port)
          ),
        },
      );
      assertEquals([run.code, run.stderr], [0, ""], run.stdout);
    } finally {
      await api.stop();
    }
  });

  it("prints what is to be added to the files of a repository", async () => {
    await Deno.writeTextFile(`${cwd}/deno.jsonc`, "{}");
    await Deno.mkdir(`${cwd}/api`);
    await Deno.writeTextFile(`${cwd}/api/.gitignore`, "node_modules\n");
    const { code, stdout } = await brace(["init", "api"], { cwd });
    assertEquals(code, 0);
    assertStringIncludes(
      stdout.replaceAll("\\", "/"),
      `
Add to the tasks of deno.jsonc:
  "run": "deno run --no-prompt --allow-net=127.0.0.1:${SERVE_PORT} --allow-read=api ${
        entry(cwd)
      } run api --env local"

Add to api/.gitignore:
  .env
`,
    );
    assertEquals(await Deno.readTextFile(`${cwd}/deno.jsonc`), "{}");
    assertEquals(
      await Deno.readTextFile(`${cwd}/api/.gitignore`),
      "node_modules\n",
    );
    const left = [...Deno.readDirSync(`${cwd}/api`)].map(({ name }) => name);
    assert(!left.includes("deno.json"));
  });

  it("names the task as no other one is named, and says nothing of one that is there", async () => {
    const added = async (tasks: Record<string, string>, folder: string) => {
      const text = `{ // ours\n  "tasks": ${JSON.stringify(tasks)},\n}`;
      await Deno.writeTextFile(`${cwd}/deno.jsonc`, text);
      const { stdout } = await brace(["init", folder], { cwd });
      return /Add to the tasks of deno\.jsonc:\n {2}("\w+")/.exec(stdout)?.[1];
    };
    assertEquals(await added({ dev: "x" }, "a"), '"run"');
    assertEquals(await added({ run: "x" }, "b"), '"brace"');
    const both = { run: "x", brace: "y" };
    assertEquals(await added(both, "c"), '"c"');
    assertEquals(await added({ ...both, e: "z" }, "e"), '"brace2"');
    assertEquals(await added(both, "my api"), '"brace2"');
    const task =
      `deno run --no-prompt --allow-net=127.0.0.1:${SERVE_PORT} --allow-read=d ${
        entry(cwd)
      } run d --env local`;
    assertEquals(await added({ run: "x", api: task }, "d"), undefined);
  });

  it("says of a task that it runs a checkout", async () => {
    const hint =
      `\nThe task runs Brace from this checkout. If others use the task, replace the\npath with ${PUBLISHED}\n`;
    const { stdout } = await brace(["init", "api"], { cwd });
    assertEquals(stdout.includes(hint), BUILT === undefined);
    // Its configuration has the task: nothing is to be added.
    await Deno.mkdir(`${cwd}/api/other`);
    await Deno.remove(`${cwd}/api/deno.json`);
    const task =
      `deno run --no-prompt --allow-net=127.0.0.1:${SERVE_PORT} --allow-read=other ${
        entry(`${cwd}/api`)
      } run other --env local`;
    await Deno.writeTextFile(
      `${cwd}/api/deno.json`,
      JSON.stringify({ tasks: { other: task } }),
    );
    const again = await brace(["init", "other"], { cwd: `${cwd}/api` });
    assertEquals([again.stderr, again.stdout.includes(PUBLISHED)], ["", false]);
  });

  it("says nothing where .env is ignored already", async () => {
    await Deno.writeTextFile(`${cwd}/.gitignore`, "a\r\n.env\r\n");
    const { stdout } = await brace(["init"], { cwd });
    assert(!stdout.includes("Add to"), stdout);
  });

  it("writes the types of scripts alone into a collection that is there", async () => {
    const file = `${cwd}/opencollection.yml`;
    await Deno.writeTextFile(file, "opencollection: 1.0.0\n");
    const all = await brace(["init"], { cwd });
    assertEquals(all.code, 2);
    assertStringIncludes(
      all.stderr.replaceAll(/\s+/g, " "),
      "it already exists, choose another folder, or write only brace.d.ts with --types",
    );
    const { code, stdout } = await brace(["init", "--types"], { cwd });
    assertEquals([code, stdout.split("\n")[0]], [0, "Wrote brace.d.ts to ."]);
    assertEquals(
      [...Deno.readDirSync(cwd)].map(({ name }) => name).toSorted(),
      ["brace.d.ts", "opencollection.yml"],
    );
    assertStringIncludes(
      await Deno.readTextFile(`${cwd}/brace.d.ts`),
      "declare const client",
    );
    const again = await brace(["init", "--types"], { cwd });
    assertStringIncludes(
      again.stderr.replaceAll(/\s+/g, " "),
      "remove it to write it anew",
    );
  });

  const ELSEWHERE: [at: string, files: string[], says: string | undefined][] = [
    [
      ".",
      ["api/opencollection.yml"],
      ". is not a collection: if you meant api,",
    ],
    [
      "all",
      ["all/api/bruno.json", "all/b/opencollection.yml"],
      "all is not a collection: if you meant all/api,",
    ],
    [".", ["opencollection.yml", "a/opencollection.yml"], undefined],
    ["a/b", ["a/opencollection.yml", "a/b/c/opencollection.yml"], undefined],
    ["api", ["api/opencollection.yml"], undefined],
    [".", ["a.yml"], undefined],
  ];
  for (const [at, files, says] of ELSEWHERE) {
    it(`writes types into ${at} beside ${files.join(", ")}`, async () => {
      for (const file of files) {
        await Deno.mkdir(`${cwd}/${file.replace(/[^/]*$/, "")}`, {
          recursive: true,
        });
        await Deno.writeTextFile(`${cwd}/${file}`, "{}");
      }
      const { code, stdout } = await brace(["init", "--types", at], { cwd });
      const [, more] = stdout.split("is enough)\n");
      const text = says === undefined
        ? ""
        : `\n${says} move brace.d.ts there\n`;
      assertEquals([code, more.replaceAll("\\", "/")], [0, text]);
    });
  }

  const CLASHES: [file: string, text: string, types: string | undefined][] = [
    ["package.json", '{"devDependencies":{"@types/jest":"30"}}', "@types/jest"],
    ["package.json", '{"dependencies":{"@types/mocha":"10"}}', "@types/mocha"],
    [
      "package.json",
      '{"devDependencies":{"vitest":"4","jest":"30"}}',
      undefined,
    ],
    ["package.json", "{", undefined],
  ];
  for (const [file, text, types] of CLASHES) {
    it(`keeps its types apart from those in ${file}: ${text}`, async () => {
      await Deno.mkdir(`${cwd}/api`);
      await Deno.writeTextFile(`${cwd}/${file}`, text);
      const { code, stdout } = await brace(["init", "api"], { cwd });
      assertEquals(code, 0);
      const said = `
Add to api/tsconfig.json, as ${types} declares another test:
  { "compilerOptions": { "types": [] } }

Add to the exclude of your own tsconfig.json:
  "api"
`;
      const told = stdout.replaceAll("\\", "/");
      if (types === undefined) assert(!told.includes("tsconfig"), told);
      else assertStringIncludes(told, said);
    });
  }

  const JEST = '{"devDependencies":{"@types/jest":"30"}}';
  const SCRIPTED = JSON.stringify({
    info: {
      name: "x",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    item: [{
      name: "a",
      request: { method: "GET", url: "http://127.0.0.1/" },
      event: [{ listen: "test", script: { exec: ["pm.test('x', () => {})"] } }],
    }],
  });
  const OF_FOLDER = [
    'Add to api/tsconfig.json, as @types/jest declares another test: { "compilerOptions": { "types": [] } }',
    'Add to the exclude of your own tsconfig.json: "api"',
  ];
  const OF_SAME = [
    'Add to the exclude of your own tsconfig.json, as @types/jest declares another test: "brace.d.ts"',
  ];
  const WRITERS: [args: string[], says: string[]][] = [
    [["init", "api"], OF_FOLDER],
    [["init", "api", "--types"], OF_FOLDER],
    [["import", "p.json", "-o", "api"], OF_FOLDER],
    [["init", "."], OF_SAME],
    [["init", "--types"], OF_SAME],
    [["import", "p.json", "-o", "."], OF_SAME],
  ];
  const plainOf = (args: string[]) =>
    args.length === 2 && args[1] === "--types"
      ? ["init", "plain", "--types"]
      : args.map((arg) => /^(?:api|\.)$/.test(arg) ? "plain" : arg);
  for (const [args, says] of WRITERS) {
    it(`keeps types apart with brace ${args.join(" ")}`, async () => {
      await Deno.writeTextFile(`${cwd}/p.json`, SCRIPTED);
      const plain = await brace(plainOf(args), { cwd });
      assert(!plain.stdout.includes("Add to the exclude"), plain.stdout);
      await Deno.writeTextFile(`${cwd}/package.json`, JEST);
      const { code, stdout, stderr } = await brace(args, { cwd });
      assertEquals(code, 0, stderr);
      const told = stdout.replaceAll("\\", "/").replaceAll(/\s+/g, " ");
      for (const line of says) assertStringIncludes(told, line);
      assert(!told.includes("({} is enough)"), stdout);
    });
  }

  it("names no types that an import does not write", async () => {
    await Deno.writeTextFile(
      `${cwd}/p.json`,
      SCRIPTED.replace("pm.test('x', () => {})", ""),
    );
    await Deno.writeTextFile(`${cwd}/package.json`, JEST);
    const { code, stdout } = await brace(["import", "p.json", "-o", "api"], {
      cwd,
    });
    assertEquals(code, 0);
    assert(!stdout.includes("tsconfig"), stdout);
  });

  for (const command of [["lint"], ["fmt", "--check"]]) {
    it(`writes files that pass deno ${command.join(" ")}`, async () => {
      await brace(["init", "api"], { cwd });
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: command,
        cwd: `${cwd}/api`,
        env: { NO_COLOR: "1" },
      }).output();
      assertEquals(code, 0, new TextDecoder().decode(stderr));
    });
  }

  it("overwrites nothing and leaves nothing half done", async () => {
    await Deno.mkdir(`${cwd}/users`);
    await Deno.writeTextFile(`${cwd}/users/create.yml`, "mine");
    const { code, stdout, stderr } = await brace(["init"], { cwd });
    assertEquals([code, stdout], [2, ""]);
    assertEquals(
      stderr.replaceAll("\\", "/"),
      'error WRITE: Cannot write "users/create.yml": it already exists, choose another\n    folder, or write only brace.d.ts with --types\n',
    );
    const left = [...Deno.readDirSync(cwd)].map(({ name }) => name);
    assertEquals(left, ["users"]);
    assertEquals(await Deno.readTextFile(`${cwd}/users/create.yml`), "mine");
  });

  it("says that a file is in the way", async () => {
    await Deno.writeTextFile(`${cwd}/file`, "mine");
    const { code, stderr } = await brace(["init", "file"], { cwd });
    assertEquals([code, stderr.replaceAll("\\", "/")], [
      2,
      'error WRITE: Cannot write "file/opencollection.yml": a part of the path is not a\n    folder\n',
    ]);
  });

  it("says what Deno has to allow", async () => {
    const { code, stderr } = await braceProcess(["init", "x"], {
      cwd,
      permissions: ["--allow-read", "--no-prompt"],
    });
    assertEquals([code, stderr.replaceAll("\\", "/")], [
      6,
      'error PERMISSION: Cannot write "x/opencollection.yml": Deno does not allow it,\n    run with --allow-write\n',
    ]);
  });
});
