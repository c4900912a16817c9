import { assert, assertEquals, assertThrows } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { readDataFile } from "../../../lib/host/files/read_data_file.ts";
import { CollectionError } from "../../../lib/core/source/errors.ts";

/** More than a block of reading, with line breaks and quotes in fields, and more than a byte for a character. */
const FIELD = 'é "quoted"\nand, more\n😀;';
const MANY = Array.from({ length: 10_000 }, (_, n) => n);
const CSV = `n,text\n${
  MANY.map((n) => `${n},"${FIELD.replaceAll('"', '""').repeat(n % 7)}"\n`)
    .join("")
}`;
const NDJSON = MANY.map((n) =>
  `${JSON.stringify({ n, text: FIELD.repeat(n % 7) })}\n`
).join("");
const WIDE = "x".repeat(300_000);

describe("a data file", () => {
  let folder: string;
  beforeAll(() => {
    folder = Deno.makeTempDirSync();
  });
  afterAll(() => {
    Deno.removeSync(folder, { recursive: true });
  });

  function written(name: string, text: string | Uint8Array): string {
    const path = `${folder}/${name}`;
    const bytes = typeof text === "string"
      ? new TextEncoder().encode(text)
      : text;
    Deno.writeFileSync(path, bytes);
    return path;
  }

  for (const [name, text] of [["a.csv", CSV], ["a.ndjson", NDJSON]] as const) {
    it(`is read row by row, as often as one likes: ${name}`, () => {
      const { rows, diagnostics } = readDataFile(written(name, text));
      assertEquals([rows.length, diagnostics], [MANY.length, []]);
      for (let time = 0; time < 2; time++) {
        let count = 0;
        for (const { n, text } of rows) {
          assertEquals(Number(n), count);
          assert(text === FIELD.repeat(count % 7), `row ${count}`);
          count++;
        }
        assertEquals(count, rows.length);
      }
    });
  }

  it("may have lines longer than a block, and none at its end", () => {
    const { rows } = readDataFile(
      written("wide.csv", `\ufeffa,b\n${WIDE},1\n"${WIDE}\n",2`),
    );
    assertEquals([...rows], [{ a: WIDE, b: "1" }, { a: `${WIDE}\n`, b: "2" }]);
  });

  it("has the name of a file beside it where it is missing, not a folder's", () => {
    const beside = `${folder}/beside`;
    Deno.mkdirSync(`${beside}/notes`, { recursive: true });
    const said = () => readDataFile(`${beside}/notes.csv`).diagnostics[0];
    assertEquals(said().suggestion, undefined);
    written("beside/note.csv", "a\n1\n");
    assertEquals(said().suggestion, `${beside}/note.csv`);
  });

  const lines = CSV.split("\n").length;
  const WRONG: [
    name: string,
    text: string | Uint8Array,
    message: RegExp,
    at?: { line: number; column: number },
  ][] = [
    ["q.csv", `${CSV}1,a"b\n`, /a field with a quote in it/, {
      line: lines,
      column: 4,
    }],
    ["r.csv", `${CSV}1\n`, /row 10001 has 1 field instead of 2/],
    [
      "o.csv",
      `${CSV}1,"open\n${"a,b\n".repeat(50_000)}`,
      /or is missing \(write each quote/,
    ],
    [
      "l.ndjson",
      `${NDJSON}{"n": }\n`,
      /it is not valid JSON: /,
      { line: MANY.length + 1, column: 7 },
    ],
    [
      "u.csv",
      new Uint8Array([...new TextEncoder().encode(CSV), 0x31, 0x2c, 0xe9, 10]),
      new RegExp(`not UTF-8 text \\(line ${lines}\\)`),
    ],
    ["e.csv", "a,b\n", /it has no rows/],
  ];
  for (const [name, text, message, at] of WRONG) {
    it(`is checked to its end before anything runs: ${name}`, () => {
      const { rows, diagnostics } = readDataFile(written(name, text));
      assertEquals([...rows], []);
      const [diagnostic, ...others] = diagnostics;
      assertEquals(others, []);
      assert(message.test(diagnostic.message), diagnostic.message);
      if (at) {
        const { line, column } = diagnostic.location!;
        assertEquals({ line, column }, at);
      }
    });
  }

  for (const name of ["large.json", "large.yml"]) {
    it(`is read as a whole, up to a limit: ${name}`, () => {
      const path = written(name, "[");
      Deno.truncateSync(path, 64 * 1024 * 1024 + 1);
      const { diagnostics: [{ code, message }] } = readDataFile(path);
      assertEquals(code, "LIMIT");
      assert(message.includes("(write CSV or NDJSON"), message);
    });
  }

  it("that is missing has the name of one beside it", () => {
    written("orders.csv", CSV);
    for (const path of ["api/data", "a/twice", "b/twice"]) {
      Deno.mkdirSync(`${folder}/${path}`, { recursive: true });
      written(`${path}/rows.csv`, CSV);
    }
    for (
      const [name, meant] of [
        ["order.csv", "orders.csv"],
        ["data/rows.csv", "api/data/rows.csv"],
        ["twice/rows.csv", undefined],
        ["a/data/rows.csv", undefined],
        ["order.json", undefined],
        ["customers.csv", undefined],
      ]
    ) {
      const { diagnostics: [{ code, message, suggestion }] } = readDataFile(
        `${folder}/${name}`,
      );
      const path = meant && `${folder}/${meant}`;
      assertEquals([code, suggestion], ["MISSING_PATH", path]);
      assertEquals(message.includes(`(did you mean "${path}"?)`), !!meant);
    }
  });

  const CHANGES: [what: string, change: (path: string) => void][] = [
    ["a longer one", (path) => Deno.writeTextFileSync(path, `${CSV}1,2\n`)],
    ["a shorter one", (path) => Deno.truncateSync(path, 10)],
    ["another one", (path) => {
      Deno.writeTextFileSync(`${path}.new`, CSV);
      Deno.renameSync(`${path}.new`, path);
    }],
    ["one of another time", (path) => Deno.utimeSync(path, 1, 1)],
    ["none", (path) => Deno.removeSync(path)],
  ];
  for (const [what, change] of CHANGES) {
    it(`that is ${what} when it is read again is an error`, () => {
      const path = written("changed.csv", CSV);
      const { rows } = readDataFile(path);
      const iterator = rows[Symbol.iterator]();
      assertEquals(iterator.next().value?.n, "0");
      change(path);
      const again = () => [...rows];
      const { diagnostics: [{ message }] } = assertThrows(
        again,
        CollectionError,
      );
      assert(message.includes(`in "${path}"`) || what === "none", message);
      // What was read before the change is replaced is read to its end.
      if (what === "another one" || what === "none") {
        iterator.return?.();
        return;
      }
      assertThrows(() => {
        while (!iterator.next().done);
      }, CollectionError);
    });
  }
});
