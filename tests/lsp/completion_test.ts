import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import {
  type CompletionItem,
  type Hover,
  InsertTextFormat,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, lspClient } from "../support/lsp_client.ts";

/** Stands where the cursor is. */
const CURSOR = "¦";

const FILES: Record<string, string> = {
  "shop/opencollection.yml": `info: { name: Shop }
request:
  variables:
    - { name: baseUrl, value: http://localhost }
    - { name: base url, value: http://localhost }
    - { name: user, value: { name: Ada, address: { city: Turin } } }
    - { name: odd, value: { a: 1, b-1: 2, "c d": 3, "": 4, "e'f": 5, "g}h": 6 } }
`,
  "shop/.env": "API_KEY=s3cr3t\nLEFT_OUT=\n",
  "shop/environments/local.yml": "name: local\nvariables: []\n",
  "shop/environments/prod.yml": "name: prod\nvariables: []\n",
  "shop/read.yml":
    "info: { name: Read, type: http, tags: [smoke, slow] }\nhttp: { url: '{{baseUrl}}' }\n",
  "bru/bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
  "bru/environments/local.bru": "vars {\n  baseUrl: http://localhost\n}\n",
  "bru/read.bru":
    "meta {\n  name: Read\n  tags: [\n    smoke\n  ]\n}\n\nget {\n  url: {{baseUrl}}\n}\n",
};

const PROTO = `syntax = "proto3";
package shop;
enum Kind { NONE = 0; BOOK = 1; }
message Money { int64 units = 1; }
// What is looked for.
message Query {
  string id = 1;
  // Of which kind.
  repeated Kind kinds = 2;
  Money max_price = 3;
  map<string, Money> by_name = 4;
  bool fresh = 5;
}
service Shop {
  rpc Find(Query) returns (Money);
  rpc List(Query) returns (stream Money);
}
`;
FILES["grpc/opencollection.yml"] =
  "info: { name: G }\nconfig: { protobuf: { importPaths: [{ path: protos }] } }\n";
FILES["grpc/protos/shop.proto"] = PROTO;
FILES["grpc/bru/bruno.json"] =
  '{"version": "1", "name": "B", "type": "collection"}';
FILES["grpc/bru/shop.proto"] = PROTO;
const CALL =
  "info: { name: A, type: grpc }\ngrpc:\n  url: localhost\n  protoFilePath: protos/shop.proto\n";
const FIND = `${CALL}  method: /shop.Shop/Find\n`;
const BRU_CALL =
  "meta {\n  name: A\n  type: grpc\n}\n\ngrpc {\n  url: localhost\n  protoPath: shop.proto\n  method: ";

const REQUEST = "info: { name: A, type: http }\nhttp:\n  url: http://a\n";
const SCRIPT =
  `${REQUEST}runtime:\n  scripts:\n    - type: tests\n      code: |-\n        `;
const BRU = "meta {\n  name: A\n  type: http\n}\n\n";
const BRU_SCRIPT = `${BRU}get {\n  url: http://a\n}\n\ntests {\n  `;

/** Texts with a cursor: what is offered, what is not, and what one of the offers makes of the text. */
interface Row {
  readonly path: string;
  readonly text: string;
  /** All of these are offered; `only`: nothing else is. */
  readonly offers?: readonly string[];
  readonly only?: readonly string[];
  readonly not?: readonly string[];
  /** The first offer of `offers` or `only`, taken by a client that reads snippets. */
  readonly becomes?: string;
}

const yaml = (text: string, row: Omit<Row, "path" | "text">): Row => ({
  path: "shop/new.yml",
  text,
  ...row,
});
const bru = (text: string, row: Omit<Row, "path" | "text">): Row => ({
  path: "bru/new.bru",
  text,
  ...row,
});

const grpc = (text: string, row: Omit<Row, "path" | "text">): Row => ({
  path: "grpc/new.yml",
  text,
  ...row,
});
const grpcBru = (text: string, row: Omit<Row, "path" | "text">): Row => ({
  path: "grpc/bru/new.bru",
  text,
  ...row,
});

