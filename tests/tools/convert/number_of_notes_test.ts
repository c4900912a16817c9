import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { sentenceOf } from "../../../lib/tools/convert/words.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import type { ImportNote } from "../../../lib/tools/convert/types.ts";

const ROOT = "opencollection: 1.0.0\ninfo: {name: C}\n";
const REQUEST =
  "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://a'}\n";

type Files = Readonly<Record<string, string>>;
type Notes = Promise<readonly ImportNote[]>;

function forExport(files: Files, kind: "bru" | "postman") {
  return readForExport(
    new Map(
      Object.entries({
        "opencollection.yml": ROOT,
        "r.yml": REQUEST,
        ...files,
      }),
    ),
    "opencollection.yml",
    kind,
  ).value!;
}
const asBru = (files: Files): Notes =>
  Promise.resolve(exportBru(forExport(files, "bru")).notes);
const asPostman = (files: Files): Notes =>
  Promise.resolve(exportPostman(forExport(files, "postman")).notes);
const fromBru = async (files: Files): Notes =>
  (await importSource({ name: "c", files: new Map(Object.entries(files)) }, {
    from: "bru",
  })).value!.notes;
const fromInsomnia = async (files: Files): Notes => {
  const main = Object.keys(files)[0];
  const source = { name: main, main, files: new Map(Object.entries(files)) };
  return toFiles((await importSource(source, { from: "insomnia" })).value!)
    .notes;
};

const names = (count: number) => ["s1", "s2"].slice(0, count);
const environment = (count: number): Files => ({
  "environments/e.yml": `name: e\nvariables:\n${
    names(count).map((name) =>
      `  - {name: ${name}, value: x-1, secret: true}\n`
    )
      .join("")
  }`,
});
const variables = (count: number): Files => ({
  "opencollection.yml": `${ROOT}request:\n  variables:\n${
    names(count).map((name) =>
      `    - {name: ${name}, value: x-1, secret: true}\n`
    ).join("")
  }`,
});
const blocks = (count: number): Files => ({
  "bruno.json": '{"name": "C"}',
  "r.bru": "get {\n  url: http://a\n}\n" +
    "\nexample {\n  name: x\n}\n".repeat(count),
});
const circles = (count: number): Files => ({
  "a.json": JSON.stringify({
    resources: [
      { _type: "workspace", _id: "w" },
      { _type: "request_group", _id: "f", parentId: "f" },
      ...names(count).map((name) => ({
        _type: "request",
        parentId: "f",
        name,
      })),
    ],
  }),
});
const called = (count: number, all = names(count).map((it) => `a/${it}`)) => ({
  "a.json": JSON.stringify({
    resources: [
      { _type: "workspace", _id: "w" },
      ...all.map((name) => ({ _type: "request", parentId: "w", name })),
    ],
  }),
});

/** What makes notes of a number of things, and what they say of one and of two. */
const ROWS: readonly [
  (files: Files) => Notes,
  (count: number) => Files,
  one: string,
  two: string,
][] = [
  [
    asBru,
    environment,
    'The environment "e" names "s1" without a value, as a secret: enter it in Bruno, or pass --env-var NAME=VALUE to bru',
    'The environment "e" names "s1", "s2" without a value, as secrets: enter them in Bruno, or pass --env-var NAME=VALUE to bru',
  ],
  [
    asPostman,
    variables,
    'A secret is written without a value: "s1"; enter it in Postman (or export with --with-secrets)',
    'Secrets are written without a value: "s1", "s2"; enter them in Postman (or export with --with-secrets)',
  ],
  [
    fromBru,
    blocks,
    "Left out 1 saved example: write it under examples",
    "Left out 2 saved examples: write them under examples",
  ],
  [
    fromInsomnia,
    circles,
    "Left out 1 request: its folders lie in a circle, or deeper than 100",
    "Left out 2 requests: their folders lie in a circle, or deeper than 100",
  ],
  [
    fromInsomnia,
    called,
    'One file has another name than its request or folder, "a/s1": the name has characters that a file name cannot have',
    '2 files have another name than their request or folder, such as "a/s1": the name has characters that a file name cannot have',
  ],
];

describe("notes of one thing and of two", () => {
  for (const [notes, files, ...expected] of ROWS) {
    for (const [index, message] of expected.entries()) {
      it(message, async () => {
        const said = (await notes(files(index + 1))).map(sentenceOf);
        assertEquals(said, [message]);
      });
    }
  }
});

describe("files with another name than their request", () => {
  const CHARACTERS = "has characters that a file name cannot have";
  const OTHER =
    "is empty, reserved, too long, or has a dot or hyphen at an end";
  const NAMES: readonly [called: string[], why: string][] = [
    [["a  b"], "has several blanks in a row"],
    [["a", "A"], "is there twice"],
    [["/a"], CHARACTERS],
    [["a\u00a0b"], CHARACTERS],
    [["e\u0301"], CHARACTERS],
    [["folder"], OTHER],
    [[".a"], OTHER],
    [["a".repeat(200)], OTHER],
    [["a  b", "a/b"], `has several blanks in a row, or ${CHARACTERS}`],
  ];
  for (const [all, why] of NAMES) {
    it(`${JSON.stringify(all).slice(0, 40)} ${why}`, async () => {
      const [{ message }, ...more] = await fromInsomnia(called(0, all));
      assertEquals([message.slice(-why.length - 10), more], [
        ` the name ${why}`,
        [],
      ]);
    });
  }
});
