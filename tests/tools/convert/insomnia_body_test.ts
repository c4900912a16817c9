import { describe } from "@std/testing/bdd";
import { type InsomniaRow as Row, itImports } from "../../support/insomnia.ts";

const MULTIPART = "multipart/form-data";
const BODIES: readonly Row[] = [
  {
    name: "parts",
    has: {
      body: {
        mimeType: MULTIPART,
        params: [
          { name: "a", value: "{{ _.x }}", description: "d", disabled: true },
          { name: "j", value: "{}", multiline: "application/json" },
          { name: "m", value: "x", multiline: true },
          { name: "f", type: "file", fileName: "/tmp/{{ _.x }}" },
          { name: "g", type: "file", fileName: "" },
          { name: "", value: "" },
        ],
      },
    },
    file: {
      http: {
        body: {
          type: "multipart-form",
          data: [
            {
              name: "a",
              type: "text",
              value: "{{x}}",
              description: "d",
              disabled: true,
            },
            {
              name: "j",
              type: "text",
              value: "{}",
              contentType: "application/json",
            },
            { name: "m", type: "text", value: "x" },
            { name: "f", type: "file", value: ["/tmp/{{x}}"] },
            { name: "g", type: "file", value: [] },
          ],
        },
      },
    },
    said: ['The part "g" names no file: choose one'],
  },
  {
    name: "a form",
    has: {
      body: {
        mimeType: "application/x-www-form-urlencoded",
        params: [
          { name: "a", value: "1", description: "d" },
          { name: "b", value: "2", disabled: true },
        ],
      },
    },
    file: {
      http: {
        body: {
          type: "form-urlencoded",
          data: [
            { name: "a", value: "1", description: "d" },
            { name: "b", value: "2", disabled: true },
          ],
        },
      },
    },
  },
  {
    name: "XML",
    has: { body: { mimeType: "text/xml", text: "<a>{{ _.x }}</a>" } },
    file: {
      http: {
        body: { type: "xml", data: "<a>{{x}}</a>" },
        headers: [{ name: "Content-Type", value: "text/xml" }],
      },
    },
  },
  {
    name: "a file that is not named",
    has: { body: { mimeType: "application/octet-stream", fileName: "" } },
    file: { http: { body: { type: "file", data: [] } } },
    said: ["The body is a file that the export does not name: choose one"],
  },
  {
    name: "a file",
    has: {
      body: { mimeType: "application/octet-stream", fileName: "/tmp/a.bin" },
    },
    file: {
      http: {
        body: {
          type: "file",
          data: [{
            filePath: "/tmp/a.bin",
            contentType: "application/octet-stream",
            selected: true,
          }],
        },
      },
    },
    said: [
      'The file "/tmp/a.bin" is not copied: add --allow-read=/tmp/a.bin to a run, or put it into the collection\'s folder and change its path to "a.bin"',
    ],
  },
  {
    name: "a query with variables, which are data",
    has: {
      body: {
        mimeType: "application/graphql",
        text: JSON.stringify({
          query: "query A { a }",
          variables: { "k{{ _.k }}": ["{{ _['x'] }} \"", 1] },
        }),
      },
    },
    file: {
      graphql: {
        body: {
          query: "query A { a }",
          variables: '{\n  "k{{ _.k }}": [\n    "{{x}} \\"",\n    1\n  ]\n}',
        },
      },
    },
  },
  {
    name: "a query with variables, which are a text",
    has: {
      body: {
        mimeType: "application/graphql",
        text: JSON.stringify({ query: "{ a }", variables: '{"a":{{ _.x }}}' }),
      },
    },
    file: {
      graphql: { body: { query: "{ a }", variables: '{"a":{{x}}}' } },
    },
  },
  {
    name: "the name of a query's one operation",
    has: {
      body: {
        mimeType: "application/graphql",
        text: JSON.stringify({ query: "query A { a }", operationName: "A" }),
      },
    },
    file: { graphql: { body: { query: "query A { a }" } } },
    said: [
      'Left out the "operationName" "A", which a query with one operation does not need',
    ],
  },
  {
    name: "a query with several operations",
    has: {
      body: {
        mimeType: "application/graphql",
        text: JSON.stringify({
          query: "query A { a } query B { b }",
          operationName: "B",
          extensions: {},
        }),
      },
    },
    file: { graphql: { body: { query: "query A { a } query B { b }" } } },
    said: [
      'Brace does not send the "operationName" "B": keep only that operation in the query',
      'Brace does not send "extensions" with a GraphQL query: send the body as JSON instead',
    ],
  },
  {
    name: "a query that is no JSON before it is rendered",
    has: {
      body: {
        mimeType: "application/graphql",
        text: '{"query": "{ a }", "variables": {{ _.v }}}',
      },
    },
    file: {
      http: {
        body: {
          type: "json",
          data: '{"query": "{ a }", "variables": {{v}}}',
        },
      },
    },
  },
];

describe("bodies of Insomnia", () => itImports(BODIES));
