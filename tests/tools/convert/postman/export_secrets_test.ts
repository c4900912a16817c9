import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exportPostman } from "../../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../../lib/tools/convert/export/read_for_export.ts";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../../lib/tools/convert/to_files.ts";

/** A variable of the collection, which an environment has, too: its values in Postman's files, and whether it is a secret there. */
const VARIABLES: readonly [
  variable: string,
  value: string,
  secret?: boolean,
][] = [
  ["{name: preferenceKey, value: theme}", "theme"],
  ["{name: legacyKey, value: unused}", "unused"],
  ["{name: mapKey, value: Ab12cd34ef56}", "", true],
  ["{name: apiKey, value: abc}", "", true],
  ["{name: password, value: ''}", ""],
  ["{name: password, value: '{{other}}'}", "{{other}}"],
  ["{name: pin, value: 4711}", "", true],
  ["{name: pin, value: {type: number, data: '4711'}}", "", true],
  ["{name: theme, value: dark, secret: true}", "", true],
  ["{name: base, value: 'http://u:geheim-99@h/'}", "http://u:{{password}}@h/"],
  [
    '{name: login, value: {type: object, data: \'{"user":"u","password":"geheim-99"}\'}}',
    '{"user":"u","password":"{{password}}"}',
  ],
];

describe("secrets of variables, exported to Postman", () => {
  for (const [variable, value, secret = false] of VARIABLES) {
    it(variable, () => {
      const read = readForExport(
        new Map([
          [
            "opencollection.yml",
            `opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [${variable}]}\n`,
          ],
          ["environments/E.yml", `name: E\nvariables: [${variable}]\n`],
        ]),
        "opencollection.yml",
        "postman",
      ).value;
      assert(read);
      const { collection, environments } = exportPostman(read);
      const [own] = JSON.parse(collection).variable;
      assertEquals([own.value, own.type === "secret"], [value, secret]);
      const [file] = environments.values();
      const [row] = JSON.parse(file).values;
      assertEquals([row.value, row.type === "secret"], [value, secret]);
      const all = collection + file;
      assert(!/geheim-99|4711|Ab12cd|"abc"/.test(all), all);
    });
  }

  it("keeps what an import keeps", async () => {
    const values = {
      preferenceKey: "theme",
      legacyKey: "unused",
      sortKey: "price",
      idempotencyKey: "unused12",
      author: "x",
    };
    const text = JSON.stringify({
      info: { name: "C" },
      item: [{ name: "R", request: { method: "GET", url: "http://h" } }],
      variable: Object.entries(values).map(([key, value]) => ({ key, value })),
    });
    const { value } = await importSource({
      name: "c.json",
      main: "c.json",
      files: new Map([["c.json", text]]),
    });
    const read = readForExport(
      toFiles(value!).files,
      "opencollection.yml",
      "postman",
    ).value;
    const { collection, notes } = exportPostman(read!);
    const { variable } = JSON.parse(collection);
    assertEquals(
      Object.fromEntries(
        variable.map((row: { key: string; value: string }) => [
          row.key,
          row.value,
        ]),
      ),
      values,
    );
    // Postman runs scripts in the order that the import has written.
    assertEquals(notes, []);
  });
});

const FILES = {
  "environments/Local.yml":
    'name: Local\nvariables:\n  - {name: key, value: "{{process.env.LOCAL}}", secret: true}\n  - {name: pin, value: "{{process.env.PIN}}", secret: true}\n',
  "environments/Staging.yml":
    'name: Staging\nvariables:\n  - {name: key, value: "{{process.env.STAGING}}", secret: true}\n  - {name: pin, value: "", secret: true}\n',
  "a/folder.yml":
    'info: {name: A}\nrequest: {variables: [{name: key, value: "{{process.env.A}}", secret: true}]}\n',
};

/** Entries of `.env`, and the note that remains. */
const DOTENV: readonly [dotenv: Record<string, string>, note?: string][] = [
  [
    { STAGING: "s", PIN: "1", A: "a" },
    'Secrets are written without a value, as neither the files nor .env have one: "key" in the environment "Local"; "pin" in the environment "Staging" (enter them in Postman)',
  ],
  [
    { STAGING: "s", LOCAL: "l", PIN: "1" },
    'Secrets are written without a value, as neither the files nor .env have one: "pin" in the environment "Staging"; "key" in the folder "A" (enter them in Postman)',
  ],
];

describe("an export to Postman with secrets", () => {
  for (const [dotenv, note] of DOTENV) {
    it(`names what lacks a value where .env has ${Object.keys(dotenv)}`, () => {
      const { value } = readForExport(
        new Map([
          ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
          ["a/r.yml", "info: {name: R, type: http}\nhttp: {url: h}\n"],
          ...Object.entries(FILES),
        ]),
        "opencollection.yml",
        "postman",
      );
      const { notes } = exportPostman(value!, {
        withSecrets: true,
        dotenv: new Map(Object.entries(dotenv)),
      });
      const said = notes.map(({ message }) => message)
        .filter((message) => message.startsWith("Secrets"));
      assertEquals(said, note ? [note] : []);
    });
  }
});

const AFTER = "scripts: [{type: tests, code: a}]";

/** The collection's own settings, scripts of collection, folder and request → what is said of it. */
const FLOWS: readonly [
  what: string,
  extensions: string,
  scripts: readonly [collection: string, folder: string, request: string],
  notes: readonly string[],
][] = [
  ["the order of Postman", "{brace: {flow: sequential}}", [
    AFTER,
    AFTER,
    AFTER,
  ], []],
  [
    "that order in a file of Bruno's",
    "{bruno: {scripts: {flow: sequential}}}",
    [AFTER, "", AFTER],
    [],
  ],
  ["scripts of one level", "{}", ["", "", AFTER], []],
  [
    "scripts of two levels",
    "{}",
    ["", AFTER, AFTER],
    ["Scripts after a response run in another order"],
  ],
  [
    "the other order, and scripts of the collection and a folder",
    "{brace: {flow: sandwich, source: {kind: postman}, order: [a]}}",
    [AFTER, AFTER, ""],
    ["Scripts after a response run in another order"],
  ],
  [
    "scripts before a request only",
    "{}",
    ["scripts: [{type: before-request, code: a}]", "", AFTER],
    [],
  ],
  [
    "limits that Postman does not have",
    "{brace: {hosts: [h], agents: read-only, clientVersion: 2.0.0}}",
    ["", "", ""],
    [
      'Left out "extensions.brace.hosts": Postman limits no requests',
      'Left out "extensions.brace.agents": Postman limits no requests',
      '"extensions.brace.clientVersion" is left out: Postman does not know it',
    ],
  ],
];

describe("settings of Brace's own, exported to Postman", () => {
  for (const [what, extensions, [top, folder, request], expected] of FLOWS) {
    it(what, () => {
      const { value } = readForExport(
        new Map([
          [
            "opencollection.yml",
            `opencollection: 1.0.0\ninfo: {name: C}\nrequest: {${top}}\nextensions: ${extensions}\n`,
          ],
          ["a/folder.yml", `info: {name: A}\nrequest: {${folder}}\n`],
          [
            "a/r.yml",
            `info: {name: R, type: http}\nhttp: {url: h}\nruntime: {${request}}\n`,
          ],
        ]),
        "opencollection.yml",
        "postman",
      );
      const { notes } = exportPostman(value!);
      assertEquals(
        notes.map(({ message }, index) =>
          message.slice(0, expected[index]?.length)
        ),
        expected,
      );
    });
  }
});
