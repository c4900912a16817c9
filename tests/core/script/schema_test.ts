import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  type AjvModule,
  createCompile,
} from "../../../lib/embedded/sandbox/schema.ts";

const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";
const DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema";

/** Ajv that notes which drafts were made and what was compiled. */
function noting() {
  const made: number[] = [];
  const compiled: unknown[] = [];
  type Class = new (options: object) => { compile(schema: unknown): unknown };
  const of = (draft: number, given: unknown) =>
    class extends (given as Class) {
      constructor(options: object) {
        super(options);
        made.push(draft);
      }
      override compile(schema: unknown) {
        compiled.push(schema);
        return super.compile(schema);
      }
    };
  const module = Object.assign(of(7, Ajv), {
    formats: () => {},
    2019: of(2019, Ajv2019),
    2020: of(2020, Ajv2020),
  }) as unknown as AjvModule;
  const compile = createCompile(module);
  compiled.length = 0;
  return { compile, made, compiled };
}

const NUMBER = { type: "number" };

describe("the compiler of JSON schemas", () => {
  it("compiles a schema once, whatever object holds it", () => {
    const { compile, made, compiled } = noting();
    for (let i = 0; i < 5; i++) {
      assertEquals(compile({ ...NUMBER })(1), true);
      assertEquals(compile({ ...NUMBER })("1"), false);
      assertEquals(compile({ ...NUMBER }, { allErrors: false })(1), true);
      assertEquals(compile({ ...NUMBER, $schema: DRAFT_2020 })(1), true);
      assertEquals(compile({ ...NUMBER, $schema: DRAFT_2019 })(1), true);
    }
    assertEquals([compiled.length, made], [4, [7, 7, 2020, 2019]]);
  });

  it("takes a changed schema for another", () => {
    const { compile } = noting();
    const schema = { type: "number" };
    assertEquals(compile(schema)(1), true);
    schema.type = "string";
    assertEquals(compile(schema)(1), false);
    const same = { const: { a: 1 } };
    compile(same);
    same.const.a = 2;
    assertEquals(compile({ const: { a: 1 } })({ a: 1 }), true);
  });

  it("lets schemas have the same ids", () => {
    const { compile } = noting();
    for (const type of ["number", "string"]) {
      const value = type === "number" ? 1 : "1";
      const inner = { $id: "http://x/inner", type };
      for (
        const schema of [
          { $id: "http://x/", type },
          { $id: "http://x/a", properties: { a: { $ref: "inner" }, b: inner } },
          { properties: { a: { $ref: "http://x/inner" }, b: inner } },
          {
            $schema: DRAFT_2020,
            $id: "http://x/b",
            $defs: { c: { $anchor: "c", type } },
            properties: { a: { $ref: "#c" } },
          },
        ]
      ) {
        const given = "type" in schema ? value : { a: value };
        assertEquals(compile(schema)(given), true, JSON.stringify(schema));
        assertEquals(compile(schema)("type" in schema ? [] : { a: [] }), false);
      }
    }
    // What one defined is not there for the next.
    const misled = {
      properties: { a: { $ref: "http://x/inner" }, b: { type: "null" } },
    };
    assertThrows(() => compile(misled), Error, "resolve");
    assertThrows(() => compile({ $ref: "http://x/" }), Error, "resolve");
  });

  it("never takes options for others that only look alike", () => {
    const { compile } = noting();
    const odd = { formats: { odd: (it: string) => it.length % 2 === 1 } };
    const even = { formats: { odd: (it: string) => it.length % 2 === 0 } };
    const schema = { format: "odd" };
    assertEquals(compile(schema, odd)("a"), true);
    assertEquals(compile(schema, even)("a"), false);
    assertEquals(compile({ type: "number", default: undefined })(1), true);
  });

  it("goes on after what is not a schema", () => {
    const { compile } = noting();
    for (const schema of ["x", 7, null, undefined, { type: "nope" }]) {
      assertThrows(() => compile(schema), Error);
    }
    assertEquals([compile(true)(1), compile(false)(1)], [true, false]);
  });

  it("remembers a limited number", () => {
    const { compile, compiled } = noting();
    for (let i = 0; i < 250; i++) compile({ const: i });
    assertEquals(compile({ const: 3 })(3), true);
    assertEquals(compile({ const: 249 })(249), true);
    assertEquals(compiled.length, 251);
  });
});
