/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { afterAll, describe } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { AUTH_TYPES } from "../../lib/core/collection/auth_types.ts";
import { AUTH_KINDS } from "../../lib/core/collection/shape/auth.ts";
import type { Shape } from "../../lib/core/collection/shape/types.ts";
import type { Json } from "../../lib/embedded/page/workbench/api.ts";
import { EMPTY, lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

const yaml = (name: string) =>
  `# The first one.
info:
  name: ${name}
  type: http
http:
  method: GET # of all
  url: "http://127.0.0.1:1/"

settings:
  timeout: 0
`;

const bru = (name: string) =>
  `meta {
  name: ${name}
  type: http
}

get {
  url: http://127.0.0.1:1/
  body: none
  auth: none
}

settings {
  timeout: 0
}
`;

/** The fields of a shape by their paths; of a list the first element's. */
function leaves(shape: Shape, path: string): string[] {
  switch (shape.kind) {
    case "mapping":
      return Object.entries(shape.keys).flatMap(([key, one]) =>
        key === "disabled" || key === "enabled" && path.includes(".0")
          ? []
          : leaves(one, path === "" ? key : `${path}.${key}`)
      );
    case "list":
      return leaves(shape.of, `${path}.0`);
    default:
      return [path];
  }
}

function leavesOf(value: Json | undefined, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) =>
    leavesOf(one, path === "" ? key : `${path}.${key}`)
  );
}

/** Fills in each field of the form that has nothing in it. */
async function fillAll(page: Page): Promise<void> {
  const panel = page.getByRole("tabpanel", { name: "Auth" });
  for (const more of await panel.locator("details:not([open])").all()) {
    await more.locator("summary").click();
  }
  for (const select of await panel.getByRole("combobox").all()) {
    if (await select.inputValue() === "") {
      await select.selectOption({ index: 1 });
    }
  }
  // What a choice shows may be an editor, whose script comes when it is needed.
  for (const editor of await panel.locator(".editor").all()) {
    await editor.locator(".cm-content").waitFor();
  }
  const names = await panel.getByRole("textbox").evaluateAll((all) =>
    all.map((one) => one.ariaLabel ?? "")
  );
  for (const [at, name] of names.entries()) {
    if (name.endsWith("name") && / 2 /.test(name)) continue;
    await panel.locator(`[aria-label="${name}"]`).first().fill(`{{v${at}}}`);
  }
}

