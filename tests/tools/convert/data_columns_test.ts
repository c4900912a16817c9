import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";

/** What defines `a`, what the assertion compares with, and whether it is named. */
const ROWS: readonly {
  readonly title: string;
  readonly value: string;
  readonly defaults?: string;
  readonly runtime?: string;
  readonly row?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly isNamed?: true;
}[] = [
  { title: "nothing defines it", value: "{{a}}", isNamed: true },
  { title: "a part of a text", value: "x {{ a.b }}", isNamed: true },
  {
    title: "a script that only reads it",
    value: "{{a}}",
    runtime:
      "scripts: [{type: tests, code: 'client.runner.iterationData.get(\"a\")'}]",
    isNamed: true,
  },
  {
    title: "a variable that is switched off",
    value: "{{a}}",
    defaults: "variables: [{name: a, value: b, disabled: true}]",
    isNamed: true,
  },
  {
    title: "a variable of the collection",
    value: "{{a}}",
    defaults: "variables: [{name: a, value: b}]",
  },
  {
    title: "a variable of the request",
    value: "{{a}}",
    runtime: "variables: [{name: a, value: b}]",
  },
  {
    title: "a variable of an environment",
    value: "{{a}}",
    files: {
      "environments/l.yml": "name: l\nvariables: [{name: a, value: b}]\n",
    },
  },
  {
    title: "a script",
    value: "{{a}}",
    runtime: "scripts: [{type: tests, code: 'client.setVar(\"a\", 1)'}]",
  },
  {
    title: "an action",
    value: "{{a}}",
    runtime:
      "actions: [{type: set-variable, selector: {expression: res.body.id, method: jsonq}, variable: {name: a, scope: runtime}}]",
  },
  { title: "a value that is made", value: "{{$uuid}}" },
  { title: "an entry of .env", value: "{{process.env.A}}" },
  {
    title: "an assertion that is switched off",
    value: "{{a}}",
    row: ", disabled: true",
  },
];

describe("an assertion exported to Bruno", () => {
  for (const row of ROWS) {
    const { title, value, defaults, runtime, files = {}, isNamed } = row;
    it(`${isNamed ? "is" : "is not"} named: ${title}`, () => {
      const { value: read } = readForExport(
        new Map(Object.entries({
          "opencollection.yml": `opencollection: 1.0.0\ninfo: {name: C}\n${
            defaults ? `request: {${defaults}}\n` : ""
          }`,
          "R.yml":
            `info: {name: R, type: http}\nhttp: {method: GET, url: "http://h/{{a}}"}\nruntime:\n  assertions: [{expression: res.status, operator: eq, value: "${value}"${
              row.row ?? ""
            }}]\n${runtime ? `  ${runtime}\n` : ""}`,
          ...files,
        })),
        "opencollection.yml",
        "bru",
      );
      const notes = exportBru(read!).notes.map(({ message }) => message)
        .filter((message) => message.includes("columns of data files"));
      assertEquals(
        notes,
        isNamed
          ? [
            'Bruno fills no columns of data files into the right side of assertions: those of "R" with "a" fail there (in a script, set another variable to bru.runner.iterationData.get("a") and compare with that one)',
          ]
          : [],
      );
    });
  }
});
