import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { certificate } from "../support/certificates.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";

/** A collection whose requests fail, each in its own way. */
function files(tls: number, slow: number) {
  const get = (name: string, url: string, more = "") =>
    `info: {name: ${name}, type: http}\nhttp: {method: GET, url: "${url}"}\n${more}`;
  return {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Ways}\n",
    "environments/local.yml":
      "name: local\nvariables: [{name: host, value: a}, {name: both, value: a}]\n",
    "environments/other.yml":
      "name: other\nvariables: [{name: both, value: a}]\n",
    "environment.yml": get("environment", "http://127.0.0.1:1/{{host}}"),
    "environments.yml": get("environments", "http://127.0.0.1:1/{{both}}"),
    "needed.yml": get("needed", "http://127.0.0.1:1/{{session}}"),
    "login.yml": get(
      "login",
      "http://127.0.0.1:1/",
      "runtime:\n  scripts:\n    - {type: after-response, code: \"client.setVar('session', 'abc')\"}\n",
    ),
    "prompt.yml": get("prompt", "http://127.0.0.1:1/{{?Who are you?}}"),
    "secret.yml": get(
      "secret",
      "http://127.0.0.1:1/{{token}}",
      "runtime: {variables: [{name: token, secret: true}]}\n",
    ),
    "elsewhere.yml": get(
      "elsewhere",
      "{{there}}",
      "runtime:\n  scripts:\n    - {type: before-request, code: \"client.setVar('there', 'http://localhost:1/')\"}\n",
    ),
    "nowhere.yml": get("nowhere", "http://127.0.0.1:1/{{nowhere}}"),
    "process.yml": get("process", "http://127.0.0.1:1/{{process.env.OTHER}}"),
    "entry.yml": get("entry", "http://127.0.0.1:1/{{process.env.API_TOKEN}}"),
    "read.yml": get(
      "read",
      "http://127.0.0.1:1/{{key}}",
      "runtime: {variables: [{name: key, value: '{{process.env.KEPT}}', secret: true}]}\n",
    ),
    "script.yml": get(
      "script",
      "http://127.0.0.1:1/",
      "runtime:\n  scripts:\n    - {type: before-request, code: \"await client.sendRequest({ url: 'http://' + 'localhost:2/' })\"}\n",
    ),
    "slow.yml": get(
      "slow",
      `http://127.0.0.1:${slow}/`,
      "settings: {timeout: 50}\n",
    ),
    "tls.yml": get("tls", `https://localhost:${tls}/`),
  };
}

/** Flags of other commands, and of what the page has a button for. */
const NO_FLAG =
  /--(?:env|with-needed|undefined|var|prompt|secrets-file|allow-net|timeout|tags|exclude-tags|allow-empty)\b/;

describe("the ways out at the page", () => {
  let page: OpenPage;
  const ending = Promise.withResolvers<void>();
  const servers: Deno.HttpServer<Deno.NetAddr>[] = [];
  beforeAll(async () => {
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    servers.push(
      Deno.serve(
        { ...options, ...await certificate("self-signed") },
        () => new Response(),
      ),
      Deno.serve(options, async () => {
        await ending.promise;
        return new Response();
      }),
    );
    const [tls, slow] = servers.map(({ addr }) => addr.port);
    page = await openPage(files(tls, slow));
  });
  afterAll(async () => {
    ending.resolve();
    await page[Symbol.asyncDispose]();
    await Promise.all(servers.map((server) => server.shutdown()));
  });

  /** What a send says; questions are answered with no. */
  async function sent(name: string): Promise<string> {
    const said: string[] = [];
    const id = await page.id(`${name}.yml`);
    for await (const event of page.lines("send", { id })) {
      if (event.type === "question") {
        const { question } = event;
        await page.ask("answer", { question, answer: "no" });
      } else if (event.type === "result") {
        said.push(JSON.stringify(event.exchange.details.diagnostics));
      } else if (event.type === "failed" || event.type === "warning") {
        said.push(JSON.stringify(event));
      }
    }
    return said.join("\n");
  }

  async function resolved(name: string): Promise<string> {
    const id = await page.id(`${name}.yml`);
    return JSON.stringify((await page.ask("resolve", { id })).problems);
  }

  async function listed(name: string): Promise<string> {
    const { problems } = await page.ask("problems", {});
    return JSON.stringify(
      problems.filter(({ place }) => place?.file === `${name}.yml`),
    );
  }

  const CASES: readonly (readonly [
    name: string,
    ask: (name: string) => Promise<string>,
    words: string,
  ])[] = [
    ["environment", sent, `not selected: choose \\"local\\" in Environment`],
    ["environments", sent, "choose one in Environment: local or other"],
    ["environment", resolved, `choose \\"local\\" in Environment`],
    ["needed", sent, `send it first, or answer \\"Yes\\" when \\"Send\\" asks`],
    [
      "needed",
      resolved,
      `send it first, or answer \\"Yes\\" when \\"Send\\" asks`,
    ],
    ["prompt", resolved, `(\\"Send\\" asks for it)`],
    ["secret", resolved, `(\\"Send\\" asks for it)`],
    [
      "elsewhere",
      resolved,
      `which runs when this request is sent: \\"Send\\" runs it first`,
    ],
    ["elsewhere", sent, `send it again and answer \\"Once\\"`],
    [
      "nowhere",
      resolved,
      `define it in the tab \\"Variables\\" of the collection`,
    ],
    [
      "entry",
      resolved,
      `(\\"Send\\" asks for it, or start brace open with --allow-env=API_TOKEN, or list`,
    ],
    [
      "entry",
      listed,
      `(\\"Send\\" asks for it, or start brace open with --allow-env=API_TOKEN, or list`,
    ],
    ["read", resolved, `(\\"Send\\" asks for it, or start brace open with`],
    ["read", listed, `(\\"Send\\" asks for it, or start brace open with`],
    ["process", resolved, "(start brace open with --allow-env=OTHER"],
    ["process", sent, "start brace open with --allow-env=OTHER"],
    ["script", sent, `send it again and answer \\"Once\\"`],
    ["slow", sent, "raise Timeout in Settings"],
    ["tls", sent, "accept it with brace open --insecure"],
  ];
  for (const [name, ask, words] of CASES) {
    it(`are the page's own: ${name} ${ask.name}`, async () => {
      const said = await ask(name);
      assertStringIncludes(said, words);
      assert(!NO_FLAG.test(said), said);
    });
  }

  it("are the page's own where no request has a tag", async () => {
    const said: string[] = [];
    const asked = { ids: [], tags: ["smok"] };
    for await (const event of page.lines("run", asked)) {
      if (event.type === "failed") said.push(event.message);
    }
    assertEquals(said, [
      'Cannot run: no request matches the tag smok (change "Tags" or "Scope")',
    ]);
  });
});
