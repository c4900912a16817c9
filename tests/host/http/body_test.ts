import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { isAbsolute, join, relative } from "../../../lib/host/path.ts";
import { assertEquals, assertRejects } from "@std/assert";
import {
  DiagnosticError,
  InterpolationError,
  PermissionError,
} from "../../../lib/core/source/errors.ts";
import type { Origin } from "../../../lib/core/source/origin.ts";
import type { RenderedBody } from "../../../lib/core/http/rendered_request.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describe } from "../../support/over_both.ts";

const AT = { file: "r.yml", path: ["http", "body"] };

describe("a request's body", () => {
  let root: string;
  beforeEach(async () => {
    root = await Deno.makeTempDir();
    await Deno.mkdir(`${root}/collection/files`, { recursive: true });
    await Deno.writeTextFile(`${root}/collection/files/a.json`, '{"a":1}');
    await Deno.writeFile(
      `${root}/collection/files/b "x".bin`,
      new Uint8Array([0, 13, 10, 255]),
    );
    await Deno.writeTextFile(`${root}/secret.txt`, "secret");
  });
  afterEach(() => Deno.remove(root, { recursive: true }));

  /** Sends a body and returns what arrived. */
  async function post(
    body: RenderedBody,
    options: {
      headers?: [string, string][];
      allowRead?: string[];
      status?: number;
    } = {},
  ) {
    await using server = recordingServer(({ target }) =>
      options.status !== undefined && target === "/"
        ? { status: options.status, headers: [["Location", "/again"]] }
        : undefined
    );
    const files = {
      root: `${root}/collection`,
      allowRead: options.allowRead ?? [],
    };
    await withEngine(
      { files },
      (send) =>
        send(renderedRequest(`${server.url}/`, {
          method: "POST",
          headers: options.headers ?? [],
          body,
        })),
    );
    return server.requests;
  }

  it("is a file, with its length and a type by its name", async () => {
    const [request] = await post({
      type: "file",
      path: "files/a.json",
      at: AT,
    });
    assertEquals(request.text, '{"a":1}');
    assertEquals(request.headers("content-length"), ["7"]);
    assertEquals(request.headers("content-type"), ["application/json"]);
  });

  for (
    const [name, type] of [
      ["a.PNG", "image/png"],
      [
        "a.docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      ],
      ["a.xml", "application/xml"],
      ["a.yml", "application/yaml"],
      ["a.ndjson", "application/x-ndjson"],
      ["favicon.ico", "image/x-icon"],
      ["a.js", "text/javascript"],
      ["a.nobody", "application/octet-stream"],
      ["constructor", "application/octet-stream"],
      ["a.constructor", "application/octet-stream"],
    ]
  ) {
    it(`is a file with the type of its name: ${name}`, async () => {
      await Deno.writeTextFile(`${root}/collection/${name}`, "x");
      const [request] = await post({ type: "file", path: name, at: AT });
      assertEquals(request.headers("content-type"), [type]);
    });
  }

  it("is a file with a given type, or an empty file", async () => {
    await Deno.writeTextFile(`${root}/collection/empty`, "");
    const [request] = await post({
      type: "file",
      path: "empty",
      contentType: "x/y",
      at: AT,
    });
    assertEquals(request.headers("content-length"), ["0"]);
    assertEquals(request.headers("content-type"), ["x/y"]);
  });

  it("is chunked where the headers say so", async () => {
    const [request] = await post(
      { type: "file", path: "files/a.json", at: AT },
      {
        headers: [["Transfer-Encoding", "chunked"]],
      },
    );
    assertEquals(request.text, '{"a":1}');
    assertEquals(request.headers("content-length"), []);
  });

  it("is a form of texts and files, byte for byte", async () => {
    const [request] = await post({
      type: "multipart",
      at: AT,
      parts: [
        { type: "text", name: 'a "b"', value: "1\r\n2" },
        {
          type: "text",
          name: "json",
          value: "{}",
          contentType: "application/json",
        },
        { type: "file", name: "f", path: "files/a.json", at: AT },
        {
          type: "file",
          name: "f",
          path: 'files/b "x".bin',
          contentType: "x/y",
          at: AT,
        },
      ],
    }, { headers: [["content-type", "multipart/form-data; boundary=B"]] });
    assertEquals(
      String.fromCharCode(...request.body),
      [
        "--B",
        'Content-Disposition: form-data; name="a %22b%22"',
        "",
        "1",
        "2",
        "--B",
        'Content-Disposition: form-data; name="json"',
        "Content-Type: application/json",
        "",
        "{}",
        "--B",
        'Content-Disposition: form-data; name="f"; filename="a.json"',
        "Content-Type: application/json",
        "",
        '{"a":1}',
        "--B",
        'Content-Disposition: form-data; name="f"; filename="b %22x%22.bin"',
        "Content-Type: x/y",
        "",
        "\0",
        "\xff",
        "--B--",
        "",
      ].join("\r\n"),
    );
    assertEquals(request.headers("content-length"), [
      String(request.body.length),
    ]);
  });

  it("has one boundary for all hops, and a server can read the form", async () => {
    const requests = await post({
      type: "multipart",
      at: AT,
      parts: [
        { type: "text", name: "ü", value: "é" },
        { type: "file", name: "f", path: "files/a.json", at: AT },
      ],
    }, { status: 307 });
    assertEquals(requests.map((it) => it.target), ["/", "/again"]);
    assertEquals(requests[0].body, requests[1].body);
    const form = await new Response(requests[1].body as BodyInit, {
      headers: { "content-type": requests[1].headers("content-type")[0] },
    }).formData();
    assertEquals(form.get("ü"), "é");
    assertEquals(await (form.get("f") as File).text(), '{"a":1}');
  });

  it("is dropped with its headers where a redirect turns into a GET", async () => {
    const requests = await post(
      { type: "text", text: "x", contentType: "a/b" },
      {
        status: 303,
        headers: [["X-A", "1"], ["Content-Language", "de"]],
      },
    );
    assertEquals(requests[1].method, "GET");
    assertEquals(requests[1].text, "");
    assertEquals(requests[1].headers("x-a"), ["1"]);
    for (const name of ["type", "length", "language"]) {
      assertEquals(requests[1].headers(`content-${name}`), []);
    }
  });

  it("may not lie outside the collection, not even by a link", async () => {
    await Deno.symlink(`${root}/secret.txt`, `${root}/collection/link`);
    for (const path of ["../secret.txt", `${root}/secret.txt`, "link"]) {
      const error = await assertRejects(
        () => post({ type: "file", path, at: AT }),
        PermissionError,
      );
      assertEquals(error.diagnostics[0].code, "PERMISSION");
      // Seen from where the program runs.
      assertEquals(error.diagnostics[0].waysOut, [{
        kind: "allow-read",
        names: [
          isAbsolute(path)
            ? path
            : relative(Deno.cwd(), `${root}/collection/${path}`),
        ],
      }]);
      assertEquals(error.diagnostics[0].location?.yamlPath, "http.body");
    }
    for (const allowRead of [`${root}/secret.txt`, root]) {
      const [request] = await post(
        { type: "file", path: "../secret.txt", at: AT },
        { allowRead: [allowRead] },
      );
      assertEquals(request.text, "secret");
    }
  });

  it("names what is missing, and sends nothing", async () => {
    const start = "it does not exist (paths start at the collection's folder";
    const beside = {
      ...AT,
      file: join(root, "collection/files/request.yml"),
    };
    const MISSING: [path: string, message: string, at?: Origin][] = [
      ["none.txt", `Cannot read "none.txt": ${start})`],
      ["none.txt", `Cannot read "none.txt": ${start})`, beside],
      [
        "files/aa.json",
        `Cannot read "files/aa.json": ${start}: did you mean "files/a.json"?)`,
      ],
      // No name of a file outside is told.
      ["../secrets.txt", `Cannot read "../secrets.txt": ${start})`],
      ["files", 'Cannot read "files": it is a folder'],
      [
        "",
        "Cannot read the file: its path is empty (name a file, or give its placeholder a value)",
      ],
      [
        "a.json",
        `Cannot read "a.json": ${start}: did you mean "files/a.json"?)`,
        beside,
      ],
      // Beside the file that names it, and outside of the collection.
      [
        "secret.txt",
        `Cannot read "secret.txt": ${start})`,
        { ...AT, file: join(root, "request.yml") },
      ],
    ];
    for (const [path, message, at = AT] of MISSING) {
      const error = await assertRejects(
        () => post({ type: "file", path, at }),
        InterpolationError,
      );
      assertEquals(error.message, message);
      assertEquals(error.diagnostics[0].code, "MISSING_PATH");
    }
  });

  it("cannot come from a file without a collection", async () => {
    await withEngine({}, async (send) => {
      const body = { type: "file", path: "a", at: AT } as const;
      await assertRejects(
        () => send(renderedRequest("http://127.0.0.1:9/", { body })),
        DiagnosticError,
      );
    });
  });
});
