import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { foundIn } from "./found_in.ts";

const PROTOS = fromFileUrl(
  new URL("../../../fixtures/grpc/protos/", import.meta.url),
);

const YAML = { "opencollection.yml": "info: { name: G }\n" };
const CONFIG = (protobuf: string) => ({
  "opencollection.yml": `info: { name: G }
config: { protobuf: ${protobuf} }
`,
});
const VARIABLES =
  "runtime: { variables: [{ name: a, value: text }, { name: n, value: 3 }, { name: whole, value: '{}' }] }\n";
const call = (
  {
    method = "/shop.v1.Shop/Find",
    file = "protos/shop.proto",
    message = "'{}'",
    more = "",
  },
) =>
  `info: { name: A, type: grpc }
grpc:
  url: grpc://a.example
  method: ${method}
${file && `  protoFilePath: ${file}\n`}  message: ${message}
${VARIABLES}${more}`;
const json = (text: string) =>
  call({ message: `|-\n${text.replaceAll(/^/gm, "    ")}` });
const bru = (method: string, ...lines: string[]) =>
  `meta {
  name: A
  type: grpc
}

grpc {
  url: grpc://a.example
  method: ${method}
  body: grpc
  protoPath: protos/shop.proto
}

body:grpc {
  name: first
  content: '''
    ${lines.join("\n    ")}
  '''
}
`;

/** Files besides the `.proto` files of the fixture, and what is found in them: code, file, line, column, a part of the message. */
const CASES: Record<
  string,
  [files: Record<string, string>, found: readonly string[]]
> = {
  "what fits is fine": [{
    ...YAML,
    "a.yml": json('{ "id": "1", "count": 2, "after": "3" }'),
  }, []],
  "a method that the service lacks": [
    { ...YAML, "a.yml": call({ method: "/shop.v1.Shop/Fnd" }) },
    ['error INVALID_URL a.yml:4:11 (did you mean "Find"?)'],
  ],
  "a service that the files lack": [
    { ...YAML, "a.yml": call({ method: "/shop.v1.Shp/Find" }) },
    ['error INVALID_URL a.yml:4:11 (did you mean "shop.v1.Shop"?)'],
  ],
  "a method in a variable": [{
    ...YAML,
    "a.yml": call({ method: "/shop.v1.Shop/{{a}}" }),
  }, ['error INVALID_URL a.yml:4:11 has no method "text"']],
  "a field that the message lacks": [
    { ...YAML, "a.yml": json('{\n  "id": "1",\n  "cuont": 2\n}') },
    ['error INVALID_BODY a.yml:9:7 no field "cuont" (did you mean "count"?)'],
  ],
  "values of other types, all of them": [
    { ...YAML, "a.yml": json('{\n  "id": 1,\n  "count": "x"\n}') },
    [
      'error INVALID_BODY a.yml:8:13 "id" takes string, not 1',
      'error INVALID_BODY a.yml:9:16 "count" takes int32, not "x"',
    ],
  ],
  "a list in place of the message": [
    { ...YAML, "a.yml": json("[]") },
    ["error INVALID_BODY a.yml:7:5 it takes an object"],
  ],
  "a message that is blank": [
    { ...YAML, "a.yml": call({ message: '""' }) },
    ["error INVALID_BODY a.yml:6:13 it is empty"],
  ],
  "placeholders are anything, wherever they stand": [{
    ...YAML,
    "a.yml": call({
      message: `
    - { title: quoted, message: '{ "id": "{{a}}", "count": "{{n}}", "after": "1{{n}}" }' }
    - { title: bare, message: '{ "id": {{n}}, "count": {{n}}, /* {{n}} */ "after": {{n}} }' }
    - { title: keys, message: '{ "{{a}}": 1, "{{a}}": true, "{{n}}": {} }' }
    - { title: whole, message: '{{whole}}' }`,
    }),
  }, []],
  "what is wrong around placeholders": [
    {
      ...YAML,
      "a.yml": json(
        '{ "id": "{{a}}",\n  "cuont": {{n}},\n  "count": ["{{n}}"] }',
      ),
    },
    [
      'error INVALID_BODY a.yml:8:7 no field "cuont"',
      'error INVALID_BODY a.yml:9:16 "count" takes int32, not ["{{n}}"]',
    ],
  ],
  "a title, and messages that nobody sends": [
    {
      ...YAML,
      "a.yml": call({
        message: `
    - { title: draft, message: '{ "nope": 1 }' }
    - { title: sent, selected: true, message: '{ "cuont": 1 }' }`,
      }),
    },
    ['error INVALID_BODY a.yml:8:50 Cannot send the message "sent"'],
  ],
  "messages of steps, named and in place": [
    {
      ...YAML,
      "a.yml": call({
        method: "/shop.v1.Shop/Chat",
        message: `
    - { title: named, message: '{ "cuont": 1 }' }
    - { title: other, message: '{ "nope": 1 }' }`,
        more: `extensions:
  brace:
    stream:
      steps:
        - send: named
        - send: { type: json, data: '{ "idd": "" }' }
`,
      }),
    },
    [
      'error INVALID_BODY a.yml:7:35 the message "named"',
      "error INVALID_BODY a.yml:15:40 Cannot send a message as",
    ],
  ],
  "a script that writes messages": [
    {
      ...YAML,
      "a.yml": call({ message: `'{ "nope": 1 }'` }).replace(
        "runtime: {",
        "runtime: { scripts: [{ type: before-request, code: 'req.messages = []' }],",
      ),
    },
    ["warning INVALID_BODY a.yml:6:15"],
  ],
  "requests whose server tells what it has": [{
    ...YAML,
    "a.yml": call({ method: "/a.B/C", file: "", message: `'{ "nope": 1 }'` }),
  }, []],
  "a file that is missing": [
    { ...YAML, "a.yml": call({ file: "protos/shp.proto" }) },
    ['error MISSING_PATH a.yml:5:18 Cannot read "protos/shp.proto"'],
  ],
  "a file that is broken, once for all requests": [
    {
      ...YAML,
      "bad.proto": 'syntax = "proto3";\nmessage {}\n',
      "a.yml": call({ file: "bad.proto" }),
      "b.yml": call({ file: "bad.proto" }),
    },
    ['error PROTO_SYNTAX bad.proto:2:1 Cannot read "bad.proto"'],
  ],
  "an import that nobody has": [
    {
      ...YAML,
      "bad.proto": 'syntax = "proto3";\n\nimport "nope.proto";\n',
      "a.yml": call({ file: "bad.proto" }),
    },
    ['error MISSING_PATH bad.proto:3:1 Cannot import "nope.proto"'],
  ],
  "folders of imports": [
    {
      ...CONFIG("{ importPaths: [{ path: deps }] }"),
      "deps/common/a.proto": 'syntax = "proto3"; message A { int32 n = 1; }',
      "api/b.proto":
        'syntax = "proto3"; import "common/a.proto"; service S { rpc M(A) returns (A); }',
      "a.yml": call({
        file: "api/b.proto",
        method: "/S/M",
        message: `'{ "m": 1 }'`,
      }),
    },
    ["error INVALID_BODY a.yml:6:15 the message A has no field"],
  ],
  "files of the collection, once": [
    {
      ...CONFIG("{ protoFiles: [{ type: file, path: nope.proto }] }"),
      "a.yml": call({}),
    },
    ['error MISSING_PATH opencollection.yml:2:56 Cannot read "nope.proto"'],
  ],
  "files of the collection without a request": [
    {
      ...CONFIG("{ protoFiles: [{ type: file, path: bad.proto }] }"),
      "bad.proto": "nope",
    },
    ["error PROTO_SYNTAX bad.proto:1:1"],
  ],
  "files of bruno.json": [
    {
      "bruno.json":
        '{\n"version": "1", "name": "B", "type": "collection",\n"protobuf": { "protoFiles": [{ "path": "nope.proto" }] }\n}\n',
      "a.bru": bru("/shop.v1.Shop/Find", "{}"),
    },
    ['error MISSING_PATH bruno.json:3:41 Cannot read "nope.proto"'],
  ],
  ".bru files": [
    {
      "bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
      "a.bru": bru("/shop.v1.Shop/Fin", "{}"),
      "b.bru": bru("/shop.v1.Shop/Find", "{", '  "id": "",', '  "x": 1', "}"),
    },
    [
      'error INVALID_URL a.bru:8:11 (did you mean "Find"?)',
      'error INVALID_BODY b.bru:18:7 the message "first"',
    ],
  ],
};

