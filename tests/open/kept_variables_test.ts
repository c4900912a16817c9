import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import type {
  Json,
  RunEventView,
  SendEvent,
} from "../../lib/embedded/page/workbench/api.ts";
import { type OpenPage, openPage, RefusedError } from "../support/open_page.ts";

const ENVIRONMENT = (name: string, port: number, more = "") =>
  `name: ${name}\nvariables:\n  - {name: baseUrl, value: "http://127.0.0.1:${port}"}\n  - {name: token, value: ""}\n  - {name: productId, value: ""}\n${more}`;

/** A collection as the export of another client makes it: rows of the environment are empty, and scripts fill them. */
function files(port: number, other: number) {
  const request = (
    name: string,
    path: string,
    script: string,
    auth = "inherit",
  ) =>
    `info: {name: ${name}, type: http, seq: 1}\nhttp: {method: GET, url: "{{baseUrl}}${path}", auth: ${auth}}\nruntime:\n  scripts:\n    - {type: after-response, code: "${script}"}\n`;
  return {
    "opencollection.yml":
      'opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  auth: {type: bearer, token: "{{token}}"}\n',
    "environments/Staging.yml": ENVIRONMENT(
      "Staging",
      port,
      "  - {name: keycard, secret: true}\n",
    ),
    "environments/Other.yml": ENVIRONMENT("Other", other),
    "environments/Globals.yml":
      "name: Globals\nvariables: [{name: apiVersion, value: v1}]\n",
    "auth/folder.yml": "info: {name: auth, type: folder, seq: 1}\n",
    "auth/login.yml": request(
      "Login",
      "/login",
      "if (res.body.token) client.setEnvVar('token', res.body.token)",
      "none",
    ),
    "products/folder.yml": "info: {name: products, type: folder, seq: 2}\n",
    "products/list.yml": request(
      "List",
      "/{{apiVersion}}/products",
      "client.setVar('productId', 'p-1')",
    ),
    "products/get.yml":
      'info: {name: Get, type: http, seq: 9}\nhttp:\n  method: GET\n  url: "{{baseUrl}}/products/:id"\n  auth: inherit\n  params: [{name: id, value: "{{productId}}", type: path}]\n',
    "move.yml": request(
      "Move",
      "/move",
      `client.setEnvVar('moved', 'http://localhost:${other}')`,
    ),
    "query.yml":
      'info: {name: Query, type: http, seq: 4}\nhttp: {method: GET, url: "{{baseUrl}}/query?q={{token}}", auth: none}\n',
    "me.yml":
      'info: {name: Me, type: http, seq: 5}\nhttp: {method: GET, url: "{{baseUrl}}/me", auth: none}\n',
    "people/folder.yml": "info: {name: people, type: folder, seq: 6}\n",
    "people/show.yml":
      'info: {name: Show, type: http, seq: 1}\nhttp: {method: GET, url: "{{baseUrl}}/{{name}}/{{note}}/{{more}}", auth: none}\n',
    "people.yml":
      `info: {name: People, type: http, seq: 6}\nhttp: {method: GET, url: "{{baseUrl}}/people", auth: none}\n` +
      `runtime:\n  scripts:\n    - {type: after-response, code: "client.setVar('name', 'kept'); client.setVar('note', 'kept'); client.setVar('more', 'kept')"}\n`,
    "rows.json":
      '[{"name": "Grace", "note": "one"}, {"name": "Ken"}, {"name": "Ada", "note": "three"}]',
    "imported/folder.yml": "info: {name: imported, type: folder, seq: 7}\n",
    "imported/create.yml":
      `info: {name: Import, type: http, seq: 1}\nhttp: {method: GET, url: "{{baseUrl}}/{{nick}}", auth: none}\n` +
      `runtime:\n  scripts:\n    - type: before-request\n      code: |\n        pm.variables.set("nick", "local")\n        pm.environment.set("lasting", "set")\n        pm.vault.set("vault", "set")\n      extensions: {brace: {dialect: postman}}\n`,
    "session.yml":
      'info: {name: Session, type: http, seq: 9}\nhttp: {method: GET, url: "{{baseUrl}}/session", auth: none}\n',
    "vault.yml":
      'info: {name: Vault, type: http, seq: 9}\nhttp: {method: GET, url: "{{baseUrl}}/vault?pass={{keycard}}", auth: none}\n',
    "nick.yml":
      'info: {name: Nick, type: http, seq: 8}\nhttp: {method: GET, url: "{{baseUrl}}/nick/{{nick}}", auth: none}\n',
    "ask.yml":
      'info: {name: Ask, type: http, seq: 3}\nhttp: {method: GET, url: "{{baseUrl}}/{{?Who}}", auth: inherit}\n',
    "moved.yml":
      'info: {name: Moved, type: http, seq: 2}\nhttp: {method: GET, url: "{{moved}}/"}\n',
  };
}

