import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readImportSource } from "../../../../lib/host/import/read_import_source.ts";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";
import { notesOf, read, requests } from "../../../support/http_file.ts";

const REQUEST = { "a.http": "GET http://h/" };
const json = (value: unknown) => JSON.stringify(value);

describe("the environments of .http files", () => {
  it("$shared is what the collection has, and an environment wins", async () => {
    const value = await read({
      ...REQUEST,
      "http-client.env.json": json({
        $shared: { a: 1, b: "{{a}}" },
        dev: { a: 2 },
      }),
    });
    assertEquals(value.defaults?.variables, [
      { name: "a", value: 1 },
      { name: "b", value: "{{a}}" },
    ]);
    assertEquals(value.environments, [
      { name: "dev", variables: [{ name: "a", value: 2 }] },
    ]);
    assertEquals(notesOf(value), []);
  });

  it("JetBrains' $shared wins over the file, as its environments do", async () => {
    const value = await read({
      "a.http": "@a = 1\nGET http://h/",
      "http-client.env.json": json({ $shared: { a: 2 } }),
    });
    assertEquals(value.defaults?.variables, [{ name: "a", value: 2 }]);
    assertEquals(notesOf(value), [
      '$shared.a "a" has several values: the one of $shared is kept',
    ]);
  });

  it("a body is JSON where the content type is that in every environment", async () => {
    for (
      const [prod, type] of [
        ["application/problem+json", "json"],
        ["text/plain", "text"],
      ] as const
    ) {
      const value = await read({
        "a.http": 'POST http://h/\nContent-Type: {{type}}\n\n{"a": "{{b}}"}',
        "http-client.env.json": json({
          dev: { type: "application/json" },
          prod: { type: prod },
        }),
      });
      assertEquals(
        requests(value).map(({ http }) => http?.body),
        [{ type, data: '{"a": "{{b}}"}' }],
      );
    }
  });

  it("what is private is secret, also in $shared and as a number", async () => {
    const value = await read({
      ...REQUEST,
      "http-client.private.env.json": json({
        $shared: { a: "secret-value-1" },
        dev: { pin: 123456, more: { a: 1 } },
      }),
    });
    assertEquals(value.defaults?.variables, [
      { name: "a", value: "{{process.env.A}}", secret: true },
    ]);
    assertEquals(value.environments[0].variables, [
      { name: "pin", value: "{{process.env.PIN}}", secret: true },
    ]);
    assertEquals(notesOf(value), [
      'dev.more Left out "more": it is private and no text, so write its members as separate variables',
    ]);
  });

  it("what is no expression of Brace's is named, and nothing private is shown", async () => {
    const value = await read({
      ...REQUEST,
      "http-client.env.json": json({
        $shared: { a: "{{$X}}" },
        dev: { b: "{{$processEnv %c}} {{$processEnv D}}" },
      }),
      "http-client.private.env.json": json({ dev: { e: "pass{{$word}}" } }),
    });
    assertEquals(notesOf(value), [
      '$shared.a "{{$X}}" is not an expression of Brace\'s',
      'dev.b "{{$processEnv %c}}" is not an expression of Brace\'s',
      "dev.e Its placeholder is not an expression of Brace's",
    ]);
  });

  it("Security and SSLConfiguration are no variables", async () => {
    const value = await read({
      ...REQUEST,
      "http-client.env.json": json({
        dev: { Security: { Auth: {} }, SSLConfiguration: {}, a: { b: 1 } },
      }),
    });
    assertEquals(value.environments[0].variables, [
      { name: "a", value: { b: 1 } },
    ]);
    assertEquals(notesOf(value), [
      'dev.Security Left out "Security": write auth of the type oauth2 into the requests that use it',
      'dev.SSLConfiguration Left out "SSLConfiguration": write config.clientCertificates, or run with --ca or --insecure',
    ]);
  });

  it("the settings of VS Code have environments", async () => {
    const value = await read({
      "a.http": "@host = x\n@w = 1\nGET http://h/{{$shared v}}/{{$shared w}}",
      ".vscode/settings.json": `{
        // for all
        "rest-client.environmentVariables": {
          "$shared": { "v": "v1", "host": "y", "z": "1" },
          "local": { "host": "h", "v": "{{$shared v}}", "more": "{{$shared z}}", },
        },
        "rest-client.certificates": { "h": {} },
        "rest-client.followredirect": false,
      }`,
    });
    assertEquals(requests(value)[0].http?.url, "http://h/v1/{{$shared w}}");
    assertEquals(value.defaults?.variables, [
      { name: "host", value: "x" },
      { name: "w", value: "1" },
      { name: "v", value: "v1" },
      { name: "z", value: "1" },
    ]);
    assertEquals(value.environments, [{
      name: "local",
      variables: [
        { name: "host", value: "h" },
        { name: "v", value: "v1" },
        { name: "more", value: "{{z}}" },
      ],
    }]);
    assertEquals(notesOf(value), [
      'Left out "rest-client.certificates": write config.clientCertificates',
      'Left out "rest-client.followredirect": write it under request of opencollection.yml',
      `3 "{{$shared w}}" is not an expression of Brace's`,
      '$shared.host Left out "host" of $shared: the file has its own',
      'local.host "host" of the environment wins here over "@host" of a file, in VS Code the file\'s does: remove one',
    ]);
  });

  it("broken settings of the editor stop no import", async () => {
    const value = await read({ ...REQUEST, ".vscode/settings.json": "{ a" });
    assertEquals(notesOf(value), [
      "The settings are not valid JSON: correct them, and import again if environments are missing",
    ]);
  });

  it("are not for other formats", async () => {
    const { value, diagnostics } = await importSource({
      name: "source",
      files: new Map([
        ["a.postman_environment.json", json({ name: "a", values: [] })],
        [".vscode/settings.json", "{ // comment\n}"],
      ]),
    });
    assertEquals(diagnostics, []);
    assertEquals(value?.environments.length, 1);
  });

  it("of hidden folders, only these settings are read", async () => {
    const folder = await Deno.makeTempDir();
    for (
      const path of [
        "a.http",
        ".vscode/settings.json",
        ".vscode/other.json",
        "sub/.vscode/settings.json",
        ".idea/settings.json",
        ".idea/a.http",
        "node_modules/.vscode/settings.json",
      ]
    ) {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), {
        recursive: true,
      });
      await Deno.writeTextFile(`${folder}/${path}`, "{}");
    }
    const { files } = await readImportSource(folder, { allowNet: [] });
    assertEquals([...files.keys()].toSorted(), [
      ".vscode/settings.json",
      "a.http",
      "sub/.vscode/settings.json",
    ]);
    await Deno.remove(folder, { recursive: true });
  });

  it("what a request reads from the environment is in .env, with its value", async () => {
    const value = await read({
      "a.http":
        "GET http://h/{{$dotenv A}}\nX: {{$processEnv B}} {{$processEnv TOKEN}}\n",
      ".env": "A=1\nC=3\n",
    });
    assertEquals(value.secrets, [
      { env: "A", value: "1", isPlain: true },
      { env: "B", value: "", isOfProcess: true, isPlain: true },
      { env: "TOKEN", value: "", isOfProcess: true },
    ]);
  });

  it("an empty entry of .env is no other empty value", async () => {
    const value = await read({
      "a.http": "GET http://h/{{$processEnv B}}\n",
      "http-client.private.env.json": json({ dev: { pin: "" } }),
    });
    assertEquals(value.secrets.map(({ env }) => env), ["PIN", "B"]);
  });
});
