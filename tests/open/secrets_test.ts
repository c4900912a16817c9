import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import type { Json } from "../../lib/embedded/page/workbench/api.ts";
import { type OpenPage, openPage, RefusedError } from "../support/open_page.ts";

const SECRETS = {
  variable: "v4riable-s3cret",
  short: "pq",
  lines: "f1rst-line-of-it",
  basic: "b4sic-p4ssword",
  header: "h3ader-t0ken",
  dotenv: "d0tenv-s3cret",
  query: "qu3ry-s3cret",
};

const FILES = {
  "opencollection.yml":
    `opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  headers:\n    - name: X-Api-Key\n      value: ${SECRETS.header}\n`,
  "environments/local.yml": `name: local
variables:
  - name: apiToken # its comment
    value: ${SECRETS.variable}
    secret: true
  - name: pin2
    secret: true
    value: ${SECRETS.short}
  - name: pem
    secret: true
    value: |
      ${SECRETS.lines}
      second
`,
  ".env": `DOTENV_TOKEN=${SECRETS.dotenv}\n`,
  "get.yml": `info: {name: Get, type: http}
http:
  method: GET
  url: "http://127.0.0.1:9/${SECRETS.variable}?access_token=${SECRETS.query}&x={{apiToken}}"
  auth:
    type: basic
    username: ada
    password: ${SECRETS.basic}
`,
};

/** What a page gets of a collection without asking to reveal anything. */
async function everything(page: OpenPage): Promise<unknown[]> {
  const { items, environments, collection } = await page.ask("state", {});
  const ids = [
    ...items.map(({ id }) => id),
    ...environments.map(({ id }) => id),
    collection!,
  ];
  const all: unknown[] = [items, environments];
  for (const id of ids) {
    all.push(
      await page.ask("open", { id }),
      await page.ask("variables", { id }),
      await page.ask("problems", { id }),
      await page.ask("placeholders", {
        id,
        texts: ["{{apiToken}} {{pem}} {{process.env.DOTENV_TOKEN}}"],
      }),
      await page.ask("hover", {
        id,
        keys: ["http", "url"],
        text: "{{apiToken}}",
        offset: 4,
      }),
      await page.ask("complete", {
        id,
        keys: ["http", "url"],
        text: "{{",
        offset: 2,
      }),
    );
  }
  const id = await page.id("get.yml");
  all.push(await page.ask("resolve", { id }));
  for (const as of ["curl", "fetch", "python", "http"] as const) {
    all.push(await page.ask("copy", { id, as }));
  }
  for await (const event of page.lines("send", { id })) all.push(event);
  for await (const event of page.lines("run", { ids: [] })) {
    all.push(event);
    if (event.type !== "start") continue;
    all.push(event);
  }
  const { exchanges } = await page.ask("history", {});
  all.push(exchanges);
  for (const { exchange } of exchanges) {
    all.push(await page.ask("exchange", { exchange }));
  }
  for (const text of Object.values(SECRETS)) {
    all.push((await page.ask("search", { text })).hits);
  }
  return all;
}

/** Forms of a secret that would show it. */
function formsOf(secret: string): string[] {
  return [secret, new TextEncoder().encode(`ada:${secret}`).toBase64()];
}

