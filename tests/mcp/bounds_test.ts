import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { MAX_ANSWER, pageOf, shortened } from "../../lib/mcp/bounded.ts";
import { connect, Folder, serveEcho, shop, TIMERS } from "./support.ts";

/** Bytes of an answer as it is written. */
function written(structured: unknown): number {
  const text = JSON.stringify(structured);
  const result = {
    content: [{ type: "text", text }],
    structuredContent: structured,
  };
  return new TextEncoder().encode(JSON.stringify({ result })).length;
}

describe("an answer", TIMERS, () => {
  it("never exceeds its bound, and pages give everything once", () => {
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(texts, (all) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { items, next } = pageOf(all, {
            ...cursor !== undefined && { cursor },
            show: (one) => one,
          });
          assert(written({ items, next }) <= MAX_ANSWER);
          seen.push(...items);
          cursor = next;
        } while (cursor !== undefined);
        assertEquals(seen, all);
      }),
      { numRuns: 20 },
    );
  });

  it("is shortened where a text is too long", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const long = text.repeat(60_000 / text.length);
        const answer = shortened({ a: long, b: [long, { c: long }] });
        assert(written(answer) <= MAX_ANSWER);
      }),
      { numRuns: 20 },
    );
  });

  it("of any tool stays below 16 KB, and exchange has the rest", async () => {
    const body = JSON.stringify({
      users: Array.from(
        { length: 6_000 },
        (_, id) => ({ id, name: `ü"${id}` }),
      ),
    });
    await using echo = serveEcho(() =>
      new Response(body, {
        headers: {
          "content-type": "application/json",
          "x-long": "h".repeat(9_000),
        },
      })
    );
    const requests = Array.from({ length: 300 }, (_, at) => [
      `many/r${at}.yml`,
      `info: { name: R${at}, type: http }
http: { method: GET, url: '{{baseUrl}}/${at}?q=${"q".repeat(200)}' }
runtime:
  assertions:
    - { expression: res.body, operator: eq, value: "nothing like it" }
docs: ${"d".repeat(at === 1 ? 20_000 : 1_000)}
`,
    ]);
    using folder = new Folder(shop(echo.url, Object.fromEntries(requests)));
    await using brace = await connect(folder.path, ["--env=local"]);
    const { data } = await brace.call("run", {
      paths: requests.slice(0, 30).map(([path]) => path),
    });
    assertEquals(data.summary.requests.failed, 30);
    assertEquals(data.omitted.failures > 0, true);
    const { exchange } = data.exchanges[0];
    await brace.call("describe", { path: "many/r1.yml" });
    await brace.call("search", { text: "q" });
    await brace.call("check");
    await brace.call("vars");
    await brace.call("exchange", { run: data.run });
    await brace.call("send", { url: `${echo.url}/` });
    const names = await brace.call("exchange", {
      exchange,
      jsonPath: "$.users[5998:].name",
    });
    // What is kept of a body is less than all of it.
    const isKept = !names.isError;
    if (isKept) assertEquals(names.data.quoted.values.length, 2);
    let all = "";
    for (let from = 0; all.length < 40_000;) {
      const { data } = await brace.call("exchange", { exchange, from });
      all += data.quoted.text;
      assertEquals(data.quoted.to, all.length);
      from = data.quoted.to;
    }
    assertEquals(all, body.slice(0, all.length));
    for (const said of brace.said) {
      const { length } = new TextEncoder().encode(said);
      assert(length <= MAX_ANSWER, `${length}: ${said.slice(0, 300)}`);
    }
  });
});

const MANY = Array.from({ length: 1_000 }, (_, index) => index);

describe("a collection with much of everything", TIMERS, () => {
  const files = shop("http://127.0.0.1:1", {
    "opencollection.yml": `opencollection: 1.0.0
info: { name: Shop }
request:
  variables:
${MANY.map((at) => `    - { name: v${at}, value: "\u00e9${at}" }`).join("\n")}
`,
    "many.yml": `info: { name: Many, type: http }
http:
  method: GET
  url: "{{baseUrl}}/?${MANY.map((at) => `{{v${at}}}`).join("&")}"
  headers:
${MANY.map((at) => `    - { name: X-${at}, value: "{{v${at}}}" }`).join("\n")}
docs: ${"\u6f22".repeat(20_000)}
`,
    ...Object.fromEntries(
      MANY.slice(0, 150).map((at) => [
        `${"n".repeat(200)}/${at}.yml`,
        "info: { name: N, type: http }\nhttp: { method: GET, url: '{{baseUrl}}' }\n",
      ]),
    ),
  });
  const size = (value: unknown) =>
    new TextEncoder().encode(JSON.stringify(value)).length;

  it("is described and read in answers of 16 KB", async () => {
    using folder = new Folder(files);
    await using brace = await connect(folder.path, ["--env=local"]);
    for (
      const [name, given] of [
        ["describe", { path: "many.yml" }],
        ["describe", { path: "many.yml", as: "curl" }],
        ["describe", { path: "many.yml", as: "har" }],
        ["vars", {}],
        ["list", {}],
        ["check", {}],
        ["run", { paths: ["many.yml"] }],
        ["exchange", { exchange: "exchange-1", side: "request" }],
      ] as const
    ) {
      const { text } = await brace.call(name, given);
      const bytes = new TextEncoder().encode(brace.said.at(-1)).length;
      assert(bytes <= MAX_ANSWER, `${name}: ${bytes} ${text.slice(0, 200)}`);
    }
  });

  it("has resources in pages and parts of 16 KB, each once", async () => {
    using folder = new Folder(files);
    await using brace = await connect(folder.path, ["--env=local"]);
    const uris: string[] = [];
    for (let cursor: string | undefined = "0"; cursor !== undefined;) {
      const page: Awaited<ReturnType<typeof brace.client.listResources>> =
        await brace.client.listResources({ cursor });
      assert(size(page) <= MAX_ANSWER, `${size(page)}`);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    }
    assertEquals(new Set(uris).size, uris.length);
    assert(uris.length > 150);
    let text = "";
    for (let part = 1, all = 1; part <= all; part++) {
      const answer = await brace.client.readResource({
        uri: `brace:///files/many.yml?part=${part}`,
      });
      assert(size(answer) <= MAX_ANSWER, `${size(answer)}`);
      const [{ text: one }] = answer.contents as { text: string }[];
      const end = /\n\[part \d+ of (\d+).*\]$/.exec(one)!;
      all = Number(end[1]);
      text += one.slice(0, end.index);
    }
    assertEquals(text, files["many.yml"]);
  });
});
