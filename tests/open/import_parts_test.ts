import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isPastedCommand } from "../../lib/tools/convert/command_text.ts";
import { openPage } from "../support/open_page.ts";

const MAIN = `opencollection: 1.0.0
info: { name: Shop }
request:
  variables:
    - { name: taken, value: ours }
`;
const SECRET = "tok-4f9c2b71d0";
const entry = (path: string) => ({
  request: { method: "GET", url: `http://h${path}`, headers: [] },
  response: { status: 200, content: { mimeType: "text/plain", text: "a" } },
});

/** A file that is dropped, what the collection has afterwards, and the notes. */
const DROPPED: readonly {
  readonly file: string;
  readonly text: string;
  readonly requests: readonly string[];
  /** Parts of the collection's own file. */
  readonly main?: readonly string[];
  /** Parts of the notes, besides that of the secrets. */
  readonly said?: readonly string[];
}[] = [
  {
    file: "calls.sh",
    text:
      `BASE=http://h\nTOKEN=${SECRET}\ntaken=theirs\ncurl "$BASE/a/$taken" -H "Authorization: Bearer $TOKEN"\n`,
    requests: ["GET a taken.yml"],
    main: ["name: BASE\n      value: http://h", 'process.env.TOKEN}}"'],
    said: [
      'Left out the variable "taken": the collection has one of this name, which the new requests use',
    ],
  },
  {
    file: "a.http",
    text: "@base = http://h\n@taken = x\nGET {{base}}/a/{{taken}}\n",
    requests: ["GET -base-a-taken.yml"],
    main: ["name: base\n      value: http://h"],
    said: ['Left out the variable "taken"'],
  },
  {
    file: "a.har",
    text: JSON.stringify({
      log: { entries: [entry("/v"), entry("/v"), entry("/v")] },
    }),
    requests: ["GET -v 2.yml", "GET -v 3.yml", "GET -v 4.yml"],
  },
  {
    file: "a.postman_collection.json",
    text: JSON.stringify({
      info: {
        name: "P",
        schema:
          "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      },
      auth: { type: "basic", basic: [{ key: "username", value: "u" }] },
      variable: [{ key: "p", value: "1" }],
      event: [{ listen: "test", script: { exec: ["pm.test('a', () => {})"] } }],
      item: [{
        name: "F",
        event: [{
          listen: "prerequest",
          script: { exec: ["pm.variables.set('a', 1)"] },
        }],
        item: [{
          name: "R",
          request: { method: "GET", url: "http://h/{{p}}" },
        }],
      }],
    }),
    requests: ["F/R.yml"],
    main: ['name: p\n      value: "1"'],
    said: [
      "of the collection, which its requests inherit",
      'scripts of the folder "F", which its requests inherit',
    ],
  },
  {
    file: "a.insomnia.yaml",
    text:
      "type: collection.insomnia.rest/5.0\nname: I\ncollection:\n  - {name: R, url: 'http://h/{{ _.a }}', method: GET}\nenvironments:\n  name: Base\n  data: {a: 1}\n  subEnvironments:\n    - {name: dev, data: {a: 2}}\n",
    requests: ["R.yml"],
    said: ['Left out the environment "dev"'],
  },
];

describe("a file that is dropped on the page", () => {
  for (const { file, text, requests, main = [], said = [] } of DROPPED) {
    it(`is written or named with all that it has: ${file}`, async () => {
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "GET -v.yml":
          "info: {name: GET /v, type: http}\nhttp: {method: GET, url: 'http://h'}\n",
      });
      const { ids, notes } = await page.ask("importFile", {
        name: file,
        base64: new TextEncoder().encode(text).toBase64(),
      });
      assertEquals(ids.length, requests.length);
      assertEquals(filesIn(page.folder), [...requests, "GET -v.yml"].sort());
      const own = await page.read("opencollection.yml");
      for (const part of main) assertStringIncludes(own, part);
      assertStringIncludes(own, "taken, value: ours");
      assert(!own.includes(SECRET), own);
      const all = notes.join("\n");
      for (const part of said) assertStringIncludes(all, part);
      // Of these sentences, one is there if the numbers do not add up.
      assert(!/not named above|not counted in the source/.test(all), all);
      const left = notes.filter((one) => one.startsWith("Left out"));
      assertEquals(left.length, said.length, all);
      const { problems } = await page.ask("problems", {});
      assertEquals(problems.filter((one) => one.severity !== "hint"), []);
    });
  }
});

/** The files of requests, in folders too. */
function filesIn(root: string, folder = ""): string[] {
  return [...Deno.readDirSync(root + folder)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? filesIn(root, `${folder}/${name}`)
      : name.endsWith(".yml") && !/^(?:opencollection|folder)/.test(name)
      ? [`${folder}/${name}`.slice(1)]
      : []
  ).sort();
}

describe("a text that is pasted", () => {
  for (
    const [text, expected] of [
      ["curl http://h", true],
      ["$ curl http://h", true],
      ["# list\ncurl http://h", true],
      ['TOKEN=abc\ncurl -H "A: $TOKEN" http://h', true],
      ["TOKEN=abc curl http://h", true],
      ["sudo curl http://h", true],
      ["#!/bin/sh\nset -e\nexport BASE=http://h\n\ncurl $BASE", true],
      ["echo hi | websocat ws://h", true],
      ["wscat -c ws://h", true],
      ["", false],
      ["http://h/curl", false],
      ["TOKEN=abc", false],
      ["Call this:\ncurl http://h", false],
      ["curly braces", false],
    ] as const
  ) {
    it(`${expected ? "is" : "is not"} a command: ${JSON.stringify(text)}`, () => {
      assertEquals(isPastedCommand(text), expected);
    });
  }
});