describe("secrets", () => {
  it("reach the page masked, wherever they stand", async () => {
    await using page = await openPage(FILES, { environments: ["local"] });
    const told = JSON.stringify(await everything(page));
    for (const [kind, secret] of Object.entries(SECRETS)) {
      if (kind === "short") continue;
      for (const form of formsOf(secret)) {
        const at = told.indexOf(form);
        assertEquals(
          at === -1 ? "" : told.slice(Math.max(0, at - 200), at + 50),
          "",
          kind,
        );
      }
    }
    const { source, document } = await page.ask("open", {
      id: await page.id("environments/local.yml"),
    });
    assertEquals(/value: pq/.test(source), false, source);
    const form = JSON.stringify(document);
    assertEquals(form.includes('"pq"'), false, form);
  });

  it("of a request's auth are masked in other files, too", async () => {
    await using page = await openPage({
      ...FILES,
      "other.yml":
        `info: {name: Other, type: http}\nhttp: {method: GET, url: http://127.0.0.1:9}\ndocs: log in as ada with ${SECRETS.basic}\n`,
    });
    const told = JSON.stringify(
      await page.ask("open", { id: await page.id("other.yml") }),
    );
    assertEquals(told.includes(SECRETS.basic), false, told);
  });

  it("are not found by a search for them", async () => {
    await using page = await openPage(FILES, { environments: ["local"] });
    for (const [kind, text] of Object.entries(SECRETS)) {
      if (kind === "short") continue;
      assertEquals((await page.ask("search", { text })).hits, [], kind);
    }
  });

  it("are hidden beside placeholders, which a page shows", async () => {
    const [literal, braced] = ["l1teral-s3cret", "{{br4ced}}-s3cret"];
    const body = (password: string) => `{"password": "${password}"}`;
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "post.yml": `info: {name: Post, type: http}
http:
  method: POST
  url: http://127.0.0.1:9/
  body:
    - {title: a, body: {type: json, data: '${body("{{chat.password}}")}'}}
    - {title: b, body: {type: json, data: '${body(literal)}'}}
    - {title: c, body: {type: json, data: '${body(`x${braced}`)}'}}
`,
    });
    const { document } = await page.ask("open", {
      id: await page.id("post.yml"),
    });
    const { http } = document as {
      http: { body: readonly { readonly body: { readonly data: string } }[] };
    };
    const shown = http.body.map(({ body: { data } }) =>
      data.replaceAll(/⟪secret \d+⟫/g, "•")
    );
    assertEquals(shown, [
      body("{{chat.password}}"),
      body("•"),
      body("•{{br4ced}}•"),
    ]);
  });

  it("are hidden behind their scheme, which a page shows", async () => {
    const rows = [
      ["Bearer l1teral-s3cret", "Bearer •"],
      ["Bearer {{apiToken}}", "Bearer {{apiToken}}"],
      ["Token l1teral-{{apiToken}}", "Token •{{apiToken}}"],
      ["l1teral-s3cret", "•"],
    ];
    const headers = rows.map(([value]) =>
      `    - {name: Authorization, value: "${value}"}\n`
    );
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "get.yml":
        `info: {name: Get, type: http}\nhttp:\n  method: GET\n  url: http://127.0.0.1:9/\n  headers:\n${
          headers.join("")
        }`,
    });
    const { document } = await page.ask("open", {
      id: await page.id("get.yml"),
    });
    const { http } = document as {
      http: { headers: readonly { readonly value: string }[] };
    };
    const shown = http.headers.map(({ value }) =>
      value.replaceAll(/⟪secret \d+⟫/g, "•")
    );
    assertEquals(shown, rows.map(([, shown]) => shown));
  });

  it("are not found in variables that only tell about one, as in Variables", async () => {
    const rows = [
      ["tokenUrl", "{{baseUrl}}/oauth/token", "{{baseUrl}}/oauth/token"],
      ["authType", "basic", "basic"],
      ["apiToken", "l1teral-s3cret", "•"],
      ["dbPassword", "{{start}}-s3cret", "{{start}}•"],
    ];
    const variables = rows.map(([name, value]) =>
      `{name: ${name}, value: "${value}"}`
    ).join(", ");
    const listed = `variables: [${variables}]`;
    await using page = await openPage({
      "opencollection.yml":
        `opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {${listed}}\n`,
      "environments/local.yml": `name: local\n${listed}\n`,
    });
    for (const file of ["", "environments/local.yml"]) {
      const { document } = await page.ask("open", { id: await page.id(file) });
      const { request, variables = request?.variables } = document as {
        variables?: readonly { readonly value: string }[];
        request?: { variables: readonly { readonly value: string }[] };
      };
      const shown = variables?.map(({ value }) =>
        value.replaceAll(/⟪secret \d+⟫/g, "•")
      );
      assertEquals(shown, rows.map(([, , shown]) => shown));
    }
  });

  it("are hidden in URLs of variables, in Variables as in the form", async () => {
    const url = "https://bob:l1teral-pw@a.example/?api_key=l1teral-s3cret";
    await using page = await openPage({
      "opencollection.yml":
        `opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: hook, value: "${url}"}]}\n`,
    });
    const { variables } = await page.ask("variables", {});
    assertEquals(
      variables.map(({ definitions: [{ text }] }) => text),
      ["https://bob:***@a.example/?api_key=***"],
    );
  });

  it("are not looked for in words of the format", async () => {
    const auth =
      "auth: {type: oauth2, flow: client_credentials, settings: {autoFetchToken: 'true'}, tokenConfig: {placement: {header: header}}}";
    await using page = await openPage({
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest:\n  variables:\n    - {name: a, secret: true, value: query}\n    - {name: b, secret: true, value: header}\n    - {name: c, secret: true, value: 'true'}\n",
      "get.yml":
        `info: {name: Get, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:9/', params: [{name: q, value: query, type: query}], ${auth}}\nsettings: {encodeUrl: 'true'}\n`,
    });
    const { document } = await page.ask("open", {
      id: await page.id("get.yml"),
    });
    const text = JSON.stringify(document).replaceAll(/⟪secret \d+⟫/g, "•");
    assertEquals(JSON.parse(text), {
      info: { name: "Get", type: "http" },
      http: {
        method: "GET",
        url: "http://127.0.0.1:9/",
        params: [{ name: "q", value: "•", type: "query" }],
        auth: {
          type: "oauth2",
          flow: "client_credentials",
          settings: { autoFetchToken: "true" },
          // A prefix, which can be any text.
          tokenConfig: { placement: { header: "•" } },
        },
      },
      settings: { encodeUrl: "true" },
    });
  });

  it("stay as they are where a page saves what is around them", async () => {
    await using page = await openPage(FILES, { environments: ["local"] });
    for (
      const [path, from, to] of [
        ["get.yml", "name: Get", "name: Got"],
        ["environments/local.yml", "# its comment", "# another"],
      ] as const
    ) {
      const id = await page.id(path);
      const { revision, source } = await page.ask("open", { id });
      assert(source.includes(from));
      const answer = await page.ask("save", {
        id,
        draft: { revision, source: source.replace(from, to) },
      });
      assertEquals(answer.type, "saved");
      assertEquals(await page.read(path), FILES[path].replace(from, to));
    }
    const id = await page.id("get.yml");
    const { revision, document } = await page.ask("open", { id });
    const edited = structuredClone(document) as unknown as {
      http: { method: string; auth: { username: string } };
    };
    edited.http.auth.username = "grace";
    const saved = await page.ask("save", {
      id,
      draft: { revision, base: document!, document: edited as unknown as Json },
    });
    assertEquals(saved.type, "saved");
    assertEquals(
      await page.read("get.yml"),
      FILES["get.yml"].replace("name: Get", "name: Got")
        .replace("username: ada", "username: grace"),
    );
  });

  it("are written anew where a page replaces them", async () => {
    await using page = await openPage(FILES);
    const id = await page.id("get.yml");
    const { revision, document } = await page.ask("open", { id });
    const edited = structuredClone(document) as unknown as {
      http: { auth: { password: string } };
    };
    assertEquals(/^⟪secret \d+⟫$/.test(edited.http.auth.password), true);
    edited.http.auth.password = "n3w-password";
    await page.ask("save", {
      id,
      draft: { revision, base: document!, document: edited as unknown as Json },
    });
    assertEquals(
      await page.read("get.yml"),
      FILES["get.yml"].replace(SECRETS.basic, "n3w-password"),
    );
  });

  it("are not saved where a span is damaged or made up", async () => {
    await using page = await openPage(FILES);
    const id = await page.id("get.yml");
    const { revision } = await page.ask("open", { id });
    await assertRejects(
      () =>
        page.ask("save", { id, draft: { revision, source: "a: ⟪secret 99⟫" } }),
      RefusedError,
      "damaged",
    );
    assertEquals(await page.read("get.yml"), FILES["get.yml"]);
  });

  it("are revealed one by one, for who asks", async () => {
    await using page = await openPage(FILES, { environments: ["local"] });
    const id = await page.id("get.yml");
    const { texts: [[{ definitions }]] } = await page.ask("placeholders", {
      id,
      texts: ["{{apiToken}}"],
    });
    assertEquals(definitions[0].text, "***");
    assertEquals(
      await page.ask("reveal", { definition: definitions[0].reveal! }),
      { value: SECRETS.variable },
    );
    const { document } = await page.ask("open", { id });
    const { http } = document as { http: { auth: { password: string } } };
    const [, number] = /(\d+)/.exec(http.auth.password)!;
    assertEquals(await page.ask("reveal", { secret: Number(number) }), {
      value: SECRETS.basic,
    });
    assertEquals(
      (await page.ask("copy", { id, as: "curl", reveal: true })).text.includes(
        SECRETS.variable,
      ),
      true,
    );
    await assertRejects(
      () => page.ask("reveal", { secret: 999 }),
      RefusedError,
    );
  });

  it("a text that looks like a hidden one comes back as it is", async () => {
    const text =
      "info: {name: Get, type: http}\n# ⟪secret 0⟫\nhttp: {method: GET, url: a}\n";
    await using page = await openPage({ ...FILES, "b.yml": text });
    const id = await page.id("b.yml");
    const { revision, source } = await page.ask("open", { id });
    await page.ask("save", {
      id,
      draft: { revision, source: source.replace("GET", "PUT") },
    });
    assertEquals(await page.read("b.yml"), text.replace("GET", "PUT"));
  });
});

