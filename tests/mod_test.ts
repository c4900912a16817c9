import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import * as brace from "../mod.ts";
import {
  createClient,
  InterpolationError,
  type PlainRequest,
  VALUE_KINDS,
} from "../mod.ts";

/** Documentation of the public symbols, as far as it is needed here. */
interface Documentation {
  readonly nodes: Record<string, {
    readonly symbols: readonly {
      readonly name: string;
      readonly declarations: readonly {
        readonly jsDoc?: {
          readonly tags?: readonly { readonly kind: string }[];
        };
      }[];
    }[];
  }>;
}

const DATE = new Date(Date.UTC(2023, 10, 5, 8, 15, 30, 123));

/** The variables of the specification's examples, in its own kinds. */
function client() {
  const client = createClient();
  client.setVar("name", "Ada");
  client.setVar("count", 42);
  client.setVar("price", 19.99);
  client.setVar("active", true);
  client.setVar("user", {
    id: 7,
    name: "Ada",
    address: { city: "London", geo: { lat: 51.5 } },
    born: DATE,
  });
  client.setVar("tags", ["red", "green"]);
  client.setVar("items", [{ sku: "A-1", count: 2 }, { sku: "B-2", count: 1 }]);
  client.setVar("created", DATE);
  client.setVar("authConfig", {
    apiKey: "<API_KEY>",
    secret: "<SIGNING_SECRET>",
  });
  return client;
}

/** Rows of "Value kinds and how they interpolate": URL → URL. */
const URLS: Record<string, string> = {
  "http://h/path/{{name}}": "http://h/path/Ada",
  "http://h/path/{{count}}": "http://h/path/42",
  "http://h/path/{{active}}?x={{price}}": "http://h/path/true?x=19.99",
  "http://h/?key={{user.name}}&key2={{user.address.city}}":
    "http://h/?key=Ada&key2=London",
  "http://h/{{user.address.geo.lat}}/{{items[1].sku}}": "http://h/51.5/B-2",
  "http://h/{{tags[0]}}/{{tags[1]}}": "http://h/red/green",
  "http://h/?at={{created}}": "http://h/?at=2023-11-05T08:15:30.123Z",
};

/** The same for a JSON body: body → value that the server parses. */
const BODIES: Record<string, unknown> = {
  '{"name": "{{name}}", "greeting": "Hi {{name}}, {{name}}!"}': {
    name: "Ada",
    greeting: "Hi Ada, Ada!",
  },
  '{"count": {{count}}, "price": {{price}}}': { count: 42, price: 19.99 },
  '{"active": {{active}}}': { active: true },
  '{"user": {{user}}}': {
    user: {
      id: 7,
      name: "Ada",
      address: { city: "London", geo: { lat: 51.5 } },
      born: "2023-11-05T08:15:30.123Z",
    },
  },
  '{"city": "{{user.address.city}}", "id": {{user.id}}, "address": {{user.address}}}':
    {
      city: "London",
      id: 7,
      address: { city: "London", geo: { lat: 51.5 } },
    },
  '{"tags": {{tags}}, "items": {{items}}}': {
    tags: ["red", "green"],
    items: [{ sku: "A-1", count: 2 }, { sku: "B-2", count: 1 }],
  },
  '{"two": ["{{tags[0]}}", "{{tags[1]}}"], "skus": ["{{items[0].sku}}", {{items[1].count}}]}':
    { two: ["red", "green"], skus: ["A-1", 1] },
  '{"created": "{{created}}", "born": "{{user.born}}"}': {
    created: "2023-11-05T08:15:30.123Z",
    born: "2023-11-05T08:15:30.123Z",
  },
};

