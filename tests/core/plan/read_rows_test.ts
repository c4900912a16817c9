import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { WrittenNumber } from "../../../mod.ts";
import { readRows } from "../../../lib/core/plan/read_rows.ts";

const GOOD: [name: string, file: string, text: string, rows: unknown][] = [
  ["CSV", "a.csv", 'id,name\n1,Ada\n2,"Grace ""G"", H"\n', [
    { id: "1", name: "Ada" },
    { id: "2", name: 'Grace "G", H' },
  ]],
  ["CSV of Windows", "A.CSV", "\uFEFFid,name\r\n1,\r\n", [
    { id: "1", name: "" },
  ]],
  [
    "line breaks in quotes",
    "a.csv",
    'id,t\r\n1,"a\r\nb ""c""\r\n"\r\n2,"a\nb\r\r\n"\r\n',
    [
      { id: "1", t: 'a\r\nb "c"\r\n' },
      { id: "2", t: "a\nb\r\r\n" },
    ],
  ],
  [
    "JSON",
    "a.json",
    '[{"id": 1, "tags": ["x"], "big": 12345678901234567890}]',
    [
      { id: 1, tags: ["x"], big: 12345678901234567890n },
    ],
  ],
  ["JSON numbers", "a.json", '[{"a": [1.50, 1e3, 2, "1.50"], "b": 0.10}]', [
    {
      a: [
        new WrittenNumber("1.50", 1.5),
        new WrittenNumber("1e3", 1000),
        2,
        "1.50",
      ],
      b: new WrittenNumber("0.10", 0.1),
    },
  ]],
  [
    "typed CSV",
    "a.csv",
    "id:number,ok:boolean,a:b,list:array,x:string\n1.50,true,c,[1],1\n,,,,\n",
    [
      {
        id: new WrittenNumber("1.50", 1.5),
        ok: true,
        "a:b": "c",
        list: [1],
        x: "1",
      },
      { id: null, ok: null, "a:b": "", list: null, x: "" },
    ],
  ],
  ["YAML", "a.yml", "- { id: 1.50, name: Ada }\n- { id: 2 }\n", [
    { id: new WrittenNumber("1.50", 1.5), name: "Ada" },
    { id: 2 },
  ]],
  ["NDJSON", "a.ndjson", '{"id": 1}\n\n{"id": 2.50}\r\n', [
    { id: 1 },
    { id: new WrittenNumber("2.50", 2.5) },
  ]],
  ["names like inherited ones", "a.csv", "__proto__,constructor\n1,2", [
    Object.fromEntries([["__proto__", "1"], ["constructor", "2"]]),
  ]],
];

const BAD: [file: string, text: string, reason: RegExp][] = [
  ["a.txt", "x", /its name must end in/],
  ["a.json", "{}", /expected an array of objects/],
  ["a.json", "[1]", /expected an object as row 1/],
  ["a.json", "[", /it is not valid JSON: it ends too early/],
  [
    "a.json",
    "[\n<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n]",
    /: "<<<<<<<" marks a merge conflict that is not resolved/,
  ],
  ["a.json", "[]", /it has no rows/],
  ["a.csv", "", /it has no rows/],
  ["a.csv", 'a,b\nx "y",1\n', /: a field with a quote in it needs quotes/],
  ["a.csv", 'a,b\n"x "y",1\n', /: a quote ends the field before its end/],
  ["a.csv", 'a,b\n"x,1\n', /or is missing \(write each quote/],
  ["a.csv", "id\n", /it has no rows/],
  ["a.csv", "id,name\n1\n", /row 1 has 1 field instead of 2/],
  ["a.csv", "id,id\n1,2\n", /"id" occurs twice/],
  ["a.csv", "id, id\n1,2\n", /"id" occurs twice/],
  ["a.csv", "id:number\nx\n", /"id" in row 1 is not a valid number: "x"/],
  [
    "a.csv",
    'id:number\n"line 9, column 9: x"\n',
    /"id" in row 1 is not a valid number: "line 9, column 9: x"/,
  ],
  [
    "a.ndjson",
    '{"id": 1}\n{"id": \n',
    /it is not valid JSON: it ends too early/,
  ],
  ["a.ndjson", '{"id": 1}\n<<<<<<< a\n', /"<<<<<<<" marks a merge conflict/],
  ["a.ndjson", "[1]\n", /expected an object/],
  ["a.yml", "- 1\n", /expected a mapping as row 1/],
  ["a.yml", "[]", /it has no rows/],
  ["a.csv", 'id\n"1\n', /or is missing \(write each quote/],
];

const LOCATED: [file: string, text: string, line: number, column: number][] = [
  ["a.csv", 'id,name\n1,a"b\n', 2, 4],
  ["a.csv", 'id,name\n"1\n\n2",a\n\n1,a"b\n', 6, 4],
  ["a.csv", 'id,name\n"1\n""2",a\n"1\n2"x,a\n', 5, 2],
  ["a.csv", 'id,name\n1,"a\n\nb"\n\n\r\n2,c,d\n', 7, 1],
  ["a.csv", "id,id\n1,2\n", 1, 1],
  ["a.csv", 'id:number\n"1"\n\nx\n', 4, 1],
  ["a.json", '[{"id": 1},\n {"id": 2,}]', 2, 11],
  ["a.json", "[{},\n no]", 2, 2],
  ["a.json", "[{}, // one\n {}]", 1, 6],
  ["a.ndjson", '{"id": 1}\n{"id": 2,}\n', 2, 10],
  ["a.ndjson", '{"id": 1}\n[]\n', 2, 1],
];

/** What stands between the fields, where it is not a comma: it is said. */
const SEPARATORS: [text: string, rows: unknown[], said: string][] = [
  ["id;name\n1;a,b\n", [{ id: "1", name: "a,b" }], '";"'],
  ["id\tname\n1\t2\n", [{ id: "1", name: "2" }], "a tab"],
  ['"a,b";c\n1;2\n', [{ "a,b": "1", c: "2" }], '";"'],
];

describe("readRows", () => {
  for (const [text, rows, said] of SEPARATORS) {
    it(`finds out what separates ${JSON.stringify(text)}`, () => {
      const read = readRows(text, "a.csv");
      assertEquals(read.rows, rows as never);
      assertEquals(read.diagnostics.map(({ severity }) => severity), [
        "warning",
      ]);
      assertEquals(
        read.diagnostics[0].message,
        `Read "a.csv" with ${said} as the separator of fields: its first line has no comma`,
      );
    });
  }

  for (const [name, file, text, rows] of GOOD) {
    it(`reads ${name}`, () => {
      assertEquals(readRows(text, file), { rows, diagnostics: [] } as never);
    });
  }

  for (const [file, text, reason] of BAD) {
    it(`refuses ${JSON.stringify(text)} in ${file}`, () => {
      const { rows, diagnostics: [diagnostic] } = readRows(text, file);
      assertEquals(rows, []);
      assertEquals(reason.test(diagnostic.message), true, diagnostic.message);
      assertEquals(diagnostic.message.includes("\n"), false);
    });
  }

  for (const [file, text, line, column] of LOCATED) {
    it(`says where ${file} is malformed`, () => {
      const { diagnostics: [{ location, message }] } = readRows(text, file);
      assertEquals(location, { file, line, column });
      assertEquals(/line|position/.test(message), false, message);
    });
  }
});
