import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type {
  RunAsked,
  RunEventView,
} from "../../lib/embedded/page/workbench/api.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";

/** What another request sets is used in a folder, and by what has a tag. */
function files(url: string) {
  const get = (name: string, path: string, more = "") =>
    `info: {name: ${name}, type: http${more}}\nhttp: {method: GET, url: '${url}${path}'}\n`;
  return {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    "auth/folder.yml": "info: {name: Auth, type: folder, seq: 1}\n",
    "auth/login.yml": `${
      get("Login", "/login")
    }runtime:\n  scripts:\n    - {type: after-response, code: "bru.setVar('session', 'abc')"}\n`,
    "orders/folder.yml": "info: {name: Orders, type: folder, seq: 2}\n",
    "orders/first.yml": `${
      get("First", "/{{session}}", ", seq: 1")
    }runtime:\n  scripts:\n    - {type: after-response, code: "bru.setVar('order', 'one')"}\n`,
    "orders/second.yml": get("Second", "/{{order}}", ", seq: 2, tags: [late]"),
  };
}

/** Runs, and answers each question; gives what was asked for and what ran. */
async function run(page: OpenPage, asked: RunAsked, answer: string) {
  const names: (readonly string[])[] = [];
  const ran: string[] = [];
  const events: AsyncIterable<RunEventView> = page.lines("run", asked);
  for await (const event of events) {
    if (event.type === "request-end") ran.push(event.result.name);
    if (event.type !== "question" || event.kind !== "needed") continue;
    names.push(event.names);
    await page.ask("answer", { question: event.question, answer });
  }
  return { names, ran };
}

describe("what a run from the page needs", () => {
  const CASES = [
    {
      what: "a folder that needs a login",
      paths: ["orders"],
      asked: ["session"],
      yes: ["Login", "First", "Second"],
      no: ["First", "Second"],
    },
    {
      what: "one request of the folder",
      paths: ["orders/second.yml"],
      asked: ["order"],
      yes: ["Login", "First", "Second"],
      no: ["Second"],
    },
    {
      what: "requests with a tag",
      paths: [],
      tags: ["late"],
      asked: ["order"],
      yes: ["Login", "First", "Second"],
      no: ["Second"],
    },
    {
      what: "the collection, which has all it needs",
      paths: [],
      asked: undefined,
      yes: ["Login", "First", "Second"],
      no: ["Login", "First", "Second"],
    },
  ];
  for (const { what, paths, tags, asked, yes, no } of CASES) {
    it(`is asked once: ${what}`, async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response(),
      );
      await using page = await openPage(
        files(`http://127.0.0.1:${server.addr.port}`),
      );
      const ids = await Promise.all(paths.map((path) => page.id(path)));
      for (const [answer, ran] of [["no", no], ["yes", yes]] as const) {
        assertEquals(
          await run(page, { ids, ...tags && { tags } }, answer),
          { names: asked ? [asked] : [], ran },
        );
      }
    });
  }
});
