import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";

const collection = (name: string) =>
  JSON.stringify({
    info: { name },
    item: [{ name: "R", request: { method: "GET", url: "http://h" } }],
  });
const environment = (name: string) =>
  JSON.stringify({ name, values: [{ key: "a", value: name }] });

/** Files → what their import is, or the end of what is said against it. */
const FOLDERS: readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  expected: {
    kind?: string;
    items?: readonly string[];
    environments?: readonly string[];
    notes?: readonly string[];
    problems?: readonly string[];
  },
][] = [
  [
    "files with names of their own, and others beside them",
    {
      "local.json": environment("Local"),
      "staging.json": `\ufeff${environment("Staging")}`,
      "travel.json": collection("Travel"),
      "rows.json": '{"name": "rows", "values": [1, 2]}',
      "list.json": '[{"item": 1}]',
      "tsconfig.json": "// comment\n{}",
      "readme.yml": "a: b\n",
    },
    {
      kind: "postman",
      items: ["R"],
      environments: ["Local", "Staging"],
      notes: [],
    },
  ],
  [
    "a data export of Postman's",
    {
      "archive.json": '{"collection": {"1": true}, "environment": {"2": true}}',
      "collection/1.json": collection("Travel"),
      "environment/2.json": environment("Local"),
    },
    { kind: "postman", items: ["R"], environments: ["Local"], notes: [] },
  ],
  [
    "what Postman's API responds",
    {
      "a.json": `{"collection": ${collection("Travel")}}`,
      "b.json": `{"environment": ${environment("Local")}}`,
    },
    { kind: "postman", items: ["R"], environments: ["Local"], notes: [] },
  ],
  [
    "several collections, and a document of another format",
    {
      "a.json": collection("A"),
      "b.json": collection("B"),
      "spec.json": '{"openapi": "3.1.0"}',
      "spec.yaml": "openapi: 3.1.0\n",
    },
    {
      kind: "postman",
      items: ["A", "B"],
      environments: [],
      notes: [
        '2 collections become one, each a folder of it: "A" (a.json), "B" (b.json)',
        "Left out of the import, as it is of another format (openapi): import it alone",
        "Left out of the import, as it is of another format (openapi): import it alone",
      ],
    },
  ],
  [
    "a request of .http, with documents of other formats and data",
    {
      "a.http": "GET http://a\n",
      "a.json": collection("A"),
      "spec.yaml": "openapi: 3.1.0\n",
      "data.json": '{"item": 1}',
      "run.sh": "set -e\ncurl http://a\n",
      "build.sh": "make\n",
      "large.har": "",
      "curl.yml": "run: curl http://a\n",
    },
    {
      kind: "http",
      items: ["GET http://a"],
      environments: [],
      notes: ["postman", "openapi", "curl", "har"].map((kind) =>
        `Left out of the import, as it is of another format (${kind}): import it alone`
      ),
    },
  ],
  [
    "a collection, and requests of .http",
    {
      "a.postman_collection.json": collection("A"),
      "b.rest": "GET http://b\n",
    },
    {
      kind: "postman",
      items: ["R"],
      environments: [],
      notes: [
        "Left out of the import, as it is of another format (http): import it alone",
      ],
    },
  ],
  [
    "a collection of version 1",
    {
      "old.json": '{"name": "Old", "order": [], "requests": []}',
    },
    {
      kind: "postman",
      problems: [
        'Cannot import "old.json": it is a collection of version 1.0, export it as 2.1',
      ],
    },
  ],
  [
    "a file of Postman's that is broken",
    { "a.json": collection("A"), "b.postman_environment.json": "{" },
    {
      kind: "postman",
      problems: ["b.postman_environment.json"],
    },
  ],
  [
    "a list without its files",
    { "archive.json": '{"collection": {"1": true}}' },
    {
      problems: [
        'Cannot import "in": it is a folder, import the file in it: "archive.json"',
      ],
    },
  ],
  [
    "rows of data",
    { "a.json": '{"name": "a", "values": [{"x": 1}]}', "b.json": "{}" },
    {
      problems: [
        'Cannot import "in": it is a folder, import the file in it: "a.json"',
      ],
    },
  ],
  [
    "documents of other formats",
    {
      "a.json": '{"openapi": "3.1.0"}',
      "b.yaml": "swagger: '2.0'\n",
      "run.sh": "curl http://a\n",
      "c.har": "",
    },
    {
      problems: [
        'Cannot import "in": it is a folder, import each of the files in it: "a.json", "b.yaml", "run.sh", "c.har"',
      ],
    },
  ],
];

