/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { Page } from "playwright-core";
import { formatPlace } from "../../lib/embedded/page/workbench/state/place.ts";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type Files,
  type OpenPage,
  openPage,
  RefusedError,
} from "../support/open_page.ts";
import { openItem } from "../support/page_views.ts";
import { recordingServer } from "../support/recording_server.ts";

const SECRET = "tok-4f9c2b71d0";

const FORMATS = [
  {
    format: "YAML",
    main: "opencollection.yml",
    files: {
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Shop} # ours\n",
      "environments/local.yml": "name: local\nvariables: []\n",
    },
    declares: (name: string, env: string) =>
      `    - secret: true\n      name: ${name}\n      value: "{{process.env.${env}}}"\n`,
  },
  {
    format: "a YAML file with all requests",
    main: "opencollection.yml",
    files: {
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Shop}\nitems:\n  - info: {name: A, type: http}\n    http: {method: GET, url: 'http://127.0.0.1:1'}\n",
    },
    declares: (name: string, env: string) =>
      `    - secret: true\n      name: ${name}\n      value: "{{process.env.${env}}}"\n`,
  },
  {
    format: ".bru",
    main: "collection.bru",
    files: {
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}\n',
      "environments/local.bru": "vars {\n}\n",
    },
    declares: (name: string, env: string) =>
      `vars:pre-request {\n  ${name}: {{process.env.${env}}}\n}\n`,
  },
] as const;

/** Where a command has the secret, and what arrives at the server. */
const PLACES = [
  {
    flags: `-H 'Authorization: Bearer ${SECRET}'`,
    name: "bearerToken",
    env: "BEARER_TOKEN",
    sent: `Authorization: Bearer ${SECRET}`,
  },
  {
    flags: `-u 'ada:${SECRET}'`,
    name: "basicPassword",
    env: "BASIC_PASSWORD",
    sent: `Authorization: Basic ${btoa(`ada:${SECRET}`)}`,
  },
  {
    flags: `-H 'X-Api-Key: ${SECRET}'`,
    name: "xApiKey",
    env: "X_API_KEY",
    sent: `X-Api-Key: ${SECRET}`,
  },
  {
    flags: `-G -d 'access_token=${SECRET}'`,
    name: "accessToken",
    env: "ACCESS_TOKEN",
    sent: `?access_token=${SECRET}`,
  },
  {
    flags: `-H 'Cookie: session=${SECRET}'`,
    name: "cookie",
    env: "COOKIE",
    sent: `Cookie: session=${SECRET}`,
  },
];

/** All that the folder holds. */
async function allFiles(folder: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile) texts[name] = await Deno.readTextFile(`${folder}/${name}`);
  }
  return texts;
}

async function sendItem(page: OpenPage, id: string): Promise<string> {
  let told = "";
  for await (const event of page.lines("send", { id })) {
    assert(event.type !== "question", JSON.stringify(event));
    told += JSON.stringify(event);
  }
  return told;
}

