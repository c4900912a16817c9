import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { parse } from "@std/yaml/parse";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { schemaFiles } from "../../../.ci/schema_files.ts";
import {
  FILE_KINDS,
  type FileKind,
} from "../../../lib/core/collection/format.ts";
import { fileKinds } from "../../../lib/core/collection/file_kinds.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { jsonSchema } from "../../../lib/core/collection/shape/json_schema.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";

const root = new URL("../../../", import.meta.url);
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
});
// What editors know beyond the standard.
ajv.addKeyword("enumDescriptions");
const validators = new Map(
  FILE_KINDS.map((kind) => [kind, ajv.compile(jsonSchema(kind))]),
);

/** Codes of what is wrong with the data of a file, whatever its YAML. */
const OF_DATA: readonly Diagnostic["code"][] = [
  "INVALID_FIELD",
  "UNKNOWN_KEY",
  "UNKNOWN_OPERATOR",
];

/** Which type is a misspelt one, and which that of a program to come, no schema can say. */
const NEAR_MISS = /"info\.type": "\w+" is unknown/;

describe("the JSON Schema of a collection's files", () => {
  it("is what is published", async () => {
    for (const { path, text } of schemaFiles()) {
      assertEquals(await Deno.readTextFile(new URL(path, root)), text, path);
    }
  });

  it("describes every key", () => {
    for (const kind of FILE_KINDS) {
      assert(jsonSchema(kind).description, kind);
      const bare = [...propertiesIn(jsonSchema(kind))].filter(([, schema]) =>
        schema !== true && typeof schema === "object" && schema !== null &&
        !("description" in schema) && !("$ref" in schema) &&
        !("allOf" in schema) && !("enum" in schema) &&
        !("properties" in schema) && !("not" in schema) && !("const" in schema)
      );
      assertEquals(bare, []);
    }
  });

  it("takes what is read without a complaint, and nothing that is refused", () => {
    const counts = { taken: 0, refused: 0 };
    const wrong: string[] = [];
    for (const one of filesIn(fromFileUrl(new URL("fixtures/", root)))) {
      const validate = validators.get(one.kind)!;
      const isTaken = validate(one.data);
      const found = one.diagnostics.filter(({ code, message }) =>
        OF_DATA.includes(code) && !NEAR_MISS.test(message)
      );
      const isRefused = found.some(({ severity }) => severity === "error");
      if (isRefused) counts.refused++;
      else if (found.length === 0) counts.taken++;
      if (isRefused && isTaken) {
        wrong.push(`${one.path}: taken, though ${found[0].message}`);
      }
      if (one.diagnostics.length === 0 && !isTaken) {
        wrong.push(`${one.path}: refused, as ${errorsOf(validate)}`);
      }
    }
    assertEquals(wrong, []);
    assert(counts.taken > 150 && counts.refused > 10, JSON.stringify(counts));
  });

  const CASES: readonly (readonly [FileKind, string, boolean])[] = [
    ["request", "http: { url: http://localhost }", true],
    ["request", "http: { ulr: http://localhost }", false],
    ["request", "info: { type: http }", false],
    ["request", "info: { type: mqtt }\nmqtt: { anything: 1 }", true],
    ["request", "http: { url: x, auth: basic }", false],
    ["request", "http: { url: x, auth: { type: basic, usrname: a } }", false],
    ["request", "http: { url: x, auth: { type: basic, username: a } }", true],
    [
      "request",
      "http: { url: x, body: { type: json, data: { a: 1 } } }",
      false,
    ],
    [
      "request",
      "http: { url: x, body: { type: file, data: [{ filePath: a }] } }",
      true,
    ],
    ["request", "http: { url: x, headers: [{ value: a }] }", false],
    ["request", "http: { url: x, headers: { a: b } }", false],
    ["request", "http: { url: x }\nsettings: { timeout: inherit }", true],
    ["request", "http: { url: x }\nsettings: { timeout: -1 }", false],
    [
      "request",
      "http: { url: x }\nruntime: { assertions: [{ expression: a, operator: equals }] }",
      false,
    ],
    ["request", "http: { url: x }\nextensions: { other: 1 }", true],
    ["request", "http: { url: x }\nextensions: { brace: { retyr: 1 } }", false],
    [
      "collection",
      "info: { name: x }\nitems: [{ info: { type: folder }, items: [{ http: { url: x } }] }]",
      true,
    ],
    [
      "collection",
      "info: { name: x }\nitems: [{ info: { type: folder }, items: [{ http: { ulr: x } }] }]",
      false,
    ],
    [
      "environment",
      "name: a\nvariables: [{ name: b, value: [1, { c: d }] }]",
      true,
    ],
    ["environment", "name: a\nvariables: [{ value: b }]", false],
    ["folder", "info: { name: a, seq: first }", false],
  ];
  for (const [kind, text, expected] of CASES) {
    it(`${expected ? "takes" : "refuses"} the ${kind} ${text}`, () => {
      const validate = validators.get(kind)!;
      assertEquals(
        validate(parse(text, { schema: "core" })),
        expected,
        errorsOf(validate),
      );
    });
  }
});

function errorsOf(validate: ValidateFunction): string {
  return JSON.stringify(validate.errors?.slice(0, 3));
}

/** Every file of every collection of fixtures, and what reading it says. */
function* filesIn(folder: string): Generator<{
  path: string;
  kind: FileKind;
  data: unknown;
  diagnostics: readonly Diagnostic[];
}> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    // What aliases stand for there is endless.
    if (name === "aliases") continue;
    if (isDirectory) yield* filesIn(`${folder}${name}/`);
    else if (name === "opencollection.yml") {
      const files = new Map(textsIn(folder));
      const { value, diagnostics } = readCollection({ root: "", files });
      const all = [
        ...diagnostics,
        ...value?.environments.flatMap((it) => it.diagnostics ?? []) ?? [],
      ];
      for (const [path, kind] of fileKinds(files, name)) {
        const data = dataOf(files.get(path) ?? "");
        if (data === undefined) continue;
        yield {
          path: folder + path,
          kind,
          data,
          diagnostics: all.filter(({ location }) => location?.file === path),
        };
      }
    }
  }
}

function dataOf(text: string): unknown {
  try {
    return parse(text, { schema: "core" }) ?? undefined;
  } catch {
    return undefined;
  }
}

function* textsIn(folder: string, path = ""): Generator<[string, string]> {
  for (const { name, isDirectory } of Deno.readDirSync(folder + path)) {
    if (isDirectory) yield* textsIn(folder, `${path}${name}/`);
    else if (/\.ya?ml$|^\.env/.test(name)) {
      yield [path + name, Deno.readTextFileSync(folder + path + name)];
    }
  }
}

function* propertiesIn(schema: unknown): Generator<[string, unknown]> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties") yield* Object.entries(value);
    yield* propertiesIn(value);
  }
}