const ROWS: Record<string, Row> = {
  "methods of a .proto file": grpc(`${CALL}  method: /sh¦op\n`, {
    only: ["/shop.Shop/Find", "/shop.Shop/List"],
    becomes: `${CALL}  method: /shop.Shop/Find\n`,
  }),
  "methods, in front of a value": grpc(`${CALL}  method: ¦/shop\n`, {
    only: ["/shop.Shop/Find", "/shop.Shop/List"],
    becomes: `${CALL}  method: /shop.Shop/Find\n`,
  }),
  "methods without one": grpc(`${CALL}  method: ¦\n`, {
    only: ["/shop.Shop/Find", "/shop.Shop/List"],
  }),
  "fields of a message": grpc(
    `${FIND}  message: |-\n    { "id": "{{id}}", "¦" }\n`,
    {
      only: ["kinds", "maxPrice", "byName", "fresh"],
      becomes: `${FIND}  message: |-\n    { "id": "{{id}}", "kinds" }\n`,
    },
  ),
  "fields without quotes, below others": grpc(
    `${FIND}  message: |-\n    {\n      "id": {{id}},\n      k¦\n    }\n  metadata: []\n`,
    {
      offers: ["kinds"],
      not: ["id"],
      becomes:
        `${FIND}  message: |-\n    {\n      "id": {{id}},\n      "kinds": \n    }\n  metadata: []\n`,
    },
  ),
  "fields of a message inside": grpc(
    `${FIND}  message:\n    - title: a\n      message: |-\n        { "max_price": { "¦": 1 } }\n`,
    {
      only: ["units"],
      becomes:
        `${FIND}  message:\n    - title: a\n      message: |-\n        { "max_price": { "units": 1 } }\n`,
    },
  ),
  "fields in a file that is half-written": grpc(
    `${FIND}  message: |-\n    { "¦" }\n  met\n`,
    { offers: ["id"] },
  ),
  "fields in a map": grpc(
    `${FIND}  message: '{ "byName": { "a": { "¦" } } }'\n`,
    { only: ["units"] },
  ),
  "no fields for keys of a map": grpc(
    `${FIND}  message: '{ "byName": { "¦" } }'\n`,
    { only: [] },
  ),
  "values of an enum": grpc(
    `${FIND}  message: |-\n    { "kinds": ["NONE", "B¦"] }\n`,
    {
      only: ["NONE", "BOOK"],
      becomes: `${FIND}  message: |-\n    { "kinds": ["NONE", "NONE"] }\n`,
    },
  ),
  "true and false": grpc(`${FIND}  message: |-\n    { "fresh": ¦ }\n`, {
    only: ["true", "false"],
  }),
  "fields in a step's message": grpc(
    `${FIND}extensions:\n  brace:\n    stream:\n      steps:\n        - send:\n            type: json\n            data: '{ "¦" }'\n`,
    { offers: ["id"] },
  ),
  "methods in .bru": grpcBru(`${BRU_CALL}¦\n}\n`, {
    only: ["/shop.Shop/Find", "/shop.Shop/List"],
  }),
  "fields in .bru": grpcBru(
    `${BRU_CALL}/shop.Shop/Find\n  body: grpc\n}\n\nbody:grpc {\n  name: a\n  content: '''\n    { "i¦" }\n  '''\n}\n`,
    { offers: ["id"] },
  ),
  "a request in an empty file": yaml("¦", {
    offers: ["request", "graphql request", "info", "http", "runtime"],
    not: ["folder", "app"],
    becomes:
      "info:\n  name: New\n  type: http\n\nhttp:\n  method: GET\n  url: http://localhost:3000\n",
  }),
  "half a word in an empty file": yaml("in¦", {
    offers: ["info", "request"],
    becomes: "info:",
  }),
  "a folder in an empty folder.yml": {
    path: "shop/users/folder.yml",
    text: "¦",
    offers: ["folder", "info", "request", "docs"],
    becomes:
      "info:\n  name: Users\n  type: folder\n\nrequest:\n  variables: []\n",
  },
  "a collection in an empty opencollection.yml": {
    path: "empty/opencollection.yml",
    text: "¦",
    offers: ["collection", "info", "config", "request", "opencollection"],
  },
  "a collection in a file that was never saved": {
    path: "shop/never/opencollection.yml",
    text: "re¦",
    offers: ["collection", "config"],
    not: ["http"],
  },
  "a collection in a file that was never saved, in none": {
    path: "never/opencollection.yml",
    text: "info: { name: New }\nrequest:\n  ¦\n",
    offers: ["headers", "auth"],
  },
  "an environment in an empty file": {
    path: "shop/environments/test.yml",
    text: "¦",
    offers: ["environment", "name", "extends", "variables", "externalSecrets"],
    becomes:
      "name: test\nvariables:\n  - name: baseUrl\n    value: http://localhost:3000\n",
  },
  "the first key of a mapping": yaml("info:\n  ¦", {
    only: ["name", "type", "seq", "tags", "description"],
    becomes: "info:\n  name: ",
  }),
  "half the first key of a mapping": yaml("info:\n  ty¦\nhttp:\n  url: a\n", {
    offers: ["type", "name"],
    becomes: "info:\n  type: \nhttp:\n  url: a\n",
  }),
  "the first key of a mapping that is not the last": yaml(
    "info: { name: A, type: http }\nhttp:\n  ¦\nruntime:\n  scripts: []\n",
    { offers: ["method", "url", "headers", "body"] },
  ),
  "a key above others": yaml("info:\n  ¦\n  name: A\n", {
    only: ["type", "seq", "tags", "description"],
  }),
  "the first key of an element": yaml(`${REQUEST}  headers:\n    - ¦`, {
    only: ["name", "value", "description", "disabled", "enabled"],
    becomes: `${REQUEST}  headers:\n    - name: `,
  }),
  "an element with its dash": yaml(`${REQUEST}  headers:\n    ¦`, {
    offers: ["name"],
    becomes: `${REQUEST}  headers:\n    - name: `,
  }),
  "a further element, with its dash": yaml(
    `${REQUEST}  headers:\n    - name: A\n      value: b\n    ¦`,
    {
      offers: ["name"],
      becomes:
        `${REQUEST}  headers:\n    - name: A\n      value: b\n    - name: `,
    },
  ),
  "a further key of an element": yaml(
    `${REQUEST}  headers:\n    - name: A\n      ¦\n    - name: B\n`,
    { only: ["value", "description", "disabled", "enabled"] },
  ),
  "elements that are not indented": yaml(
    `${REQUEST}  headers:\n  - name: A\n    v¦\n`,
    { offers: ["value"], not: ["url", "name"] },
  ),
  "a key between brackets": yaml("info: { name: A, ¦ }\n", {
    offers: ["type", "seq", "tags"],
    not: ["name"],
    becomes: "info: { name: A, type:  }\n",
  }),
  "a key between brackets that are not closed": yaml(
    "info: { name: A, ty¦\nhttp:\n  url: a\n",
    {
      offers: ["type"],
      becomes: "info: { name: A, type: \nhttp:\n  url: a\n",
    },
  ),
  "a word between brackets": yaml("info: { type: ¦, name: A }\n", {
    only: ["http", "graphql", "websocket", "grpc"],
  }),
  "a key that has its colon": yaml(`${REQUEST}  me¦th: GET\n`, {
    offers: ["method"],
    becomes: `${REQUEST}  method: GET\n`,
  }),
  "methods": yaml(`${REQUEST}  method: ¦`, {
    offers: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"],
  }),
  "methods in quotes": yaml(`${REQUEST}  method: "P¦UT"\n`, {
    offers: ["POST"],
    becomes: `${REQUEST}  method: "POST"\n`,
  }),
  "the type of a request": yaml("info:\n  type: ¦", {
    only: ["http", "graphql", "websocket", "grpc"],
  }),
  "the type of a folder": {
    path: "shop/users/folder.yml",
    text: "info:\n  type: ¦",
    only: ["folder"],
  },
  "tags of the collection": yaml("info:\n  tags:\n    - ¦", {
    only: ["slow", "smoke"],
  }),
  "tags between brackets": yaml("info: { tags: [smoke, s¦] }", {
    only: ["slow", "smoke"],
    becomes: "info: { tags: [smoke, slow] }",
  }),
  "names of headers": yaml(`${REQUEST}  headers:\n    - name: Con¦\n`, {
    offers: ["Content-Type", "Accept", "Cache-Control"],
    becomes: `${REQUEST}  headers:\n    - name: Content-Type\n`,
  }),
  "values of a known header": yaml(
    `${REQUEST}  headers:\n    - name: content-type\n      value: app¦lication/xml\n`,
    {
      offers: ["application/json", "multipart/form-data"],
      not: ["*/*"],
      becomes:
        `${REQUEST}  headers:\n    - name: content-type\n      value: application/json\n`,
    },
  ),
  "values of a header between brackets": yaml(
    `${REQUEST}  headers: [{ name: Accept, value: ¦ }]\n`,
    { offers: ["*/*", "application/json"] },
  ),
  "auth in a word": yaml(`${REQUEST}  auth: ¦`, { only: ["inherit", "none"] }),
  "types of auth": yaml(`${REQUEST}  auth:\n    type: ¦`, {
    offers: [
      ...["basic", "bearer", "oauth2", "awsv4", "apikey"],
      ...["ntlm", "akamai-edgegrid"],
    ],
  }),
  "the first key of auth": yaml(`${REQUEST}  auth:\n    ¦`, {
    offers: ["type"],
  }),
  "keys of a type of auth": yaml(
    `${REQUEST}  auth:\n    type: basic\n    ¦`,
    { only: ["username", "password"] },
  ),
  ...Object.fromEntries(
    ([
      [`${REQUEST}  headers:\n    - na¦\n`, "name"],
      [`${REQUEST}  headers:\n  - na¦\n`, "name"],
      [`${REQUEST}  headers:\n    - name: a\n    - va¦\n`, "value"],
      [`${REQUEST}runtime:\n  scripts:\n    - ty¦\n`, "type"],
      [`${REQUEST}runtime:\n  assertions:\n    - ex¦\n`, "expression"],
      [`${REQUEST}runtime:\n  variables:\n    - n¦\n`, "name"],
      [`${REQUEST}runtime:\n  variables:\n    - n¦ame\n`, "name"],
    ] as const).map(([text, key]) => [
      `half the first key of a row: ${text.slice(REQUEST.length)}`,
      yaml(text, {
        offers: [key],
        becomes: text.replace(/\w+¦\w*/, `${key}: `),
      }),
    ]),
  ),
  "the first key of a row, right behind its dash": yaml(
    `${REQUEST}  headers:\n    -¦\n`,
    {
      offers: ["name", "value"],
      becomes: `${REQUEST}  headers:\n    - name: \n`,
    },
  ),
  "a word right behind the dash of a row": yaml(
    `info:\n  name: A\n  tags:\n    -¦\n`,
    { offers: ["smoke"], becomes: `info:\n  name: A\n  tags:\n    - smoke\n` },
  ),
  "words of auth": yaml(
    `${REQUEST}  auth: { type: oauth1, signatureMethod: ¦ }`,
    { offers: ["HMAC-SHA256", "RSA-SHA1"] },
  ),
  "types of bodies": yaml(`${REQUEST}  body:\n    type: ¦\n    data: a\n`, {
    offers: ["json", "form-urlencoded", "multipart-form", "file", "none"],
  }),
  "operators": yaml(
    `${REQUEST}runtime:\n  assertions:\n    - expression: res.status\n      operator: is¦Nul\n      value: 1\n`,
    {
      offers: ["isNull", "eq", "between"],
      becomes:
        `${REQUEST}runtime:\n  assertions:\n    - expression: res.status\n      operator: isNull\n      value: 1\n`,
    },
  ),
  "a switch that inherits": yaml(
    `${REQUEST}settings:\n  followRedirects: ¦\n`,
    { only: ["true", "false", "inherit"] },
  ),
  "environments to extend": {
    path: "shop/environments/local.yml",
    text: "name: local\nextends: p¦\nvariables: []\n",
    only: ["prod", "test"],
    becomes: "name: local\nextends: prod\nvariables: []\n",
  },
  "nothing in a body": yaml(
    `${REQUEST}  body:\n    type: text\n    data: |-\n      inf¦\n`,
    { only: [] },
  ),
  "nothing in a comment": yaml(`${REQUEST}# inf¦\n`, { only: [] }),
  "a key behind a text with a quote that is not closed": yaml(
    `info: { name: A, type: http }\nhttp:\n  url: "http://a\n  me¦\n  body:\n    type: none\n`,
    { offers: ["method", "headers"], not: ["url", "body"] },
  ),
  "a key above a line without its colon": yaml(
    `info:\n  name: A\nhttp:\n  me¦\n  url\n  body: { type: none\nruntime:\n`,
    { offers: ["method"], not: ["body"] },
  ),
  "with CRLF": yaml("info:\r\n  name: A\r\n  ty¦\r\nhttp:\r\n  url: a\r\n", {
    offers: ["type"],
    not: ["name"],
    becomes: "info:\r\n  name: A\r\n  type: \r\nhttp:\r\n  url: a\r\n",
  }),
  "behind an emoji": yaml("info: { name: 🎉🎉, ty¦ }\n", {
    offers: ["type"],
    becomes: "info: { name: 🎉🎉, type:  }\n",
  }),
  "the whole name in a placeholder": yaml(
    `${REQUEST}  method: "🎉{{b¦aseUr}}/a"\n`,
    {
      offers: ["baseUrl", "$uuid"],
      becomes: `${REQUEST}  method: "🎉{{baseUrl}}/a"\n`,
    },
  ),
  "a name with blanks in a placeholder": yaml(
    `${REQUEST}  method: "{{base ur¦l}}"\n`,
    {
      offers: ["user"],
      becomes: `${REQUEST}  method: "{{user}}"\n`,
    },
  ),
  "a known name, behind a blank that follows it": yaml(
    `${REQUEST}  method: "{{base url ¦}}"\n`,
    { offers: ["user"], becomes: `${REQUEST}  method: "{{user}}"\n` },
  ),
  "a known name, in front of the blanks that it follows": yaml(
    `${REQUEST}  method: "{{¦  base url}}"\n`,
    { offers: ["user"], becomes: `${REQUEST}  method: "{{user}}"\n` },
  ),
  "a name with members behind it": yaml(
    `${REQUEST}  method: "{{us¦r.name}}"\n`,
    { offers: ["user"], becomes: `${REQUEST}  method: "{{user.name}}"\n` },
  ),
  "the whole member in a placeholder": yaml(
    `${REQUEST}  method: "{{user.ad¦ress.city}}"\n`,
    {
      offers: ["address", "name"],
      becomes: `${REQUEST}  method: "{{user.address.city}}"\n`,
    },
  ),
  "a member whose name is not a plain one": yaml(
    `${REQUEST}  method: "{{odd.c¦}}"\n`,
    {
      offers: ["c d"],
      only: ["a", "b-1", "c d"],
      becomes: `${REQUEST}  method: "{{odd['c d']}}"\n`,
    },
  ),
  "the same in other quotes": yaml(
    `${REQUEST}  method: '{{odd.¦\n`,
    {
      offers: ["c d"],
      becomes: `${REQUEST}  method: '{{odd["c d"]}}\n`,
    },
  ),
  "a placeholder that is not closed": yaml(
    `${REQUEST}  method: "{{ba¦se\n`,
    { offers: ["baseUrl"], becomes: `${REQUEST}  method: "{{baseUrl}}\n` },
  ),
  "nothing in what a generator takes": yaml(
    `${REQUEST}  method: "{{$randomInt(1, ¦)}}"\n`,
    { only: [] },
  ),
  "names in a script": yaml(`${SCRIPT}cl¦`, {
    offers: ["client", "req", "res", "test", "expect"],
    becomes: `${SCRIPT}client`,
  }),
  "members of client": yaml(`${SCRIPT}client.get¦EnvVars()\n`, {
    offers: ["getVar", "getEnvVar", "runner", "cookies"],
    becomes: `${SCRIPT}client.getVar()\n`,
  }),
  "members of bru": yaml(`${SCRIPT}bru.runner.¦`, {
    only: [
      "skipRequest",
      "stopExecution",
      "setNextRequest",
      "iterationIndex",
      "totalIterations",
      "iterationData",
    ],
  }),
  "members of a jar": yaml(`${SCRIPT}await client.cookies.jar().¦`, {
    offers: ["getCookie", "clear"],
  }),
  "members of req": yaml(`${SCRIPT}req.¦`, {
    offers: ["url", "headers", "setBody", "onFail"],
  }),
  "members of the headers of a response": yaml(`${SCRIPT}res.headerList.¦`, {
    offers: ["get", "toObject"],
    not: ["add", "set", "clear"],
  }),
  "links of an expectation": yaml(
    `${SCRIPT}test("a", () => expect(res.body.a(1)).to.be.¦)`,
    { offers: ["equal", "a", "jsonSchema", "not"] },
  ),
  "links of an expectation in a line of its own": yaml(
    `${SCRIPT}expect(res.body)\n          .to.eq¦`,
    {
      offers: ["equal"],
      becomes: `${SCRIPT}expect(res.body)\n          .to.equal`,
    },
  ),
  "members of an object that is not documented": yaml(
    `${SCRIPT}pm.visualizer.¦`,
    { only: ["clear", "set"] },
  ),
  "nothing behind a text": yaml(`${SCRIPT}"client".¦`, { only: [] }),
  "the response in an expression": yaml(
    `${REQUEST}runtime:\n  assertions:\n    - expression: res.st¦\n`,
    { offers: ["status", "body"] },
  ),
  ...Object.fromEntries(
    [
      'client.getVar("',
      "client.setVar('",
      'bru.getVar("',
      "client.hasEnvVar(`",
      'pm.environment.get("',
      'pm.variables.set("',
      'test("x", () => { client.deleteVar("',
      'foo("a"); client.getVar( "',
    ].flatMap((code) => [
      [
        `names right behind ${code}`,
        yaml(`${SCRIPT}${code}¦\n`, {
          offers: ["baseUrl", "user"],
          not: ["$uuid"],
          becomes: `${SCRIPT}${code}baseUrl\n`,
        }),
      ],
      [
        `half a name behind ${code}, in .bru`,
        bru(`${BRU_SCRIPT}${code}ba¦se\n}\n`, {
          offers: ["baseUrl"],
          becomes: `${BRU_SCRIPT}${code}baseUrl\n}\n`,
        }),
      ],
    ]),
  ),
  "the whole name in a call": yaml(`${SCRIPT}client.getVar("ba¦se url");\n`, {
    offers: ["baseUrl"],
    becomes: `${SCRIPT}client.getVar("baseUrl");\n`,
  }),
  "a name in a call that is not closed before another": yaml(
    `${SCRIPT}client.getVar("ba¦); client.getVar("user")\n`,
    {
      offers: ["baseUrl"],
      becomes: `${SCRIPT}client.getVar("baseUrl); client.getVar("user")\n`,
    },
  ),
  "a request in an empty .bru file": bru("¦", {
    offers: [
      ...["request", "meta", "get", "headers", "body:json", "auth:ntlm"],
      ...["ws", "grpc"],
    ],
    // The blocks of a protocol's messages come with the protocol's own.
    not: [
      ...["vars", "query", "example", "app"],
      ...["body:ws", "body:grpc", "metadata"],
    ],
    becomes:
      "meta {\n  name: New\n  type: http\n}\n\nget {\n  url: http://localhost:3000\n  body: none\n  auth: inherit\n}\n",
  }),
  "a request in a file with a comment": yaml(
    "# yaml-language-server: $schema=a.json\n¦\n# b\n",
    {
      offers: ["request", "info"],
      becomes:
        "# yaml-language-server: $schema=a.json\ninfo:\n  name: New\n  type: http\n\nhttp:\n  method: GET\n  url: http://localhost:3000\n\n# b\n",
    },
  ),
  "half the word of a request below a comment": yaml("# c\n\nreq¦\n", {
    offers: ["request"],
    becomes:
      "# c\n\ninfo:\n  name: New\n  type: http\n\nhttp:\n  method: GET\n  url: http://localhost:3000\n\n",
  }),
  "a request below the mark of a document": yaml("---\n¦\n", {
    offers: ["request", "info"],
    becomes:
      "---\ninfo:\n  name: New\n  type: http\n\nhttp:\n  method: GET\n  url: http://localhost:3000\n\n",
  }),
  "a key before a comment": yaml(`${REQUEST}  he¦ # c\n`, {
    offers: ["headers"],
    becomes: `${REQUEST}  headers: # c\n`,
  }),
  "a key at the root before a comment": yaml("info: {}\nht¦ # c\n", {
    offers: ["http"],
    becomes: "info: {}\nhttp: # c\n",
  }),
  "a key behind a dash before a comment": yaml(
    `${REQUEST}  headers:\n    - na¦ # c\n`,
    {
      offers: ["name"],
      becomes: `${REQUEST}  headers:\n    - name:  # c\n`,
    },
  ),
  "a key below another before a comment": yaml(
    `${REQUEST}  headers:\n    - name: a\n      va¦ # c\n`,
    {
      offers: ["value"],
      becomes: `${REQUEST}  headers:\n    - name: a\n      value:  # c\n`,
    },
  ),
  "a key between a dash and a comment": yaml(
    `${REQUEST}  headers:\n    - ¦ # c\n`,
    {
      offers: ["name"],
      becomes: `${REQUEST}  headers:\n    - name:  # c\n`,
    },
  ),
  "nothing in a comment behind a key": yaml(
    `${REQUEST}  headers: # c¦\n`,
    { only: [] },
  ),
  "nothing in a comment behind half a key": yaml(
    `${REQUEST}  he # c¦\n`,
    { only: [] },
  ),
  "nothing in a comment behind a dash": yaml(
    `${REQUEST}  headers:\n    - # c¦\n`,
    { only: [] },
  ),
  "nothing in a comment behind a key with words": yaml(
    `${REQUEST}  method: # P¦\n`,
    { only: [] },
  ),
  "an environment in an empty .bru file": {
    path: "bru/environments/test.bru",
    text: "¦",
    offers: ["environment", "vars", "vars:secret"],
    not: ["meta", "get"],
  },
  "a folder in an empty .bru file": {
    path: "bru/users/folder.bru",
    text: "¦",
    offers: ["folder", "meta", "auth", "headers", "script:pre-request"],
    not: ["get", "assert"],
  },
  "blocks of a .bru file": bru(`${BRU}get {\n  url: http://a\n}\n\nhea¦\n`, {
    offers: ["headers", "tests", "assert"],
    not: ["meta", "post"],
    becomes: `${BRU}get {\n  url: http://a\n}\n\nheaders {\n  \n}\n`,
  }),
  "a block that has its bracket": bru(`${BRU}po¦s {\n  url: a\n}\n`, {
    offers: ["post"],
    becomes: `${BRU}post {\n  url: a\n}\n`,
  }),
  "the first name of a block": bru(`${BRU}get {\n  ¦\n}\n`, {
    only: ["url", "body", "auth"],
    becomes: `${BRU}get {\n  url: \n}\n`,
  }),
  "a name of a block that has no end": bru(
    `${BRU}get {\n  url: a\n  bo¦\n\ntests {\n}\n`,
    {
      only: ["body", "auth"],
      becomes: `${BRU}get {\n  url: a\n  body: \n\ntests {\n}\n`,
    },
  ),
  "the type in meta": bru("meta {\n  type: ¦\n}\n", {
    only: ["http", "graphql", "ws", "grpc"],
  }),
  "the block of a protocol": bru(`${BRU}w¦\n`, {
    offers: ["ws"],
    becomes: `${BRU}ws {\n  \n}\n`,
  }),
  "a message of a call that only meta names": bru(
    "meta {\n  name: A\n  type: grpc\n}\n\nbody:g¦\n",
    {
      offers: ["body:grpc", "grpc", "metadata"],
      not: ["body:ws", "body:json"],
    },
  ),
  "a second message of a call": bru(
    `${BRU}grpc {\n  url: a\n}\n\nbody:grpc {\n}\n\nbod¦\n`,
    {
      offers: ["body:grpc", "metadata"],
      not: ["body:ws", "body:json", "get", "ws", "grpc"],
      becomes:
        `${BRU}grpc {\n  url: a\n}\n\nbody:grpc {\n}\n\nbody:grpc {\n  \n}\n`,
    },
  ),
  "names of a call": bru(`${BRU}grpc {\n  ¦\n}\n`, {
    only: ["url", "method", "methodType", "protoPath", "body", "auth"],
  }),
  "kinds of calls": bru(`${BRU}grpc {\n  methodType: ¦\n}\n`, {
    only: [
      "unary",
      "client-streaming",
      "server-streaming",
      "bidi-streaming",
    ],
  }),
  "the body of a call": bru(`${BRU}grpc {\n  body: ¦\n}\n`, {
    only: ["grpc"],
  }),
  "auth of a connection": bru(`${BRU}ws {\n  auth: ¦\n}\n`, {
    offers: ["inherit", "bearer"],
  }),
  "names of a message in .bru": bru(`${BRU}body:ws {\n  ¦\n}\n`, {
    only: ["name", "type", "content", "selected"],
  }),
  "names of a call's message": bru(`${BRU}body:grpc {\n  ¦\n}\n`, {
    only: ["name", "content", "selected"],
  }),
  "types of a message in .bru": bru(`${BRU}body:ws {\n  type: ¦\n}\n`, {
    only: ["text", "json", "xml", "binary"],
  }),
  "whether a message is sent": bru(`${BRU}body:ws {\n  selected: ¦\n}\n`, {
    only: ["true", "false"],
  }),
  "tags in meta": bru("meta {\n  tags: [\n    ¦\n  ]\n}\n", {
    only: ["smoke"],
  }),
  "kinds of bodies in .bru": bru(`${BRU}get {\n  url: a\n  body: j¦\n}\n`, {
    offers: ["json", "formUrlEncoded", "multipartForm", "graphql", "none"],
    not: ["form-urlencoded"],
    becomes: `${BRU}get {\n  url: a\n  body: json\n}\n`,
  }),
  "kinds of auth in .bru": bru(`${BRU}get {\n  url: a\n  auth: ¦\n}\n`, {
    offers: ["inherit", "none", "basic", "oauth2", "ntlm"],
  }),
  "fields of auth in .bru": bru(`${BRU}auth:oauth2 {\n  ¦\n}\n`, {
    offers: ["grant_type", "client_id", "token_placement"],
  }),
  "words of auth in .bru": bru(`${BRU}auth:oauth2 {\n  grant_type: ¦\n}\n`, {
    offers: ["client_credentials", "password"],
    not: ["resource_owner_password_credentials"],
  }),
  "names of headers in .bru": bru(`${BRU}headers {\n  ~acc¦ept: a\n}\n`, {
    offers: ["Accept", "Content-Type"],
    becomes: `${BRU}headers {\n  ~Accept: a\n}\n`,
  }),
  "values of headers in .bru": bru(`${BRU}headers {\n  accept: t¦ext\n}\n`, {
    offers: ["application/json"],
    becomes: `${BRU}headers {\n  accept: application/json\n}\n`,
  }),
  "operators in .bru": bru(`${BRU}assert {\n  res.status: e¦ 200\n}\n`, {
    offers: ["eq", "isNull"],
    becomes: `${BRU}assert {\n  res.status: eq 200\n}\n`,
  }),
  "settings in .bru": bru(`${BRU}settings {\n  ¦\n}\n`, {
    only: [
      "encodeUrl",
      "timeout",
      "followRedirects",
      "maxRedirects",
      "keepAliveInterval",
    ],
  }),
  "scripts in .bru": bru(`${BRU_SCRIPT}res.¦\n}\n`, {
    offers: ["status", "getBody"],
  }),
  "nothing in a body of .bru": bru(`${BRU}body:json {\n  ur¦\n}\n`, {
    only: [],
  }),
  "with CRLF in .bru": bru(
    "meta {\r\n  name: A\r\n}\r\n\r\nget {\r\n  url: a\r\n  bo¦\r\n}\r\n",
    {
      offers: ["body"],
      not: ["url"],
      becomes:
        "meta {\r\n  name: A\r\n}\r\n\r\nget {\r\n  url: a\r\n  body: \r\n}\r\n",
    },
  ),
};