describe("secrets of a command that is pasted", () => {
  for (const { format, files, main, declares } of FORMATS) {
    for (const { flags, name, env, sent } of PLACES) {
      it(`${format}: ${name} is a variable, and Send has its value`, async () => {
        await using server = recordingServer();
        await using page = await openPage(files);
        const paste = (path: string) =>
          page.ask("importText", {
            text: `curl ${server.url}${path} ${flags}`,
          });
        const { ids: [id], notes } = await paste("/pasted");
        assertEquals(notes, [
          `1 secret left out of the files: copy .env.example to .env and fill in ${env} (Brace keeps the value in memory until the server ends or a file gives a variable another value)`,
        ]);
        const texts = await allFiles(page.folder);
        assertStringIncludes(texts[main], declares(name, env));
        assertStringIncludes(texts[".env.example"], `${env}=\n`);
        assertEquals(texts[".gitignore"], ".env\n");
        assert(!JSON.stringify(texts).includes(SECRET));
        const told = await sendItem(page, id);
        assertStringIncludes(server.requests[0].head, sent);
        assert(!told.includes(SECRET), told);
        const { problems } = await page.ask("problems", {});
        assertEquals(problems, []);
        // The same secret again is the same variable.
        const again = await paste("/again");
        assertEquals(again.notes, []);
        await sendItem(page, again.ids[0]);
        assertStringIncludes(server.requests[1].head, sent);
        // What is in .env counts as soon as the system tells of it.
        await page.write(".env", `${env}=other-1234\n`);
        const filled = env === "BASIC_PASSWORD"
          ? btoa("ada:other-1234")
          : "other-1234";
        for (let tries = 0; tries < 50; tries++) {
          await sendItem(page, id);
          if (server.requests.at(-1)!.head.includes(filled)) break;
        }
        assertStringIncludes(server.requests.at(-1)!.head, filled);
      });
    }
  }

  it("take no name that the collection has", async () => {
    await using server = recordingServer();
    await using page = await openPage({
      "opencollection.yml":
        'opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  variables:\n    - {name: bearerToken, secret: true, value: "{{process.env.BEARER_TOKEN}}"}\n',
      ".env": "BEARER_TOKEN=another-one-1\n",
      ".env.example": "BEARER_TOKEN=\n",
    });
    const { ids: [id], notes } = await page.ask("importText", {
      text: `curl ${server.url}/x -H 'Authorization: Bearer ${SECRET}'`,
    });
    assertStringIncludes(notes[0], "write BEARER_TOKEN2 into .env");
    assertEquals(
      await page.read(".env.example"),
      "BEARER_TOKEN=\nBEARER_TOKEN2=\n",
    );
    await sendItem(page, id);
    assertStringIncludes(server.requests[0].head, `Bearer ${SECRET}`);
  });

  /** An export of Postman's with a script that has a key. */
  const scripted = (url: string, key: string) =>
    new TextEncoder().encode(JSON.stringify({
      info: {
        name: "P",
        schema:
          "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      },
      item: [{
        name: "R",
        request: { method: "GET", url: `${url}/x?a={{a}}` },
        event: [{
          listen: "prerequest",
          script: {
            exec: [
              `const apiKey = "${key}";`,
              'pm.variables.set("a", apiKey);',
            ],
          },
        }],
      }],
    })).toBase64();

  it("are kept for a script that reads the entry itself", async () => {
    await using server = recordingServer();
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    });
    const { ids: [id], notes } = await page.ask("importFile", {
      name: "p.json",
      base64: scripted(server.url, SECRET),
    });
    assertStringIncludes(notes[0], "fill in API_KEY (Brace keeps");
    assertStringIncludes(await page.read("R.yml"), 'getProcessEnv("API_KEY")');
    const told = await sendItem(page, id);
    assertStringIncludes(server.requests[0].head, `?a=${SECRET}`);
    assert(!told.includes(SECRET), told);
    assertEquals((await page.ask("variables", {})).secrets, [
      "process.env.API_KEY",
    ]);
  });

  it("are not kept for a script if the source masks them", async () => {
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    });
    await page.ask("importFile", {
      name: "p.json",
      base64: scripted("http://127.0.0.1:1", "***"),
    });
    assertStringIncludes(await page.read("R.yml"), 'getProcessEnv("API_KEY")');
    assertEquals((await page.ask("variables", {})).secrets, []);
  });

  const LACKING_SOURCE =
    "-H 'X-Api-Key: ***' -H 'X-Other-Token: [REDACTED]' http://127.0.0.1:1/x";
  for (
    const { title, flags, more, notes } of [
      {
        title: "one",
        flags: "-H 'X-Api-Key: ***' http://127.0.0.1:1/x",
        notes: [
          "The source lacks 1 value: copy .env.example to .env and fill in X_API_KEY",
        ],
      },
      {
        title: "two, beside a .env",
        flags: LACKING_SOURCE,
        more: { ".env": "A=1\n" },
        notes: [
          "The source lacks 2 values: write X_API_KEY and X_OTHER_TOKEN into .env",
        ],
      },
      {
        title: "two, beside one that it has",
        flags: `-H 'Authorization: Bearer ${SECRET}' ${LACKING_SOURCE}`,
        notes: [
          "1 secret left out of the files: copy .env.example to .env and fill in BEARER_TOKEN (Brace keeps the value in memory until the server ends or a file gives a variable another value)",
          "The source lacks 2 values: write X_API_KEY and X_OTHER_TOKEN into .env, too",
        ],
      },
    ]
  ) {
    it(`are not kept if the source lacks them: ${title}`, async () => {
      await using page = await openPage({
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        ...more,
      });
      const answer = await page.ask("importText", { text: `curl ${flags}` });
      assertEquals(answer.notes, notes);
      const { secrets } = await page.ask("variables", {});
      assertEquals(
        secrets,
        notes.length === 2 ? ["bearerToken"] : [],
      );
    });
  }

  it("leave a tree of Postman 12 as it is", async () => {
    await using page = await openPage({
      ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
      "Get.request.yaml":
        "$kind: http-request\nmethod: GET\nurl: http://127.0.0.1:1/\n",
    });
    const before = await allFiles(page.folder);
    await assertRejects(
      () =>
        page.ask("importText", {
          text: `curl http://127.0.0.1:1/ -H 'Authorization: Bearer ${SECRET}'`,
        }),
      RefusedError,
      "Brace does not edit the files that Postman writes",
    );
    assertEquals(await allFiles(page.folder), before);
  });
});

