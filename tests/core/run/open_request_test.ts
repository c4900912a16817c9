import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import {
  CollectionError,
  InterpolationError,
  openRequest,
  type OpenRequestOptions,
  readCollection,
  renderRequest,
} from "../../../mod.ts";
import { problemsOf } from "../../support/problems.ts";

const FILES = {
  "opencollection.yml": `
info: { name: Shop }
request:
  auth: { type: bearer, token: "{{token}}" }
  variables: [{ name: shop, value: main }, { name: token, value: t }]
`,
  ".env": "KEY=collection\nONLY=here\n",
  "local.env": "KEY=environment\n",
  "environments/base.yml":
    "name: base\nvariables: [{ name: shop, value: base }]",
  "environments/local.yml": `
name: local
extends: base
dotEnvFilePath: local.env
variables: [{ name: host, value: h }, { name: token, secret: true }]
`,
  "a/folder.yml": `
info: { name: A }
request: { variables: [{ name: shop, value: folder }] }
`,
  "a/get.yml": `
info: { name: Get, type: http }
http: { method: GET, url: "{{host}}/{{shop}}/{{id}}", auth: inherit }
`,
  "b/get.yml": `
info: { name: Get, type: http }
http: { method: GET, url: "h/{{shop}}/{{process.env.KEY}}/{{process.env.ONLY}}" }
`,
  "b/home.yml": `
info: { name: b/get, type: http }
http: { method: GET, url: "h/{{process.env.HOME}}" }
`,
};
const { value: collection } = readCollection({
  root: "",
  files: new Map(Object.entries(FILES)),
});

function open(name: string, options?: OpenRequestOptions) {
  return openRequest(collection!, name, options);
}

function ready(name: string, options?: OpenRequestOptions) {
  const { request, scopes, inherited } = open(name, options);
  return renderRequest(request, scopes, { inherited });
}

describe("openRequest", () => {
  it("finds by path, then by name in run order", () => {
    const paths = ["a/get.yml", "b/get", "Get", "b/get.yml", "b/home"]
      .map((name) => open(name).request.path);
    assertEquals(paths, [
      "a/get.yml",
      "b/get.yml",
      "a/get.yml",
      "b/get.yml",
      "b/home.yml",
    ]);
  });

  it("gathers scopes and what is inherited", () => {
    const { url, headers } = ready("a/get", {
      variables: { id: 7, host: "x" },
    });
    assertEquals(url, "http://x/folder/7");
    assertEquals(headers, [["Authorization", "Bearer t"]]);
  });

  it("names the .env's own name, where it is near", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", ""],
        [".env", "API_TOKEN=t"],
        [
          "a.yml",
          "http: { url: 'http://h/{{process.env.API_TOKN}}{{process.env.OTHER}}' }",
        ],
      ]),
    });
    const { request, scopes } = openRequest(value!, "a.yml");
    const error = assertThrows(
      () => renderRequest(request, scopes),
      InterpolationError,
    );
    assertEquals(error.diagnostics.map((it) => [it.message, it.suggestion]), [
      [
        'Cannot read "process.env.API_TOKN": the collection\'s .env does not list it (did you mean "API_TOKEN"?)',
        "API_TOKEN",
      ],
      [
        'Cannot read "process.env.OTHER": the collection\'s .env does not list it (give openRequest "processEnv")',
        undefined,
      ],
    ]);
  });

  it("reads process.env from the .env files, the environment's over the collection's", () => {
    assertEquals(ready("b/get").url, "http://h/main/collection/here");
    const { url } = ready("b/get", { environment: "local" });
    assertEquals(url, "http://h/base/environment/here");
    assertEquals(
      problemsOf(() => ready("b/home")),
      ["PERMISSION b/home.yml http.url+2"],
    );
    const processEnv = (name: string) => name.toLowerCase();
    assertEquals(ready("b/home", { processEnv }).url, "http://h/home");
  });

  it("has no value for a secret that the file leaves out", () => {
    const { scopes } = open("a/get", { environment: "local" });
    // The collection's shows through, an empty one is never sent.
    assertEquals(scopes.find("token")?.value, "t");
  });

  it("says what it does not find, and what is near", () => {
    assertThrows(() => open("Gett"), CollectionError, '"Get"');
    assertThrows(
      () => open("Get", { environment: "locl" }),
      CollectionError,
      '"local"',
    );
  });

  it("is not rendered without the auth that it inherits", () => {
    const { request, scopes, inherited } = open("a/get", {
      variables: { host: "x", id: 1 },
    });
    assertThrows(() => renderRequest(request, scopes), TypeError, "inherited");
    assertEquals(
      renderRequest(request, scopes, { inherited: { headers: [] } }).headers,
      [],
    );
    assertEquals(inherited.auth?.type, "bearer");
  });
});
