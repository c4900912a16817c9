import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

/** An operation of a document, as `GET /path`; its `operationId` is the key, "" for none. */
type Operations = Readonly<Record<string, string>>;

function documentOf(operations: Operations, summaries: Operations): string {
  const paths = Object.entries(operations).map(([id, address]) => {
    const [method, path] = address.split(" ");
    const name = id === "" ? "" : `operationId: ${id}, `;
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
      `{ name: ${name}, in: path, required: true, schema: { type: string } }`
    );
    return `  ${path}: { ${method.toLowerCase()}: { ${name}summary: ${
      summaries[address] ?? "Pick up"
    }, parameters: [${params}], responses: { "200": { description: ok } } } }\n`;
  });
  return `openapi: 3.1.0
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }]
paths:
${paths.join("")}`;
}

interface Row {
  readonly from: Operations;
  readonly to: Operations;
  /** Another summary in the newer document. */
  readonly summary?: string;
  readonly isEdited?: boolean;
  /** What the report counts. */
  readonly said: string;
  /** The same once more, where a person has chosen by this flag or had nothing to choose. */
  readonly choice?: "--keep" | "--take";
  readonly files: readonly string[];
}

const ONE = ["Pick up.yml"];
const rows: Record<string, Row> = {
  "an operation with another name": {
    from: { pickUp: "POST /a" },
    to: { pickUpParcel: "POST /a" },
    said: "0 added · 1 changed · 0 as before",
    files: ONE,
  },
  "an operation that had no name": {
    from: { "": "POST /a" },
    to: { "pick.up": "POST /a" },
    said: "0 added · 1 changed · 0 as before",
    files: ONE,
  },
  "an operation with another name, whose file is edited": {
    from: { pickUp: "POST /a" },
    to: { pickUpParcel: "POST /a" },
    isEdited: true,
    said: "0 added · 1 changed · 0 as before",
    files: ONE,
  },
  "an operation with another name that changed, whose file is edited": {
    from: { pickUp: "POST /a" },
    to: { pickUpParcel: "POST /a" },
    summary: "Fetch",
    isEdited: true,
    said:
      "0 added · 0 changed · 1 edited here, to compare with the document · 0 as before",
    choice: "--keep",
    files: ONE,
  },
  "an operation with another name that a person takes": {
    from: { pickUp: "POST /a" },
    to: { pickUpParcel: "POST /a" },
    summary: "Fetch",
    isEdited: true,
    said:
      "0 added · 0 changed · 1 edited here, to compare with the document · 0 as before",
    choice: "--take",
    files: ONE,
  },
  "an operation whose path has other names, too": {
    from: { pickUp: "PUT /a/{id}/b/{number}" },
    to: { pickUpParcel: "PUT /a/{parcel}/b/{n}" },
    said: "0 added · 1 changed · 0 as before",
    files: ONE,
  },
  "an operation without a name whose path has other names": {
    from: { "": "PUT /a/{id}" },
    to: { "": "PUT /a/{parcel}" },
    said: "0 added · 1 changed · 0 as before",
    files: ONE,
  },
  "an operation whose path has other names, and whose file is edited": {
    from: { pickUp: "PUT /a/{id}" },
    to: { pickUpParcel: "PUT /a/{parcel}" },
    isEdited: true,
    said:
      "0 added · 0 changed · 1 edited here, to compare with the document · 0 as before",
    choice: "--keep",
    files: ONE,
  },
  "an operation with the same path before one with other names": {
    from: { pickUp: "PUT /a/{id}", pickAll: "PUT /a/{all}" },
    to: { pickUpParcel: "PUT /a/{id}", pickParcels: "PUT /a/{parcels}" },
    said: "0 added · 2 changed · 0 as before",
    files: ["Pick up 2.yml", "Pick up.yml"],
  },
  "no operation whose path others have with other names": {
    from: { pickUp: "PUT /a/{id}", pickAll: "PUT /a/{all}" },
    to: { pickUpParcel: "PUT /a/{parcel}" },
    said: "1 added · 0 changed · 0 as before · 2 no longer in the document",
    files: ["Pick up 2.yml", "Pick up 3.yml", "Pick up.yml"],
  },
  "no operation where several have other names of its path": {
    from: { pickUp: "PUT /a/{id}" },
    to: { pickUpParcel: "PUT /a/{parcel}", pickAll: "PUT /a/{all}" },
    said: "2 added · 0 changed · 0 as before · 1 no longer in the document",
    files: ["Pick up 2 2.yml", "Pick up 2.yml", "Pick up.yml"],
  },
  "no operation with another number of parameters": {
    from: { pickUp: "PUT /a/{id}" },
    to: { pickUpParcel: "PUT /a/{id}/{n}" },
    said: "1 added · 0 changed · 0 as before · 1 no longer in the document",
    files: ["Pick up 2.yml", "Pick up.yml"],
  },
  "another operation": {
    from: { pickUp: "POST /a" },
    to: { pickUpParcel: "PUT /a" },
    said: "1 added · 0 changed · 0 as before · 1 no longer in the document",
    files: ["Pick up 2.yml", "Pick up.yml"],
  },
  "another operation whose name is the old one": {
    from: { pickUp: "POST /a" },
    to: { pickUpParcel: "POST /a", pickUp: "POST /b" },
    said: "1 added · 1 changed · 0 as before",
    files: ["Pick up 2.yml", "Pick up.yml"],
  },
};

describe("brace import --update follows", () => {
  const brace = braceRows();
  for (const [name, row] of Object.entries(rows)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      const update = (...more: string[]) =>
        brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
      const file = `${cwd}/api/Pick up.yml`;
      try {
        await Deno.writeTextFile(`${cwd}/a.yaml`, documentOf(row.from, {}));
        await update();
        if (row.isEdited) {
          const text = await Deno.readTextFile(file);
          await Deno.writeTextFile(file, `${text}# mine\n`);
        }
        const [address] = Object.values(row.to);
        await Deno.writeTextFile(
          `${cwd}/a.yaml`,
          documentOf(row.to, row.summary ? { [address]: row.summary } : {}),
        );
        // Some of these documents have no operation of the first one.
        const { stdout } = await update("--update", "--force");
        const said = oneLine(stdout);
        assert(said.includes(`requests: ${row.said} other`), stdout);
        if (row.choice) {
          await update("--update", row.choice, "api/Pick up.yml");
        }
        const text = await Deno.readTextFile(file);
        const isMine = row.isEdited === true && row.choice !== "--take";
        assertEquals(text.endsWith("# mine\n"), isMine, text);
        const files = [...Deno.readDirSync(`${cwd}/api`)]
          .map(({ name }) => name).filter((it) => it.startsWith("Pick"));
        assertEquals(files.sort(), [...row.files]);
        const { stdout: again } = await update("--update");
        const total = Object.keys(row.to).length;
        assert(
          oneLine(again).includes(
            `requests: 0 added · 0 changed · ${total} as before`,
          ),
          again,
        );
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
