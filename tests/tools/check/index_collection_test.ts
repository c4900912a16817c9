import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { listVariables } from "../../../lib/tools/check/list_variables.ts";
import { indexCollection } from "../../../lib/tools/check/index_collection.ts";

const REQUEST = `info: {name: Get}
http:
  method: GET
  url: "{{host}}/users/{{id}}"
`;
const LOGIN = `info: {name: Login}
http: { method: POST, url: "{{host}}/login" }
runtime:
  scripts:
    - type: after-response
      code: |-
        client.setVar("id", res.body.id);
        client.getVar("host");
`;

function shop() {
  return indexCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", "info: {name: Shop}"],
      [
        "environments/local.yml",
        "variables: [{name: host, value: 'http://a'}]",
      ],
      ["get.yml", REQUEST],
      ["auth/folder.yml", "info: {name: auth}"],
      ["auth/login.yml", LOGIN],
    ]),
  });
}

const codes = (
  found: readonly { code: string; location?: { file?: string } }[],
) => found.map(({ code, location }) => `${code} ${location?.file}`);

describe("indexCollection", () => {
  it("holds back in a file what only follows from another one that cannot be read", () => {
    const index = indexCollection({
      root: "",
      filePrefix: "shop/",
      files: new Map([
        ["opencollection.yml", "info: {name: Shop}"],
        [
          "environments/local.yml",
          "variables: [{name: host, value: 'http://a'}, {name: user, value: a}, {name: other, value: b}]",
        ],
        ["a/folder.yml", 'request: {headers: [{name: X, value: "{{user}}"}]}'],
        [
          "a/login.yml",
          "http: [\n  url: '{{host}}'\ncode: client.setVar('token', 1)",
        ],
        ["use.yml", 'http: {url: "http://a/{{token}}/{{none}}"}'],
      ]),
    });
    const found = (file: string) =>
      index.diagnosticsOf(file).map(({ code, expression }) => [
        code,
        expression,
      ]);
    assertEquals(found("shop/environments/local.yml"), [
      ["UNUSED_VARIABLE", "other"],
    ]);
    assertEquals(found("shop/use.yml"), [["UNDEFINED_VARIABLE", "none"]]);
    assertEquals(index.usesOf("user").length, 1);
  });

  it("finds definitions and uses of a variable", () => {
    const index = shop();
    assertEquals(index.diagnostics(), []);
    assertEquals(
      index.definitionsOf("host").map((
        { scope, label, location, by },
      ) => [scope, label, by, location.file, location.yamlPath]),
      [[
        "environment",
        "local",
        "file",
        "environments/local.yml",
        "variables[0].value",
      ]],
    );
    assertEquals(
      index.definitionsOf("id").map((
        { by, location },
      ) => [by, location.file, location.offset]),
      [["script", "auth/login.yml", 15]],
    );
    assertEquals(
      index.usesOf("host").map((
        { by, location },
      ) => [by, location.file, location.offset]),
      [
        ["placeholder", "auth/login.yml", 0],
        ["script", "auth/login.yml", 49],
        ["placeholder", "get.yml", 0],
      ],
    );
    assertEquals([...index.index!.names()].sort(), ["host", "id"]);
  });

  it("says what a change leads to, in the file and in others", () => {
    const index = shop();
    index.updateFile("get.yml", REQUEST.replace("{{id}}", "{{idd}}"));
    assertEquals(codes(index.diagnosticsOf("get.yml")), [
      "UNDEFINED_VARIABLE get.yml",
    ]);
    index.updateFile("get.yml", REQUEST);
    assertEquals(index.diagnostics(), []);
    index.updateFile("auth/login.yml", LOGIN.replace('"id"', '"name"'));
    assertEquals(codes(index.diagnostics()), ["UNDEFINED_VARIABLE get.yml"]);
    index.updateFile("auth/login.yml", LOGIN);
    index.updateFile("environments/local.yml", "variables: []");
    assertEquals(codes(index.diagnostics()), [
      "UNDEFINED_VARIABLE auth/login.yml",
      "UNDEFINED_VARIABLE get.yml",
    ]);
    index.updateFile("environments/local.yml", undefined);
    assertEquals(codes(index.diagnosticsOf("get.yml")), [
      "UNDEFINED_VARIABLE get.yml",
    ]);
  });

  it("tells what is wrong with a file once, and no longer when it is fixed", () => {
    const index = shop();
    index.updateFile("get.yml", "http: {url: http://a, foo: 1}");
    assertEquals(codes(index.diagnostics()), ["UNKNOWN_KEY get.yml"]);
    assertEquals(codes(index.diagnostics()), ["UNKNOWN_KEY get.yml"]);
    index.updateFile("auth/login.yml", "http: {url: http://a, foo: 1}");
    index.updateFile("get.yml", REQUEST.replace("{{id}}", "7"));
    assertEquals(codes(index.diagnostics()), ["UNKNOWN_KEY auth/login.yml"]);
    index.updateFile("opencollection.yml", "info: {name: Shop}\nfoo: 1");
    assertEquals(codes(index.diagnosticsOf("opencollection.yml")), [
      "UNKNOWN_KEY opencollection.yml",
    ]);
    index.updateFile("opencollection.yml", ": [");
    assert(index.diagnostics().length > 0);
    assertEquals(index.index, undefined);
    index.updateFile("opencollection.yml", "info: {name: Shop}");
    assertEquals(codes(index.diagnostics()), ["UNKNOWN_KEY auth/login.yml"]);
  });

  it("reads and checks again only what depends on a change", () => {
    const index = shop();
    const [, login] = [...index.index!.order.places].reverse();
    const before = index.index!.order.places.map(({ request }) => request);
    index.updateFile("get.yml", REQUEST.replace("{{id}}", "{{idd}}"));
    const after = index.index!.order.places.map(({ request }) => request);
    assertStrictEquals(after[0], before[0]);
    assertStrictEquals(after[0], login.request);
    assert(after[1] !== before[1]);
    const [first] = index.diagnosticsOf("get.yml");
    // Nothing that it depends on.
    index.updateFile("auth/login.yml", `${LOGIN}docs: hello\n`);
    const [second] = index.diagnosticsOf("get.yml");
    assertStrictEquals(second, first);
  });

  it("names what environments have, if that is little", () => {
    const names = ["v0", "v1", "v2", "v3", "v4"];
    const hint = (count: number) => {
      const { index } = indexCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "info: {name: Shop}"],
          [
            "environments/local.yml",
            `variables: [${
              names.slice(0, count).map((it) => `{name: ${it}}`)
            }]`,
          ],
        ]),
      }, { envVariables: { other: "1" } });
      return index!.misnamed()[0].message.split("of this name")[1];
    };
    assertEquals([0, 4, 5].map(hint), [
      "",
      ' (environments have "v0", "v1", "v2", "v3")',
      ' ("brace vars" lists the names that environments have)',
    ]);
  });

  it("lists what wins alone, as the first of all definitions", () => {
    const { index } = indexCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "info: {name: Shop}"],
        [
          "f/folder.yml",
          "request: {variables: [{name: id, value: of the folder}]}",
        ],
        ["f/get.yml", REQUEST],
        [
          "a.yml",
          "http: {method: GET, url: 'http://a'}\nruntime: {scripts: [{type: tests, code: 'client.setCollectionVar(\"id\", 1)'}]}\n",
        ],
      ]),
    });
    assert(index);
    const place = index.order.places.find(({ folders }) => folders.length > 0);
    assert(place);
    const scopes = (first: boolean) =>
      listVariables(index, { place, first, name: "id" })
        .map(({ definitions }) => definitions.map(({ scope }) => scope));
    assertEquals(scopes(false), [["folder", "collection"]]);
    assertEquals(scopes(true), [["folder"]]);
  });
});
