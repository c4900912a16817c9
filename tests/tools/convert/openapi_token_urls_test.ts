import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importOpenapi } from "../../../lib/tools/convert/openapi/import_openapi.ts";
import { assertAddsUp } from "../../support/adds_up.ts";

/** Servers of a document, its `tokenUrl`, and what the import makes of it. */
interface Row {
  readonly servers: readonly Record<string, unknown>[];
  readonly tokenUrl: string;
  readonly location?: string;
  /** A path of the document besides "/a". */
  readonly path?: string;
  /** What the auth of the request says. */
  readonly written: string;
  /** The variables of each environment besides those of its server. */
  readonly further?: readonly Record<string, string>[];
  readonly notes?: readonly string[];
}

const local = {
  url: "http://127.0.0.1:{port}/v1",
  variables: { port: { default: "8080" } },
};
const staging = { url: "https://s.example/v1/" };

const rows: Record<string, Row> = {
  "a whole one stays": {
    servers: [local],
    tokenUrl: "https://id.example/token?a=1",
    written: "https://id.example/token?a=1",
  },
  "below the only server": {
    servers: [{ url: "https://s.example" }],
    tokenUrl: "/oauth/token",
    written: "{{baseUrl}}/oauth/token",
  },
  "below each server": {
    servers: [local, staging],
    tokenUrl: "/v1/token?x=1",
    written: "{{baseUrl}}/token?x=1",
  },
  "beside the paths of the servers": {
    servers: [local, staging],
    tokenUrl: "/oauth/token",
    written: "{{tokenUrl}}",
    further: [
      { tokenUrl: "http://127.0.0.1:{{port}}/oauth/token" },
      { tokenUrl: "https://s.example/oauth/token" },
    ],
  },
  "from the slash at the end of a server": {
    servers: [{ url: "https://a.example/v1" }, staging],
    tokenUrl: "token",
    written: "{{tokenUrl}}",
    further: [
      { tokenUrl: "https://a.example/token" },
      { tokenUrl: "https://s.example/v1/token" },
    ],
  },
  "an operation of the document, from a server without a slash at its end": {
    servers: [local, { url: "https://s.example/api/v1" }],
    tokenUrl: "./auth/token?x=1",
    path: "/auth/token",
    written: "{{baseUrl}}/auth/token?x=1",
  },
  "from the root of a server, whatever the operations": {
    servers: [local],
    tokenUrl: "/token",
    path: "/token",
    written: "{{tokenUrl}}",
    further: [{ tokenUrl: "http://127.0.0.1:{{port}}/token" }],
  },
  "up from a server": {
    servers: [{ url: "https://a.example/api/v1/" }],
    tokenUrl: "../token",
    written: "{{tokenUrl}}",
    further: [{ tokenUrl: "https://a.example/api/token" }],
  },
  "with another host": {
    servers: [{ url: "{scheme}://a.example" }],
    tokenUrl: "//id.example/token",
    written: "{{tokenUrl}}",
    further: [{ tokenUrl: "{{scheme}}://id.example/token" }],
  },
  "beside a variable of that name": {
    servers: [{
      url: "https://a.example/v1",
      variables: { tokenUrl: { default: "x" } },
    }],
    tokenUrl: "/token",
    written: "{{tokenUrl2}}",
    further: [{ tokenUrl: "x", tokenUrl2: "https://a.example/token" }],
  },
  "where the document comes from": {
    servers: [{ url: "/api" }],
    tokenUrl: "/token",
    location: "http://127.0.0.1:9000/api/openapi.json",
    written: "{{tokenUrl}}",
    further: [{ tokenUrl: "http://127.0.0.1:9000/token" }],
  },
  "of a document that names no host": {
    servers: [{ url: "/api" }],
    tokenUrl: "/token",
    written: "{{tokenUrl}}",
    further: [{ tokenUrl: "http://localhost/token" }],
    notes: [
      'The document names no host: set baseUrl and tokenUrl in the environment "localhost" to yours',
    ],
  },
  "of a document without servers": {
    servers: [],
    tokenUrl: "token",
    written: "{{baseUrl}}/token",
    notes: [
      'The document names no host: set baseUrl in the environment "localhost" to yours',
    ],
  },
  "of a server that is a variable": {
    servers: [{ url: "{server}", variables: { server: { default: "x" } } }],
    tokenUrl: "/token",
    written: "/token",
    notes: [
      'The tokenUrl "/token" of "id" names no host: write its address into the auth',
    ],
  },
};

describe("the URL of a token that an OpenAPI document writes", () => {
  for (const [name, row] of Object.entries(rows)) {
    it(name, async () => {
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "x", version: "1" },
        servers: row.servers,
        components: {
          securitySchemes: {
            id: {
              type: "oauth2",
              flows: { clientCredentials: { tokenUrl: row.tokenUrl } },
            },
          },
        },
        paths: {
          "/a": { get: { security: [{ id: [] }], responses: {} } },
          ...(row.path && { [row.path]: { post: { responses: {} } } }),
        },
      });
      const { value } = await importOpenapi({
        name: row.location ?? "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      const [item] = value?.items ?? [];
      const auth = item?.kind === "request" && item.request.http?.auth;
      assertEquals(Object(auth).accessTokenUrl, row.written);
      const own = new Set(["baseUrl", "port", "scheme", "server"]);
      assertEquals(
        value?.environments.map(({ variables }) =>
          Object.fromEntries(
            variables.filter(({ name }) => !own.has(name))
              .map(({ name, value }) => [name, value]),
          )
        ),
        row.further ?? value?.environments.map(() => ({})),
      );
      assertEquals(
        value?.notes.map(({ message }) => message),
        [...row.notes ?? []],
      );
      const variables = row.servers.reduce(
        (sum, { variables }) => sum + 1 + Object.keys(Object(variables)).length,
        0,
      );
      await assertAddsUp("openapi", { "a.json": text }, {
        counts: {
          requests: row.path ? 2 : 1,
          environments: row.servers.length,
          variables,
        },
        main: "a.json",
      });
    });
  }
});
