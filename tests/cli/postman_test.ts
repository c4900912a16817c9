import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

const FIXTURE = fromFileUrl(
  new URL("../../fixtures/import/postman/source.json", import.meta.url),
);

describe("a Postman collection, imported and run", () => {
  const brace = braceRows();
  let cwd: string;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir({ prefix: "brace-postman-" });
  });

  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  it("passes with every construct", async () => {
    await using server = recordingServer(({ target }) => ({
      json: target === "/token"
        ? { access_token: "at", token_type: "bearer" }
        : {},
    }));
    const imported = await brace(
      ["import", FIXTURE, "-o", "api", "--with-secrets"],
      { cwd },
    );
    assertEquals(imported.code, 0, imported.stderr);
    for (const file of ["a.txt", "b.txt", "c.txt", "a.bin"]) {
      await Deno.writeTextFile(`${cwd}/api/${file}`, file);
    }
    const names = ["key", "secret", "cs", "t", "ts", "clientSecret", "token"];
    const { code, stdout, stderr } = await brace([
      "run",
      // The last one goes to a host of its own.
      ...["First - of all.yml", "Bodies", "Auth"].map((path) => `api/${path}`),
      ...[`baseUrl=${server.url}`, ...names.map((name) => `${name}=value`)]
        .flatMap((value) => ["--env-var", value]),
    ], { cwd });
    assertEquals([code, stderr], [0, ""], stdout);
    assertMatch(stdout, /requests +25 · 25 passed\n +tests +1 · 1 passed/);
    assertEquals(
      server.requests.map(({ target }) => target.replace(/\?.*/, "")).slice(
        0,
        5,
      ),
      ["/users/7", "/json", "/json", "/text", "/html"],
    );
  });

  it("runs its scripts, in its order, with what they set", async () => {
    await using server = recordingServer(({ method, target, headers, body }) =>
      target === "/plain"
        ? { status: 404, headers: [["X-Id", "7"]], body: "not here" }
        : {
          json: {
            method,
            target,
            body: new TextDecoder().decode(body),
            x: headers("x-set")[0] ?? null,
          },
        }
    );
    const document = collectionOf(server.url);
    await Deno.writeTextFile(`${cwd}/c.json`, JSON.stringify(document));
    const imported = await brace(["import", "c.json", "-o", "api"], { cwd });
    assertEquals(imported.code, 0, imported.stderr);
    const { code, stdout, stderr } = await brace(["run", "api"], { cwd });
    assertEquals([code, stderr], [0, ""], stdout);
    assertMatch(
      stdout,
      /requests +7 · 5 passed, 2 skipped\n +tests +14 · 14 passed/,
    );
    assertEquals(server.requests.map(({ target }) => target), [
      "/one?page=2&q=a%20one",
      // What the first one's script sends while it runs.
      "/sent",
      "/in/folder/k%20v",
      "/plain",
      "/form",
      "/last",
    ]);
  });

  it("sends to no host that the collection does not name, and shows no secret", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    await using other = recordingServer(() => ({ json: {} }));
    const document = {
      info: { name: "C" },
      variable: [{ key: "secretToken", value: "hush-hush", type: "secret" }],
      item: [{
        name: "a",
        event: [{
          listen: "test",
          script: {
            exec: [
              "console.log(pm.variables.get('secretToken'));",
              "pm.test(pm.variables.replaceIn('{{secretToken}}'), () => {});",
              "tests[pm.collectionVariables.get('secretToken')] = 1;",
              `pm.sendRequest('${other.url}/x', (error, response) => response.code);`,
              `await pm.sendRequest('${other.url}/x');`,
            ],
          },
        }],
        request: { url: `${server.url}/a` },
      }],
    };
    await Deno.writeTextFile(`${cwd}/c.json`, JSON.stringify(document));
    await brace(["import", "c.json", "-o", "api", "--with-secrets"], { cwd });
    const { code, stdout, stderr } = await brace(["run", "api"], { cwd });
    assertEquals(code, 6, stdout);
    assertEquals(other.requests, []);
    assertEquals((stdout + stderr).includes("hush-hush"), false, stdout);
    assertStringIncludes(
      stdout.replace(/\s+/g, " "),
      `Cannot finish the tests script: Cannot send a request from a script of "a.yml" to "${
        new URL(other.url).host
      }": the host is not declared`,
    );
    const allowed = await brace(["run", "api", "--allow-net"], { cwd });
    assertEquals(allowed.code, 0, allowed.stdout);
    assertEquals(other.requests.length, 2);
  });

  it("points to the line of a script, in a test and out of one", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const document = {
      info: { name: "C" },
      item: [{
        name: "a",
        event: [{
          listen: "test",
          script: {
            exec: [
              "pm.test('is new', () => {",
              "  pm.response.to.have.status(201);",
              "});",
              "tests['old'] = responseCode.code === 201;",
              "pm.enviroment.set('a', 1);",
            ],
          },
        }],
        request: { url: `${server.url}/a` },
      }],
    };
    await Deno.writeTextFile(`${cwd}/c.json`, JSON.stringify(document));
    await brace(["import", "c.json", "-o", "api"], { cwd });
    const { code, stdout } = await brace(["run", "api"], { cwd });
    assertEquals(code, 5);
    const said = stdout.replace(/\s+/g, " ");
    assertStringIncludes(
      said,
      "✗ is new api/a.yml:17:31 expected response to have status code 201 but got 200",
    );
    assertStringIncludes(said, 'tests["old"] is false');
    assertStringIncludes(
      said,
      'pm.enviroment is undefined (did you mean "environment"?) api/a.yml:20:23',
    );
  });
});

