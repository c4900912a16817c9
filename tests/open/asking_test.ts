import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { SendEvent } from "../../lib/embedded/page/workbench/api.ts";
import { openPage } from "../support/open_page.ts";

const SECRET = "    - {name: apiToken, secret: true}\n";
const MAIN =
  `opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  variables:\n${SECRET}`;

function request(url: string, runtime = ""): string {
  return `info: {name: Get, type: http}\nhttp:\n  method: GET\n  url: '${url}'\n  headers: [{name: A, value: '{{apiToken}}'}]\n${runtime}`;
}

function script(code: string): string {
  return `runtime:\n  scripts:\n    - {type: before-request, code: "${code}"}\n`;
}

describe("what Send asks for", () => {
  const TOKEN = 'Value of the secret "apiToken"';
  const LOCAL = "name: local\nvariables: [{name: host, value: '127.0.0.1'}]\n";
  const CASES: readonly {
    what: string;
    url: string;
    more?: string;
    files?: Readonly<Record<string, string>>;
    environments?: readonly string[];
    asked: readonly string[];
    /** For which environments it keeps an answer. */
    keeps?: readonly string[];
    /** What it says instead of sending. */
    told?: RegExp;
  }[] = [
    {
      what: "what an environment that is not selected defines",
      url: "http://{{host}}:9/{{?Your name}}",
      files: { "environments/local.yml": LOCAL },
      asked: [],
    },
    {
      what: "a variable of the process that it may not read",
      url: "http://127.0.0.1:9/{{process.env.SOME_REGION}}",
      asked: [],
    },
    {
      what: "nothing else",
      url: "http://127.0.0.1:9/{{?Your name}}",
      asked: ["Your name", TOKEN],
    },
    {
      what: "nothing else, with an environment",
      url: "http://{{host}}:9/",
      files: { "environments/local.yml": LOCAL },
      environments: ["local"],
      asked: [TOKEN],
      keeps: ["local"],
    },
    {
      what: "nothing else, without an environment",
      url: "http://127.0.0.1:9/",
      files: { "environments/local.yml": LOCAL },
      asked: [TOKEN],
      keeps: [],
    },
    {
      what: "a host that its script does not set",
      url: "http://{{nohost}}:9/",
      more: script("req.setHeader('A', bru.getVar('apiToken') + '1')"),
      asked: [],
    },
    {
      what: "what its script sets",
      url: "http://{{host}}:9/",
      more: script("bru.setVar('host', '127.0.0.1')"),
      asked: [TOKEN],
    },
    {
      what: "what its script sets under a name that it computes",
      url: "http://{{host}}:9/",
      more: script("bru.setVar('ho' + 'st', '127.0.0.1')"),
      asked: [TOKEN],
    },
    {
      what: "a generator",
      url: "http://127.0.0.1:9/{{$nosuch}}",
      asked: [],
    },
    { what: "a name", url: "http://127.0.0.1:9/{{%x}}", asked: [] },
    { what: "a host", url: "ht!tp://nope", asked: [] },
    {
      what: "a host that its script sets",
      url: "{{host}}",
      files: {
        "opencollection.yml":
          `${MAIN}    - {name: host, value: "ht!tp://nope"}\n`,
      },
      more: script("bru.setVar('host', 'http://127.0.0.1:9/')"),
      asked: [TOKEN],
    },
    {
      what: "a file of the body",
      url: "http://127.0.0.1:9/",
      more:
        "  body: {type: file, data: [{filePath: no.bin, selected: true}]}\n",
      asked: [],
    },
    ...[
      "{type: file, data: [{filePath: /etc/hosts, selected: true}]}",
      "{type: file, data: [{filePath: ../../hosts, selected: true}]}",
      "{type: multipart-form, data: [{name: a, type: file, value: [/etc/hosts]}]}",
    ].map((body) => ({
      what: `the right to read a file outside of the collection: ${body}`,
      url: "http://127.0.0.1:9/",
      more: `  body: ${body}\n`,
      asked: [],
      told:
        /^Cannot read "[^"]+": it (?:lies outside the collection|does not exist)/,
    })),
    {
      what: "no file of the body",
      url: "http://127.0.0.1:9/",
      files: { "a.bin": "a" },
      more: "  body: {type: file, data: [{filePath: a.bin, selected: true}]}\n",
      asked: [TOKEN],
    },
    {
      what: "a file of the body, whose path a script has,",
      url: "http://127.0.0.1:9/",
      more:
        "  body: {type: file, data: [{filePath: no.bin, selected: true}]}\n" +
        script("req.setBody('a')"),
      asked: [TOKEN],
    },
    {
      what: "a bracket of a script before it",
      url: "http://127.0.0.1:9/",
      more: script("let a = ("),
      asked: [],
    },
    {
      what: "a bracket of a script of all requests",
      url: "http://127.0.0.1:9/",
      files: {
        "opencollection.yml":
          `${MAIN}  scripts:\n    - {type: before-request, code: "let a = ("}\n`,
      },
      asked: [],
    },
    {
      what: "a bracket of a script behind it",
      url: "http://127.0.0.1:9/",
      more: script("let a = (").replace("before-request", "tests"),
      asked: [TOKEN],
    },
    ...[
      "client.setVar('apiToken', 'tok9')",
      "client.setCollectionVar('apiToken', 'tok9')",
      "pm.sendRequest('http://127.0.0.1:9', (e, r) => { pm.variables.set('apiToken', r.code); })",
      "await axios.get('http://127.0.0.1:9').then((r) => { bru.setVar('apiToken', 'a') })",
      "p.catch(() => 0).then(() => bru.setVar('apiToken', 'a'))",
      "p.then(client.setVar('apiToken', 'a')).catch(log)",
    ].map((code) => ({
      what: `nothing: ${code}`,
      url: "http://127.0.0.1:9/",
      more: script(code),
      asked: [],
    })),
    ...[
      "if (bru.getVar('no')) client.setVar('apiToken', 'tok9')",
      "if (bru.getVar('no')) return; client.setVar('apiToken', 'tok9')",
      "const a = () => client.setVar('apiToken', 'tok9')",
      "try { login(); client.setVar('apiToken', 'tok9') } catch {}",
      "p.then((r) => client.setVar('apiToken', 'a')).catch(() => {})",
      "p.then((r) => client.setVar('apiToken', 'a')).finally(f).catch(log)",
      "p.then(() => client.setVar('apiToken', 'a'), () => {})",
      "p.catch(() => client.setVar('apiToken', 'a'))",
      "(async () => { await p; client.setVar('apiToken', 'a') })().catch(log)",
      "client.setVar('apiToken', client.getVar('apiToken') + '9')",
      "client.setGlobalEnvVar('apiToken', 'tok9')",
    ].map((code) => ({
      what: `the token: ${code}`,
      url: "http://127.0.0.1:9/",
      more: script(code),
      asked: [TOKEN],
    })),
    ...([
      ["client.setVar", []],
      ["client.setEnvVar", []],
      ["client.setCollectionVar", [TOKEN]],
    ] as const).map(([call, asked]) => ({
      what: `the token of an environment, with ${call}`,
      url: "http://127.0.0.1:9/",
      files: {
        "environments/local.yml":
          "name: local\nvariables: [{name: apiToken, secret: true}]\n",
      },
      environments: ["local"],
      more: script(`${call}('apiToken', 'tok9')`),
      asked,
      keeps: ["local"],
    })),
    {
      what: "what a script of all requests sets",
      url: "http://127.0.0.1:9/",
      files: {
        "opencollection.yml":
          `${MAIN}  scripts:\n    - {type: before-request, code: "bru.setVar('apiToken', 'a')"}\n`,
      },
      asked: [],
    },
    {
      what: "what a script behind it sets",
      url: "http://127.0.0.1:9/",
      more: script("bru.setVar('apiToken', 'a')").replace(
        "before-request",
        "tests",
      ),
      asked: [TOKEN],
    },
    ...([
      ["the token, which only a comment of another request sets", "//", MAIN],
      ["the token, which another request sets that is not to run", "", MAIN],
      [
        "the token, which the request's own level sets as another one does",
        "",
        `${MAIN}  scripts:\n    - {type: after-response, code: "client.setVar('apiToken', res.body)"}\n`,
      ],
    ] as const).map(([what, comment, main]) => ({
      what,
      url: "http://127.0.0.1:9/",
      files: {
        "opencollection.yml": main,
        "login.yml":
          `info: {name: Login, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9/"}\n` +
          script(`${comment} client.setVar('apiToken', 'a')`)
            .replace("before-request", "after-response"),
      },
      asked: [TOKEN],
    })),
    {
      what: "another request of setup, which goes out",
      url: "http://{{host}}:9/",
      files: {
        "opencollection.yml":
          `${MAIN}extensions: {brace: {setup: [login.yml]}}\n`,
        "login.yml": request("http://127.0.0.1:9/").replace("Get", "Login"),
      },
      asked: [TOKEN],
    },
  ];
  for (
    const { what, url, more, files, environments, asked, keeps, told } of CASES
  ) {
    it(`${what} is missing`, async () => {
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "get.yml": request(url, more),
        ...files,
      }, { environments: [...environments ?? []] });
      const texts: string[] = [];
      const said: string[] = [];
      const events: AsyncIterable<SendEvent> = page.lines("send", {
        id: await page.id("get.yml"),
      });
      for await (const event of events) {
        if (event.type === "failed") said.push(event.message);
        if (event.type !== "question") continue;
        if (event.kind !== "prompt") {
          await page.ask("answer", { question: event.question, answer: "no" });
          continue;
        }
        texts.push(event.text);
        if (event.text === TOKEN) {
          assertEquals(event.keeps?.environments, keeps);
        }
        await page.ask("answer", { question: event.question, answer: "abc" });
      }
      assertEquals(texts, asked);
      if (told) assertMatch(said.join("\n"), told);
    });
  }
});
