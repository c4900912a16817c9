import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { textsInLine } from "../../../lib/tools/convert/secrets/shown_texts.ts";

/** A script, and the names of its texts that have one. */
const ROWS: [code: string, names: Record<string, string>][] = [
  ['const password: string = "a"; f("b")', { a: "password" }],
  ['let apiKey: string | undefined = x ?? "a", b = "c"', {
    a: "apiKey",
    c: "b",
  }],
  ['function f(password?: string = "a") { return "b" }', { a: "password" }],
  ['class A { b = "c"\n password: string = x || "a" }', {
    c: "b",
    a: "password",
  }],
  // What answers a condition is over before the next member begins.
  ['class A { b = x ? "c" : "d"\n "password": string = x || "a" }', {
    c: "b",
    d: "b",
    a: "password",
  }],
  // A line's end ends a value, too.
  ['const token = f("a")\nb = "c"', { c: "b" }],
  ['const token = x\n  || "a"', { a: "token" }],
  // A value inside of a value has both names.
  ['const token = { b: "a" }', { a: "token" }],
  ['const b = { token: "a" }', { a: "token" }],
  ['const token = await f({ b: "a" })', { a: "b" }],
  ['token ??= "a"; o.password ||= x ? "b" : "c"; secret += "d"', {
    a: "token",
    b: "password",
    c: "password",
    d: "secret",
  }],
  // Of the numbers in a value, most count something.
  ['const token = x ? 12345 : "a"', { a: "token" }],
  // What says how the rest is computed is no credential.
  ['const token = "sha256=" + x', {}],
  ['const token = "AKIAIOSF0DNN7EXAMPLE:" + x', {
    "AKIAIOSF0DNN7EXAMPLE:": "token",
  }],
  ['switch (x) { case "token": return "a" }', {}],
  ['add({ key: "X-Token", value: x || "a" })', {
    "X-Token": "key",
    a: "X-Token",
  }],
];

describe("the texts of a script that a message shows", () => {
  for (const [code, names] of ROWS) {
    it(code, () => {
      const texts = textsInLine(code, { start: 0, end: code.length });
      const named = texts.filter(({ name }) => name !== undefined)
        .map(({ from, to, name }) => [code.slice(from, to), name]);
      assertEquals(Object.fromEntries(named), names);
    });
  }
});