describe("variables that scripts set, between requests that the page sends", () => {
  const seen: string[] = [];
  /** The cookies that requests had. */
  const carried: (string | null)[] = [];
  let globalEnv: string;
  let page: OpenPage;
  let servers: Deno.HttpServer<Deno.NetAddr>[];
  /** What the API answers to a login. */
  let login: Record<string, string>;
  beforeEach(async () => {
    login = { token: "s3cr3t-token" };
    seen.length = 0;
    carried.length = 0;
    servers = ["a", "b"].map((name) =>
      Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (asked) => {
        const { pathname, search } = new URL(asked.url);
        const bearer = asked.headers.get("authorization");
        seen.push(`${name} ${pathname}${search} ${bearer}`);
        carried.push(asked.headers.get("cookie"));
        if (pathname === "/session") {
          return new Response("", {
            headers: [
              ["set-cookie", "sid=c00kie; Path=/"],
              ["set-cookie", "part=1; Path=/v1"],
              ["set-cookie", "over=1; Path=/; Max-Age=0"],
              ["set-cookie", "foreign=1; Domain=example.com"],
            ],
          });
        }
        const answers = pathname === "/login"
          ? login
          // A server may say again what it gave, and not what it is.
          : { last: pathname === "/me" ? [login.token, "k3ycard"] : "" };
        return Response.json(answers);
      })
    );
    const [{ addr: { port } }, { addr: { port: other } }] = servers;
    const all = files(port, other);
    globalEnv = await Deno.makeTempFile({ suffix: ".yml" });
    await Deno.writeTextFile(globalEnv, all["environments/Globals.yml"]);
    page = await openPage(all, {
      environments: ["Staging"],
      run: { globalEnv },
    });
  });
  afterEach(async () => {
    await page[Symbol.asyncDispose]();
    await Promise.all(servers.map((server) => server.shutdown()));
    await Deno.remove(globalEnv);
  });

  /** What is asked and said, where every question is answered with the same. */
  async function told(
    events: AsyncIterable<SendEvent | RunEventView>,
    answer = "no",
  ): Promise<string[]> {
    const said: string[] = [];
    for await (const event of events) {
      if (event.type === "question") {
        said.push(
          event.kind === "needed" ? `needs ${event.names}` : event.kind,
        );
        const { question } = event;
        await page.ask("answer", { question, answer });
      } else if (event.type === "result" || event.type === "request-end") {
        const details = event.type === "result"
          ? event.exchange.details
          : event.result;
        said.push(
          ...details.diagnostics.flatMap(({ message, notes = [] }) => [
            message,
            ...notes,
          ]).filter((line) => /is set by/.test(line)),
        );
      }
    }
    return said;
  }
  const send = async (path: string, answer?: string) =>
    await told(page.lines("send", { id: await page.id(path) }), answer);
  const run = async (paths: string[], answer?: string) => {
    const ids = await Promise.all(paths.map((path) => page.id(path)));
    return await told(page.lines("run", { ids }), answer);
  };
  const kept = async () =>
    (await page.ask("variables", {})).kept.map(({ name, definitions }) =>
      `${name} ${definitions[0].text}`
    );
  const given = async () => {
    const { cookies, secrets } = await page.ask("variables", {});
    return [
      ...cookies.map(({ name, domain, path }) => `${name} ${domain}${path}`),
      ...secrets,
    ];
  };
  const GIVEN = ["sid 127.0.0.1/", "part 127.0.0.1/v1", "keycard"];
  /** How the note about what sets a variable goes on. */
  const state = (said: readonly string[]) =>
    said.filter((line) => line.includes("is set by"))
      .map((line) => line.replace(/.*login\.yml, which /, ""));

  it("are there for the next one, also for what would be sent", async () => {
    assertEquals(await send("auth/login.yml"), []);
    assertEquals(await send("products/list.yml"), []);
    assertEquals(await send("products/get.yml"), []);
    assertEquals(seen, [
      "a /login null",
      "a /v1/products Bearer s3cr3t-token",
      "a /products/p-1 Bearer s3cr3t-token",
    ]);
    const id = await page.id("products/get.yml");
    const { request, problems } = await page.ask("resolve", { id });
    assertEquals([request?.url.replace(/:\d+/, ""), problems], [
      "http://127.0.0.1/products/p-1",
      [],
    ]);
    assertEquals(JSON.stringify(request).includes("s3cr3t"), false);
  });

  it("are asked for where nothing set them, also those with an empty row", async () => {
    assertEquals(await send("products/list.yml"), [
      "needs token",
      `"token" is set by the after-response script of auth/login.yml, which has not run: send it first, or answer "Yes" when "Send" asks`,
    ]);
    // What it set is there now.
    assertEquals(await send("products/get.yml", "yes"), ["needs token"]);
    assertEquals(seen.slice(1), [
      "a /login null",
      "a /v1/products Bearer s3cr3t-token",
      "a /products/p-1 Bearer s3cr3t-token",
    ]);
    assertEquals(await send("products/list.yml"), []);
  });

  it("are asked for where a path would be empty without them", async () => {
    assertEquals((await send("products/get.yml"))[0], "needs productId,token");
    assertEquals(await send("products/get.yml", "yes"), [
      "needs productId,token",
    ]);
    assertEquals(seen.at(-1), "a /products/p-1 Bearer s3cr3t-token");
  });

  it("are asked for in any place, and masked in it", async () => {
    assertEquals(await send("query.yml", "yes"), ["needs token"]);
    assertEquals(seen.at(-1), "a /query?q=s3cr3t-token null");
    for (const path of ["query.yml", "me.yml"]) {
      let text = "";
      const id = await page.id(path);
      for await (const event of page.lines("send", { id })) {
        text += JSON.stringify(event);
      }
      assertEquals([text.includes("***"), text.includes("s3cr3t")], [
        true,
        false,
      ]);
    }
  });

  it("stay with their environment", async () => {
    await send("auth/login.yml");
    await page.ask("environment", { names: ["Other"] });
    assertEquals(await kept(), []);
    assertEquals(state(await send("products/list.yml")), [
      `ran with another environment only: send it first, or answer "Yes" when "Send" asks`,
    ]);
    assertEquals(seen.at(-1), "b /v1/products null");
    await page.ask("environment", { names: ["Staging"] });
    assertEquals(await send("products/list.yml"), []);
    assertEquals(seen.at(-1), "a /v1/products Bearer s3cr3t-token");
  });

  it("stay with it where another one is selected while the page asks", async () => {
    await send("auth/login.yml");
    const id = await page.id("ask.yml");
    for await (const event of page.lines("send", { id })) {
      if (event.type !== "question") continue;
      await page.ask("environment", { names: ["Other"] });
      const { question } = event;
      await page.ask("answer", { question, answer: "me" });
    }
    assertEquals(seen.at(-1), "a /me Bearer s3cr3t-token");
  });

  it("are forgotten when a file has another value, or a person says so", async () => {
    const forgetAll = async () => {
      for (const what of ["variables", "cookies", "secrets"] as const) {
        await page.ask("forgetKept", { what });
      }
    };
    const staging = await page.read("environments/Staging.yml");
    const WAYS = [
      async () => {
        const id = await page.id("environments/Staging.yml");
        // It says "alive" first: nothing that comes after the change is missed.
        for await (const event of page.lines("events", {})) {
          if (event.type === "alive") {
            await page.write(
              "environments/Staging.yml",
              staging.replace(
                /127.0.0.1:\d+/,
                `127.0.0.1:${servers[1].addr.port}`,
              ),
            );
          }
          // A count of problems tells of a change, too, and names nothing.
          if (event.type === "changed" && event.ids.includes(id)) break;
        }
      },
      forgetAll,
    ];
    for (const forget of WAYS) {
      await forgetAll();
      await send("auth/login.yml");
      await send("session.yml");
      assertEquals(await send("vault.yml", "k3ycard"), ["prompt"]);
      assertEquals([await kept(), await given()], [["token ***"], GIVEN]);
      await forget();
      assertEquals([await kept(), await given()], [[], []]);
      assertEquals(await send("vault.yml", "k3ycard"), ["prompt"]);
      assertEquals(carried.at(-1), null);
      assertEquals(state(await send("products/list.yml")), [
        `ran, but what it set is forgotten: send it first, or answer "Yes" when "Send" asks`,
      ]);
      assertEquals(seen.at(-1)?.slice(2), "/v1/products null");
    }
  });

  const LOST: Readonly<Record<string, () => Promise<void>>> = {
    "had not run": async () => {},
    "had run, and what it set is forgotten": async () => {
      await send("auth/login.yml");
      await page.ask("forgetKept", { what: "variables" });
    },
    "had run with another environment": async () => {
      await page.ask("environment", { names: ["Other"] });
      await send("auth/login.yml");
      await page.ask("environment", { names: ["Staging"] });
    },
  };
  for (const [before, act] of Object.entries(LOST)) {
    it(`are said to be missing as the login failed, which ${before}`, async () => {
      await act();
      const id = await page.id("auth/login.yml");
      const { revision, source } = await page.ask("open", { id });
      const broken = source.replace("{{baseUrl}}", "http://127.0.0.1:1");
      await page.ask("save", { id, draft: { revision, source: broken } });
      assertEquals(await send("products/list.yml", "yes"), [
        "needs token",
        '"token" is set by the after-response script of auth/login.yml, which has not run, as that request failed or was skipped',
      ]);
    });
  }

  it("are not said to wait for a request that ran and set nothing", async () => {
    login = {};
    await send("auth/login.yml");
    assertEquals(state(await send("products/list.yml")), [
      "ran without setting it",
    ]);
  });

  /** What would keep a request from being sent now. */
  const resolved = async (path: string) =>
    (await page.ask("resolve", { id: await page.id(path) })).problems
      .map(({ severity, notes = [] }) => [severity, ...notes]);

  it("are said to be deleted by the script that did it", async () => {
    await page.write(
      "query.yml",
      'info: {name: Query, type: http, seq: 4}\nhttp: {method: GET, url: "{{baseUrl}}/{{name}}", auth: none}\n',
    );
    await page.write(
      "move.yml",
      `info: {name: Move, type: http, seq: 1}\nhttp: {method: GET, url: "{{baseUrl}}/move", auth: none}\n` +
        `runtime: {scripts: [{type: after-response, code: "client.deleteVar('name')"}]}\n`,
    );
    await send("people.yml");
    assertEquals(await resolved("query.yml"), []);
    await send("move.yml");
    assertEquals(await resolved("query.yml"), [[
      "error",
      '"name" is set by the after-response script of people.yml, which ran; the after-response script of move.yml deleted it',
    ]]);
    await send("people.yml");
    assertEquals(await resolved("query.yml"), []);
  });

  it("are no errors where a request sets them first, and deletes them after its response", async () => {
    await page.write(
      "move.yml",
      `info: {name: Move, type: http, seq: 1}\nhttp: {method: GET, url: "{{baseUrl}}/move?page={{page}}", auth: none}\n` +
        `runtime:\n  scripts:\n    - {type: before-request, code: "client.setVar('page', 1)"}\n` +
        `    - {type: after-response, code: "client.setVar('page', 2); client.deleteVar('page')"}\n`,
    );
    const hint = [[
      "hint",
      '"page" is set by the before-request script of move.yml, which runs when this request is sent: "Send" runs it first',
    ]];
    assertEquals(await resolved("move.yml"), hint);
    await send("move.yml");
    assertEquals(seen.at(-1), "a /move?page=1 null");
    assertEquals(await resolved("move.yml"), hint);
  });

  it("need a first value where a request sets them after its response only", async () => {
    await page.write(
      "move.yml",
      `info: {name: Move, type: http, seq: 1}\nhttp: {method: GET, url: "{{baseUrl}}/move?page={{page}}", auth: none}\n` +
        `runtime: {scripts: [{type: after-response, code: "client.setVar('page', 2)"}]}\n`,
    );
    const error = [[
      "error",
      '"page" is set by the after-response script of move.yml, which runs after this request, so "page" needs a first value: define it in the tab "Variables" of the collection',
    ]];
    assertEquals(await resolved("move.yml"), error);
    assertEquals((await send("move.yml")).length, 1);
    assertEquals(await resolved("move.yml"), error);
  });

  it("are said to wait for a request that could not be sent", async () => {
    const text = files(1, 1)["auth/login.yml"];
    await page.write("auth/login.yml", text.replace("/login", "/{{missing}}"));
    await send("auth/login.yml");
    assertEquals(state(await send("products/list.yml")), [
      'has not run: send it first, or answer "Yes" when "Send" asks',
    ]);
    assertEquals(seen, ["a /v1/products null"]);
  });

  it("are shown, secrets masked, and revealed", async () => {
    await send("auth/login.yml");
    await send("products/list.yml");
    assertEquals(await kept(), ["token ***", "productId p-1"]);
    const { kept: [token] } = await page.ask("variables", {});
    const [{ scope, label, reveal = "" }] = token.definitions;
    assertEquals([scope, label], ["environment", "Staging"]);
    assertEquals(await page.ask("reveal", { definition: reveal }), {
      value: "s3cr3t-token",
    });
    const { texts: [[placeholder]] } = await page.ask("placeholders", {
      id: await page.id("products/list.yml"),
      texts: ["{{productId}}"],
    });
    assertEquals(placeholder.definitions[0].text, "p-1");
  });

  it("are masked where their name says that they are secret, also short ones", async () => {
    login = { token: "t-1" };
    await send("auth/login.yml");
    assertEquals(await kept(), ["token ***"]);
    const { kept: [{ definitions: [{ reveal = "" }] }] } = await page.ask(
      "variables",
      {},
    );
    assertEquals(await page.ask("reveal", { definition: reveal }), {
      value: "t-1",
    });
  });

  it("are there for a run of a part, and a run leaves its own", async () => {
    assertEquals(await run(["auth"]), []);
    assertEquals(await run(["products/list.yml"]), []);
    assertEquals(seen.at(-1), "a /v1/products Bearer s3cr3t-token");
    // As in brace run, all of it begins with what the files say.
    login = {};
    await run([]);
    assertEquals(seen.slice(2, 4), ["a /login null", "a /v1/products null"]);
    assertEquals(await kept(), [
      "token ***",
      "productId p-1",
      "vault set",
      ...["name", "note", "more"].map((name) => `${name} kept`),
      "lasting set",
      `moved http://localhost:${servers[1].addr.port}`,
    ]);
  });

  it("are named to whoever runs a part, and can be forgotten before", async () => {
    const begun = async (paths: string[], more: object = {}) => {
      const ids = await Promise.all(paths.map((path) => page.id(path)));
      let kept: readonly string[] | undefined;
      for await (const event of page.lines("run", { ids, ...more })) {
        if (event.type === "plan") kept = event.kept;
        if (event.type !== "question") continue;
        const { question } = event;
        await page.ask("answer", { question, answer: "no" });
      }
      return kept;
    };
    const { names: none } = await page.ask("keptNames", {});
    assertEquals(none, []);
    assertEquals(await begun(["auth"]), []);
    await send("auth/login.yml");
    await send("people.yml");
    const { names } = await page.ask("keptNames", {});
    assertEquals(names, ["token", "name", "note", "more"]);
    assertEquals(await begun(["auth"]), names);
    assertEquals(await begun(["me.yml"], { tags: [] }), names);
    // Neither a run of all nor a column of the data takes them.
    assertEquals(await begun(["people"], { data: "rows.json" }), [
      "token",
      "more",
    ]);
    assertEquals(await begun([]), []);
    await page.ask("forgetKept", { what: "variables" });
    assertEquals(await begun(["auth"]), []);
  });

  it("leave the columns of a run's data alone, and are there after it", async () => {
    await send("people.yml");
    const before = await kept();
    const asked = { ids: [await page.id("people")], data: "rows.json" };
    assertEquals(await told(page.lines("run", asked)), [
      `"note" is set by the after-response script of people.yml, which ran, but in this run only the data gives it`,
    ]);
    assertEquals(seen.slice(1), [
      "a /Grace/one/kept null",
      "a /Ada/three/kept null",
    ]);
    assertEquals(await kept(), before);
    await send("people/show.yml");
    assertEquals(seen.at(-1), "a /kept/kept/kept null");
  });

  it("do not include what rows of data made, which is wrong for the next row", async () => {
    const asked = { ids: [await page.id("auth")], data: "rows.json" };
    assertEquals(await told(page.lines("run", asked)), []);
    assertEquals(await kept(), []);
    assertEquals(state(await send("products/list.yml")), [
      `ran, but what it set is forgotten: send it first, or answer "Yes" when "Send" asks`,
    ]);
    await send("auth/login.yml");
    const before = await kept();
    await told(page.lines("run", asked));
    assertEquals(await kept(), before);
  });

  it("do not include those of pm.variables, which end with what is sent", async () => {
    assertEquals(await send("imported/create.yml"), []);
    assertEquals(await kept(), ["vault set", "lasting set"]);
    assertEquals(await send("nick.yml"), [
      "needs nick",
      `"nick" is set by the before-request script of imported/create.yml, which ran, but pm.variables keeps values only until its run ends: answer "Yes" when "Send" asks`,
    ]);
    const id = await page.id("nick.yml");
    const { problems } = await page.ask("resolve", { id });
    assertEquals(problems.map(({ notes }) => notes), [[
      `"nick" is set by the before-request script of imported/create.yml, which ran, but pm.variables keeps values only until its run ends: answer "Yes" when "Send" asks`,
    ]]);
    const own = await page.id("imported/create.yml");
    const { problems: [hint] } = await page.ask("resolve", { id: own });
    assertEquals([hint.severity, hint.notes], ["hint", [
      `"nick" is set by the before-request script of imported/create.yml, which runs when this request is sent: "Send" runs it first`,
    ]]);
    assertEquals(await send("nick.yml", "yes"), ["needs nick"]);
    assertEquals(seen.at(-1), "a /nick/local null");
  });

  it("are with cookies, which go where the rules of cookies allow it", async () => {
    await send("session.yml");
    await send("products/list.yml");
    await send("me.yml");
    assertEquals(carried, [null, "part=1; sid=c00kie", "sid=c00kie"]);
    assertEquals(await given(), GIVEN.slice(0, 2));
    const id = await page.id("me.yml");
    const { request } = await page.ask("resolve", { id });
    assertEquals(request?.headers, [{ name: "Cookie", value: "sid=***" }]);
    const { text } = await page.ask("copy", { id, as: "curl", reveal: true });
    assertEquals(text.includes("sid=c00kie"), true);
    await page.ask("environment", { names: ["Other"] });
    await send("me.yml");
    assertEquals([carried.at(-1), await given()], [null, []]);
    await page.ask("environment", { names: ["Staging"] });
    await send("me.yml");
    assertEquals(carried.at(-1), "sid=c00kie");
    await page.ask("forgetKept", { what: "cookies" });
    await send("me.yml");
    assertEquals([carried.at(-1), await given()], [null, []]);
  });

  it("are with cookies that a run neither has nor leaves", async () => {
    await run(["session.yml", "me.yml"]);
    assertEquals([carried.at(-1), await given()], ["sid=c00kie", []]);
    await send("session.yml");
    await run(["me.yml"]);
    assertEquals(carried.at(-1), null);
    await send("me.yml");
    assertEquals(carried.at(-1), "sid=c00kie");
  });

  it("are with secrets that were typed, which are asked for once and masked", async () => {
    const lacking = async () => {
      const { problems } = await page.ask("problems", {});
      const { variables } = await page.ask("variables", {});
      return [
        ...problems.filter(({ code }) => code === "UNSET_SECRET")
          .map(({ place }) => place?.file),
        ...variables.find(({ name }) => name === "keycard")?.definitions
          .map(({ text }) => text) ?? [],
      ];
    };
    const none = ["vault.yml", "its file leaves the value out"];
    assertEquals(await lacking(), none);
    assertEquals(await send("vault.yml", "k3ycard"), ["prompt"]);
    assertEquals(await lacking(), ["typed in this session"]);
    await page.ask("environment", { names: ["Other"] });
    assertEquals((await lacking()).includes("typed in this session"), false);
    await page.ask("environment", { names: ["Staging"] });
    assertEquals(await lacking(), ["typed in this session"]);
    const id = await page.id("vault.yml");
    const { request } = await page.ask("resolve", { id });
    assertEquals(new URL(request?.url ?? "").search, "?pass=***");
    assertEquals(await send("vault.yml"), []);
    assertEquals(await run(["vault.yml"]), []);
    assertEquals(seen, Array(3).fill("a /vault?pass=k3ycard null"));
    assertEquals(await given(), ["keycard"]);
    let text = JSON.stringify(await page.ask("variables", {}));
    for await (
      const event of page.lines("send", { id: await page.id("me.yml") })
    ) text += JSON.stringify(event);
    assertEquals([text.includes("***"), text.includes("k3ycard")], [
      true,
      false,
    ]);
    await page.ask("forgetKept", { what: "secrets" });
    assertEquals(await lacking(), none);
    // Who gives no value is asked again.
    assertEquals(await send("vault.yml", ""), ["prompt"]);
    assertEquals([seen.length, await given()], [4, []]);
    assertEquals(await send("vault.yml", "other"), ["prompt"]);
    assertEquals(seen.at(-1), "a /vault?pass=other null");
  });

  it("declare no host", async () => {
    await send("auth/login.yml");
    await send("move.yml");
    assertEquals(await send("moved.yml"), ["host"]);
    assertEquals(seen.some((line) => line.startsWith("b")), false);
  });

  it("are no problem for the checks, which know the global ones", async () => {
    const { problems } = await page.ask("problems", {});
    assertEquals(
      problems.filter(({ code }) => code === "UNDEFINED_VARIABLE"),
      [],
    );
    const { variables } = await page.ask("variables", {});
    const found = variables.find(({ name }) => name === "apiVersion");
    assertEquals(found?.definitions.map(({ scope, text }) => [scope, text]), [
      ["global", "v1"],
    ]);
  });
});