/** Places with the cursor, and a part of what is said of them. */
const HOVERS: Record<string, [path: string, text: string, said: string]> = {
  "a field of a message": [
    "grpc/new.yml",
    `${FIND}  message: |-\n    { "id": "{{id}}", "kin¦ds": [] }\n`,
    "`repeated shop.Kind kinds`\n\nOf which kind.",
  ],
  "a key": ["shop/new.yml", `${REQUEST}  hea¦ders: []\n`, "Headers in order"],
  "a word": ["shop/new.yml", `${REQUEST}  method: PA¦TCH\n`, "Changes a part"],
  "an operator": [
    "shop/new.yml",
    `${REQUEST}runtime: { assertions: [{ expression: a, operator: mat¦ches }] }\n`,
    "regular expression",
  ],
  "a type of auth": [
    "shop/new.yml",
    `${REQUEST}  auth:\n    type: wss¦e\n`,
    "X-WSSE",
  ],
  "a member of client": [
    "shop/new.yml",
    `${SCRIPT}client.set¦Var("a", 1)`,
    "`client.setVar(name, value)`\n\nsets a runtime variable",
  ],
  "a name of scripts": [
    "shop/new.yml",
    `${SCRIPT}te¦st("a")`,
    "throws or rejects",
  ],
  "a link of an expectation": [
    "shop/new.yml",
    `${SCRIPT}expect(res.body).to.jsonSch¦ema({})`,
    "JSON Schema",
  ],
  "a member in an expression": [
    "shop/new.yml",
    `${REQUEST}runtime: { assertions: [{ expression: res.sta¦tus, operator: eq }] }\n`,
    "status code",
  ],
  "a generator": [
    "shop/new.yml",
    `${REQUEST}  method: "{{$random¦Int(1, 2)}}"\n`,
    "a whole number",
  ],
  "an entry of the .env": [
    "shop/new.yml",
    `${REQUEST}  method: "{{process.env.API¦_KEY}}"\n`,
    "**process.env.API\\_KEY**\n\nset in the .env",
  ],
  "an entry of the .env, in front": [
    "shop/new.yml",
    `${REQUEST}  method: "{{pro¦cess.env.API_KEY}}"\n`,
    "set in the .env",
  ],
  "an empty entry of the .env": [
    "shop/new.yml",
    `${REQUEST}  method: "{{process.env.LEFT¦_OUT}}"\n`,
    "empty in the .env",
  ],
  "a variable of the process": [
    "shop/new.yml",
    `${REQUEST}  method: "{{process.env.ELSE¦WHERE}}"\n`,
    "not in the .env: a run takes it from the environment of the process, with --allow-env=ELSEWHERE",
  ],
  "a variable of the process for Brace": [
    "bru/new.bru",
    `${BRU}get {\n  url: {{process.env.BRACE¦_URL}}\n}\n`,
    "from the environment of the process",
  ],
  "a secret of the process": [
    "shop/new.yml",
    `${REQUEST}  method: "{{process.env.BRACE_SEC¦RET_A}}"\n`,
    'it is for the variable "A" only',
  ],
  "fake data": [
    "shop/new.yml",
    `${REQUEST}  method: "{{$random¦Email}}"\n`,
    "fake data: email",
  ],
  "a header": [
    "bru/new.bru",
    `${BRU}headers {\n  Acc¦ept: a\n}\n`,
    "Types of content",
  ],
  "a block": ["bru/new.bru", `${BRU}scr¦ipt:pre-request {\n}\n`, "Before the"],
  "the block of a call": ["bru/new.bru", `${BRU}gr¦pc {\n}\n`, "gRPC call"],
  "the metadata of a call": [
    "bru/new.bru",
    `${BRU}meta¦data {\n}\n`,
    "Metadata in order",
  ],
  "the block of a message": [
    "bru/new.bru",
    `${BRU}body:g¦rpc {\n}\n`,
    "A message",
  ],
  "a saved example": ["bru/new.bru", `${BRU}exa¦mple {\n}\n`, "example"],
  "the block of an app": ["bru/new.bru", `${BRU}ap¦p {\n}\n`, "app"],
  "a name in a block": [
    "bru/new.bru",
    `${BRU}get {\n  u¦rl: a\n}\n`,
    "The URL",
  ],
  "an operator in .bru": [
    "bru/new.bru",
    `${BRU}assert {\n  res.body: isDe¦fined\n}\n`,
    "exists",
  ],
};

