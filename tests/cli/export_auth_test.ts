import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

const CLIENT = "credentials: {clientId: c, clientSecret: s%M}";
const OWNER = "resourceOwner: {username: ada, password: p}";

/** Auth without some of its options, as a mapping; `TOKEN` is the URL of tokens. */
const ROWS: readonly string[] = [
  "type: basic, username: ada",
  "type: bearer, token: t",
  "type: apikey, key: X-Key, value: v",
  "type: apikey, key: X-Key, value: v, placement: ''",
  "type: oauth1, consumerKey: k, consumerSecret: s, nonce: n, timestamp: '1'",
  "type: oauth1, consumerKey: k, consumerSecret: s, nonce: n, timestamp: '1', placement: '', signatureMethod: ''",
  "type: awsv4, accessKeyId: a, secretAccessKey: s, region: r, service: s3",
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${CLIENT}`,
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${
    CLIENT.replace("}", ", placement: ''}")
  }`,
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${
    CLIENT.replace("}", ", placement: body}")
  }`,
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${
    CLIENT.replace("}", ", placement: basic_auth_header}")
  }`,
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${CLIENT}, tokenConfig: {placement: {header: ''}}`,
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${CLIENT}, tokenConfig: {placement: {query: ''}}`,
  `type: oauth2, flow: client_credentials, accessTokenUrl: TOKEN, ${CLIENT}, additionalParameters: {accessTokenRequest: [{name: a, value: b}]}`,
  `type: oauth2, flow: password, accessTokenUrl: TOKEN, ${OWNER}, ${CLIENT}`,
  `type: oauth2, flow: resource_owner_password_credentials, accessTokenUrl: TOKEN, ${OWNER}, ${CLIENT}`,
];

describe("auth without an option", () => {
  const brace = braceRows();
  for (const auth of ROWS) {
    it(`is sent the same after an export: ${auth}`, async () => {
      await using server = recordingServer(({ target }) => ({
        json: target === "/token" ? { access_token: "abc" } : {},
      }));
      const cwd = await Deno.makeTempDir();
      try {
        await Deno.mkdir(`${cwd}/api`);
        await Deno.writeTextFile(
          `${cwd}/api/opencollection.yml`,
          "opencollection: 1.0.0\ninfo: {name: A}\n",
        );
        await Deno.writeTextFile(
          `${cwd}/api/R.yml`,
          `info: {name: R, type: http}\nhttp: {method: GET, url: "${server.url}/a", auth: {${
            auth.replace("TOKEN", `"${server.url}/token"`)
          }}}\n`,
        );
        const done = async (...args: string[]) => {
          const { code, stdout, stderr } = await brace(args, { cwd });
          assertEquals(code, 0, stdout + stderr);
          return stdout + stderr;
        };
        const sent = async (folder: string) => {
          const before = server.requests.length;
          await done("run", folder);
          return server.requests.slice(before).map((one) => [
            one.target,
            // The time is in it.
            one.headers("authorization").map((text) =>
              text.replace(/\/\d{8}\/|Signature=.*/g, "")
            ),
            one.headers("x-key"),
            // The order of fields says nothing.
            one.text.split("&").sort(),
          ]);
        };
        const expected = await sent("api");
        const said = await done(
          "export",
          "postman",
          "api",
          "-o",
          "p.json",
          "--with-secrets",
        );
        assertEquals(
          said.replace(/\s+/g, " ").includes(
            'newman gets no token for OAuth 2: set "accessToken" in the auth',
          ),
          auth.includes("oauth2"),
          said,
        );
        await done("import", "p.json", "-o", "p", "--with-secrets");
        assertEquals(await sent("p"), expected, "Postman");
        await done("export", "bru", "api", "-o", "bru", "--with-secrets");
        assertEquals(await sent("bru"), expected, "Bruno");
        assert(expected.length > 0);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
