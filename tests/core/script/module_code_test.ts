import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  bracketed,
  columnInCode,
} from "../../../lib/core/script/bare_calls.ts";
import { moduleCode } from "../../../lib/core/script/module_code.ts";

/** A module, and what it becomes: the code, and what it gives. */
const MODULES: readonly (readonly [
  source: string,
  code: string,
  getters: string,
])[] = [
  ["export const a = 1", ";      const a = 1", '"a":()=>a'],
  [
    "export { a as b }; const a = 1",
    `;${" ".repeat(17)} const a = 1`,
    '"b":()=>a',
  ],
  [
    "export default 1 + 1",
    ";let $default= 1 + 1",
    '"default":()=>$default',
  ],
  [
    "export default (1, 2)",
    ";let $default= (1, 2)",
    '"default":()=>$default',
  ],
  [
    "export default async function () {}",
    "    ;async function $default  () {}",
    '"default":()=>$default',
  ],
  [
    "export default function* named() {}",
    ";              function* named() {}",
    '"default":()=>named',
  ],
  [
    "export default class extends A {}",
    "    ;class $default  extends A {}",
    '"default":()=>$default',
  ],
  [
    "import a,\n  { b } from 'c'\n(a)",
    `;        \n${" ".repeat(16)}\n(a)`,
    "",
  ],
  [
    "export const [a, { b: c = 1, ...d }] = x, e = 1",
    ";      const [a, { b: c = 1, ...d }] = x, e = 1",
    '"e":()=>e,"d":()=>d,"c":()=>c,"a":()=>a',
  ],
  [
    "import('a'); export const url = import.meta.url",
    "$brace('a'); ;      const url = $brace.meta.url",
    '"url":()=>url',
  ],
];

/** Code that stays as it is. */
const PLAIN = [
  "module.exports = 'import and export'",
  "const a = { import: 1 }; a.export = 2",
  "let x = = import",
  "return 1; // export",
  `${"(".repeat(20_000)} export`,
];

/** A module that cannot be loaded, and what is at the offset. */
const REFUSED: readonly (readonly [source: string, at: string])[] = [
  ["import 'a';\nawait 1", "await 1"],
  ["export const a = 1; for await (const b of c) {}", "for await"],
  ["import a from 'a'; let a", "a"],
  ["export const a = ;", ";"],
  ["export { b }", "b }"],
];

describe("the code of a module", () => {
  for (const [source, code, getters] of MODULES) {
    it(source, () => {
      const found = moduleCode(source);
      assert("code" in found, JSON.stringify(found));
      assertEquals(found.code, code);
      assertEquals(found.code.length, source.length);
      assert(found.head.endsWith(`{__proto__:null,${getters}});`), found.head);
    });
  }

  it("has each place of its text where optional calls have brackets", () => {
    const source =
      "import 'a'; const é = '😀'; f?.(1), (g) ?.(this?.(2))\nh\n ?.(3), a.b?.(4), c?.d()";
    const found = moduleCode(source);
    assert("code" in found);
    const compiled = bracketed(found);
    assertEquals(
      compiled.slice(11),
      " const é = '😀'; (0,f)?.(1), ((0,g)) ?.((0,this)?.(2))\n(0,h)\n ?.(3), a.b?.(4), c?.d()",
    );
    const written = found.code.split("\n").map((line) => [...line]);
    for (const [index, text] of compiled.split("\n").entries()) {
      const characters = [
        ...text.replaceAll("(0,", "‹‹‹").replace(/([fghs])\)/g, "$1›"),
      ];
      for (const [at, character] of characters.entries()) {
        if (/[‹›]/.test(character)) continue;
        const column = columnInCode(found, { line: index + 1, column: at + 1 });
        assertEquals(written[index][column - 1], character, `${index}:${at}`);
      }
    }
  });

  for (const source of PLAIN) {
    it(`stays: ${source.slice(0, 40)}`, () => {
      assertEquals(moduleCode(source), { head: "", code: source, tail: "" });
    });
  }

  for (const [source, at] of REFUSED) {
    it(`is refused: ${source}`, () => {
      const found = moduleCode(source);
      assert("offset" in found, JSON.stringify(found));
      assertEquals(source.slice(found.offset).slice(0, at.length), at);
    });
  }
});
