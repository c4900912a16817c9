import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml/parse";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  it,
} from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

/** A document with some operations. */
function documentOf(operations: Record<string, string>): string {
  const paths = Object.entries(operations).map(([id, summary]) =>
    `  /${id}:\n    get: { operationId: ${id}, tags: [t], summary: ${summary}, responses: { "200": { description: ok } } }\n`
  );
  return `openapi: 3.1.0
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }]
webhooks: { w: { post: { responses: { "200": { description: ok } } } } }
paths:
${paths.join("")}`;
}

describe("brace import --update", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/api.yaml`,
      documentOf({ a: "First", b: "Second", c: "Third", d: "Fourth" }),
    );
    const { code, stderr } = await brace(
      ["import", "api.yaml", "-o", "api"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""]);
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  const read = (path: string) => Deno.readTextFile(`${cwd}/api/t/${path}.yml`);
  const update = (...more: string[]) =>
    brace(["import", "api.yaml", "-o", "api", "--update", ...more], { cwd });

  it("changes nothing where nothing changed", async () => {
    const before = await read("First");
    const { code, stdout } = await update();
    assertEquals(code, 0, stdout);
    assert(stdout.includes("0 added · 0 changed · 4 as before"), stdout);
    assertEquals(await read("First"), before);
  });

  it("adds, rewrites, keeps what a person edited, names what vanished", async () => {
    const edited = (await read("Second")).replace("'200'", "'204'")
      .replace(
        /^ {2}method: GET\n/m,
        "$&  auth: { type: basic, username: u, password: hunter2secret }\n",
      ) + "# mine\n";
    await Deno.writeTextFile(`${cwd}/api/t/Second.yml`, edited);
    const touched = `# mine as well\n${await read("Fourth")}`;
    await Deno.writeTextFile(`${cwd}/api/t/Fourth.yml`, touched);
    await Deno.writeTextFile(
      `${cwd}/api/t/own.yml`,
      'http: { method: GET, url: "http://127.0.0.1/own" }\n',
    );
    await Deno.writeTextFile(
      `${cwd}/api.yaml`,
      documentOf({
        e: "Fifth",
        f: "Sixth",
        a: "First of all",
        b: "Other",
        d: "Fourth",
      }),
    );
    const { code, stdout } = await update();
    const text = oneLine(stdout);
    assertEquals(code, 0, stdout);
    assert(
      text.includes(
        "2 added · 1 changed · 1 edited here, to compare with the document · 1 as before · 1 no longer in the document",
      ),
      stdout,
    );
    const [, written] = /^Wrote 3 files:\n((?: {2}.*\n)+)/m.exec(stdout) ?? [];
    assertEquals(
      written?.match(/(?:First|Fifth|Sixth)\.yml.*$/gm)?.sort(),
      ["Fifth.yml (new)", "First.yml", "Sixth.yml (new)"],
      stdout,
    );
    assert((await read("First")).includes("name: First of all"));
    // "Second" is edited and stays where it is: the others share what is before it.
    for (const name of ["Fifth", "Sixth", "First"]) {
      assert((await read(name)).includes("seq: 1\n"), name);
    }
    assertEquals(await read("Second"), edited);
    assertEquals(await read("Fourth"), touched);
    assert((await read("own")).includes("/own"));
    assert(text.includes('"Other" was edited here and changed'), stdout);
    assert(text.includes('no operation "c" any more'), stdout);
    assert(!text.includes('"Fourth" was edited'), stdout);
    // As an import says it: nobody has to do anything.
    const person = stdout.slice(stdout.indexOf("Needs you (2):"));
    assert(person.startsWith("Needs you (2):"), stdout);
    assert(
      stdout.includes(
        'Left out, because a run does not need it (1):\n  Left out "webhooks"',
      ),
      stdout,
    );
    assert(!person.includes('Left out "webhooks"'), stdout);
  });

  it("shows what the document has, and how that ends", async () => {
    const { stdout } = await update();
    const difference = stdout.slice(stdout.indexOf("Here (-)"));
    for (
      const line of ["-  name: Second", "+  name: Other", "-# mine"]
    ) assert(difference.includes(`\n  ${line}\n`), stdout);
    assert(!/^ {2}[-+].*(?:sha256|yaml-language-server)/m.test(stdout), stdout);
    assert(/ --update --keep FILE\n/.test(stdout), stdout);
    assert(/ --update --take api\/t\/Second\.yml\n/.test(stdout), stdout);
    const { stdout: json } = await update("--format", "json");
    const { updated, notes } = JSON.parse(json);
    assertEquals(updated, {
      ...{ added: 0, changed: 0, open: 1, kept: 4, gone: 1 },
      others: { added: 0, changed: 0, open: 0, kept: 3, gone: 0 },
    });
    assert(notes[0].difference.includes("+  name: Other"), json);
    for (const text of [stdout, json]) {
      assertStringIncludes(text, "username: u, password: ***");
      assert(!text.includes("hunter2"), text);
    }
  });

  it("shows all differences if only a few lines are left", async () => {
    const write = (text: string) =>
      Deno.writeTextFile(`${cwd}/long.yaml`, documentOf({ long: text }));
    const run = (...more: string[]) =>
      brace(["import", "long.yaml", "-o", "long", ...more], { cwd });
    const path = `${cwd}/long/t/long.yml`;
    await write("long");
    await run();
    await Deno.writeTextFile(path, "# mine\n".repeat(190), { append: true });
    await write("longer");
    const { stdout } = await run("--update");
    assert(
      stdout.split("\n").filter((it) => it === "  -# mine").length === 190,
    );
    assert(!stdout.includes("more lines"), stdout);
  });

  it("names the files whose differences it does not show", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `n${at + 10}`);
    const write = (summary: string) =>
      Deno.writeTextFile(
        `${cwd}/many.yaml`,
        documentOf(
          Object.fromEntries(names.map((name) => [name, `${summary} ${name}`])),
        ),
      );
    const run = (...more: string[]) =>
      brace(["import", "many.yaml", "-o", "many", ...more], { cwd });
    await write("A");
    await run();
    for (const name of names) {
      const path = `${cwd}/many/t/A ${name}.yml`;
      await Deno.writeTextFile(path, "# mine\n", { append: true });
    }
    await write("B");
    const { stdout } = await run("--update");
    const [, more, files] = /… and (\d+) more lines, of (.*) \(--format json/
      .exec(oneLine(stdout)) ?? [];
    const shown = stdout.slice(stdout.indexOf("Here (-)")).split("\n");
    const hidden = files?.split(", ") ?? [];
    assert(Number(more) > 0, stdout);
    assertEquals(hidden.at(-1), "t/A n29.yml");
    for (const name of names) {
      const file = `t/A ${name}.yml`;
      const isWhole = shown.includes(`  --- a/${file}`) &&
        shown.filter((it) => it === "  -# mine").length > names.indexOf(name);
      assertEquals([file, hidden.includes(file)], [file, !isWhole], stdout);
    }
  });

  it("takes a file that is only moved in the order for the document's", async () => {
    const path = `${cwd}/api/t/Sixth.yml`;
    const before = await read("Sixth");
    await Deno.writeTextFile(path, before.replace("seq: 1", "seq: 6"));
    const { stdout } = await update();
    assert(!stdout.includes("Sixth"), stdout);
    await Deno.writeTextFile(path, before);
  });

  describe("the order", () => {
    /** A document with a request for each word, such as `a:delete` or `a:get:folder`. */
    const write = (words: string) => {
      const paths = words.split(" ").map((word) => {
        const [name, method = "get", tag = "t"] = word.split(":");
        return `  /p/${name}: { ${method}: { operationId: ${name}, summary: ${name}, tags: [${tag}], responses: {} } }\n`;
      });
      return Deno.writeTextFile(
        `${cwd}/order.yaml`,
        `openapi: 3.1.0\ninfo: { title: O, version: "1" }\nservers: [{ url: "http://127.0.0.1" }]\npaths:\n${
          paths.join("")
        }`,
      );
    };
    const imported = async (...flags: string[]) => {
      const { code, stdout, stderr } = await brace(
        ["import", "order.yaml", "-o", "order", ...flags],
        { cwd },
      );
      assertEquals([code, stderr], [0, ""], stdout);
      return /requests: (.*)/.exec(stdout)?.[1];
    };
    const listed = async () => {
      const { stdout } = await brace(["list", "order", "--format", "json"], {
        cwd,
      });
      return [...stdout.matchAll(/"path": "(?:t\/)?([\w/]+)\.yml"/g)].map((
        [, name],
      ) => name)
        .join(" ");
    };
    /** Edits a file, gives it another place (`a=3`), moves it (`a>own/a`) or copies it (`a+b`). */
    const edit = async (change: string) => {
      const [, name, kind, value] = /^([^=>+]+)([=>+]?)(.*)$/.exec(change)!;
      const pathOf = (name: string) =>
        `${cwd}/order/${name.includes("/") ? name : `t/${name}`}.yml`;
      const path = pathOf(name);
      if (kind === ">") {
        await Deno.mkdir(`${cwd}/order/own`);
        return await Deno.rename(path, pathOf(value));
      }
      if (kind === "+") return await Deno.copyFile(path, pathOf(value));
      const text = await Deno.readTextFile(path);
      await Deno.writeTextFile(
        path,
        kind === "="
          ? text.replace(/seq: \d+/, `seq: ${value}`)
          : `${text}# mine\n`,
      );
    };
    const rows: {
      name: string;
      from: string;
      /** An update before. */
      via?: string;
      to: string;
      edits?: string[];
      order: string;
      said: string;
    }[] = [
      {
        name: "is the document's: a new request before the last one",
        from: "a b z:delete",
        to: "a b c z:delete",
        order: "a b c z",
        said: "1 added · 1 changed · 2 as before",
      },
      {
        name:
          "is the document's: a new request takes the place of one that is gone",
        from: "a b z",
        to: "a c z",
        order: "a b c z",
        said: "1 added · 0 changed · 2 as before · 1 no longer in the document",
      },
      {
        name: "is the document's where that changed",
        from: "a b c",
        to: "c a b",
        order: "c a b",
        said: "0 added · 3 changed · 0 as before",
      },
      {
        name: "leaves alone what is in order already",
        from: "a b c d",
        to: "b d e",
        order: "a b c d e",
        said: "1 added · 0 changed · 2 as before · 2 no longer in the document",
      },
      {
        name: "goes around an edited file, which keeps its place",
        from: "a b z",
        to: "a b c z",
        edits: ["z"],
        order: "a b c z",
        said: "1 added · 0 changed · 3 as before",
      },
      {
        name: "moves what is behind an edited file",
        from: "a m z",
        to: "a m c d z",
        edits: ["a", "m"],
        order: "a m c d z",
        said: "2 added · 1 changed · 2 as before",
      },
      {
        name: "goes around an edited file that was the first",
        from: "a m z",
        to: "x a m z",
        edits: ["a"],
        order: "a x m z",
        said: "1 added · 0 changed · 3 as before",
      },
      {
        name: "goes around edited files, with numbers that are enough",
        from: "a l b c z",
        to: "p q a l c b z",
        edits: ["l", "z"],
        order: "a p q l c b z",
        said: "2 added · 2 changed · 3 as before",
      },
      {
        name: "goes around an edited file in a document that turned round",
        from: "a b c d",
        to: "d c b a",
        edits: ["b"],
        order: "c d b a",
        said: "0 added · 3 changed · 1 as before",
      },
      {
        name: "goes around most of the files that a person moved",
        from: "a b c d",
        to: "a b c x d",
        edits: ["a", "b", "c=5", "d=3"],
        order: "a b x d c",
        said: "1 added · 0 changed · 4 as before",
      },
      {
        name: "is a person's in another folder",
        from: "a b",
        to: "b a",
        edits: ["b>own/b"],
        order: "a own/b",
        said: "0 added · 0 changed · 2 as before",
      },
      {
        name: "has a copy beside what it is a copy of",
        from: "a z",
        to: "a z",
        edits: ["a+b"],
        order: "a b z",
        said: "0 added · 0 changed · 3 as before",
      },
      {
        name: "is a person's where a person moved a file",
        from: "a b c d",
        to: "a b c d e",
        edits: ["d=1"],
        order: "a d b c e",
        said: "1 added · 0 changed · 4 as before",
      },
      {
        name: "is a person's where a person turned it round",
        from: "a b c",
        to: "a b x c",
        edits: ["a=3", "b=2", "c=1"],
        order: "c b a x",
        said: "1 added · 0 changed · 3 as before",
      },
      {
        name: "of folders is the document's",
        from: "a:get:x b:get:z",
        to: "a:get:x m:get:y b:get:z",
        order: "x/a y/m z/b",
        said: "1 added · 0 changed · 2 as before",
      },
      {
        name: "of folders is the document's where that changed",
        from: "a:get:x b:get:z",
        to: "b:get:z a:get:x",
        order: "z/b x/a",
        said: "0 added · 0 changed · 2 as before",
      },
      {
        name: "of folders is the document's where that changed again",
        from: "a:get:x b:get:z",
        via: "b:get:z a:get:x",
        to: "a:get:x b:get:z",
        order: "x/a z/b",
        said: "0 added · 0 changed · 2 as before",
      },
      {
        name: "of folders leaves an edited file alone",
        from: "a:get:x b:get:z",
        to: "b:get:z a:get:x",
        edits: ["x/folder"],
        order: "x/a z/b",
        said: "0 added · 0 changed · 2 as before",
      },
      {
        name: "of folders is a person's where a person moved one",
        from: "a:get:x b:get:y c:get:z",
        to: "a:get:x b:get:y c:get:z d:get:u",
        edits: ["x/folder=3", "z/folder=1"],
        order: "z/c y/b x/a u/d",
        said: "1 added · 0 changed · 3 as before",
      },
    ];
    afterEach(async () => {
      await Deno.remove(`${cwd}/order`, { recursive: true });
    });
    for (const { name, from, via, to, edits = [], order, said } of rows) {
      it(name, async () => {
        await write(from);
        await imported("--force");
        if (via !== undefined) {
          await write(via);
          await imported("--update");
        }
        for (const change of edits) await edit(change);
        await write(to);
        assertEquals(await imported("--update"), said);
        assertEquals(await listed(), order);
        const again = await imported("--update");
        assertEquals(again?.startsWith("0 added · 0 changed"), true, again);
        assertEquals(await listed(), order);
      });
    }
  });

  it("keeps what a person chose until the document changes, or takes the document's", async () => {
    const [second, third] = [await read("Second"), await read("Third")];
    const withoutMark = (text: string) => text.replace(/hash: .*/, "");
    for (
      const [wrong, meant] of [
        ["api/t/Secnd.yml", "api/t/Second.yml"],
        ["t/Secnd.yml", "t/Second.yml"],
      ]
    ) {
      const { code, stderr } = await update("--keep", wrong);
      assertEquals(code, 2);
      const says =
        `for "${wrong}": no such file or folder (did you mean "${meant}"?)`;
      assert(oneLine(stderr).includes(says), stderr);
    }
    const kept = await update("--keep", "api/t/Second.yml", "--keep", "api/t");
    assertEquals(kept.code, 0, kept.stderr);
    assert(kept.stdout.includes("0 changed · 5 as before"), kept.stdout);
    assert(!kept.stdout.includes("Needs you"), kept.stdout);
    assert(
      /^Kept until the document changes again \(only its hash changed\):\n {2}t\/Second.yml\n {2}t\/Third.yml$/m
        .test(kept.stdout),
      kept.stdout,
    );
    assert(!kept.stdout.includes("Wrote"), kept.stdout);
    assertEquals(withoutMark(await read("Second")), withoutMark(second));
    assertEquals(withoutMark(await read("Third")), withoutMark(third));
    const again = await update();
    assert(!again.stdout.includes("Needs you"), again.stdout);
    assert(!again.stdout.includes("Wrote"), again.stdout);
    const operations = { e: "Fifth", f: "Sixth", a: "First of all" };
    await Deno.writeTextFile(
      `${cwd}/api.yaml`,
      documentOf({ ...operations, b: "Another", c: "Third", d: "Fourth" }),
    );
    const changed = oneLine((await update()).stdout);
    assert(changed.includes('"Another" was edited here'), changed);
    // What is the same as in the document is no conflict.
    assert(!changed.includes('"Third" was edited here'), changed);
    assert(changed.includes("1 changed · 1 edited here, to"), changed);
    // From the collection's folder, too.
    const { stdout } = await update("--take", "t/Second.yml");
    // With it, two others get their places.
    assert(stdout.includes("3 changed · 3 as before\n"), stdout);
    const taken = await read("Second");
    assert(taken.includes("name: Another"), taken);
    assert(!taken.includes("mine"), taken);
    const { stdout: end } = await update();
    assert(end.includes("0 changed · 6 as before"), end);
    for (
      const [args, message] of [
        [["--keep", "api/t/Fifth.yml"], "no file there waits for it"],
        [["--keep", "api"], "no file there waits for it (see which do with"],
        [
          ["--take", "elsewhere"],
          "no such file or folder (see which wait for it with --update alone)",
        ],
      ] as const
    ) {
      const { code, stderr } = await update(...args);
      assertEquals(code, 2);
      assert(oneLine(stderr).includes(message), stderr);
    }
    const plain = await brace(["import", "api.yaml", "--keep", "a"], { cwd });
    assert(
      oneLine(plain.stderr).includes('Cannot use "--keep" without "--update"'),
      plain.stderr,
    );
  });

  describe("--take of a file", () => {
    const at = (path: string) => `${cwd}/taken/${path}`;
    const read = (path: string) => Deno.readTextFile(at(path));
    const write = (operations: Record<string, string>, server = "Local") =>
      Deno.writeTextFile(
        `${cwd}/taken.yaml`,
        documentOf(operations).replace(
          '127.0.0.1"',
          `127.0.0.1/${server}", description: Local`,
        ),
      );
    const imported = (...more: string[]) =>
      brace(["import", "taken.yaml", "-o", "taken", ...more], { cwd });
    const update = async (...more: string[]) => {
      const { code, stdout, stderr } = await imported("--update", ...more);
      assertEquals([code, stderr], [0, ""], stdout);
      return stdout;
    };
    const refused = async (...more: string[]) => {
      const { code, stderr } = await imported("--update", ...more);
      assertEquals(code, 2);
      return oneLine(stderr);
    };
    const tookIn = (said: string) =>
      /^Took the document's version:\n((?: {2}.*\n)+)/m.exec(said)?.[1]
        .match(/\S+/g);
    const [a, b, local] = ["t/A.yml", "t/B.yml", "environments/Local.yml"];

    beforeEach(async () => {
      await write({ a: "A", b: "B" });
      await imported();
      for (const path of [a, local]) {
        await Deno.writeTextFile(at(path), "# mine\n", { append: true });
      }
    });

    afterEach(async () => {
      await Deno.remove(at(""), { recursive: true });
    });

    for (
      const [name, before] of [
        ["that waits", []],
        ["that was kept before", ["--keep", a, "--keep", local]],
      ] as const
    ) {
      it(`replaces one ${name}`, async () => {
        await write({ a: "A2", b: "B" }, "two");
        if (before.length > 0) await update(...before);
        const said = await update("--take", a, "--take", "environments");
        assertEquals(tookIn(said), [a, local], said);
        assert((await read(a)).includes("name: A2"));
        assert((await read(local)).includes("/two"));
        for (const path of [a, local]) {
          assert(!(await read(path)).includes("# mine"), path);
        }
        assert(!(await update()).includes("Wrote"));
      });
    }

    it("replaces one whose operation did not change", async () => {
      const said = await update("--take", "t", "--take", at("environments"));
      assertEquals(tookIn(said), [a, local], said);
      assert(!(await read(a)).includes("# mine"));
      assert(!(await read(local)).includes("# mine"));
    });

    it("replaces one whose operation only has another name", async () => {
      await write({ a2: "A", b: "B" });
      await Deno.writeTextFile(
        `${cwd}/taken.yaml`,
        (await Deno.readTextFile(`${cwd}/taken.yaml`)).replace("/a2:", "/a:"),
      );
      assertEquals(tookIn(await update("--take", a)), [a]);
      assert(!(await read(a)).includes("# mine"));
    });

    it("says that a file or folder is the document's already", async () => {
      const says = (path: string) =>
        `Cannot use "--take" for "${path}": the document's version is there already`;
      assertStringIncludes(await refused("--take", b), says(b));
      await update("--take", ".");
      for (const path of ["t", local, "opencollection.yml", "."]) {
        assertStringIncludes(await refused("--take", path), says(path));
      }
    });

    it("accepts one that the update rewrites anyway, or writes anew", async () => {
      await write({ a: "A", b: "B2", c: "C" });
      assertEquals(tookIn(await update("--take", b)), undefined);
      assert((await read(b)).includes("name: B2"));
      await Deno.remove(at("t/C.yml"));
      await update("--take", "t/C.yml");
    });

    it("leaves alone one that waits, and finds a kept one that is misspelled", async () => {
      await write({ a: "A2", b: "B" });
      await update("--keep", a);
      assertStringIncludes(
        await refused("--take", "t/AA.yml"),
        `no such file or folder (did you mean "${a}"?)`,
      );
      assertStringIncludes(
        await refused("--keep", a),
        "no file there waits for it",
      );
      assertStringIncludes(
        await refused("--keep", "t", "--take", a),
        `for "${a}" at once`,
      );
    });
  });

  it("keeps operations of one name apart, and names a copy of a file", async () => {
    const twin = (summary: string) =>
      `openapi: 3.1.0
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }]
paths:
  /one: { get: { operationId: x, summary: One, responses: {} } }
  /two: { get: { operationId: x, summary: ${summary}, responses: {} } }
  /c: { get: { operationId: c, summary: C ${summary}, responses: {} } }
`;
    const text = (name: string) =>
      Deno.readTextFile(`${cwd}/twins/${name}.yml`);
    const again = () =>
      brace(["import", "twins.yaml", "-o", "twins", "--update"], { cwd });
    await Deno.writeTextFile(`${cwd}/twins.yaml`, twin("Two"));
    await brace(["import", "twins.yaml", "-o", "twins"], { cwd });
    const before = [await text("One"), await text("Two")];
    const same = await again();
    assert(same.stdout.includes("0 added · 0 changed · 3 as before"));
    assertEquals([await text("One"), await text("Two")], before);
    await Deno.writeTextFile(
      `${cwd}/twins/Copy.yml`,
      (await text("C Two")).replace("name: C Two", "name: Copy"),
    );
    await Deno.writeTextFile(`${cwd}/twins.yaml`, twin("Zwei"));
    const { stdout } = await again();
    assert(
      oneLine(stdout).includes(
        "0 added · 2 changed · 1 edited here, to compare with the document · 1 as before",
      ),
      stdout,
    );
    assert(/--take twins\/Copy\.yml\n/.test(stdout), stdout);
    assertEquals(await text("One"), before[0]);
    assert((await text("Two")).includes("name: Zwei"));
    assert((await text("C Two")).includes("name: C Zwei"));
  });

  it("is offered where an import would replace what came from OpenAPI", async () => {
    const again = await brace(["import", "api.yaml", "-o", "api"], { cwd });
    assertEquals([again.code, again.stdout], [2, ""]);
    assert(
      oneLine(again.stderr).includes(
        "6 more (update what came from OpenAPI with --update, choose another folder",
      ),
      again.stderr,
    );
    for (const line of again.stderr.split("\n")) {
      assert(line.length <= 80, line);
    }
    await Deno.mkdir(`${cwd}/own`);
    await Deno.writeTextFile(`${cwd}/own/opencollection.yml`, "info: {}\n");
    const own = await brace(["import", "api.yaml", "-o", "own"], { cwd });
    assert(
      oneLine(own.stderr).includes(
        'would replace "opencollection.yml" (run the collection that is there with',
      ),
      own.stderr,
    );
  });

  it("keeps the tests that an import wrote", async () => {
    const response = "{ description: ok, content: { application/json: { " +
      "schema: { type: object } } } }";
    await Deno.writeTextFile(
      `${cwd}/tested.yaml`,
      documentOf({ a: "One", b: "Two" })
        .replaceAll("{ description: ok }", response),
    );
    const { code, stderr } = await brace(
      ["import", "tested.yaml", "-o", "tested", "--with-tests"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""]);
    const one = `${cwd}/tested/t/One.yml`;
    const before = await Deno.readTextFile(one);
    assert(before.includes("jsonSchema"), before);
    await Deno.writeTextFile(
      `${cwd}/tested/t/Two.yml`,
      "# mine\n" + await Deno.readTextFile(`${cwd}/tested/t/Two.yml`),
    );
    const { stdout } = await brace(
      ["import", "tested.yaml", "-o", "tested", "--update"],
      { cwd },
    );
    assert(stdout.includes("0 added · 0 changed · 2 as before"), stdout);
    assert(!stdout.includes("Needs you"), stdout);
    assertEquals(await Deno.readTextFile(one), before);
    // Tests that are new are no change of the document.
    await brace(["import", "tested.yaml", "-o", "untested"], { cwd });
    const two = `${cwd}/untested/t/Two.yml`;
    const edited = "# mine\n" + await Deno.readTextFile(two);
    await Deno.writeTextFile(two, edited);
    const later = await brace(
      ["import", "tested.yaml", "-o", "untested", "--update", "--with-tests"],
      { cwd },
    );
    assert(
      later.stdout.includes("0 added · 1 changed · 1 as before"),
      later.stdout,
    );
    assert(
      oneLine(later.stdout).includes(
        '"Two" was edited here: it stays as it is, without the tests of --with-tests, see the difference below',
      ),
      later.stdout,
    );
    assertEquals(await Deno.readTextFile(two), edited);
  });

  it("writes the tests of responses of any media type, and counts the others", async () => {
    const typed = (text: string, id: string, type: string) =>
      text.replace(
        new RegExp(`(/${id}:.*\\n.*)\\{ description: ok \\}`),
        `$1{ description: ok, content: { "*/*": { schema: { type: ${type} } } } }`,
      );
    await Deno.writeTextFile(
      `${cwd}/open.yaml`,
      typed(
        typed(documentOf({ a: "One", b: "Two" }), "a", "object"),
        "b",
        "string",
      ),
    );
    const all = ["import", "open.yaml", "-o", "open"];
    const left = "Left out the schema test of a response, whose media type";
    const first = await brace(all, { cwd });
    assert(!first.stdout.includes("schema test"), first.stdout);
    for (const more of [["--with-tests"], []]) {
      const { stdout } = await brace([...all, "--update", ...more], { cwd });
      assert(oneLine(stdout).includes(left), stdout);
      const [one, two] = ["One", "Two"].map((name) =>
        Deno.readTextFileSync(`${cwd}/open/t/${name}.yml`)
      );
      assert(one.includes("jsonSchema"), one);
      assert(!two.includes("jsonSchema"), two);
    }
  });

  it("names what the new requests lack, and nothing of the others", async () => {
    const write = (ids: string[]) =>
      Deno.writeTextFile(
        `${cwd}/lacking.yaml`,
        ids.reduce(
          (text, id) => text.replace(`/${id}:`, `/${id}/{${id}}:`),
          documentOf(Object.fromEntries(ids.map((id) => [id, id]))),
        ),
      );
    await write(["old"]);
    await brace(["import", "lacking.yaml", "-o", "lacking"], { cwd });
    await write(["old", "new"]);
    const { stdout } = await brace(
      ["import", "lacking.yaml", "-o", "lacking", "--update"],
      { cwd },
    );
    const [, person] = stdout.split("Needs you (1):");
    assert(person?.includes('has no parameter for "{new}"'), stdout);
  });

  for (
    const [name, from, to] of [
      [
        "an operation",
        "{ operationId: b,",
        '{ $ref: "no.yaml", operationId: b,',
      ],
      [
        "a parameter",
        "{ operationId: b,",
        '{ operationId: b, parameters: [{ $ref: "no.yaml" }],',
      ],
      ["a path", /\/b\/\{id\}:.*\n.*/, '/b/{id}: { $ref: "no.yaml" }'],
    ] as const
  ) {
    it(`does not say that ${name} is gone which a reference lacks`, async () => {
      const document = documentOf({ a: "a", b: "b" }).replace(
        "/b:",
        "/b/{id}:",
      );
      await Deno.writeTextFile(`${cwd}/bad.yaml`, document);
      const args = ["import", "bad.yaml", "-o", "bad"];
      await brace([...args, "--force"], { cwd });
      await Deno.writeTextFile(`${cwd}/bad.yaml`, document.replace(from, to));
      const { stdout } = await brace([...args, "--update"], { cwd });
      assert(stdout.includes("0 added · 0 changed · 2 as before\n"), stdout);
      assert(stdout.includes("Needs you (1):\n  Left out "), stdout);
    });
  }

  describe("of files beside the requests", () => {
    const document = (
      {
        server = "https://e.org/v1",
        more = "",
        key = "X-Key",
        scheme = "key",
        tag = "t",
      },
    ) =>
      `openapi: 3.1.0
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }, { url: "${server}", description: Production }${more}]
security: [{ ${scheme}: [] }]
components: { securitySchemes: { ${scheme}: { type: apiKey, in: header, name: ${key} } } }
paths: { /a: { get: { tags: [${tag}], summary: A, responses: { "200": { description: ok } } } } }
`;
    const at = (path: string) => `${cwd}/beside/${path}`;
    const text = (path: string) => Deno.readTextFile(at(path));
    const production = "environments/Production.yml";
    const main = "opencollection.yml";
    const run = async (
      change: Parameters<typeof document>[0],
      ...flags: string[]
    ) => {
      await Deno.writeTextFile(`${cwd}/beside.yaml`, document(change));
      const { code, stdout, stderr } = await brace(
        ["import", "beside.yaml", "-o", "beside", ...flags],
        { cwd },
      );
      assertEquals([code, stderr], [0, ""], stdout);
      return oneLine(stdout);
    };

    beforeEach(async () => {
      await run({});
    });
    afterEach(async () => {
      await Deno.remove(at(""), { recursive: true });
    });

    it("writes anew what nobody edited", async () => {
      const change = {
        server: "https://e.org/v2",
        more: ", { url: https://other.org }",
        key: "X-Other",
        scheme: "other",
      };
      const said = await run(change, "--update");
      assert(said.includes("requests: 0 added · 0 changed · 1 as"), said);
      assert(said.includes("files: 1 added · 2 changed · 2 as before"), said);
      assert(said.includes("cp beside/.env.example beside/.env"), said);
      assert((await text(production)).includes("/v2"));
      assert((await text(main)).includes("key: X-Other"));
      assertEquals(
        (await text(".env.example")).match(/^\w+=$/gm),
        ["OTHER_KEY="],
      );
      assert(!(await run(change, "--update")).includes("Wrote"));
    });

    it("keeps what a person edited, and names it until the person chooses", async () => {
      const change = { server: "https://e.org/v2", key: "X-Other" };
      for (const path of [production, main]) {
        await Deno.writeTextFile(at(path), `${await text(path)}# mine\n`);
      }
      assert(!(await run({}, "--update")).includes("Needs you"));
      const said = await run(change, "--update");
      assert(
        said.includes(
          "0 added · 0 changed · 2 edited here, to compare with the document · 2 as before",
        ),
        said,
      );
      assert(said.includes("+ key: X-Other"), said);
      assert(!said.includes("Wrote"), said);
      await run(
        change,
        "--update",
        "--keep",
        at(main),
        "--take",
        at(production),
      );
      assert((await text(production)).includes("/v2"));
      assert((await text(main)).includes("key: X-Key"));
      const end = await run(change, "--update");
      assert(end.includes("0 changed · 4 as before"), end);
      assert(!/Needs you|Wrote/.test(end), end);
    });

    it("names no variable as lacking that nothing uses, or that has its value elsewhere", async () => {
      const written = await text(main);
      const without = written.replace(
        /^ {2}variables:\n(?: {4}.*\n)+/m,
        "",
      );
      assert(written !== without, written);
      const lacks =
        "Requests use variables that the collection lacks: apiKey opencollection.yml";
      const rows: [main: string, env: string, said: boolean][] = [
        [without, "", true],
        [without.replaceAll("{{apiKey}}", "{{token}}"), "", false],
        [without, "  - { name: apiKey, value: x }\n", false],
        [
          `${without}# client.setVar("apiKey", res.body.key)\n`,
          "",
          false,
        ],
      ];
      const environment = await text(production);
      for (const [now, more, said] of rows) {
        await Deno.writeTextFile(at(main), now);
        await Deno.writeTextFile(at(production), environment + more);
        const report = await run({}, "--update");
        assertEquals(report.includes(lacks), said, report);
      }
    });

    it("repeats that a server names no host as long as it is so", async () => {
      const name = "api/environments/localhost.yml";
      await Deno.writeTextFile(
        `${cwd}/api.yaml`,
        'openapi: 3.1.0\ninfo: { title: Api, version: "1" }\nservers: [{ url: /v1 }]\npaths: { /a: { get: { responses: { "200": { description: ok } } } } }\n',
      );
      const { code, stdout } = await update();
      assertEquals(code, 0, stdout);
      const note =
        'The document names no host: set baseUrl in the environment "localhost" to yours api.yaml:servers → environments/localhost.yml';
      assert(oneLine(stdout).includes(note), stdout);
      const again = await update();
      assert(oneLine(again.stdout).includes(note), again.stdout);
      const text = await Deno.readTextFile(`${cwd}/${name}`);
      await Deno.writeTextFile(
        `${cwd}/${name}`,
        text.replace("http://localhost/v1", "http://localhost/v1.2"),
      );
      const set = await update();
      assert(!set.stdout.includes("names no host"), set.stdout);
    });

    it("asks for quotes around a path of which the shell made several words", async () => {
      await Deno.rename(at("t/A.yml"), at("t/Create a booking.yml"));
      const rows: [words: string[], path: string][] = [
        [["--keep", "t/Create", "a", "booking.yml"], "t/Create a booking.yml"],
        [
          ["--keep=beside/t/Create", "a", "booking.yml", "--with-tests"],
          "beside/t/Create a booking.yml",
        ],
      ];
      for (const [words, path] of rows) {
        const { code, stderr } = await brace(
          ["import", "beside.yaml", "-o", "beside", "--update", ...words],
          { cwd },
        );
        const says = `(a path with spaces needs quotes: "${path}")`;
        assertEquals([code, oneLine(stderr).includes(says)], [2, true], stderr);
      }
    });

    it("says that it wrote hashes only", async () => {
      await Deno.writeTextFile(at(main), `${await text(main)}# mine\n`);
      const said = await run(
        { server: "https://e.org/v2", key: "X-Other" },
        "--update",
      );
      assert(said.includes(`Wrote 1 file: ${production} Only`), said);
      assert(
        said.includes(
          `Only the hashes changed in ${main}: they say which version of the document each file knows.`,
        ),
        said,
      );
      assert((await text(main)).includes("# mine"));
    });

    it("records its hashes wherever extensions are, or says why it cannot", async () => {
      const moved = "on separate lines, where the hashes";
      const ROWS: [extensions: string, after: string, says?: string][] = [
        [
          'extensions: { bruno: { ignore: [x] }, brace: { hosts: ["h.example"] } } # why\n',
          '    hosts:\n      - "h.example" # why\n',
          moved,
        ],
        [
          "extensions:\n  brace: { order: [t] }\n  bruno: {}\n",
          "    order:\n      - t\n  bruno: {}\n",
          moved,
        ],
        [
          "extensions: {\n  brace: {\n    order: [t], # first\n  }\n}\n# below\n",
          "    order:\n      - t # first\n# below\n",
          moved,
        ],
        ["extensions: {} # none\n", "", moved],
        [
          "extensions:\n  brace:\n    source: { files: {} }\n    order: [t]\n",
          "    order:\n      - t\n",
          moved,
        ],
        ["extensions:\n  brace: # own\n    order: [t]\n", "    order: [t]\n"],
        ["extensions: # own\n  bruno: {}\n", "  bruno: {}\n"],
        [
          "x: &x { order: [t] }\nextensions:\n  brace: *x\n",
          "x: &x { order: [t] }\nextensions:\n  brace: *x\n",
          'no place in "opencollection.yml", so that the next one asks again: write "extensions:" and, indented below it, "brace:" on separate lines, and no alias',
        ],
      ];
      const [own] = (await text(main)).split("\nextensions:");
      for (const [extensions, after, says] of ROWS) {
        await Deno.writeTextFile(at(main), own + extensions);
        const said = await run({}, "--update");
        for (const one of [moved, "no place in"]) {
          assertEquals(said.includes(one), says?.includes(one) === true, said);
        }
        if (says !== undefined) assert(said.includes(says), said);
        const now = await text(main);
        assert(now.endsWith(after), now);
        const isRecorded = now.includes(`${production}: sha256-`);
        assertEquals(isRecorded, !says?.includes("no place"), now);
        const data = parse(now) as { extensions: { brace: object } };
        const { source: _, ...brace } = data.extensions.brace as {
          source?: unknown;
        };
        const before = parse(own + extensions) as {
          extensions: { brace?: { source?: unknown } };
        };
        const { source: __, ...was } = before.extensions.brace ?? {};
        assertEquals(brace, was);
        // It is as before then.
        const again = await run({}, "--update");
        if (isRecorded) assert(!again.includes("Wrote"), again);
      }
    });

    it("makes no folder for requests that keep their place", async () => {
      const said = await run({ tag: "u" }, "--update");
      assert(said.includes("requests: 0 added · 1 changed"), said);
      assert(said.includes("files: 0 added · 0 changed"), said);
      assert((await text("t/A.yml")).includes("- u"));
    });

    it("takes the lines of an older version in another order for the same", async () => {
      const [old] = (await text(main)).split("\nextensions:");
      const version = "opencollection: 1.0.0\n";
      await Deno.writeTextFile(at(main), old.replace(version, "") + version);
      const said = await run({}, "--update");
      assert(said.includes("0 changed · 4 as before"), said);
      assert(!said.includes("Needs you"), said);
    });

    it("names a server that the document has no more", async () => {
      const change = { server: "http://127.0.0.1" };
      await Deno.writeTextFile(
        `${cwd}/beside.yaml`,
        document(change).replace("description: Production", "description: P"),
      );
      const gone = () =>
        brace(["import", "beside.yaml", "-o", "beside", "--update"], { cwd });
      const said = oneLine((await gone()).stdout);
      assert(said.includes("1 added · 0 changed · 3 as before · 1 no"), said);
      assert(said.includes("has no server for this environment"), said);
    });

    for (const isCrlf of [false, true]) {
      it(`asks for what an older version wrote, lines of ${isCrlf ? "Windows" : "Unix"}`, async () => {
        const [old] = (await text(main)).split("\nextensions:");
        await Deno.writeTextFile(
          at(main),
          isCrlf ? old.replaceAll("\n", "\r\n") : old,
        );
        const change = { server: "https://e.org/v2" };
        const said = await run(change, "--update");
        assert(said.includes("1 edited here, to compare"), said);
        assert(said.includes("may have been edited here"), said);
        await run(change, "--update", "--take", at("environments"));
        assert((await text(production)).includes("/v2"));
        const end = await run(change, "--update");
        assert(end.includes("0 changed · 4 as before"), end);
      });
    }
  });

  it("is of OpenAPI, and of a folder", async () => {
    await Deno.writeTextFile(`${cwd}/a.sh`, "curl http://127.0.0.1\n");
    const curl = await brace(
      ["import", "a.sh", "-o", "api", "--update"],
      { cwd },
    );
    assertEquals(curl.code, 2);
    const nowhere = await brace(["import", "api.yaml", "--update"], { cwd });
    assertEquals(nowhere.code, 2);
    assert(oneLine(nowhere.stderr).includes("name the folder"), nowhere.stderr);
  });
});
