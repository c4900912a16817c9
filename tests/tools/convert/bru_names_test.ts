import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseBru } from "../../../lib/core/collection/bru/parse_bru.ts";
import { bruEnvironment } from "../../../lib/tools/convert/export/export_bru.ts";

/** Parts of names: what has a meaning somewhere in a `.bru` file, and names of others. */
const PARTS: readonly string[] = [
  "",
  "a",
  "legacy:tok",
  ..."~@:=,[]{}()\"'\\#/<$-_ \t\n\r\u00a0\u2028\ufeff",
  "'''",
  "__proto__",
  "color:",
  "vars {",
];

/** Which of the names the reader gets from what is written, unless a note leaves one out. */
function readNames(
  name: string,
  { secret, disabled }: { secret: boolean; disabled: boolean },
): { read: unknown; wanted: unknown } {
  const notes: string[] = [];
  const kind = secret ? { secret } : {};
  const around = (name: string) => ({ name, value: "1", ...kind });
  const text = bruEnvironment(
    {
      variables: [
        around("before"),
        { name, value: "v", ...kind, ...disabled && { disabled } },
        around("after"),
      ],
    },
    { withSecrets: false },
    (message) => notes.push(message),
  );
  const { document, diagnostics } = parseBru("environments/e.bru", text, {
    kind: "environment",
  });
  const root = document?.root as
    | { variables: { name: string; disabled?: boolean }[] }
    | undefined;
  return {
    read:
      root?.variables.map(({ name, disabled = false }) => [name, disabled]) ??
        diagnostics,
    wanted: [
      ["before", false],
      ...notes.length === 0 ? [[name, disabled]] : [],
      ["after", false],
    ],
  };
}

describe("names of an environment's variables in a .bru file", () => {
  for (const secret of [false, true]) {
    for (const disabled of [false, true]) {
      const kind = `${secret ? "secrets" : "values"}${disabled ? ", off" : ""}`;
      it(`${kind}: a name is read as it was, or a note leaves it out`, () => {
        for (const first of PARTS) {
          for (const second of PARTS) {
            const name = first + second;
            const { read, wanted } = readNames(name, { secret, disabled });
            assertEquals(read, wanted, JSON.stringify(name));
          }
        }
      });
    }
  }
});