describe("calls and their .proto files", () => {
  let root: string;
  beforeAll(async () => {
    root = await Deno.realPath(await Deno.makeTempDir());
  });
  afterAll(() => Deno.remove(root, { recursive: true }));

  for (const [title, [files, expected]] of Object.entries(CASES)) {
    it(title, async () => {
      const folder = await Deno.makeTempDir({ dir: root });
      await Deno.mkdir(`${folder}/protos/common`, { recursive: true });
      for (const path of ["shop.proto", "common/money.proto"]) {
        await Deno.copyFile(PROTOS + path, `${folder}/protos/${path}`);
      }
      for (const [path, text] of Object.entries(files)) {
        const parent = `${folder}/${path}`.replace(/\/[^/]*$/, "");
        await Deno.mkdir(parent, { recursive: true });
        await Deno.writeTextFile(`${folder}/${path}`, text);
      }
      // Variables that nothing uses are hints.
      const found = (await foundIn(folder)).filter(({ severity }) =>
        severity !== "hint"
      );
      const told = found.map(({ severity, code, location = {}, message }) => {
        // As the current folder sees it.
        const [, file] =
          location.file?.split(`${folder.split(/[\\/]/).at(-1)}/`) ?? [];
        const place = `${file}:${location.line}:${location.column}`;
        return `${severity} ${code} ${place} ${message}`;
      });
      assertEquals(
        told.map((line, index) => {
          const [, head = "", part = ""] =
            /^(\S+ \S+ \S+) ?(.*)$/.exec(expected[index] ?? "") ?? [];
          return head !== "" && line.startsWith(head) && line.includes(part)
            ? expected[index]
            : line;
        }),
        expected,
      );
    });
  }
});
