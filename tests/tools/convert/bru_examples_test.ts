import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import type { FileExample } from "../../../lib/tools/convert/open_collection.ts";

const REQUEST =
  "meta {\n  name: R\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://127.0.0.1\n  body: none\n  auth: none\n}\n";

/** Blocks as Bruno writes them, the examples that they become, and what the report says. */
const ROWS: readonly (readonly [
  what: string,
  blocks: string,
  examples: FileExample[] | undefined,
  notes?: readonly string[],
])[] = [
  [
    "what was sent and received",
    `example {
  name: It's "quiet"
  description: '''
    Two
      lines {
  '''

  request: {
    url: {{host}}/:id?a=1
    method: put
    mode: json
    params:query: {
      a: 1
    }

    params:path: {
      id: b-7
    }

    headers: {
      X-A: {
      ~X-B: 2
    }

    body:json: {
      {
        "a": {
        }
      }
    }
  }

  response: {
    headers: {
      content-type: application/json
    }

    status: {
      code: 201
      text: Created
    }

    body: {
      type: json
      content: '''
        {

          "b": "request: {"
        }
      '''
    }
  }
}
`,
    [{
      name: 'It\'s "quiet"',
      description: "Two\n  lines {",
      request: {
        url: "{{host}}/:id?a=1",
        method: "PUT",
        headers: [
          { name: "X-A", value: "{" },
          { name: "X-B", value: "2", disabled: true },
        ],
        params: [
          { name: "a", value: "1", type: "query" },
          { name: "id", value: "b-7", type: "path" },
        ],
        body: { type: "json", data: '{\n  "a": {\n  }\n}' },
      },
      response: {
        status: 201,
        statusText: "Created",
        headers: [{ name: "content-type", value: "application/json" }],
        body: { type: "json", data: '{\n\n  "b": "request: {"\n}' },
      },
    }],
  ],
  [
    "a form, and no response",
    "example {\n  name: F\n\n  request: {\n    url: http://127.0.0.1\n    method: post\n    mode: formUrlEncoded\n    body:form-urlencoded: {\n      a: b\n    }\n  }\n}\n",
    [{
      name: "F",
      request: {
        url: "http://127.0.0.1",
        method: "POST",
        body: { type: "form-urlencoded", data: [{ name: "a", value: "b" }] },
      },
    }],
  ],
  [
    "a second one beside one that says nothing",
    "example {\n  name: N\n}\n\nexample {\n  name: S\n\n  response: {\n    status: 204\n  }\n}\n",
    [{ name: "S", response: { status: 204 } }],
    ["Left out 1 saved example: write it under examples"],
  ],
  [
    "none of one that is malformed",
    "example {\n  name: M\n\n  response: {\n    no pair\n  }\n}\n",
    undefined,
    ["Left out 1 saved example: write it under examples"],
  ],
];

describe("saved examples of .bru files", () => {
  for (const [what, blocks, examples, notes = []] of ROWS) {
    it(`become examples: ${what}`, async () => {
      const { value } = await importSource({
        name: "source",
        files: new Map([
          ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}'],
          ["r.bru", `${REQUEST}\n${blocks}`],
        ]),
      });
      const [item] = value?.items ?? [];
      assertEquals(
        item?.kind === "request" && item.request.examples,
        examples,
      );
      assertEquals(value?.notes.map(({ message }) => message), notes);
    });
  }
});
