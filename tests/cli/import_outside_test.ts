import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { quotedWord } from "../../lib/core/source/quoted_word.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const HEAD = "meta {\n  name: a\n  type: http\n}\n";
const URL = "http://127.0.0.1/a";
/** A `.bru` file with a body. */
const bru = (mode: string, block: string) => ({
  "bruno.json": '{ "version": "1", "name": "A", "type": "collection" }',
  "a.bru":
    `${HEAD}post {\n  url: ${URL}\n  body: ${mode}\n  auth: none\n}\n${block}\n`,
});
const postman = (body: unknown) => ({
  "a.json": JSON.stringify({
    info: {
      name: "A",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    item: [{ name: "a", request: { method: "POST", url: URL, body } }],
  }),
});
const insomnia = (body: unknown) => ({
  "a.yaml": JSON.stringify({
    type: "collection.insomnia.rest/5.0",
    name: "A",
    collection: [{
      name: "a",
      url: URL,
      method: "POST",
      body,
      meta: { id: "req_1" },
    }],
  }),
});

/** A source that sends a file by its absolute path. */
const ROWS: Record<string, (path: string) => Record<string, string>> = {
  ".bru, a file": (path) =>
    bru("file", `body:file {\n  file: @file(${path})\n}`),
  ".bru, a part": (path) =>
    bru("multipartForm", `body:multipart-form {\n  f: @file(${path})\n}`),
  ".http, a file": (path) => ({ "a.http": `POST ${URL}\n\n< ${path}\n` }),
  ".http, a part": (path) => ({
    "a.http":
      `POST ${URL}\nContent-Type: multipart/form-data; boundary=X\n\n--X\nContent-Disposition: form-data; name="f"; filename="b.bin"\n\n< ${path}\n--X--\n`,
  }),
  "Postman, a file": (src) => postman({ mode: "file", file: { src } }),
  "Postman, a part": (src) =>
    postman({ mode: "formdata", formdata: [{ key: "f", type: "file", src }] }),
  "Insomnia, a file": (fileName) =>
    insomnia({ mimeType: "application/octet-stream", fileName }),
  "Insomnia, a part": (fileName) =>
    insomnia({
      mimeType: "multipart/form-data",
      params: [{ name: "f", type: "file", fileName }],
    }),
  "curl, a file": (path) => ({
    "a.sh": `curl ${URL} --data-binary '@${path}'\n`,
  }),
};

describe("brace import of an absolute path names the flag that lets a run send the file", () => {
  const brace = braceRows();
  for (const [name, sourceOf] of Object.entries(ROWS)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        const path = `${cwd.replaceAll("\\", "/")}/b.bin`;
        await Deno.writeTextFile(path, "b");
        await Deno.mkdir(`${cwd}/source`);
        const files = Object.entries(sourceOf(path));
        for (const [file, text] of files) {
          await Deno.writeTextFile(`${cwd}/source/${file}`, text);
        }
        const source = files.length > 1 ? "source" : `source/${files[0][0]}`;
        const { stdout } = await brace(["import", source, "-o", "made"], {
          cwd,
        });
        const flag = `--allow-read=${quotedWord(path)}`;
        const said =
          `add ${flag} to a run, or put it into the collection's folder and change its path`;
        assertEquals(oneLine(stdout).includes(said), true, stdout);
        const { code } = await brace(["render", "made", flag], { cwd });
        assertEquals(code, 0);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});

describe("brace import of a path beside the folder names the path to write", () => {
  const brace = braceRows();
  for (const [name, sourceOf] of Object.entries(ROWS)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        // The file is there as well from the folder that is made.
        const path = "../files/b.bin";
        await Deno.mkdir(`${cwd}/files`);
        await Deno.writeTextFile(`${cwd}/files/b.bin`, "b");
        await Deno.mkdir(`${cwd}/source`);
        const files = Object.entries(sourceOf(path));
        for (const [file, text] of files) {
          await Deno.writeTextFile(`${cwd}/source/${file}`, text);
        }
        const source = files.length > 1 ? "source" : `source/${files[0][0]}`;
        const { stdout } = await brace(["import", source, "-o", "made"], {
          cwd,
        });
        const said =
          `put it into the collection's folder and change its path to "b.bin"`;
        assertEquals(oneLine(stdout).includes(said), true, stdout);
        await Deno.writeTextFile(`${cwd}/made/b.bin`, "b");
        for await (const { name } of Deno.readDir(`${cwd}/made`)) {
          if (!name.endsWith(".yml") || name === "opencollection.yml") continue;
          const text = await Deno.readTextFile(`${cwd}/made/${name}`);
          await Deno.writeTextFile(
            `${cwd}/made/${name}`,
            text.replace(path, "b.bin"),
          );
        }
        const { code, stderr } = await brace(["render", "made"], { cwd });
        assertEquals(code, 0, stderr);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