describe("the auth form of the page", () => {
  const withPage = lendsPage();
  const opened: Promise<OpenPage>[] = [];
  afterAll(async () => {
    for (const open of opened) await (await open)[Symbol.asyncDispose]();
  });

  /** Gives tests the forms of a collection's requests, one after the other, in one page. */
  function forms(files: Files) {
    let opening: Promise<OpenPage> | undefined;
    return async (
      name: string,
      act: (page: Page, open: OpenPage) => Promise<void>,
    ) => {
      if (!opening) opened.push(opening = openPage(files));
      const open = await opening;
      await withPage(async (page) => {
        if (page.url() === EMPTY) await page.goto(open.address());
        await openItem(page, name);
        await tabOf(page, "Request", "Auth").click();
        await act(page, open);
      }, open);
    };
  }

  const save = async (page: Page) => {
    const discard = page.getByRole("button", { name: "Discard" });
    // Before the page shows it, nothing is there to wait for.
    await discard.waitFor();
    await page.keyboard.press("Control+s");
    await discard.waitFor({ state: "detached" });
  };

  const KINDS = AUTH_TYPES.map((type) => ({
    type,
    keys: leaves(AUTH_KINDS.cases[type], "").sort(),
  })).filter(({ keys }) => keys.length > 1);
  const inYaml = forms({
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: A}\n",
    ...Object.fromEntries(
      [...KINDS.map(({ type }) => type), "masked"]
        .map((name) => [`${name}.yml`, yaml(name)]),
    ),
  });
  for (const { type, keys } of KINDS) {
    itNeeds("chromium")(
      `has every field of ${type}, and adds its lines only`,
      async () => {
        await inYaml(type, async (page, open) => {
          await page.getByRole("combobox", { name: "Auth type" })
            .selectOption(type);
          await fillAll(page);
          await save(page);
          const text = await open.read(`${type}.yml`);
          const [head, tail] = yaml(type).split("\n\n");
          assert(text.startsWith(`${head}\n  auth:\n`), text);
          assert(text.endsWith(`\n\n${tail}`), text);
          const { document } = await open.ask("open", {
            id: await open.id(`${type}.yml`),
          });
          const { http } = document as { http: { auth: Json } };
          assertEquals(leavesOf(http.auth).sort(), keys);
        });
      },
    );
  }

  itNeeds("chromium")("masks secrets, and marks placeholders", async () => {
    await inYaml("masked", async (page) => {
      await page.getByRole("combobox", { name: "Auth type" })
        .selectOption("basic");
      const field = page.getByRole("textbox", { name: "Password" });
      const shown = () =>
        field.evaluate((one) =>
          getComputedStyle(one).getPropertyValue("-webkit-text-security")
        );
      await field.fill("hunter2");
      assertEquals(await shown(), "disc");
      await field.fill("{{pass}}");
      assertEquals(await shown(), "none");
      await page.locator(".mark.unresolved").waitFor();
      // What was typed is there again, when a person comes back to the kind.
      const type = page.getByRole("combobox", { name: "Auth type" });
      await type.selectOption("digest");
      await type.selectOption("basic");
      assertEquals(await field.inputValue(), "{{pass}}");
    });
  });

  const IN_BRU: readonly (readonly [
    type: string,
    fields: readonly (readonly [label: string, text: string])[],
    lines: string,
  ])[] = [
    [
      "basic",
      [["Username", "ada"], ["Password", "{{pass}}"]],
      "auth:basic {\n  username: ada\n  password: {{pass}}\n}\n",
    ],
    [
      "bearer",
      [["Token", "{{token}}"]],
      "auth:bearer {\n  token: {{token}}\n}\n",
    ],
    [
      "awsv4",
      [["Service", "s3"], ["Region", "eu"]],
      "auth:awsv4 {\n  service: s3\n  region: eu\n}\n",
    ],
    [
      "oauth2",
      [["Access token URL", "{{url}}"], ["Client ID", "brace"]],
      "auth:oauth2 {\n  grant_type: client_credentials\n  access_token_url: {{url}}\n  client_id: brace\n}\n",
    ],
  ];
  const inBru = forms({
    "bruno.json": '{"version": "1", "name": "A", "type": "collection"}\n',
    ...Object.fromEntries(
      IN_BRU.map(([type]) => [`${type}.bru`, bru(type)]),
    ),
  });
  for (const [type, fields, lines] of IN_BRU) {
    itNeeds("chromium")(`writes ${type} into a .bru file`, async () => {
      await inBru(type, async (page, open) => {
        await page.getByRole("combobox", { name: "Auth type" })
          .selectOption(type);
        for (const [label, text] of fields) {
          await page.getByRole("textbox", { name: label, exact: true })
            .fill(text);
        }
        await save(page);
        assertEquals(
          await open.read(`${type}.bru`),
          bru(type).replace("auth: none", `auth: ${type}`)
            .replace("}\n\nsettings", `}\n\n${lines}\nsettings`),
        );
      });
    });
  }
});

describe("the settings form of the page", () => {
  const withPage = lendsPage();

  /** The rest of a file, and its settings once redirects are not followed. */
  const ROWS: readonly (readonly [
    what: string,
    request: string,
    settings: string,
    collection?: string,
  ])[] = [
    [
      "says that Bruno is not to encode the URL",
      'http: {method: GET, url: "http://127.0.0.1:1/?a=%20"}\n',
      "settings:\n  encodeUrl: false\n  followRedirects: false\n",
    ],
    [
      "leaves open what the file leaves open",
      'http: {method: GET, url: "http://127.0.0.1:1/"}\nsettings: {maxRedirects: 3}\n',
      "settings: {maxRedirects: 3, followRedirects: false}\n",
    ],
    [
      "leaves it to the level above",
      'http: {method: GET, url: "http://127.0.0.1:1/"}\n',
      "settings:\n  followRedirects: false\n",
      "request: {settings: {http: {encodeUrl: true}}}\n",
    ],
  ];
  for (const [what, request, settings, collection = ""] of ROWS) {
    itNeeds("chromium")(what, async () => {
      await using open = await openPage({
        "opencollection.yml":
          `opencollection: 1.0.0\ninfo: {name: Shop}\n${collection}`,
        "get.yml": `info: {name: Get, type: http}\n${request}`,
      });
      await withPage(async (page) => {
        await page.goto(open.address());
        await openItem(page, "Get");
        await tabOf(page, "Request", "Settings").click();
        await page.getByRole("combobox", { name: "Follow redirects" })
          .selectOption("No");
        await page.keyboard.press("Control+s");
        await page.getByText("Saved get.yml").waitFor();
        const text = await open.read("get.yml");
        assertEquals(text.slice(text.indexOf("settings")), settings);
      });
    });
  }
});
