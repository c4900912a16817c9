import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Json } from "../../lib/embedded/page/workbench/api.ts";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type OpenPage, openPage, RefusedError } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

type Row = { readonly name: string; readonly value?: Json };

const REQUEST = (value: string) =>
  `info: {name: Get, type: http}
http: {method: GET, url: "http://127.0.0.1:1/"}
runtime:
  variables:
    - name: one
      value: ${value}
`;

const OF_VARIABLES: Readonly<Record<string, (value: string) => string>> = {
  "get.yml": REQUEST,
  "parcels/folder.yml": (value) =>
    `info: {name: parcels, type: folder}\nrequest:\n  variables:\n    - name: one\n      value: ${value}\n`,
  "environments/local.yml": (value) =>
    `name: local\nvariables:\n  - name: one\n    value: ${value}\n`,
};

async function opened(path: string, text: string) {
  const page = await openPage({
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    [path]: text,
  });
  const id = await page.id(path.replace(/\/folder\.yml$/, ""));
  const { revision, document } = await page.ask("open", { id });
  const base = document as Record<string, { variables: Row[] }>;
  const part = ["runtime", "request"].find((one) => one in base);
  const rows = (part ? base[part].variables : base.variables) as Row[];
  const save = (change: (rows: Row[]) => Row[]) => {
    const variables = change(rows) as Json;
    const edited = part
      ? { ...base, [part]: { ...base[part], variables } }
      : { ...base, variables };
    return page.ask("save", {
      id,
      draft: { revision, base: base as Json, document: edited as Json },
    });
  };
  return {
    rows,
    save,
    text: () => page.read(path),
    [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
  };
}

/** What a file has, what its form shows, what is typed there, and what the file has then. */
const ROWS: readonly (readonly [
  written: string,
  shown: Json,
  typed: string,
  then: string,
])[] = [
  ["2.50", { type: "number", data: "2.50" }, "3.75", "3.75"],
  ["1e3", { type: "number", data: "1e3" }, "20", "20"],
  [
    "12345678901234567890",
    { type: "number", data: "12345678901234567890" },
    "7",
    "7",
  ],
  ["false", { type: "boolean", data: "false" }, "true", "true"],
  ["null", { type: "null", data: "null" }, "{{x}}", '\n        type: "null"'],
  [
    "{city: Hamburg, zip: 2.50}",
    { type: "object", data: '{"city":"Hamburg","zip":2.50}' },
    '{"city": "Bremen", "zip": 2.50}',
    "{city: Bremen, zip: 2.50}",
  ],
  ["[1, 2]", { type: "array", data: "[1,2]" }, "[1, 3]", "[1, 3]"],
  [
    "{type: a, data: b, c: d}",
    {
      type: "object",
      data: '{"type":"a","data":"b","c":"d"}',
    },
    '{"type":"a","data":"x","c":"d"}',
    "{type: a, data: x, c: d}",
  ],
];

describe("a variable that is more than a text", () => {
  for (const [path, file] of Object.entries(OF_VARIABLES)) {
    for (const [written, shown, typed, then] of ROWS.slice(0, -4)) {
      it(`keeps its kind: ${written} in ${path}`, async () => {
        await using open = await opened(path, file(written));
        assertEquals(open.rows[0].value, shown);
        const { type } = shown as { type: string };
        await open.save(([row]) => [{ ...row, value: { type, data: typed } }]);
        assertEquals(await open.text(), file(then));
      });
    }
  }

  for (const [written, shown, typed, then] of ROWS.slice(-4)) {
    it(`keeps its kind: ${written}`, async () => {
      await using open = await opened("get.yml", REQUEST(written));
      assertEquals(open.rows[0].value, shown);
      const { type } = shown as { type: string };
      await open.save(([row]) => [{ ...row, value: { type, data: typed } }]);
      assertStringIncludes(await open.text(), then);
    });
  }

  for (const [written] of [...ROWS, ["010"], [".inf"], ["~"], ['"10"']]) {
    it(`stays to the byte beside another one: ${written}`, async () => {
      const text = REQUEST(written) + "    - {name: two, value: x}\n";
      await using open = await opened("get.yml", text);
      await open.save(([one, two]) => [{ ...two, value: "other" }, one]);
      assertEquals(
        await open.text(),
        text.replace(/ {4}- name[^]*?(?= {4}- \{)/, "").replace(
          "x}",
          "other}",
        ) +
          /( {4}- name[^]*?)(?= {4}- \{)/.exec(text)![1],
      );
    });
  }

  it("keeps the digits of a number that JavaScript would print otherwise", async () => {
    await using open = await opened("get.yml", REQUEST("2.50"));
    await open.save(([row]) => [{
      ...row,
      value: { type: "number", data: "3.50" },
    }]);
    assertStringIncludes(await open.text(), 'type: number\n        data: "3.5');
  });

  it("is a text where a person chooses that", async () => {
    await using open = await opened("get.yml", REQUEST("10"));
    await open.save(([row]) => [{ ...row, value: "20" }]);
    assertEquals(await open.text(), REQUEST('"20"'));
  });

  for (
    const [written, type, data, is] of [
      ["10", "number", "ten", "a number"],
      ["true", "boolean", "yes", "true or false"],
      ["{a: 1}", "object", '{"a": 1', "an object in JSON"],
      ["[1]", "array", '{"a": 1}', "an array in JSON"],
    ]
  ) {
    it(`refuses what is not of its kind: ${is}`, async () => {
      await using open = await opened("get.yml", REQUEST(written));
      await assertRejects(
        () => open.save(([row]) => [{ ...row, value: { type, data } }]),
        RefusedError,
        `its value is not ${is} (change it, or choose another kind`,
      );
      assertEquals(await open.text(), REQUEST(written));
    });
  }

  it("hides the value of a secret", async () => {
    await using open = await opened(
      "environments/local.yml",
      "name: local\nvariables:\n  - {name: pin, value: 4711, secret: true}\n",
    );
    assertEquals(JSON.stringify(open.rows).includes("4711"), false);
    await open.save(([row]) => [{ ...row, name: "pinCode" }]);
    assertStringIncludes(await open.text(), "{name: pinCode, value: 4711");
  });
});

describe("the kind of a variable in the page", () => {
  const withPage = lendsPage();

  async function acts(
    act: (
      page: Parameters<Parameters<typeof withPage>[0]>[0],
      open: OpenPage,
    ) => Promise<void>,
  ) {
    await using open = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "get.yml": REQUEST("10"),
    });
    await withPage(async (page) => {
      await page.goto(open.address());
      await act(page, open);
    });
  }

  itNeeds("chromium")("is chosen, and stays while one types", async () => {
    await acts(async (page, open) => {
      await openItem(page, "Get");
      await tabOf(page, "Request", "Variables").click();
      const kind = page.getByRole("combobox", { name: "Kind of one" });
      assertEquals(await kind.inputValue(), "number");
      const value = page.getByLabel("Variable 1 value", { exact: true });
      await value.fill("ten");
      await page.keyboard.press("Control+s");
      await page.getByText('"one": its value is not a number').first()
        .waitFor();
      await value.fill("20");
      await page.keyboard.press("Control+s");
      await page.getByRole("button", { name: "Discard" })
        .waitFor({ state: "detached" });
      assertEquals(await kind.inputValue(), "number");
      assertEquals(await open.read("get.yml"), REQUEST("20"));
    });
  });

  itNeeds("chromium")("stays in the view Variables", async () => {
    await acts(async (page, open) => {
      await openItem(page, "Get");
      await tabOf(page, "Request", "Variables").click();
      await page.getByText("All variables in reach").click();
      await page.getByRole("button", { name: "Edit one", exact: true }).click();
      const value = page.getByLabel("Value of one", { exact: true });
      assertEquals(await value.inputValue(), "10");
      await value.fill("20");
      await page.keyboard.press("Enter");
      await value.waitFor({ state: "detached" });
      assertEquals(await open.read("get.yml"), REQUEST("20"));
    });
  });
});