describe("the history", () => {
  const sendOne = async (page: OpenPage) => {
    for await (
      const _ of page.lines("send", { id: await page.id("get.yml") })
    );
    return (await page.ask("history", {})).exchanges.length;
  };

  it("--no-history keeps nothing", async () => {
    await using page = await openPage(FILES, { history: "none" });
    assertEquals(await sendOne(page), 0);
    assertEquals(await sendOne(page), 0);
  });

  it("is searched and forgotten", async () => {
    await using page = await openPage(FILES);
    assertEquals([await sendOne(page), await sendOne(page)], [1, 2]);
    const found = async (text: string) =>
      (await page.ask("history", { text })).exchanges.length;
    assertEquals([await found("get.yml"), await found("nothing")], [2, 0]);
    await page.ask("forget", {});
    assertEquals(await found(""), 0);
  });

  it("--keep-history is one file of the user's, masked, which the next server reads", async () => {
    const cache = await Deno.makeTempDir();
    // Of this thread only: other tests start processes meanwhile, whose caches lie there, too.
    const { get } = Deno.env;
    Deno.env.get = (name) => name === "XDG_CACHE_HOME" ? cache : get(name);
    try {
      await using page = await openPage(FILES, {
        history: "kept",
        environments: ["local"],
      });
      await sendOne(page);
      const folder = join(cache, "brace", "history");
      const [{ name }] = [...Deno.readDirSync(folder)];
      const file = join(folder, name);
      if (Deno.build.os !== "windows") {
        assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
      }
      const kept = await Deno.readTextFile(file);
      assertEquals(kept.split("\n").length, 2);
      for (const secret of Object.values(SECRETS)) {
        if (secret.length > 4) assertEquals(kept.includes(secret), false);
      }
      await page.ask("forget", {});
      assertEquals([...Deno.readDirSync(folder)], []);
    } finally {
      Deno.env.get = get;
      await Deno.remove(cache, { recursive: true });
    }
  });
});