/** A request with a header, and what has its value. */
const READING = (value: string, main = "") => ({
  "opencollection.yml": `opencollection: 1.0.0\ninfo: {name: Shop}\n${main}`,
  "get.yml":
    `info: {name: Get, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:1/x", headers: [{name: X-A, value: "${value}"}]}\n`,
});

const VARIABLE = (more: string) =>
  `request: {variables: [{name: pass, ${more}, value: "{{process.env.ENTRY}}"}]}\n`;

/** Collections whose `.env` lacks an entry, and what Send asks for it. */
const LACKING: readonly {
  readonly title: string;
  readonly files: Files;
  readonly environments?: readonly string[];
  readonly asked: string | undefined;
}[] = [
  {
    title: "a secret that reads it",
    files: READING("{{pass}}", VARIABLE("secret: true")),
    asked: 'Value of the secret "pass" (.env has no ENTRY)',
  },
  {
    title: "a secret of a .bru environment",
    environments: ["local"],
    files: {
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}\n',
      "environments/local.bru": "vars {\n  token: {{process.env.ENTRY}}\n}\n",
      "get.bru":
        "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:1/{{token}}\n}\n",
    },
    asked: 'Value of the secret "token" (.env has no ENTRY)',
  },
  {
    title: "a header that reads it",
    files: READING("{{process.env.API_TOKEN}}"),
    asked:
      'Value of the secret "process.env.API_TOKEN" (.env has no API_TOKEN)',
  },
  {
    title: "a variable that is no secret",
    files: READING("{{pass}}", VARIABLE("description: none")),
    asked: undefined,
  },
  {
    title: "a secret that its own script sets",
    files: {
      ...READING("{{pass}}", VARIABLE("secret: true")),
      "get.yml": `${
        READING("{{pass}}")["get.yml"]
      }runtime: {scripts: [{type: before-request, code: "client.setVar('pass', 'from-script')"}]}\n`,
    },
    asked: undefined,
  },
];

describe("an entry that .env lacks", () => {
  for (const { title, files, environments = [], asked } of LACKING) {
    it(`${asked === undefined ? "is not asked for" : "is asked for once"}: ${title}`, async () => {
      await using page = await openPage(files, { environments });
      const { items } = await page.ask("state", {});
      const { id } = items.find(({ name }) => name === "Get")!;
      const questions: string[] = [];
      let told = "";
      const follow = async (events: AsyncIterable<unknown>) => {
        for await (const event of events) {
          told += JSON.stringify(event);
          const { type, kind, text = "", question = "" } = event as Record<
            string,
            string
          >;
          if (type !== "question") continue;
          questions.push(kind === "prompt" ? text : kind);
          await page.ask("answer", { question, answer: SECRET });
        }
      };
      await follow(page.lines("send", { id }));
      await follow(page.lines("run", { ids: [] }));
      assertEquals(questions, asked === undefined ? [] : [asked]);
      assertEquals(
        told.includes("PERMISSION"),
        title === "a variable that is no secret",
      );
      assert(!told.includes(SECRET), told);
      if (asked === undefined) return;
      // What is forgotten is asked for anew, by a run too.
      await page.ask("forgetKept", { what: "secrets" });
      await follow(page.lines("run", { ids: [] }));
      assertEquals(questions, [asked, asked]);
    });
  }
});