/** Files of a repository of Postman 12, and what the import says of each that its collection names. */
const REPOSITORY: readonly (readonly [
  name: string,
  lies: string,
  state: string,
])[] = [
  ["note.txt", "postman/collections/C/note.txt", "is not copied"],
  ["./note.txt", "postman/collections/C/note.txt", "is not copied"],
  ["note.txt", "note.txt", "does not exist"],
  ["/tmp/note.txt", "/tmp/note.txt", "is not copied"],
];

describe("a repository of Postman 12", () => {
  for (const [name, lies, state] of REPOSITORY) {
    it(`with ${lies}: "${name}" ${state}`, async () => {
      const folder = "postman/collections/C";
      const { value } = await importSource({
        name: "repository",
        files: new Map([
          [
            `${folder}/.resources/definition.yaml`,
            "$kind: collection\nname: C\n",
          ],
          [
            `${folder}/A.request.yaml`,
            `$kind: http-request\nmethod: POST\nurl: http://h\nbody: {type: formdata, content: [{key: a, type: file, src: ${name}}]}\n`,
          ],
          [
            `${folder}/B.request.yaml`,
            `$kind: grpc-request\nurl: localhost:1\nmethodPath: s.S.M\nschema: {source: file, location: ${name}}\n`,
          ],
          [
            `${folder}/C.request.yaml`,
            "$kind: grpc-request\nurl: localhost:1\nmethodPath: s.S.M\nmethodDescriptor: CgA=\n",
          ],
        ]),
        hasFile: (path) => path.replace("/./", "/") === lies,
      });
      const start = `The file "${name}" ${state}: `;
      assertEquals(
        value!.notes.map(({ message }) => message.slice(0, start.length)),
        [start, start],
      );
    });
  }
});

describe("a folder with files of Postman's", () => {
  for (const [what, files, { problems = [], ...expected }] of FOLDERS) {
    it(what, async () => {
      // The texts of HAR files are not read.
      const isRead = ([path]: [string, string]) => !path.endsWith(".har");
      const { kind, value, diagnostics } = await importSource({
        name: "in",
        files: new Map(Object.entries(files).filter(isRead)),
        others: new Set(
          Object.keys(files).filter((path) => !isRead([path, ""])),
        ),
      });
      assertEquals(diagnostics.length, problems.length);
      for (const [index, { message }] of diagnostics.entries()) {
        assertEquals(message.includes(problems[index]), true, message);
      }
      assertEquals(
        {
          ...(kind !== undefined && { kind }),
          ...(value && {
            items: value.items.map((item) =>
              item.kind === "folder" ? item.name : item.request.info.name
            ),
            environments: value.environments.map(({ name }) => name),
            notes: value.notes.map(({ message }) => message),
          }),
        },
        expected,
      );
    });
  }
});

/** One file → what is said against its import; "" for an import. */
const FILES: readonly [text: string, problem: string][] = [
  [
    '{"collection": {"1": true}, "environment": {}}',
    `Cannot import "f.json": it only lists the files of Postman's data export, import the folder that it is in`,
  ],
  [
    `{"version": 1, "collections": [${collection("A")}], "environments": [${
      environment("E")
    }], "globals": [{"key": "g", "value": "1"}]}`,
    "",
  ],
];

describe("a file of Postman's", () => {
  for (const [text, problem] of FILES) {
    it(problem === "" ? "has everything" : problem, async () => {
      const { value, diagnostics } = await importSource({
        name: "f.json",
        main: "f.json",
        files: new Map([["f.json", text]]),
      });
      assertEquals(diagnostics.map(({ message }) => message).join(), problem);
      if (problem !== "") return;
      assertEquals(value!.items.length, 1);
      assertEquals(
        value!.environments.map(({ name, isGlobal }) => [name, isGlobal]),
        [["E", undefined], ["Globals", true]],
      );
    });
  }
});

it("has an entry in .env for each secret that a tree has no value of", async () => {
  const { value } = await importSource({
    name: "shop",
    files: new Map([
      [
        "postman/collections/C/R.request.yaml",
        '$kind: http-request\nmethod: GET\nurl: "http://h/{{apiSecret}}"\n',
      ],
      [
        "postman/environments/Local.environment.yaml",
        "name: Local\nvalues:\n  - {key: apiSecret, type: secret, value: ''}\n  - {key: other, type: secret}\n  - {key: host, value: ''}\n",
      ],
    ]),
  });
  const [{ variables }] = value!.environments;
  assertEquals(
    variables.map(({ name, value }) => [name, value]),
    [
      ["apiSecret", "{{process.env.API_SECRET}}"],
      ["other", "{{process.env.OTHER}}"],
      ["host", ""],
    ],
  );
  assertEquals(value!.secrets, [
    { env: "API_SECRET", value: "" },
    { env: "OTHER", value: "" },
  ]);
});