describe("the value of a secret that is typed into an environment that leaves it out", () => {
  it("is in no YAML file", async () => {
    const environment = `name: local
color: red
variables:
  - name: note
    value: one
  - secret: true
    name: keycard
  - secret: true
    name: held
    value: old
`;
    await using page = await openPage({
      "opencollection.yml": "info: {name: Shop}\n",
      "environments/local.yml": environment,
    });
    const id = await page.id("environments/local.yml");
    const { revision, document } = await page.ask("open", { id });
    const base = document as { variables: Record<string, Json>[] };
    const variables: Record<string, Json>[] = [
      { ...base.variables[0], value: "two" },
      { ...base.variables[1], value: "k3ycard" },
      { ...base.variables[2], value: "new" },
      { name: "added", value: "too", secret: true },
    ];
    const draft = { revision, base, document: { ...base, variables } };
    const saved = await page.ask("save", { id, draft });
    assertEquals("kept" in saved && saved.kept, ["keycard", "added"]);
    assertEquals(
      await page.read("environments/local.yml"),
      environment.replace("one", "two").replace("old", "new") +
        "  - secret: true\n    name: added\n",
    );
  });

  it("is in no .bru file, and stays for what is sent with the environment", async () => {
    const seen: string[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url }) => {
        seen.push(new URL(url).search);
        return new Response(url);
      },
    );
    const environment = `vars {
  baseUrl: http://127.0.0.1:${server.addr.port}
  note: one
}
vars:secret [
  keycard
]
`;
    await using page = await openPage({
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
      "environments/local.bru": environment,
      "environments/other.bru": environment,
      "vault.bru":
        "meta {\n  name: Vault\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{baseUrl}}/?pass={{keycard}}\n  body: none\n  auth: none\n}\n",
    });
    const id = await page.id("environments/local.yml");
    const save = async (edits: Record<string, Record<string, Json>>) => {
      const { revision, document } = await page.ask("open", { id });
      const base = document as { variables: { name: string }[] };
      const variables = base.variables.map((row) => ({
        ...row,
        ...edits[row.name],
      }));
      const draft = { revision, base, document: { ...base, variables } };
      return await page.ask("save", { id, draft });
    };
    const send = async () => {
      const told: string[] = [];
      for await (
        const event of page.lines("send", { id: await page.id("vault.bru") })
      ) {
        if (event.type === "question") {
          told.push(event.kind);
          const { question } = event;
          await page.ask("answer", { question, answer: "" });
        }
        if (event.type !== "result") continue;
        const { body } = event.exchange.details.response ?? {};
        if (body?.kind === "text") told.push(body.text.slice(-9));
      }
      return told;
    };
    const saved = await save({
      note: { value: "two" },
      keycard: { value: "k3ycard" },
    });
    assertEquals("kept" in saved && saved.kept, ["keycard"]);
    assertEquals(
      await page.read("environments/local.bru"),
      environment.replace("one", "two"),
    );
    const told: string[][] = [];
    for (const name of ["local", "other", "local"]) {
      await page.ask("environment", { names: [name] });
      told.push(await send());
    }
    assertEquals(told, [["?pass=***"], ["prompt"], ["?pass=***"]]);
    assertEquals(seen, ["?pass=k3ycard", "?pass=k3ycard"]);
    // What a file holds would be lost with the session.
    await assertRejects(
      () => save({ note: { secret: true } }),
      RefusedError,
      "hold no values of secrets",
    );
  });
});

