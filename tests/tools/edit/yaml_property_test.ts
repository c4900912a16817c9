import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { editFile, readData } from "../../../lib/tools/edit/edit_file.ts";
import type { Edit, EditData } from "../../../lib/tools/edit/types.ts";
import { modelEdit, pathsIn, valueAt } from "./model_edit.ts";
import { words, type YamlSample, yamlSamples } from "./yaml_texts.ts";
import { runs } from "../../support/check.ts";

const FILE = "request.yml";

const values: fc.Arbitrary<EditData> =
  fc.letrec<{ value: EditData }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      words,
      fc.constantFrom<EditData>(1, 1.5, true, null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("k0", "k1", "name", "x y"), tie("value"), {
        maxKeys: 3,
      }),
    ),
  })).value;

function read(text: string): EditData {
  const found = readData({ path: FILE, text });
  assert(found.problem === undefined, JSON.stringify(found.problem));
  return found.data;
}

/** An edit of something that a text says. */
function editIn(
  data: EditData,
  pick: number,
  kind: number,
  value: EditData,
  to: number,
): Edit {
  const paths = pathsIn(data);
  const keys = paths[pick % paths.length];
  const parent = valueAt(data, keys.slice(0, -1));
  if (kind === 1) return { kind: "remove", keys };
  if (Array.isArray(parent) && kind === 2) {
    return { kind: "insert", keys, value };
  }
  if (Array.isArray(parent) && kind === 3) {
    return { kind: "move", keys, to: to % parent.length };
  }
  const here = valueAt(data, keys);
  if (
    kind === 4 && typeof here === "object" && here !== null &&
    !Array.isArray(here)
  ) {
    return { kind: "set", keys: [...keys, "new"], value };
  }
  return { kind: "set", keys, value };
}

const editing = fc.record({
  pick: fc.nat(1_000),
  kind: fc.nat(5),
  value: values,
  to: fc.nat(10),
});

function show({ text }: YamlSample): string {
  return JSON.stringify(text);
}

describe("edits of YAML", () => {
  for (const aliases of [false, true]) {
    it(`say what the edit says and nothing else (${aliases ? "with" : "without"} aliases)`, () => {
      fc.assert(
        fc.property(
          yamlSamples({ aliases }),
          editing,
          (sample, { pick, kind, value, to }) => {
            const data = read(sample.text);
            const edit = editIn(data, pick, kind, value, to);
            const edited = editFile({ path: FILE, text: sample.text }, [edit]);
            // What follows "|+" may become its text: the writer refuses it then.
            if (edited.problem && /[|]\+/.test(sample.text)) return;
            assert(
              edited.problem === undefined,
              `${JSON.stringify(edited.problem?.message)}\n${
                JSON.stringify(edit)
              }\n${show(sample)}`,
            );
            assertEquals(read(edited.text), modelEdit(data, edit));
            if (!sample.hasAliases) assertLines(sample, edit, edited.text);
          },
        ),
        { numRuns: runs(100) },
      );
    });
  }

  it("that change nothing leave every byte", () => {
    fc.assert(
      fc.property(
        yamlSamples({ aliases: true }),
        fc.nat(1_000),
        (sample, pick) => {
          const data = read(sample.text);
          const paths = [[], ...pathsIn(data)];
          const keys = paths[pick % paths.length];
          const edited = editFile({ path: FILE, text: sample.text }, [
            { kind: "set", keys, value: structuredClone(valueAt(data, keys)) },
          ]);
          assertEquals(edited, { text: sample.text, edits: [] });
        },
      ),
    );
  });

  it("are undone to the byte by their inverse", () => {
    fc.assert(
      fc.property(
        yamlSamples(),
        editing,
        (sample, { pick, kind, value }) => {
          const data = read(sample.text);
          const [edit, inverse] = withInverse(data, pick, kind, value);
          const there = editFile({ path: FILE, text: sample.text }, [edit]);
          assert(there.problem === undefined);
          const back = editFile({ path: FILE, text: there.text }, [inverse]);
          assert(back.problem === undefined);
          assertEquals(
            back.text,
            sample.text,
            `${JSON.stringify(edit)}\n${show(sample)}\n${
              JSON.stringify(there.text)
            }`,
          );
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

/** Edits whose inverse finds everything as it left it. */
function withInverse(
  data: EditData,
  pick: number,
  kind: number,
  value: EditData,
): [Edit, Edit] {
  const paths = pathsIn(data);
  const keys = paths[pick % paths.length];
  const parent = valueAt(data, keys.slice(0, -1));
  if (Array.isArray(parent) && kind === 2) {
    return [{ kind: "insert", keys, value }, { kind: "remove", keys }];
  }
  const here = valueAt(data, keys);
  if (
    typeof here === "string" && /^[a-zA-Z]+$/.test(here) && here !== "yes" &&
    here !== "true"
  ) {
    return [
      { kind: "set", keys, value: "Other" },
      { kind: "set", keys, value: here },
    ];
  }
  const added = ["new"];
  return [
    { kind: "set", keys: added, value },
    { kind: "remove", keys: added },
  ];
}

/** Lines before the entry that is edited, and those behind it, are what they were. */
function assertLines(
  sample: YamlSample,
  { kind, keys }: Edit,
  after: string,
): void {
  const own = [...keys];
  let span: readonly [number, number] | undefined;
  if (kind === "insert" || kind === "move" || kind === "remove") own.pop();
  // The nearest entry with lines of its own.
  for (; span === undefined && own.length > 0; own.pop()) {
    span = sample.lines.get(JSON.stringify(own));
  }
  if (span === undefined) return;
  const [from, to] = [sample.text, after].map((text) => text.split(/(?<=\n)/));
  const head = span[0];
  assertEquals(to.slice(0, head), from.slice(0, head));
  let end = span[1];
  // Blank lines behind "|+" are the text's.
  if (from.slice(head, end).some((line) => /[|]\+/.test(line))) {
    while (from[end]?.trim() === "") end++;
  }
  const tail = from.slice(end);
  if (tail.length > 0) assertEquals(to.slice(-tail.length), tail);
}
