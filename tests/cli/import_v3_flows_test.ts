import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const SHOP = "postman/collections/Shop";
const auth = (rows: Record<string, string>) =>
  `auth:\n  type: oauth2\n  credentials:\n${
    Object.entries({ accessTokenUrl: "http://127.0.0.1/token", ...rows })
      .map(([key, value]) => `    - key: ${key}\n      value: ${value}\n`)
      .join("")
  }`;
const request = `$kind: http-request\nmethod: GET\nurl: http://127.0.0.1/a\n`;
const CALLBACK =
  'Brace waits for the browser at an address of this machine: under "auth", write one as callbackUrl';
const IMPLICIT = 'Brace has no OAuth 2 flow "implicit"';
const code = (redirect_uri: string) =>
  auth({
    grant_type: "authorization_code",
    authUrl: "http://127.0.0.1/auth",
    redirect_uri,
  });
const elsewhere = code("https://oauth.pstmn.io/v1/callback");

const ROWS: Record<
  string,
  [files: Record<string, string>, said: string | undefined]
> = {
  "the callback of a request": [
    { [`${SHOP}/a.request.yaml`]: request + elsewhere },
    CALLBACK,
  ],
  "the callback of the collection": [{
    [`${SHOP}/.resources/definition.yaml`]:
      `$kind: collection\nname: Shop\n${elsewhere}`,
    [`${SHOP}/a.request.yaml`]: request,
  }, CALLBACK],
  "the callback of a folder": [{
    [`${SHOP}/.resources/definition.yaml`]: "$kind: collection\nname: Shop\n",
    [`${SHOP}/in/.resources/definition.yaml`]:
      `$kind: collection\nname: In\n${elsewhere}`,
    [`${SHOP}/in/a.request.yaml`]: request,
  }, CALLBACK],
  "a form that inherits OAuth 1 of the URL": [{
    [`${SHOP}/.resources/definition.yaml`]:
      "$kind: collection\nname: Shop\nauth:\n  type: oauth1\n  credentials:\n    - key: consumerKey\n      value: k\n",
    [`${SHOP}/a.request.yaml`]:
      "$kind: http-request\nmethod: PUT\nurl: http://127.0.0.1/a\nbody:\n  type: urlencoded\n  content:\n    - key: a\n      value: b\n",
  }, "Brace sends the inherited OAuth 1 parameters in the URL"],
  "the flow implicit": [{
    [`${SHOP}/a.request.yaml`]: request +
      auth({ grant_type: "implicit", authUrl: "http://127.0.0.1/auth" }),
  }, IMPLICIT],
  "nothing of a callback that Brace chooses": [{
    [`${SHOP}/a.request.yaml`]: request + code('""'),
  }, undefined],
  "nothing of a callback at this machine": [{
    [`${SHOP}/a.request.yaml`]: request +
      code("http://127.0.0.1:8765/callback"),
  }, undefined],
};

describe("the import of a folder of Postman 12 names", () => {
  const brace = braceRows();
  for (const [name, [files, said]] of Object.entries(ROWS)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        for (const [path, text] of Object.entries(files)) {
          await Deno.mkdir(`${cwd}/repo/${path.replace(/[^/]*$/, "")}`, {
            recursive: true,
          });
          await Deno.writeTextFile(`${cwd}/repo/${path}`, text);
        }
        const { stdout } = await brace(["import", "repo", "-o", "made"], {
          cwd,
        });
        const text = oneLine(stdout);
        assertEquals(
          said === undefined
            ? !text.includes(CALLBACK) && !text.includes(IMPLICIT)
            : text.includes(`Needs you (1): ${said}`),
          true,
          stdout,
        );
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});

/** A level, a request, and where the parameters of the inherited OAuth 1 go. */
const SIGNED: [
  level: string,
  request: string,
  place: string,
  credential?: string,
][] = [
  [
    "",
    "method: POST\nbody: {type: urlencoded, content: [{key: a, value: b}]}",
    "header",
    "    - key: addParamsToHeader\n      value: true\n",
  ],
  [
    "",
    "method: POST\nbody: {type: urlencoded, content: [{key: a, value: b}]}",
    "form",
  ],
  [
    "in/",
    "method: PUT\nbody: {type: urlencoded, content: [{key: a, value: b}]}",
    "form",
  ],
  [
    "",
    "method: PATCH\nbody: {type: urlencoded, content: [{key: a, value: b}]}",
    "URL",
  ],
  ["", "method: POST\nbody: {type: text, content: a=b}", "URL"],
  ["", "method: GET", "URL"],
];

describe("OAuth 1 that a request of Postman 12 inherits", () => {
  const brace = braceRows();
  for (const [level, more, place, credential = ""] of SIGNED) {
    it(`is in the ${place}: ${level}${more.replaceAll("\n", ", ")}`, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        const oauth1 =
          `auth:\n  type: oauth1\n  credentials:\n    - key: consumerKey\n      value: k\n${credential}`;
        const files = {
          ".resources/definition.yaml": `$kind: collection\nname: Shop\n${
            level === "" ? oauth1 : ""
          }`,
          "in/.resources/definition.yaml": `$kind: collection\nname: In\n${
            level === "" ? "" : oauth1
          }`,
          "in/a.request.yaml":
            `$kind: http-request\nurl: http://127.0.0.1/a\n${more}\n`,
        };
        for (const [path, text] of Object.entries(files)) {
          await Deno.mkdir(`${cwd}/${path.replace(/[^/]*$/, "")}`, {
            recursive: true,
          });
          await Deno.writeTextFile(`${cwd}/${path}`, text);
        }
        const { stdout } = await brace(["render"], { cwd });
        const [head, body = ""] = stdout.split("\n\n");
        assertEquals(
          {
            URL: head.includes("?oauth_consumer_key="),
            form: body.includes("&oauth_consumer_key="),
          },
          { URL: place === "URL", form: place === "form" },
          stdout,
        );
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }

  it("is in the URL where the collection is not Postman's", async () => {
    const cwd = await Deno.makeTempDir();
    try {
      const files = {
        "opencollection.yml":
          "info: {name: Shop}\nrequest: {auth: {type: oauth1, consumerKey: k, placement: query}}\n",
        "a.yml":
          "info: {name: A, type: http}\nhttp: {url: http://127.0.0.1/a, method: POST, auth: inherit, body: {type: form-urlencoded, data: [{name: a, value: b}]}}\n",
      };
      for (const [path, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${cwd}/${path}`, text);
      }
      const { stdout } = await brace(["render"], { cwd });
      assertEquals(stdout.match(/[?&]oauth_consumer_key=/g), [
        "?oauth_consumer_key=",
      ]);
    } finally {
      await Deno.remove(cwd, { recursive: true });
    }
  });
});