describe("a typed secret that another request sets, too", () => {
  const YAML = (url: string, seq: number, more = "") =>
    `info: {name: R${seq}, type: http, seq: ${seq}}\nhttp: {method: GET, url: "{{baseUrl}}${url}"}\n${more}`;
  const BRU = (url: string, seq: number, more = "") =>
    `meta {\n  name: R${seq}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: {{baseUrl}}${url}\n}\n${more}`;
  const FORMATS = {
    yml: (url: string) => ({
      "opencollection.yml": "info: {name: Shop}\n",
      "environments/local.yml":
        `name: local\nvariables:\n  - {name: baseUrl, value: "${url}"}\n  - {name: token, secret: true}\n`,
      "login.yml": YAML(
        "/login",
        1,
        "runtime: {scripts: [{type: after-response, code: \"client.setVar('token', res.body.token)\"}]}\n",
      ),
      "get.yml": YAML("/get/{{token}}", 2),
    }),
    bru: (url: string) => ({
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
      "environments/local.bru":
        `vars {\n  baseUrl: ${url}\n}\nvars:secret [\n  token\n]\n`,
      "login.bru": BRU(
        "/login",
        1,
        "\nvars:post-response {\n  token: res.body.token\n}\n",
      ),
      "get.bru": BRU("/get/{{token}}", 2),
    }),
  };
  for (const [format, files] of Object.entries(FORMATS)) {
    it(`is used as one of the process is: ${format}`, async () => {
      const seen: string[] = [];
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        ({ url }) => {
          seen.push(new URL(url).pathname);
          return Response.json({ token: "s3rvers" });
        },
      );
      await using page = await openPage(
        files(`http://127.0.0.1:${server.addr.port}`),
        { environments: ["local"] },
      );
      const environment = await page.id("environments/local.yml");
      const { revision, document } = await page.ask("open", {
        id: environment,
      });
      const base = document as { variables: { name: string }[] };
      const variables = base.variables.map((row) =>
        row.name === "token" ? { ...row, value: "typ3d" } : row
      );
      const draft = { revision, base, document: { ...base, variables } };
      await page.ask("save", { id: environment, draft });
      const id = await page.id(`get.${format}`);
      const asked: string[] = [];
      for await (const { type } of page.lines("send", { id })) {
        if (type === "question") asked.push(type);
      }
      for (const ids of [[id], []]) {
        for await (const { type } of page.lines("run", { ids })) {
          if (type === "question") asked.push(type);
        }
      }
      assertEquals({ seen, asked }, {
        seen: ["/get/typ3d", "/get/typ3d", "/login", "/get/s3rvers"],
        asked: [],
      });
    });
  }

  it("needs no request that sets it", async () => {
    const seen: string[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url }) => {
        seen.push(new URL(url).pathname);
        return Response.json({ token: "s3rvers", id: 7 });
      },
    );
    const files = FORMATS.yml(`http://127.0.0.1:${server.addr.port}`);
    await using page = await openPage({
      ...files,
      "create.yml": YAML(
        "/create",
        3,
        "runtime: {scripts: [{type: after-response, code: \"client.setVar('id', res.body.id)\"}]}\n",
      ),
      "get.yml": YAML("/get/{{token}}/{{id}}", 4),
    }, { environments: ["local"] });
    const environment = await page.id("environments/local.yml");
    const { revision, document } = await page.ask("open", { id: environment });
    const base = document as { variables: { name: string }[] };
    const variables = base.variables.map((row) =>
      row.name === "token" ? { ...row, value: "typ3d" } : row
    );
    const draft = { revision, base, document: { ...base, variables } };
    await page.ask("save", { id: environment, draft });
    const id = await page.id("get.yml");
    for await (const event of page.lines("send", { id })) {
      if (event.type !== "question") continue;
      await page.ask("answer", { question: event.question, answer: "yes" });
    }
    assertEquals(seen, ["/create", "/get/typ3d/7"]);
  });
});