/** A collection whose scripts use what scripts of Postman's use. */
function collectionOf(url: string): unknown {
  const script = (listen: string, ...exec: string[]) => ({
    listen,
    script: { exec },
  });
  return {
    info: { name: "Scripts" },
    variable: [{ key: "base.url", value: url }, { key: "key", value: "" }],
    event: [
      script("prerequest", "pm.variables.set('$once', pm.info.requestName);"),
    ],
    item: [
      {
        name: "one",
        event: [
          script(
            "prerequest",
            "pm.request.url.query.upsert({ key: 'page', value: 2 });",
            "pm.request.url.query.add({ key: 'q', value: pm.variables.replaceIn('a {{$once}}') });",
            "pm.request.headers.upsert({ key: 'X-Set', value: '{{$once}}' });",
            "pm.collectionVariables.set('the.key', 'k v');",
          ),
          script(
            "test",
            "const data = JSON.parse(responseBody);",
            "tests['its header'] = data.x === 'one';",
            "tests['status ' + responseCode.code] = responseCode.code === 200;",
            "pm.test('stays', () => pm.expect(pm.variables.replaceIn('{{nope}} {{$once}}')).to.equal('{{nope}} one'));",
            "pm.test('is json', () => pm.response.to.be.json);",
            "pm.sendRequest({ url: pm.variables.replaceIn('{{base.url}}/sent'), method: 'POST', header: { 'X-Set': 'y' }, body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b c' }] } }, (error, response) => {",
            "  pm.test('sent', () => { pm.expect(error).to.equal(null); pm.expect(response.json().body).to.equal('a=b+c'); });",
            "  postman.setEnvironmentVariable('sent', response.code);",
            "});",
          ),
        ],
        request: {
          url: {
            raw: "{{base.url}}/one?page=1",
            query: [{ key: "page", value: "1" }],
          },
        },
      },
      {
        name: "in",
        event: [
          script(
            "test",
            "pm.test('of the folder', () => pm.response.to.be.success);",
          ),
        ],
        item: [{
          name: "folder",
          event: [
            script(
              "test",
              "pm.test('has what was set', () => pm.expect(environment.sent).to.equal('200'));",
              "postman.setNextRequest('plain');",
            ),
          ],
          request: {
            method: "POST",
            url: {
              raw: "{{base.url}}/in/folder/:k",
              variable: [{ key: "k", value: "{{the.key}}" }],
            },
          },
        }, {
          name: "left out",
          request: { url: "{{base.url}}/never" },
        }],
      },
      {
        name: "plain",
        event: [
          script(
            "test",
            "pm.test('is not there', () => {",
            "  pm.response.to.be.notFound;",
            "  pm.response.to.have.status('Not Found');",
            "  pm.response.to.have.header('X-Id', '7');",
            "  pm.response.to.not.be.json;",
            "});",
            "tests['has it'] = responseBody.has('not') && postman.getResponseHeader('X-ID') === '7';",
          ),
        ],
        request: { url: "{{base.url}}/plain" },
      },
      {
        name: "skipped",
        event: [
          script(
            "prerequest",
            "pm.execution.skipRequest(); throw new Error();",
          ),
          script("test", "tests.never = false;"),
        ],
        request: { url: "{{base.url}}/never" },
      },
      {
        name: "form",
        event: [
          script(
            "prerequest",
            "pm.request.body.urlencoded.add({ key: 'b', value: '2 & 3' });",
          ),
          script(
            "test",
            "pm.test('form', () => pm.expect(pm.response.json().body).to.equal('a=1&b=2+%26+3'));",
            "pm.test('as it was sent', () => pm.expect(request.data).to.eql({ a: '1', b: '2 & 3' }));",
            "setTimeout(() => { tests['later'] = true }, 1);",
          ),
        ],
        request: {
          method: "POST",
          url: "{{base.url}}/form",
          body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "1" }] },
        },
      },
      {
        name: "last",
        event: [
          script(
            "test",
            "const uuid = require('uuid'), moment = require('moment');",
            "pm.test('libraries', () => {",
            "  pm.expect(uuid.v4()).to.have.length(36);",
            "  pm.expect(moment.utc(0).format('YYYY')).to.equal('1970');",
            "  pm.expect(CryptoJS.MD5('a').toString()).to.match(/^0cc1/);",
            "  pm.expect(_.pluck([{ a: 1 }], 'a')).to.eql([1]);",
            "});",
            "tests['schema'] = tv4.validate(pm.response.json(), { required: ['method'] });",
          ),
        ],
        request: { url: "{{base.url}}/last" },
      },
    ],
  };
}
