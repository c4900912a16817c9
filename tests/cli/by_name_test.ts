import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { toFileUrl } from "@std/path/to-file-url";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { oneLine } from "../support/one_line.ts";

const FORMATS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "YAML": {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: { name: Shop }\n",
    "users/create.yml": `info: { name: Create a user, type: http }
http: { method: GET, url: "http://127.0.0.1:1/{{$randomEmail}}" }
`,
  },
  "Postman 12": {
    ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
    "users/create.request.yaml": `$kind: http-request
name: Create a user
method: GET
url: "http://127.0.0.1:1/{{$randomEmail}}"
headers:
  - { key: X-One, value: "{{vault:zebra}}" }
`,
  },
};

describe("a request that is named, not its file", () => {
  const brace = braceRows();

  for (const [format, files] of Object.entries(FORMATS)) {
    it(`has fake data and secrets: ${format}`, async () => {
      await inFolder(Object.entries(files), async (cwd) => {
        const { code, stdout, stderr } = await brace(
          ["render", "Create a user"],
          { cwd, env: { BRACE_SECRET_zebra: "z-4711" } },
        );
        assertEquals(code, 0, stderr);
        assertMatch(stdout, /^GET http:\/\/127.0.0.1:1\/\S+@/);
      });
    });
  }

  for (const name of ["GET /users", "Users / old"]) {
    it(`may have a slash beside a blank: ${name}`, async () => {
      const files = {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: { name: Shop }\n",
        "a/folder.yml": "info: { name: Users / old, type: folder }\n",
        "a/b.yml":
          `info: { name: GET /users, type: http }\nhttp: { method: GET, url: "http://127.0.0.1:1/b" }\n`,
        "c.yml":
          `info: { name: C, type: http }\nhttp: { method: GET, url: "http://127.0.0.1:1/c" }\n`,
      };
      await inFolder(Object.entries(files), async (cwd) => {
        for (const before of [[], ["."]]) {
          const { code, stdout, stderr } = await brace(
            ["list", ...before, name],
            { cwd },
          );
          assertEquals(code, 0, stderr);
          assertStringIncludes(stdout, "a/b.yml");
          assertEquals(stdout.includes("c.yml"), before.length > 0);
        }
      });
    });
  }

  it("is named beside the only collection here", async () => {
    const files = Object.entries(FORMATS["YAML"]).map(([path, text]) =>
      [`shop/${path}`, text] as const
    );
    await inFolder(files, async (cwd) => {
      const { code, stderr } = await brace(["run", "Create a user"], { cwd });
      assertEquals(code, 2);
      assertStringIncludes(
        oneLine(stderr),
        'Cannot find "Create a user": no such file or folder (did you mean "shop/users/create.yml"?)',
      );
    });
  });

  const BRU = (name: string) =>
    `meta {\n  name: ${name}\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:1\n}\n`;
  const BESIDE: readonly (readonly [
    name: string,
    files: Readonly<Record<string, string>>,
    says: string,
  ])[] = [
    ["Postman 12", FORMATS["Postman 12"], "shop/users/create.request.yaml"],
    [
      "Bruno",
      {
        "bruno.json":
          `{ "version": "1", "name": "Shop", "type": "collection" }`,
        "users/create.bru": BRU("Create a user"),
      },
      "shop/users/create.bru",
    ],
    [
      "a block mapping with quotes and a comment",
      {
        ...FORMATS["YAML"],
        "users/create.yml":
          `info:\n  type: http\n  name: "Create a user" # one\nhttp:\n  url: http://127.0.0.1:1\n`,
      },
      "shop/users/create.yml",
    ],
    [
      "a folder of the same name",
      {
        ...FORMATS["YAML"],
        "users/folder.yml": "info: { name: Create a user }\n",
      },
      "shop/users/create.yml",
    ],
  ];
  for (const [name, files, says] of BESIDE) {
    it(`is found beside its collection: ${name}`, async () => {
      const inside = Object.entries(files)
        .map(([path, text]) => [`shop/${path}`, text] as const);
      await inFolder(inside, async (cwd) => {
        // Only a path finds the trees of Postman 12.
        for (const given of [["shop"], ...name === "Postman 12" ? [] : [[]]]) {
          const { code, stderr } = await brace(
            ["run", ...given, "Create a user"],
            { cwd },
          );
          assertEquals(code, 2);
          assertStringIncludes(oneLine(stderr), `(did you mean "${says}"?)`);
        }
      });
    });
  }

  const ALIKE: [said: string, names: string[], says: string][] = [
    [
      "Create usr",
      ["Create user"],
      '(did you mean "shop/r0.yml", which is "Create user"?)',
    ],
    [
      "craete user",
      ["Create user"],
      '(did you mean "shop/r0.yml", which is "Create user"?)',
    ],
    [
      "list_users",
      ["List users"],
      '(did you mean "shop/r0.yml", which is "List users"?)',
    ],
    ["Create user", ["Create user"], '(did you mean "shop/r0.yml"?)'],
    ["Update user", ["Create user"], 'of "shop" by its path: brace list shop)'],
    ["Set user", ["Get user"], 'of "shop" by its path: brace list shop)'],
    [
      "Unarchive order",
      ["Archive order"],
      'of "shop" by its path: brace list shop)',
    ],
    ["list offers", ["List orders"], 'of "shop" by its path: brace list shop)'],
    ["Step two 2", ["Step two 1"], 'of "shop" by its path: brace list shop)'],
    [
      "list user",
      ["List users", "List users"],
      '(2 requests are called "List users": give one by its path: brace list shop)',
    ],
  ];
  for (const [said, names, says] of ALIKE) {
    it(`is near to no other one: ${said} for ${names.join(", ")}`, async () => {
      const files = names.map((name, at): [string, string] => [
        `shop/r${at}.yml`,
        `info: { name: ${name}, type: http }\nhttp: { method: GET, url: "http://127.0.0.1:1" }\n`,
      ]);
      await inFolder([
        ["shop/opencollection.yml", "info: { name: Shop }\n"],
        ...files,
      ], async (cwd) => {
        const { code, stderr } = await brace(["run", "shop", said], { cwd });
        assertEquals(code, 2);
        assertStringIncludes(oneLine(stderr), says);
      });
    });
  }

  it("has no suggestion if two requests have the name", async () => {
    const one = FORMATS["YAML"]["users/create.yml"];
    const files = Object.entries({ ...FORMATS["YAML"], "again.yml": one })
      .map(([path, text]) => [`shop/${path}`, text] as const);
    await inFolder(files, async (cwd) => {
      const { stderr } = await brace(["run", "shop", "Create a user"], { cwd });
      assertStringIncludes(oneLine(stderr), "by its path: brace list shop)");
    });
  });

  const MISSING: [args: string[], says: string, from?: string][] = [
    [["shop"], '"shop": no such file or folder (did you mean "../shop"?)', "t"],
    [["shop/users"], '(did you mean "../../../shop/users"?)', "t/e/s"],
    [["shop"], '"shop": no such file or folder', "t/e/s/t"],
    [["notes"], '"notes": no such file or folder', "t"],
    [
      ["shop", "Create a user"],
      'Cannot find "Create a user": no such file or folder (did you mean "shop/users/create.yml"?)',
    ],
    [
      ["shop", "create a user"],
      'Cannot find "create a user": no such file or folder (did you mean "shop/users/create.yml", which is "Create a user"?)',
    ],
    [
      ["shop", "Create an user"],
      '(did you mean "shop/users/create.yml", which is "Create a user"?)',
    ],
    [
      ["shop", "CreateAUser"],
      '(did you mean "shop/users/create.yml", which is "Create a user"?)',
    ],
    [
      ["my shop/users", "Create"],
      'Cannot find "Create": no such file or folder (give a request of "my shop/users" by its path: brace list "my shop/users")',
    ],
    [["shop", "shpo"], '"shpo": no such file or folder (did you mean "shop"?)'],
    [["shop", "users"], '(did you mean "shop/users"?)'],
    [["shop/create"], '(did you mean "shop/users/create.yml"?)'],
    [["shop/no/create"], '"shop/no/create": no such file or folder'],
    [["shop", "users/no.yml"], '"users/no.yml": no such file or folder'],
    // The other collection has one of this name, too.
    [["shop", "create"], '(did you mean "shop/users/create.yml"?)'],
    // Files that cannot run have names that are nearer.
    [["create"], '"create": no such file or folder'],
    [["notes.yml"], '"notes.yml": no such file or folder'],
    [
      ["shop/environments/locl.yml"],
      '"shop/environments/locl.yml": no such file or folder',
    ],
    [
      ["my shop", "Creat"],
      '(give a request of "my shop" by its path: brace list "my shop")',
    ],
    [["no", "Create a user"], '"Create a user": no such file or folder'],
    [["FOLDER/shop/users"], '(did you mean "shop/users"?)'],
    [["FOLDER/shop/no"], '/shop/no": no such file or folder'],
  ];
  for (const [args, says, from = ""] of MISSING) {
    it(`says what is meant by ${args.join(" ")} in /${from}`, async () => {
      const files = ["shop", "my shop"].flatMap((folder) =>
        Object.entries(FORMATS["YAML"]).map(([path, text]) =>
          [`${folder}/${path}`, text] as const
        )
      );
      await inFolder(files, async (cwd) => {
        const given = args.map((arg) =>
          arg.replace("FOLDER", toFileUrl(cwd).href)
        );
        await Deno.mkdir(`${cwd}/notes`);
        await Deno.mkdir(`${cwd}/shop/environments`);
        for (
          const file of [
            "creat.js",
            "created.json",
            "notes.csv",
            "shop/environments/local.yml",
          ]
        ) await Deno.writeTextFile(`${cwd}/${file}`, "{}");
        await Deno.mkdir(`${cwd}/t/e/s/t`, { recursive: true });
        const { code, stderr } = await brace(["list", ...given], {
          cwd: `${cwd}/${from}`,
        });
        assertStringIncludes(`${oneLine(stderr).trim()}\n`, `${says}\n`);
        assertEquals(code, 2);
      });
    });
  }
});