describe("the specification", () => {
  for (const [url, expected] of Object.entries(URLS)) {
    it(`sends ${url} to ${expected}`, () => {
      assertEquals(client().renderRequest({ url }).url, expected);
    });
  }

  for (const [data, expected] of Object.entries(BODIES)) {
    it(`sends ${data}`, () => {
      const request: PlainRequest = {
        method: "POST",
        url: "http://h/",
        body: { type: "json", data },
      };
      const { body } = client().renderRequest(request);
      assertEquals(JSON.parse(body as string), expected);
    });
  }

  it("sends credentials in headers", () => {
    const { headers } = client().renderRequest({
      url: "http://h/",
      headers: {
        "X-API-Key": "{{authConfig.apiKey}}",
        "X-Secret": "{{authConfig.secret}}",
      },
    });
    assertEquals(headers, [
      ["X-API-Key", "<API_KEY>"],
      ["X-Secret", "<SIGNING_SECRET>"],
    ]);
  });

  it("sends the conventional methods", () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const url = "http://h/users/{{user.id}}";
      assertEquals(client().renderRequest({ method, url }).method, method);
    }
  });

  it("has each kind from its version on", () => {
    const kinds: Record<string, unknown> = {
      string: "s",
      number: 1,
      boolean: true,
      object: {},
      array: [],
      date: DATE,
    };
    for (const [kind, value] of Object.entries(kinds)) {
      const { since } = VALUE_KINDS[kind as keyof typeof VALUE_KINDS];
      const early = createClient({ clientVersion: "2.1.0" });
      early.setVar("v", value);
      if (since === "0.0.0") early.render("{{v}}");
      else {
        assertEquals(since, "2.2.0");
        assertThrows(() => early.render("{{v}}"), InterpolationError, since);
      }
      const current = createClient({
        clientVersion: since === "0.0.0" ? "1.0.0" : since,
      });
      current.setVar("v", value);
      current.render("{{v}}");
    }
  });
});

describe("mod.ts", () => {
  it("exports what the library promises", () => {
    const names = Object.keys(brace);
    for (
      const name of [
        "Client",
        "CollectionError",
        "DiagnosticError",
        "InterpolationError",
        "PermissionError",
        "SCOPE_NAMES",
        "Scopes",
        "VALUE_KINDS",
        "createClient",
        "explain",
        "expressionsIn",
        "formatDiagnostic",
        "isName",
        "kindOf",
        "loadFakeData",
        "locateDiagnostics",
        "openRequest",
        "parseTemplate",
        "readCollection",
        "render",
        "renderRequest",
        "seededRandom",
        "snapshot",
        "systemSources",
      ]
    ) assert(names.includes(name), name);
  });

  it("names no flag of the command line in its messages", async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", import.meta.resolve("../mod.ts")],
    }).output();
    const { modules }: { modules: { local?: string; specifier: string }[] } =
      JSON.parse(new TextDecoder().decode(stdout));
    const own = modules.filter(({ specifier }) =>
      /^file:.*\/lib\/[^.]+\.ts$/.test(specifier)
    );
    assert(own.length > 50);
    for (const { local, specifier } of own) {
      const code = (await Deno.readTextFile(local!))
        .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
      assertEquals(/[ "`(]--[a-z][a-z-]+/.exec(code), null, specifier);
    }
  });

  it("needs no permission", async () => {
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    await Deno.writeTextFile(
      file,
      `import { createClient } from ${
        JSON.stringify(import.meta.resolve("../mod.ts"))
      };
      const client = createClient();
      client.setVar("a", { b: [1] });
      const url = "h/{{a.b[0]}}/{{$randomInt(2, 2)}}";
      console.log(client.renderRequest({ url }).url);`,
    );
    const config = fromFileUrl(new URL("../deno.json", import.meta.url));
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--config", config, file],
    }).output();
    await Deno.remove(file);
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals(text(stdout), "http://h/1/2\n", text(stderr));
  });

  it("shows an example of each function and class", async () => {
    const file = fromFileUrl(new URL("../mod.ts", import.meta.url));
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["doc", "--json", file],
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    const { nodes }: Documentation = JSON.parse(text(stdout) || text(stderr));
    const symbols = Object.values(nodes).flatMap(({ symbols }) => symbols);
    const shown = symbols.filter(({ declarations }) =>
      declarations.some(({ jsDoc }) =>
        jsDoc?.tags?.some(({ kind }) => kind === "example")
      )
    ).map(({ name }) => name);
    const callable = Object.entries(brace)
      .filter(([, value]) => typeof value === "function")
      .map(([name]) => name);
    assert(callable.length > 20);
    assertEquals(callable.filter((name) => !shown.includes(name)), []);
  });
});
