import { assertEquals, assertMatch } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oauth2Server } from "../support/oauth2_server.ts";
import { oneLine } from "../support/one_line.ts";
import { recordingServer } from "../support/recording_server.ts";

/** What a run says of the header that the script sets, and what goes out. */
const ROWS: readonly {
  readonly what: string;
  readonly auth: string;
  readonly script?: string;
  /** The header of that name in the request. */
  readonly sends: readonly [name: string, value: string | RegExp];
  readonly warns: boolean;
}[] = [
  {
    what: "inherited auth replaces",
    auth: "inherit",
    sends: ["authorization", "Bearer of-the-collection"],
    warns: true,
  },
  {
    what: "basic auth replaces",
    auth: "{type: basic, username: a, password: b}",
    sends: ["authorization", "Basic YTpi"],
    warns: true,
  },
  {
    what: "a token replaces",
    auth:
      '{type: oauth2, flow: client_credentials, accessTokenUrl: "OAUTH2/token", credentials: {clientId: "the client", clientSecret: "s3cr3t/+&"}}',
    sends: ["authorization", "Bearer access-1"],
    warns: true,
  },
  {
    what: "a signature of AWS replaces",
    auth:
      "{type: awsv4, accessKeyId: a, secretAccessKey: b, service: s3, region: eu-1}",
    sends: ["authorization", /^AWS4-HMAC-SHA256 /],
    warns: true,
  },
  {
    what: "a signature of OAuth 1 replaces",
    auth: "{type: oauth1, consumerKey: a, consumerSecret: b}",
    sends: ["authorization", /^OAuth /],
    warns: true,
  },
  {
    what: "OAuth 1 in the URL leaves",
    auth: "{type: oauth1, consumerKey: a, consumerSecret: b, placement: query}",
    sends: ["authorization", "Bearer fresh"],
    warns: false,
  },
  {
    what: "a token in the URL leaves",
    auth:
      '{type: oauth2, flow: client_credentials, accessTokenUrl: "OAUTH2/token", credentials: {clientId: "the client", clientSecret: "s3cr3t/+&"}, tokenConfig: {placement: {query: access_token}}}',
    sends: ["authorization", "Bearer fresh"],
    warns: false,
  },
  {
    what: "WSSE replaces",
    auth: "{type: wsse, username: a, password: b}",
    script: 'req.setHeader("X-WSSE", "fresh")',
    sends: ["x-wsse", /^UsernameToken /],
    warns: true,
  },
  {
    what: "an API key replaces",
    auth: "{type: apikey, key: X-Key, value: k1, placement: header}",
    script: 'req.setHeader("x-key", "fresh")',
    sends: ["x-key", "k1"],
    warns: true,
  },
  {
    what: "auth has the value of",
    auth: "inherit",
    script: 'req.setHeader("Authorization", "Bearer of-the-collection")',
    sends: ["authorization", "Bearer of-the-collection"],
    warns: false,
  },
  {
    what: "an API key leaves",
    auth: "{type: apikey, key: X-Key, value: k1, placement: header}",
    sends: ["authorization", "Bearer fresh"],
    warns: false,
  },
  {
    what: "no auth leaves",
    auth: "none",
    sends: ["authorization", "Bearer fresh"],
    warns: false,
  },
  {
    what: "auth without a value leaves",
    auth: '{type: bearer, token: ""}',
    sends: ["authorization", "Bearer fresh"],
    warns: false,
  },
];

describe("a header that a script sets", () => {
  const brace = braceRows();
  const folder = Deno.makeTempDirSync();
  let server: ReturnType<typeof recordingServer>;
  let oauth2: ReturnType<typeof oauth2Server>;

  beforeAll(() => {
    server = recordingServer();
    oauth2 = oauth2Server();
    Deno.writeTextFileSync(
      `${folder}/opencollection.yml`,
      "info: {name: Shop}\nrequest: {auth: {type: bearer, token: of-the-collection}}\n",
    );
  });
  afterAll(async () => {
    await server.close();
    await oauth2[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  });

  for (const { what, auth, script, sends: [name, value], warns } of ROWS) {
    it(`${warns ? "has a warning" : "has none"} where ${what} it`, async () => {
      const code = script ?? 'req.setHeader("Authorization", "Bearer fresh")';
      Deno.writeTextFileSync(
        `${folder}/a.yml`,
        `info: {name: A, type: http}
http: {method: GET, url: "${server.url}/a", auth: ${
          auth.replace("OAUTH2", oauth2.url)
        }}
runtime: {scripts: [{type: before-request, code: '${code}'}]}
`,
      );
      const { code: exit, stdout } = await brace(["run", folder]);
      assertEquals(exit, 0, stdout);
      const [sent, ...more] = server.requests.at(-1)!.headers(name);
      assertEquals(more, []);
      if (typeof value === "string") assertEquals(sent, value);
      else assertMatch(sent, value);
      const says =
        `that a script sets: the request's auth replaces it (write auth: none, or set a variable that the auth reads)`;
      assertEquals(oneLine(stdout).includes(says), warns, stdout);
    });
  }
});
