import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { loadProtos } from "../../../../lib/core/http/grpc/load_protos.ts";

const HEAD = 'syntax = "proto3";\n';

function load(
  files: Record<string, string>,
  importPaths: readonly string[] = [],
) {
  return loadProtos({
    files: [{ path: Object.keys(files)[0] }],
    importPaths,
    read: (key) => key in files ? { key, text: files[key] } : undefined,
  });
}

const SERVICE = `message A { string name = 1; }
service S { rpc Do(A) returns (stream A); rpc Undo(stream A) returns (A); }`;

/** Files that are fine, the first one asked for: their services. */
const FINE: [
  name: string,
  files: Record<string, string>,
  importPaths?: string[],
][] = [
  ["one file", { "a.proto": HEAD + SERVICE }],
  ["imports below an import path", {
    "api/a.proto":
      `${HEAD}import "x/b.proto"; ${SERVICE} message C { x.B b = 1; }`,
    "third/party/x/b.proto": `${HEAD}package x; message B {}`,
  }, ["other", "third/party"]],
  ["imports beside the file", {
    "api/a.proto": `${HEAD}import "b.proto"; ${SERVICE} message C { B b = 1; }`,
    "api/b.proto": `${HEAD}message B {}`,
  }],
  ["imports below a folder around the file", {
    "root/pkg/a.proto":
      `${HEAD}import "pkg/b.proto"; ${SERVICE} message C { B b = 1; }`,
    "root/pkg/b.proto": `${HEAD}message B {}`,
  }],
  ["files that import each other", {
    "a.proto": `${HEAD}import "b.proto"; ${SERVICE} message C { B b = 1; }`,
    "b.proto": `${HEAD}import "./a.proto"; message B { A a = 1; }`,
  }],
  ["a file that imports itself", {
    "a.proto": `${HEAD}import "a.proto"; ${SERVICE}`,
  }],
  ["well-known types", {
    "a.proto": HEAD +
      [
        "any",
        "api",
        "descriptor",
        "duration",
        "empty",
        "field_mask",
        "source_context",
        "struct",
        "timestamp",
        "type",
        "wrappers",
      ]
        .map((name) => `import "google/protobuf/${name}.proto";`).join("\n") +
      `${SERVICE} message C { google.protobuf.Any a = 1; google.protobuf.Api b = 2; google.protobuf.Type c = 3; }`,
  }],
  ["options of one's own, and those of HTTP", {
    "a.proto":
      `${HEAD}import "google/protobuf/descriptor.proto"; import "google/api/annotations.proto";
extend google.protobuf.MethodOptions { string mine = 50000; }
message A { string name = 1; }
service S {
  rpc Do(A) returns (stream A) { option (google.api.http) = { get: "/v1/{name=a/*}" additional_bindings { post: "/v2" body: "*" } }; option (mine) = "x"; }
  rpc Undo(stream A) returns (A);
}`,
  }],
  ["errors of Google's APIs", {
    "a.proto":
      `${HEAD}import "google/rpc/status.proto"; import "google/rpc/error_details.proto"; ${SERVICE} message C { google.rpc.Status s = 1; google.rpc.BadRequest b = 2; }`,
  }],
  ["names of fields that differ in their case only", {
    "a.proto":
      `${HEAD}${SERVICE} message C { string foo_bar = 1; string fooBar_ = 2; }`,
  }],
  ["an edition", { "a.proto": `edition = "2023";\n${SERVICE}` }],
  ["proto2 without a syntax", {
    "a.proto":
      "message A { optional string name = 1; } service S { rpc Do(A) returns (stream A); rpc Undo(stream A) returns (A); }",
  }],
];