describe("completion and hover, by an editor", () => {
  let root: string;
  let client: LspClient;
  /** Neovim up to 0.10 is such a one: it reads no snippets and writes line breaks as NUL. */
  let plain: LspClient;

  beforeAll(async () => {
    root = await Deno.realPath(await Deno.makeTempDir());
    const empty = { "empty/opencollection.yml": "" };
    for (const [path, text] of Object.entries({ ...FILES, ...empty })) {
      const folder = `${root}/${path}`.replace(/\/[^/]*$/, "");
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    client = await lspClient(root, { snippets: true });
    plain = await lspClient(root);
  });
  afterAll(async () => {
    await client.stop();
    await plain.stop();
    await Deno.remove(root, { recursive: true });
  });

  async function ask<T>(
    method: string,
    path: string,
    text: string,
    by = client,
  ) {
    const offset = text.indexOf(CURSOR);
    const document = TextDocument.create("", "", 0, text.replace(CURSOR, ""));
    await by.open(path, document.getText());
    const found = await by.connection.sendRequest<T>(
      `textDocument/${method}`,
      {
        textDocument: { uri: by.uri(path) },
        position: document.positionAt(offset),
      },
    );
    return { found, document };
  }

  for (const [what, row] of Object.entries(ROWS)) {
    it(`completes ${what}`, async () => {
      const { path, text, offers = [], only, not = [], becomes } = row;
      const { found, document } = await ask<CompletionItem[] | null>(
        "completion",
        path,
        text,
      );
      const items = found ?? [];
      const labels = items.map(({ label }) => label);
      if (only !== undefined) assertEquals(labels, only);
      assertEquals(offers.filter((one) => !labels.includes(one)), []);
      assertEquals(not.filter((one) => labels.includes(one)), []);
      if (becomes === undefined) return;
      const [taken] = [...offers, ...only ?? []];
      const item = items.find(({ label }) => label === taken)!;
      const { range, newText } = item.textEdit as TextEdit;
      const isSnippet = item.insertTextFormat === InsertTextFormat.Snippet;
      assertEquals(isSnippet, newText.includes("\n"));
      const read = isSnippet
        ? newText.replace(/\\([\\$])|\$0/g, "$1")
        : newText;
      assertEquals(
        TextDocument.applyEdits(document, [{ range, newText: read }]),
        becomes,
      );
    });
  }

  it("puts the cursor into a block", async () => {
    const { found } = await ask<CompletionItem[]>(
      "completion",
      "bru/new.bru",
      `${BRU}doc¦`,
    );
    const { textEdit } = found.find(({ label }) => label === "docs")!;
    assertEquals(textEdit?.newText, "docs {\n  $0\n}");
  });

  for (const [what, { path, text }] of Object.entries(ROWS)) {
    it(`writes one line for a client without snippets: ${what}`, async () => {
      const asked = ["completion", path, text] as const;
      const whole = (await ask<CompletionItem[] | null>(...asked)).found ?? [];
      const { found } = await ask<CompletionItem[] | null>(...asked, plain);
      const isLines = ({ textEdit }: CompletionItem) =>
        textEdit?.newText.includes("\n") ?? false;
      // A block has its name at least; a whole file has nothing in one line.
      assertEquals(
        (found ?? []).map(({ label, textEdit }) => [label, textEdit?.newText]),
        whole.filter((it) => !isLines(it) || it.detail !== "file").map((it) => [
          it.label,
          isLines(it) ? it.label : it.textEdit?.newText,
        ]),
      );
    });
  }

  for (const [what, [path, text, said]] of Object.entries(HOVERS)) {
    it(`tells on hover what ${what} is for`, async () => {
      const { found } = await ask<Hover | null>("hover", path, text);
      const value = (found?.contents as { value: string } | undefined)?.value;
      assert(value?.includes(said), `${value}`);
    });
  }
});
