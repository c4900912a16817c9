import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import { assertAddsUp } from "../../support/adds_up.ts";

/** An entry: where it goes, its `Cookie`, and what its response sets. */
type Entry = readonly [url: string, cookie: string, ...set: string[]];

interface Row {
  readonly entries: readonly Entry[];
  /** The cookies that stay in each request, "" for none. */
  readonly kept: readonly string[];
  readonly said?: string;
}

const said = (cookies: string, requests: string, it = "it") =>
  `Left out the ${cookies} from ${requests}: earlier responses set ${it}, and a run sends what it receives`;

const ROWS: Readonly<Record<string, Row>> = {
  "one that a login sets": {
    entries: [
      ["http://a/login", "", "sid=old; Path=/; HttpOnly"],
      ["http://a/me", "sid=old"],
      ["http://a/me", "theme=dark; sid=old; lang=en"],
    ],
    kept: ["", "", "theme=dark; lang=en"],
    said: said('cookie "sid"', "2 requests"),
  },
  "several, in one text as Chrome joins them": {
    entries: [
      ["https://a/login", "", "sid=old; Secure; Path=/\ncsrf=x{{y}}; Path=/"],
      ["wss://a/live", "sid=old; csrf=x{{y}}"],
    ],
    kept: ["", ""],
    said: said('cookies "sid", "csrf"', "1 request", "them"),
  },
  "one whose value an earlier response set, although a later one replaced it": {
    entries: [
      ["http://a/login", "", "sid=1; Path=/"],
      ["http://a/b", "sid=1", "sid=2; Path=/"],
      ["http://a/c", "sid=1"],
    ],
    kept: ["", "", ""],
    said: said('cookie "sid"', "2 requests"),
  },
  "none that no response set": {
    entries: [
      ["http://a/login", "sid=old", "other=old; Path=/"],
      ["http://a/me", "sid=old"],
    ],
    kept: ["sid=old", "sid=old"],
  },
  "none that a later response sets": {
    entries: [["http://a/me", "sid=old"], ["http://a/login", "", "sid=old"]],
    kept: ["sid=old", ""],
  },
  "none with another value": {
    entries: [
      ["http://a/login", "", "sid=old; Path=/"],
      ["http://a/me", "sid=mine"],
    ],
    kept: ["", "sid=mine"],
  },
  "none of another path or host": {
    entries: [
      ["http://a/login/x", "", "sid=old"],
      ["http://a/me", "sid=old"],
      ["http://b/login/x", "sid=old"],
    ],
    kept: ["", "sid=old", "sid=old"],
  },
  "none that is deleted, or expired meanwhile": {
    entries: [
      ["http://a/login", "", "sid=old; Path=/", "s=1; Path=/; Max-Age=9"],
      ["http://a/out", "", "sid=; Path=/; Max-Age=0"],
      ["http://a/me", "sid=old; s=1"],
    ],
    kept: ["", "", "sid=old; s=1"],
  },
  "none beside one of the same name": {
    entries: [
      ["http://a/login", "", "sid=old; Path=/"],
      ["http://a/me", "sid=mine; sid=old"],
    ],
    kept: ["", "sid=mine; sid=old"],
  },
  "one of a domain": {
    entries: [
      ["http://login.x.org/", "", "sid=old; Domain=x.org; Path=/"],
      ["http://api.x.org/me", "sid=old"],
    ],
    kept: ["", ""],
    said: said('cookie "sid"', "1 request"),
  },
  "none that a response sets whose folder runs later": {
    entries: [
      ["http://api.x.org/", ""],
      ["http://login.x.org/", "", "sid=old; Domain=x.org; Path=/"],
      ["http://api.x.org/me", "sid=old"],
    ],
    kept: ["", "sid=old", ""],
  },
};

describe("the cookies of a HAR: leaves out", () => {
  for (const [name, { entries, kept, said }] of Object.entries(ROWS)) {
    for (const where of ["headers", "cookies"]) {
      it(`${name}, of ${where}`, async () => {
        const text = JSON.stringify({
          log: { entries: entries.map((one, at) => entryOf(one, at, where)) },
        });
        const { value } = await importSource({
          name: "a.har",
          main: "a.har",
          files: new Map([["a.har", text]]),
        }, { from: "har" });
        const { requests } = toFiles(value!);
        // What is left of a cookie is a secret.
        const secrets = new Map(
          value!.secrets.map(({ env, value }) => [env, value]),
        );
        const names = [...value!.defaults?.variables ?? []].map((
          { name, value },
        ) => [
          `{{${name}}}`,
          secrets.get(/env\.(\w+)/.exec(`${value}`)?.[1] ?? ""),
        ]);
        assertEquals(
          requests.map(({ request }) => {
            const headers = (request.http ?? request.websocket)?.headers ?? [];
            const own = headers.filter(({ name }) => /^cookie$/i.test(name));
            return own.map(({ value }) =>
              Object.fromEntries(names)[`${value}`] ?? value
            ).join();
          }),
          kept,
        );
        assertEquals(
          value!.notes.filter(({ message }) => /cookie/.test(message))
            .map(({ kind, message }) => [kind, message]),
          said === undefined ? [] : [["changed", said]],
        );
        await assertAddsUp("har", { "a.har": text }, {
          counts: { requests: entries.length, examples: entries.length },
          main: "a.har",
        });
      });
    }
  }
});

function entryOf([url, cookie, ...set]: Entry, at: number, where: string) {
  const pairs = cookie === "" ? [] : cookie.split("; ").map((pair) => {
    const [name, value] = pair.split("=");
    return { name, value };
  });
  return {
    startedDateTime: new Date(at * 60_000).toISOString(),
    request: {
      method: "GET",
      url,
      headers: where === "cookies" || cookie === ""
        ? []
        : [{ name: "Cookie", value: cookie }],
      cookies: pairs,
    },
    response: {
      status: /^ws/.test(url) ? 101 : 200,
      headers: set.map((value) => ({ name: "Set-Cookie", value })),
      content: {},
    },
  };
}
