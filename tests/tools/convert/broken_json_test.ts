import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import type { ImportKind } from "../../../lib/tools/convert/types.ts";

/** Texts that are not JSON, and where they stop being it. */
const TEXTS: [
  what: string,
  text: string,
  line: number,
  column: number,
  why: string,
][] = [
  [
    "a missing comma",
    '{\n  "log": [1 2]\n}\n',
    2,
    13,
    'expected "," or "]", found "2"',
  ],
  [
    "a missing value",
    '{\n  "log": ,\n  "a": 1\n}\n',
    2,
    10,
    'expected a value, found ","',
  ],
  ["a comment", '{\n  // here\n  "log": ,\n}\n', 2, 3, "it has a comment"],
  ["a list that is open", '{\n  "log": [1', 2, 12, "it ends too early"],
  [
    "another format",
    "log:\n  entries: []\n",
    1,
    1,
    'expected a value, found "log"',
  ],
];

/** The file of each format that has to be JSON, and what lies beside it. */
const FILES: [from: ImportKind, file: string, beside: [string, string][]][] = [
  ["har", "a.json", []],
  ["postman", "a.json", []],
  ["http", "http-client.env.json", [["a.http", "GET http://h/\n"]]],
];

const NOT_JSON = "it is not valid JSON: ";

const BROKEN = [
  ...TEXTS.map(([what, text, line, column, why]) =>
    [what, text, { line, column }, NOT_JSON + why] as const
  ),
  [
    "a merge conflict",
    '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> x\n}\n',
    { line: 2, column: 1, length: 7 },
    '"<<<<<<<" marks a merge conflict that is not resolved (keep one side, remove the markers)',
  ] as const,
];

describe("a document that is not JSON is refused with its place", () => {
  for (const [from, file, beside] of FILES) {
    for (const [what, text, place, why] of BROKEN) {
      it(`${what}, as ${from}`, async () => {
        const { value, diagnostics } = await importSource({
          name: beside.length > 0 ? "folder" : file,
          ...(beside.length === 0 && { main: file }),
          files: new Map([...beside, [file, text]]),
        }, { from });
        assertEquals(value, undefined);
        assertEquals(diagnostics, [{
          code: "INVALID_SYNTAX",
          severity: "error",
          message: `Cannot read "${file}": ${why}`,
          location: { file, ...place },
        }]);
      });
    }
  }
});

