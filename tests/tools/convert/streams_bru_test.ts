import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Collection, type Item, readCollection } from "../../../mod.ts";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";
import { styleOf } from "../../../lib/tools/convert/format/format_yaml.ts";
import { formatFile } from "../../../lib/tools/convert/format/format_file.ts";
import { runs } from "../../support/check.ts";

const word = fc.constantFrom(
  "a",
  "b c",
  "Ü",
  "x: y",
  "~t",
  '"q"',
  "'''",
  "{{v}}",
  "#",
);
const text = fc.oneof(
  word,
  fc.array(fc.constantFrom("{", "}", "  a: 1", "{{v}}", "", "'", '"b"'), {
    maxLength: 4,
  }).map((lines) => lines.join("\n")),
);
const rows = fc.array(
  fc.record({
    name: fc.constantFrom("X-A", "x-b-bin", "Sec-WebSocket-Protocol"),
    value: word,
    disabled: fc.option(fc.constant(true), { nil: undefined }),
  }, { requiredKeys: ["name", "value"] }),
  { maxLength: 3 },
);
const messages = <T>(message: fc.Arbitrary<T>) =>
  fc.option(
    fc.oneof(
      message,
      fc.array(
        fc.record({
          title: word,
          selected: fc.boolean(),
          message,
        }, { requiredKeys: ["message"] }),
        { maxLength: 3 },
      ),
    ),
    { nil: undefined },
  );
const auth = fc.constantFrom(
  undefined,
  "inherit",
  "none",
  { type: "bearer", token: "{{v}}" },
);
const shared = {
  runtime: fc.constantFrom(undefined, {
    variables: [{ name: "v", value: "1" }],
    scripts: [{ type: "tests", code: "test('a', () => {})" }],
    assertions: [{ expression: "res.status", operator: "eq", value: "101" }],
  }),
  settings: fc.constantFrom(undefined, { timeout: 5, keepAliveInterval: 7 }),
};
const request = fc.oneof(
  fc.record({
    type: fc.constant("websocket"),
    details: fc.record({
      url: fc.constantFrom("localhost:1", "wss://h/:room", "{{v}}"),
      headers: rows,
      params: fc.constantFrom(undefined, [
        { name: "room", value: "{{v}}", type: "path" },
      ]),
      message: messages(fc.record({
        type: fc.constantFrom("text", "json", "xml", "binary", undefined),
        data: text,
      })),
      auth,
    }),
    ...shared,
  }),
  fc.record({
    type: fc.constant("grpc"),
    details: fc.record({
      url: fc.constantFrom("localhost:1", "grpcs://h/pre", "{{v}}"),
      method: fc.constantFrom("/a.B/C", "{{v}}", undefined),
      methodType: fc.constantFrom("unary", "bidi-streaming", undefined),
      protoFilePath: fc.constantFrom("p/a.proto", undefined),
      metadata: rows,
      message: messages(text),
      auth,
    }),
    ...shared,
  }),
);

/** The files of a collection with a request; JSON is YAML. */
function filesOf(
  { type, details, ...more }: typeof request extends fc.Arbitrary<infer T> ? T
    : never,
  protobuf?: unknown,
) {
  return new Map([
    [
      "opencollection.yml",
      JSON.stringify({ info: { name: "C" }, config: { protobuf } }),
    ],
    [
      "r.yml",
      JSON.stringify({
        info: { name: "R", type, seq: 1 },
        [type]: details,
        ...more,
      }),
    ],
  ]);
}

/** What a request is, wherever it stands. */
function plain(value: Collection | undefined) {
  const inside = (items: readonly Item[]) =>
    JSON.parse(JSON.stringify(items, (key, value) => {
      if (["at", "path", "file", "timeoutFile", "own"].includes(key)) {
        return undefined;
      }
      // Without auth is with none.
      if (key === "auth" && value.type === "none") return undefined;
      return value instanceof Map ? [...value] : value;
    }));
  return {
    items: inside(value?.items ?? []),
    protobuf: value?.config.protobuf,
  };
}

describe("a stream's request exported to .bru files", () => {
  it("is the same, but for what the notes name", () => {
    const tries = runs(100);
    let same = 0;
    fc.assert(
      fc.property(request, (one) => {
        const files = filesOf(one);
        const { value } = readForExport(files, "opencollection.yml", "bru");
        assert(value);
        const { files: bru, notes } = exportBru(value, { withSecrets: true });
        const after = readCollection({
          root: "",
          files: bru,
          main: "bruno.json",
        });
        assertEquals(after.diagnostics, [], bru.get("r.bru"));
        if (notes.length > 0) return;
        same++;
        const before = readCollection({ root: "", files });
        assertEquals(plain(after.value), plain(before.value), bru.get("r.bru"));
      }),
      { numRuns: tries },
    );
    assert(4 * same > tries, `${same} of ${tries}`);
  });

  it("keeps which messages are selected, also as an import has them", () => {
    const files = new Map([
      ["bruno.json", '{"version": "1", "name": "C", "type": "collection"}'],
      [
        "r.bru",
        "meta {\n  name: R\n  type: ws\n}\n\nws {\n  url: h\n  body: ws\n}\n\nbody:ws {\n  name: a\n  type: text\n  content: b\n}\n\nbody:ws {\n  name: c\n  type: text\n  selected: true\n  content: d\n}\n",
      ],
    ]);
    for (
      const one of [
        files,
        filesOf({
          type: "websocket",
          details: {
            url: "h",
            message: [
              { title: "a", message: { type: "text", data: "b" } },
              {
                title: "c",
                selected: "true",
                message: { type: "text", data: "d" },
              },
            ],
          },
        } as never),
      ]
    ) {
      const [main] = one.keys();
      const { value } = readForExport(one, main, "bru");
      const text = exportBru(value!).files.get("r.bru") ?? "";
      assertEquals(
        text.slice(text.indexOf("body:ws {")).match(/name: .|selected: true/g),
        ["name: a", "name: c", "selected: true"],
      );
    }
  });

  it("keeps where .proto files lie", () => {
    const protobuf = {
      protoFiles: [{ type: "file", path: "a.proto" }],
      importPaths: [{ path: "p" }, { path: "q", disabled: true }],
    };
    const files = filesOf(
      { type: "grpc", details: { url: "h" } } as never,
      protobuf,
    );
    const { value } = readForExport(files, "opencollection.yml", "bru");
    const { files: bru } = exportBru(value!);
    const after = readCollection({ root: "", files: bru, main: "bruno.json" });
    assertEquals(after.value?.config.protobuf, {
      protoFiles: ["a.proto"],
      importPaths: ["p"],
    });
  });
});

describe("a stream's request that is formatted", () => {
  it("is the same, and stays as it is", () => {
    fc.assert(
      fc.property(request, (one) => {
        const files = filesOf(one);
        const before = readCollection({ root: "", files });
        const format = (text: string) =>
          formatFile("r.yml", text, styleOf("request")).text ?? text;
        const once = format(files.get("r.yml")!);
        const after = readCollection({
          root: "",
          files: new Map([...files, ["r.yml", once]]),
        });
        assertEquals(plain(after.value), plain(before.value), once);
        assertEquals(format(once), once);
      }),
      { numRuns: runs(50) },
    );
  });
});