/** Files that are not, and what is said. */
const WRONG: [name: string, files: Record<string, string>, said: string][] = [
  [
    "an import that is missing",
    {
      "api/a.proto": `${HEAD}\nimport "nope.proto";\nmessage A {}`,
    },
    'MISSING_PATH api/a.proto:3 Cannot import "nope.proto": no such file beside "api/a.proto" or in the collection (add its folder to config.protobuf.importPaths)',
  ],
  [
    "an import that is missing in an import",
    {
      "a.proto": `${HEAD}import "b.proto";`,
      "b.proto": `${HEAD}import public 'c.proto';`,
    },
    'MISSING_PATH b.proto:2 Cannot import "c.proto": no such file beside "b.proto" or in the collection (add its folder to config.protobuf.importPaths)',
  ],
  [
    "a syntax error",
    {
      "a.proto": `${HEAD}message A {\n  string name = 1\n}`,
    },
    'PROTO_SYNTAX a.proto:4 Cannot read "a.proto": illegal token "}", ";" expected',
  ],
  [
    "an end too early",
    { "a.proto": `${HEAD}message A {` },
    'PROTO_SYNTAX a.proto:2 Cannot read "a.proto": illegal end of input "null"',
  ],
  [
    "a word without end",
    { "a.proto": "x".repeat(1_000_000) },
    `PROTO_SYNTAX a.proto:1 Cannot read "a.proto": illegal token "${
      "x".repeat(85)
    }…`,
  ],
  [
    "messages in one another without end",
    { "a.proto": "message A {".repeat(10_000) },
    'PROTO_SYNTAX a.proto:undefined Cannot read "a.proto": it is nested too deeply',
  ],
  [
    "something else",
    { "a.proto": "hello" },
    'PROTO_SYNTAX a.proto:1 Cannot read "a.proto": illegal token "hello"',
  ],
  [
    "JSON",
    { "a.proto": "{}" },
    'PROTO_SYNTAX a.proto:1 Cannot read "a.proto": illegal token "{"',
  ],
  [
    "a name twice",
    {
      "a.proto": `${HEAD}message A {}\n\nmessage A {}`,
    },
    'PROTO_SYNTAX a.proto:4 Cannot read "a.proto": duplicate name "A" in Root',
  ],
  ["a number twice", {
    "a.proto": `${HEAD}message A { int32 a = 1;\nint32 b = 1; }`,
  }, 'PROTO_SYNTAX a.proto:2 Cannot read "a.proto": duplicate id 1 in Type A'],
  [
    "a type that nobody has",
    {
      "a.proto": `${HEAD}message A {\n  Bee bee = 1;\n}`,
    },
    'PROTO_SYNTAX a.proto:3 Cannot load "a.proto": no type "Bee" is known (import the file that has it)',
  ],
  [
    "a method's type that nobody has",
    {
      "a.proto":
        `${HEAD}message A {}\nservice S {\n  rpc Do(A) returns (Bee); }`,
    },
    'PROTO_SYNTAX a.proto:4 Cannot load "a.proto": no type "Bee" is known (import the file that has it)',
  ],
];