/** Files of a source, the one that is named, and what is said. */
const UNKNOWN: [
  what: string,
  files: Record<string, string>,
  main: string | undefined,
  code: string,
  message: string,
  line?: number,
][] = [
  [
    "an empty file",
    { "a.yaml": " \n" },
    "a.yaml",
    "NOT_A_COLLECTION",
    'Cannot import "a.yaml": it is empty',
  ],
  [
    "JSON that is cut off",
    { "a.json": '{\n"openapi": "3.0.0"' },
    "a.json",
    "INVALID_SYNTAX",
    'Cannot read "a.json": it is not valid JSON: it ends too early',
    2,
  ],
  [
    "JSON with a merge conflict",
    { "a.json": '{"openapi":\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n}' },
    "a.json",
    "INVALID_SYNTAX",
    'Cannot read "a.json": "<<<<<<<" marks a merge conflict that is not resolved (keep one side, remove the markers)',
    2,
  ],
  ...([
    ["Thunder Client", '{"client":"Thunder Client","requests":[]}'],
    ["Thunder Client", '{"collectionName":"a","requests":[]}'],
    ["Hoppscotch", '{"v":6,"name":"a","folders":[],"requests":[]}'],
    [
      "Hoppscotch",
      '[{"name":"a","folders":[],"requests":[{"endpoint":"http://a"}]}]',
    ],
    ["Apidog", '{"apidogProject":"1.0.0","info":{"name":"a"}}'],
    ["Yaak", '{"yaakVersion":"2025.1.0","yaakSchema":4,"resources":{}}'],
    ["HTTPie", '{"meta":{"format":"httpie","version":"1.0.0"},"entry":{}}'],
    [
      "SoapUI",
      '<?xml version="1.0"?>\n<con:soapui-project name="a"></con:soapui-project>',
    ],
    ["Katalon Studio", "<WebServiceRequestEntity></WebServiceRequestEntity>"],
    [
      "RapidAPI (Paw)",
      '<database><object type="LMREQUEST" id="z1"></object></database>',
    ],
  ] as const).map(([client, text]): typeof UNKNOWN[number] => {
    const file = text.startsWith("<") ? "a.xml" : "a.json";
    return [
      `a file of ${client}: ${text.slice(0, 30)}`,
      { [file]: text },
      file,
      "NOT_A_COLLECTION",
      `Cannot import "${file}": it is a file of ${client}, which Brace does not read (export or copy it there as one of these: a Postman collection 2.1, OpenAPI, HAR, commands of curl)`,
    ];
  }),
  ...[
    "http-client.env.json",
    "http-client.private.env.json",
    "rest-client.env.json",
  ].map((file): typeof UNKNOWN[number] => [
    `the environments of .http files: ${file}`,
    { [file]: '{"dev":{"host":"http://localhost"}}' },
    file,
    "NOT_A_COLLECTION",
    `Cannot import "${file}": it has the environments of .http files, and no request (import the .http file that it is beside, or their folder)`,
  ]),
  [
    "JSON of a URL without a name",
    { api: '{"openapi": }' },
    "api",
    "INVALID_SYNTAX",
    'Cannot read "api": it is not valid JSON: expected a value, found "}"',
    1,
  ],
  [
    "a folder with a document",
    { "more.yaml": "a: 1\n", "api.yaml": "openapi: 3.1.0\n" },
    undefined,
    "NOT_A_COLLECTION",
    'Cannot import "source": it is a folder, import the file in it: "api.yaml"',
  ],
  [
    "a collection of one file",
    { "shop.yml": "info: { name: Shop }\nitems: []\n" },
    "shop.yml",
    "NOT_A_COLLECTION",
    'Cannot import "shop.yml": it is a Brace collection already (run it as it is: brace run shop.yml)',
  ],
  [
    "a collection whose name wants quotes",
    { "my shop.yml": "info: { name: Shop }\nitems: []\n" },
    "my shop.yml",
    "NOT_A_COLLECTION",
    'Cannot import "my shop.yml": it is a Brace collection already (run it as it is: brace run)',
  ],
  [
    "OpenAPI that is not YAML",
    { "a.yaml": "openapi: 3.1.0\ninfo: { title: x\npaths: {}\n" },
    "a.yaml",
    "YAML_SYNTAX",
    'Cannot read "a.yaml": expected a comma or the closing bracket',
    3,
  ],
  [
    "OpenAPI that is not JSON",
    { "a.json": '{"openapi": "3.1.0"\n openapi: 1' },
    "a.json",
    "INVALID_SYNTAX",
    'Cannot read "a.json": it is not valid JSON: expected "," or "}", found "o"',
    2,
  ],
];

describe("a source that cannot be read says why", () => {
  it("the environments of .http files, called .http", async () => {
    const name = "http-client.env.json";
    const { value, diagnostics } = await importSource({
      name,
      main: name,
      files: new Map([[name, '{"dev":{"host":"http://localhost"}}']]),
    }, { from: "http" });
    assertEquals([value, diagnostics.length], [undefined, 1]);
    assertEquals(diagnostics[0].code, "NOT_A_COLLECTION");
  });

  for (const [what, files, main, code, message, line] of UNKNOWN) {
    it(what, async () => {
      const { value, diagnostics } = await importSource({
        name: main ?? "source",
        ...(main !== undefined && { main }),
        files: new Map(Object.entries(files)),
      });
      assertEquals(value, undefined);
      assertEquals(
        diagnostics.map((one) => [one.code, one.message, one.location?.line]),
        [[code, message, line]],
      );
    });
  }
});
