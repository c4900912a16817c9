import { assertEquals } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

/** Operations as `tag scheme`, by their names; "-" for none. */
type Operations = Readonly<Record<string, string>>;

const SCHEMES = {
  oauth: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } },
  },
  key: { type: "apiKey", in: "header", name: "X-Key" },
};

/** Only with the schemes that operations use, as documents are tidied up. */
function documentOf(operations: Operations): string {
  const all = Object.entries(operations).map(([id, words]) => {
    const [tag, scheme] = words.split(" ");
    return { id, tag, scheme };
  });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    servers: [{ url: "http://127.0.0.1/v1", description: "Local" }],
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(SCHEMES).filter(([name]) =>
          all.some(({ scheme }) => scheme === name)
        ),
      ),
    },
    paths: Object.fromEntries(all.map(({ id, tag, scheme }) => [`/${id}`, {
      get: {
        operationId: id,
        ...(tag !== "-" && { tags: [tag] }),
        ...(scheme !== "-" && { security: [{ [scheme]: [] }] }),
        responses: { "200": { description: "ok" } },
      },
    }])),
  });
}

describe("brace import --update, of an operation that vanished or moved", () => {
  const brace = braceRows();
  const GONE =
    'The document has no operation "b" any more: delete the request, or keep it';
  const unread = (names: string, them: string) =>
    `Nothing reads ${names} any more: taken out of .env.example (delete ${them} from .env, too) .env.example`;
  const rows: Record<string, {
    from: Operations;
    to: Operations;
    /** Changes a file before the update. */
    edit?: [path: string, more: string];
    /** Moves a file before the update. */
    move?: [from: string, to: string];
    flags?: string[];
    person?: string;
    changed?: string;
  }> = {
    "with variables of its own": {
      from: { a: "t key", b: "t oauth" },
      to: { a: "t key" },
      person:
        `${GONE} and define the variables that are gone with it: oauthClientId, oauthClientSecret, tokenUrl t/b.yml`,
      changed: unread("OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET", "them"),
    },
    "whose variables others use, too": {
      from: { a: "t key", b: "t key" },
      to: { a: "t key" },
      person: `${GONE} t/b.yml`,
    },
    "with variables of which one has a value in its own folder": {
      from: { a: "t key", b: "t oauth" },
      to: { a: "t key" },
      edit: [
        "t/folder.yml",
        "request: { variables: [{ name: tokenUrl, value: x }, { name: oauthClientSecret, value: x }] }\n",
      ],
      person:
        `${GONE} and define the variables that are gone with it: oauthClientId t/b.yml`,
      changed: unread("OAUTH_CLIENT_ID", "it"),
    },
    "whose variables a person's request uses, too": {
      from: { a: "t key", b: "t oauth" },
      to: { a: "t key" },
      edit: ["own.yml", 'http: { method: GET, url: "{{tokenUrl}}" }\n'],
      flags: ["--keep", "api/t/b.yml"],
      person:
        "Requests use variables that the collection lacks: tokenUrl, oauthClientId, oauthClientSecret opencollection.yml",
    },
    "to another tag": {
      from: { a: "t -", b: "t -" },
      to: { a: "t -", b: "u -" },
      changed:
        'The document has this request under the tag "u" now: its file stays where it is t/b.yml',
    },
    "to another tag, whose folder a person moved it to": {
      from: { a: "t -", b: "t -" },
      to: { a: "t -", b: "u -" },
      move: ["t/b.yml", "u/b.yml"],
    },
    "to no tag": {
      from: { a: "t -", b: "t -" },
      to: { a: "t -", b: "- -" },
      changed:
        "The document has no tag for this request any more: its file stays where it is t/b.yml",
    },
    "which changed otherwise": {
      from: { a: "t -", b: "t -" },
      to: { a: "t -", b: "t key" },
    },
  };
  for (
    const [name, { from, to, edit, move, flags = [], person, changed }]
      of Object
        .entries(rows)
  ) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      const write = (path: string, text: string) =>
        Deno.writeTextFile(`${cwd}/${path}`, text, { append: true });
      const update = async (...more: string[]) => {
        const { code, stdout, stderr } = await brace(
          ["import", "api.json", "-o", "api", ...more],
          { cwd },
        );
        assertEquals([code, stderr], [0, ""], stdout);
        return stdout;
      };
      await write("api.json", documentOf(from));
      await update();
      if (edit) await write(`api/${edit[0]}`, edit[1]);
      if (move) {
        const [old, path] = move.map((one) => `${cwd}/api/${one}`);
        await Deno.mkdir(dirname(path), { recursive: true });
        await Deno.rename(old, path);
      }
      await Deno.writeTextFile(`${cwd}/api.json`, documentOf(to));
      const said = await update("--update", ...flags);
      assertEquals(
        [sectionOf(said, "Needs you"), sectionOf(said, "Written differently")],
        [person, changed],
        said,
      );
      const again = await update("--update");
      assertEquals(sectionOf(again, "Written differently"), undefined, again);
      await Deno.remove(cwd, { recursive: true });
    });
  }

  it("which --take cannot bring back", async () => {
    const cwd = await Deno.makeTempDir();
    const update = (...more: string[]) =>
      brace(["import", "api.json", "-o", "api", ...more], { cwd });
    const write = (operations: Operations) =>
      Deno.writeTextFile(`${cwd}/api.json`, documentOf(operations));
    await write({ a: "t -", b: "t -" });
    await update();
    await write({ a: "t key" });
    const path = `${cwd}/api/t/a.yml`;
    const before = await Deno.readTextFile(path);
    const one = await update("--update", "--take", "t/b.yml");
    assertEquals([one.code, one.stdout], [2, ""]);
    assertEquals(
      oneLine(one.stderr).split(' "brace import')[0].trim(),
      'error USAGE: Cannot use "--take" for "t/b.yml": the document has no version of it any more (delete it, or use --keep)',
    );
    assertEquals(await Deno.readTextFile(path), before);
    // A folder is taken for what else is in it.
    await Deno.writeTextFile(path, "# mine\n", { append: true });
    const all = await update("--update", "--take", "t");
    assertEquals([all.code, all.stderr], [0, ""], all.stdout);
    assertEquals(sectionOf(all.stdout, "Needs you"), `${GONE} t/b.yml`);
    await Deno.remove(cwd, { recursive: true });
  });
});

/** What a report has under a heading, on one line. */
function sectionOf(report: string, heading: string): string | undefined {
  const [, text] = new RegExp(`^${heading}.*:\n((?: {2}.*\n)+)`, "m").exec(
    report,
  ) ?? [];
  return text === undefined ? undefined : oneLine(text).trim();
}