describe("a secret that a person defines in the page", () => {
  const withPage = lendsPage();

  /** A collection, with the environment that is selected. */
  const HOMES: readonly {
    readonly home: string;
    readonly environments: readonly string[];
    readonly button: string;
    readonly file: string;
    readonly files: Files;
    readonly saved: string;
  }[] = [
    {
      home: "an environment",
      environments: ["local"],
      button: "Define it in local",
      file: "environments/local.yml",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "environments/local.yml": "name: local\n",
      },
      saved: "name: local\nvariables:\n  - secret: true\n    name: apiToken\n",
    },
    {
      home: "the collection",
      environments: [],
      button: "Define it in the collection",
      file: "opencollection.yml",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      },
      saved:
        "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  variables:\n    - secret: true\n      name: apiToken\n",
    },
    {
      home: "a .bru environment",
      environments: ["local"],
      button: "Define it in local",
      file: "environments/local.bru",
      files: {
        "bruno.json":
          '{"version": "1", "name": "Shop", "type": "collection"}\n',
        "environments/local.bru": "vars {\n  a: 1\n}\n",
      },
      saved: "vars {\n  a: 1\n}\n\nvars:secret [\n  apiToken\n]\n",
    },
  ];
  for (const { home, environments, button, file, files, saved } of HOMES) {
    itNeeds("chromium")(`is not written into ${home}`, async () => {
      await using server = recordingServer();
      const isBru = file.endsWith(".bru");
      await using open = await openPage({
        ...files,
        ...(isBru
          ? {
            "get.bru":
              `meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: ${server.url}/x\n  body: none\n  auth: bearer\n}\n\nauth:bearer {\n  token: {{apiToken}}\n}\n`,
          }
          : {
            "get.yml":
              `info: {name: Get, type: http}\nhttp: {method: GET, url: "${server.url}/x", auth: {type: bearer, token: "{{apiToken}}"}}\n`,
          }),
      }, { environments });
      await withPage(async (page) => {
        await page.goto(open.address());
        await openItem(page, "Get");
        await page.getByRole("tab", { name: "Auth", exact: true }).click();
        const token = page.getByRole("textbox", { name: "Token", exact: true });
        await token.press("Home");
        await token.press("Control+i");
        await page.getByRole("button", { name: button }).click();
        await page.locator('[aria-label$=" value"]:focus').waitFor();
        await page.keyboard.insertText(SECRET);
        await page.getByRole("checkbox", { name: "apiToken is a secret" })
          .and(page.locator(":checked")).waitFor();
        await page.keyboard.press("Control+s");
        await page.getByText(
          `Saved ${file}: the value of apiToken stays in memory`,
        ).waitFor();
        assertEquals(await open.read(file), saved);
        await openItem(page, "Get");
        await page.keyboard.press("Control+Enter");
        await page.getByRole("status").getByText("200 OK").waitFor();
      });
      assertStringIncludes(server.requests[0].head, `Bearer ${SECRET}`);
    });
  }

  itNeeds("chromium")(
    "reads .env where collection.bru has no place for it, and Send asks for the value",
    async () => {
      await using server = recordingServer();
      await using open = await openPage({
        "bruno.json":
          '{"version": "1", "name": "Shop", "type": "collection"}\n',
        "get.bru":
          `meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: ${server.url}/x\n  body: none\n  auth: bearer\n}\n\nauth:bearer {\n  token: {{apiToken}}\n}\n`,
      });
      await withPage(async (page) => {
        await page.goto(open.address());
        await openItem(page, "Get");
        await page.getByRole("tab", { name: "Auth", exact: true }).click();
        const token = page.getByRole("textbox", { name: "Token", exact: true });
        await token.press("Home");
        await token.press("Control+i");
        await page.getByRole("button", { name: "Define it in the collection" })
          .click();
        await page.locator('[aria-label$=" value"]:focus').waitFor();
        await page.keyboard.press("Control+s");
        await page.getByRole("button", { name: "Discard" })
          .waitFor({ state: "detached" });
        assertEquals(
          await open.read("collection.bru"),
          "vars:pre-request {\n  apiToken: {{process.env.API_TOKEN}}\n}\n",
        );
        await openItem(page, "Get");
        await page.keyboard.press("Control+Enter");
        await page.getByLabel(
          'Value of the secret "apiToken" (.env has no API_TOKEN)',
        ).and(page.locator("input")).fill(SECRET);
        await page.keyboard.press("Enter");
        await page.getByRole("status").getByText("200 OK").waitFor();
      });
      assertStringIncludes(server.requests[0].head, `Bearer ${SECRET}`);
    },
  );

  /** Opens the form of an environment, or with "" that of the collection. */
  async function openForm(page: Page, open: OpenPage, path: string) {
    await page.goto(open.address());
    await page.getByRole("button", { name: "Variables" }).first().waitFor();
    const place = formatPlace({ view: "item", id: await open.id(path) });
    await page.evaluate((place) => location.hash = place, place);
    const tab = page.getByRole("tab", { name: "Variables", exact: true });
    if (!path.startsWith("environments/")) await tab.click();
  }

  /** Collections with the file of a form, and what it has after a save. */
  const FORMS: readonly {
    readonly form: string;
    readonly item: string;
    readonly files: Files;
    readonly file: string;
    readonly saved: string;
    readonly told?: string;
  }[] = [
    {
      form: "an environment",
      item: "environments/local.yml",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "environments/local.yml": "name: local\n",
      },
      file: "environments/local.yml",
      saved:
        `name: local\nvariables:\n  - secret: true\n    name: legacyToken\n`,
    },
    {
      form: "the collection",
      item: "",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      },
      file: "opencollection.yml",
      saved:
        "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  variables:\n    - secret: true\n      name: legacyToken\n",
    },
    {
      form: "a .bru environment",
      item: "environments/local.yml",
      files: {
        "bruno.json":
          '{"version": "1", "name": "Shop", "type": "collection"}\n',
        "environments/local.bru": "vars {\n  a: 1\n}\n",
      },
      file: "environments/local.bru",
      saved: "vars {\n  a: 1\n}\n\nvars:secret [\n  legacyToken\n]\n",
    },
    {
      form: "a .bru collection",
      item: "",
      files: {
        "bruno.json":
          '{"version": "1", "name": "Shop", "type": "collection"}\n',
        "collection.bru": "vars:pre-request {\n  a: 1\n}\n",
      },
      file: "collection.bru",
      saved:
        "vars:pre-request {\n  a: 1\n  legacyToken: {{process.env.LEGACY_TOKEN}}\n}\n",
      told: "Only environments of .bru files have secrets",
    },
    {
      form: "a request",
      item: "get.yml",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "get.yml":
          "info: {name: Get, type: http}\nhttp: {method: GET, url: x}\n",
      },
      file: "get.yml",
      saved:
        "info: {name: Get, type: http}\nhttp: {method: GET, url: x}\nruntime:\n  variables:\n    - secret: true\n      name: legacyToken\n",
    },
    {
      form: "a .bru request",
      item: "get.bru",
      files: {
        "bruno.json":
          '{"version": "1", "name": "Shop", "type": "collection"}\n',
        "get.bru":
          "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: x\n}\n\nvars:pre-request {\n  a: 1\n}\n",
      },
      file: "get.bru",
      saved:
        "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: x\n}\n\nvars:pre-request {\n  a: 1\n  legacyToken: {{process.env.LEGACY_TOKEN}}\n}\n",
      told: "Only environments of .bru files have secrets",
    },
  ];
  for (const { form, item, files, file, saved, told } of FORMS) {
    itNeeds("chromium")(`is ticked as it is typed into ${form}`, async () => {
      await using open = await openPage(files);
      await withPage(async (page) => {
        await openForm(page, open, item);
        const at = file.endsWith(".bru") ? 2 : 1;
        await page.getByLabel(`Variable ${at} name`).pressSequentially(
          "legacyToken",
        );
        const box = page.getByRole("checkbox", {
          name: "legacyToken is a secret",
        });
        await box.and(page.locator(":checked")).waitFor();
        const value = page.getByLabel(`Variable ${at} value`);
        await value.fill(SECRET);
        await box.and(page.locator(":checked")).waitFor();
        if (told !== undefined) {
          await page.getByText(told).waitFor();
          await value.fill("{{process.env.LEGACY_TOKEN}}");
          await box.and(page.locator(":not(:checked)")).waitFor();
        }
        await page.keyboard.press("Control+s");
        await page.getByText(`Saved ${file}`).waitFor();
        assertEquals(await open.read(file), saved);
      });
    });
  }

  itNeeds("chromium")("of a request is sent from memory", async () => {
    await using server = recordingServer();
    await using open = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "get.yml":
        `info: {name: Get, type: http}\nhttp: {method: GET, url: "${server.url}/x", auth: {type: bearer, token: "{{ownToken}}"}}\n`,
    });
    await withPage(async (page) => {
      await openForm(page, open, "get.yml");
      await page.getByLabel("Variable 1 name").fill("ownToken");
      await page.getByLabel("Variable 1 value").fill(SECRET);
      await page.keyboard.press("Control+s");
      await page.getByText(
        "Saved get.yml: the value of ownToken stays in memory",
      ).waitFor();
      assert(!(await open.read("get.yml"))!.includes(SECRET));
      await page.keyboard.press("Control+Enter");
      await page.getByRole("status").getByText("200 OK").waitFor();
    });
    assertStringIncludes(server.requests[0].head, `Bearer ${SECRET}`);
  });

  itNeeds("chromium")(
    "is ticked by nobody but the person who touched it",
    async () => {
      await using open = await openPage({
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "environments/local.yml":
          "name: local\nvariables:\n  - name: old\n    value: x1\n",
      });
      await withPage(async (page) => {
        await openForm(page, open, "environments/local.yml");
        const name = (at: number) => page.getByLabel(`Variable ${at} name`);
        const box = (name: string) =>
          page.getByRole("checkbox", { name: `${name} is a secret` });
        await name(2).fill("aToken");
        await box("aToken").and(page.locator(":checked")).waitFor();
        await name(2).fill("aName");
        await box("aName").and(page.locator(":not(:checked)")).waitFor();
        await name(2).fill("aToken");
        const value = page.getByLabel("Variable 2 value");
        const security = () =>
          value.evaluate((it) =>
            getComputedStyle(it).getPropertyValue("-webkit-text-security")
          );
        await value.fill(SECRET);
        assertEquals(await security(), "disc");
        await value.fill("{{process.env.TOKEN}}");
        assertEquals(await security(), "none");
        await box("aToken").check();
        await value.fill(SECRET);
        await box("aToken").uncheck();
        assertEquals(await security(), "none");
        await name(2).fill("bToken");
        await box("bToken").and(page.locator(":not(:checked)")).waitFor();
        // The file has its value already.
        await name(1).fill("oldToken");
        await box("oldToken").and(page.locator(":not(:checked)")).waitFor();
      });
    },
  );

  itNeeds("chromium")("stays told until the person has read it", async () => {
    await using open = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    });
    await withPage(async (page) => {
      await page.clock.install();
      await page.goto(open.address());
      await page.getByRole("button", { name: "Variables" }).first().waitFor();
      await page.keyboard.press("Alt+c");
      await page.getByRole("dialog").getByRole("textbox").fill(
        `curl http://127.0.0.1:1/x -H 'Authorization: Bearer ${SECRET}'`,
      );
      await page.getByRole("dialog").locator("[type=submit]").click();
      const told = page.getByText("1 secret left out of the files");
      await told.waitFor();
      await page.clock.fastForward(60_000);
      assertStringIncludes(await told.innerText(), "fill in BEARER_TOKEN");
    });
  });

  it("keeps its value in the file if the row gets another name", async () => {
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "environments/local.yml":
        `name: local\nvariables:\n  - name: old\n    secret: true\n    value: ${SECRET}\n`,
    });
    const id = await page.id("environments/local.yml");
    const { document, revision } = await page.ask("open", { id });
    const { variables: [row] } = document as { variables: [object] };
    const added = { name: "fresh", secret: true, value: "{{process.env.X}}" };
    const answer = await page.ask("save", {
      id,
      draft: {
        revision,
        base: document!,
        document: {
          ...document as object,
          variables: [{ ...row, name: "now" }, added],
        },
      },
    });
    assertEquals(answer.type, "saved");
    assert(!("kept" in answer));
    assertEquals(
      await page.read("environments/local.yml"),
      `name: local\nvariables:\n  - name: now\n    secret: true\n    value: ${SECRET}\n  - secret: true\n    name: fresh\n    value: "{{process.env.X}}"\n`,
    );
  });
});