describe("loading .proto files", () => {
  for (const [name, files, importPaths] of FINE) {
    it(`takes ${name}`, () => {
      const { descriptors, problems } = load(files, importPaths);
      assertEquals(problems, []);
      assertEquals(
        descriptors.services.map((
          it,
        ) => [it.name, it.methods.map((m) => m.type)]),
        [["S", ["server-streaming", "client-streaming"]]],
      );
    });
  }

  for (const [name, files, said] of WRONG) {
    it(`says where ${name} stands`, () => {
      const [{ code, message, location }] = load(files).problems;
      assertEquals(
        `${code} ${location?.file}:${location?.line} ${message}`,
        said,
      );
    });
  }

  it("says that the file itself is missing, where it is named", () => {
    const { problems } = loadProtos({
      files: [{
        path: "x.proto",
        at: { file: "r.yml", path: ["grpc", "protoFilePath"] },
      }],
      importPaths: [],
      read: () => undefined,
    });
    assertEquals(
      problems.map((it) => [
        it.code,
        it.message,
        it.waysOut,
        it.location?.yamlPath,
      ]),
      [[
        "MISSING_PATH",
        'Cannot read "x.proto": no such file',
        [{ kind: "write-from-folder", names: [] }],
        "grpc.protoFilePath",
      ]],
    );
  });

  it("reports a file that may not be read once nothing else has the name", () => {
    const files: Record<string, string> = {
      "a.proto": `${HEAD}import "../b.proto";`,
    };
    const { problems } = loadProtos({
      files: [{ path: "a.proto" }],
      importPaths: [],
      read: (key) =>
        key.startsWith("..")
          ? { code: "PERMISSION", severity: "error", message: "outside" }
          : key in files
          ? { key, text: files[key] }
          : undefined,
    });
    assertEquals(problems.map((it) => it.message), ["outside"]);
  });

  it("stops at imports without end", () => {
    const { problems } = loadProtos({
      files: [{ path: "f0.proto" }],
      importPaths: [],
      read: (key) => {
        const [, number] = /^f(\d+)\.proto$/.exec(key) ?? [];
        return number === undefined ? undefined : {
          key,
          text: `${HEAD}import "f${Number(number) + 1}.proto";`,
        };
      },
    });
    assertEquals(problems.map((it) => it.code), ["LIMIT"]);
  });

  it("lists, describes and suggests", () => {
    const { descriptors } = load({
      "a.proto": `${HEAD}package p.v1;
import "google/protobuf/timestamp.proto";
// What is sold.
message Item {
  string display_name = 1;
  optional int32 left = 2;
  repeated Item parts = 3;
  map<string, Kind> kinds = 4;
  oneof price { int64 cents = 5; string words = 6; }
  google.protobuf.Timestamp at = 7;
  enum Kind { NONE = 0; BOOK = 1; }
}
service Shop {
  // Finds one.
  rpc Find(Item) returns (stream Item);
}`,
    });
    assertEquals(descriptors.services, [{
      name: "p.v1.Shop",
      methods: [{
        name: "Find",
        path: "/p.v1.Shop/Find",
        type: "server-streaming",
        request: "p.v1.Item",
        response: "p.v1.Item",
      }],
    }]);
    assertEquals(descriptors.describe("p.v1.Item"), {
      text: `// What is sold.
message Item {
  string display_name = 1;
  optional int32 left = 2;
  repeated p.v1.Item parts = 3;
  map<string, p.v1.Item.Kind> kinds = 4;
  oneof price {
    int64 cents = 5;
    string words = 6;
  }
  google.protobuf.Timestamp at = 7;
  enum Kind {
    NONE = 0;
    BOOK = 1;
  }
}
`,
    });
    assertEquals(descriptors.describe("/p.v1.Shop/Find"), {
      text: "// Finds one.\nrpc Find (p.v1.Item) returns (stream p.v1.Item);\n",
    });
    assertEquals(descriptors.describe("p.v1.Itme"), {
      missing: 'nothing is called "p.v1.Itme" (did you mean "p.v1.Item"?)',
    });
    assertEquals(
      ["p.v1.Shop.Find", "p.v1.Shop/Find", "/p.v1.Shop/Find"]
        .map((it) => descriptors.method(it)?.path),
      Array(3).fill("/p.v1.Shop/Find"),
    );
    assertEquals(
      ["/p.v1.Shop/Fnd", "/p.v1.Shop/Zzzzzz", "/p.v1.Shp/Find", "/other"]
        .map((it) => descriptors.describeMissing(it)),
      [
        'the service "p.v1.Shop" has no method "Fnd" (did you mean "Find"?)',
        'the service "p.v1.Shop" has no method "Zzzzzz" (it has Find)',
        'no service "p.v1.Shp" is known (did you mean "p.v1.Shop"?)',
        "it names no method (write /package.Service/Method)",
      ],
    );
    const type = descriptors.message("p.v1.Item")!;
    assertEquals(
      descriptors.fields(type).map(({ name, type }) => `${name}: ${type}`),
      [
        "displayName: string",
        "left: int32",
        "parts: repeated p.v1.Item",
        "kinds: map<string, p.v1.Item.Kind>",
        "cents: int64",
        "words: string",
        "at: google.protobuf.Timestamp",
      ],
    );
    assertEquals(descriptors.fields(type)[3].values, ["NONE", "BOOK"]);
  });
});
