import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { type NtlmServer, ntlmServer } from "../support/ntlm_server.ts";
import { oneLine } from "../support/one_line.ts";
import { brace as braceProcess, type Outcome } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { digestServer } from "../support/digest_server.ts";
import { type OAuth2Server, oauth2Server } from "../support/oauth2_server.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const FOLDER = fromFileUrl(new URL("../../fixtures/auth/", import.meta.url));

describe("brace run with auth", () => {
  const brace = braceRows();
  let oauth2: OAuth2Server;
  let digest: RecordingServer;
  let echo: RecordingServer;
  let unanswered: RecordingServer;
  let ntlm: NtlmServer;

  beforeAll(async () => {
    ntlm = await ntlmServer();
    oauth2 = oauth2Server();
    digest = digestServer({ qop: "auth", algorithm: "SHA-256" });
    echo = recordingServer();
    unanswered = digestServer({
      other: "Digest realm=a, nonce=1, algorithm=SHA3-512, Basic realm=b",
      noDigest: true,
    });
  });

  afterAll(async () => {
    await oauth2[Symbol.asyncDispose]();
    await digest.close();
    await echo.close();
    await unanswered.close();
    await ntlm[Symbol.asyncDispose]();
  });

  async function run(path: string, ...more: string[]): Promise<Outcome> {
    const variables = {
      oauth2: oauth2.url,
      digest: digest.url,
      echo: echo.url,
      unanswered: unanswered.url,
      ntlm: ntlm.url,
      clientSecret: "s3cr3t/+&",
      digestPassword: "Circle of Life",
      wrongSecret: "wr0ngs3cr3t",
    };
    const outcome = await brace([
      "run",
      `${FOLDER}${path}`,
      "--allow-net=127.0.0.1",
      ...Object.entries(variables).flatMap((it) => ["--var", it.join("=")]),
      ...more,
    ], {
      env: { AWS_SHARED_CREDENTIALS_FILE: `${FOLDER}collection/aws.ini` },
    });
    const printed = outcome.stdout + outcome.stderr;
    for (
      const secret of [
        "s3cr3t/+&",
        "Circle of Life",
        "wr0ngs3cr3t",
        "dev-secret-key",
        "access-1",
        "Pässwörd",
        "the-access-token",
        "the-client-token",
      ]
    ) assert(!printed.includes(secret), `${secret} in ${printed}`);
    assert(!/^\s+at /m.test(printed), printed);
    return outcome;
  }

  it("signs each kind, fields rendered before they are hashed", async () => {
    const { code, stdout, stderr } = await run("collection", "--verbose");
    assertEquals(code, 0, stdout + stderr);
    const [oauth1, aws, wsse, edgegrid] = echo.requests;
    const authorization = (it: typeof oauth1) => it.headers("authorization")[0];
    assert(authorization(oauth1).includes('signature_method="RSA-SHA256"'));
    assert(authorization(aws).includes("Credential=AKIDDEV/"));
    assertEquals(aws.headers("x-amz-security-token"), ["dev-session-token"]);
    assert(
      wsse.headers("x-wsse")[0].startsWith('UsernameToken Username="ann"'),
    );
    assertMatch(
      authorization(edgegrid),
      /^EG1-HMAC-SHA256 client_token=the-client-token;access_token=the-access-token;timestamp=\d{8}T\d\d:\d\d:\d\d\+0000;nonce=[\da-f-]{36};signature=.{43}=$/,
    );
    assertEquals(oauth2.calls.map(({ form }) => form.get("audience")), [
      oauth2.url,
    ]);
    assertEquals(
      ntlm.requests.map(({ message, body }) => `${message} ${body}`),
      ["0 body", "1 ", "3 body"],
    );
    assertEquals(digest.requests.map(({ target }) => target), [
      "/x?a=%20",
      "/x?a=%20",
    ]);
  });

  it("says with the request why a 401 was not answered", async () => {
    const { code, stdout } = await run("unanswered");
    assertEquals(code, 0, stdout);
    assert(oneLine(stdout).includes("the server's 401 does not offer NTLM"));
    const [, after] = stdout.split("digest.yml  GET 401");
    assert(
      oneLine(after).includes(
        "no Digest challenge that Brace supports (it offers digest SHA3-512, basic)",
      ),
      stdout,
    );
  });

  const refused: [file: string, code: number, says: string][] = [
    ["wrong-secret.yml", 4, "the server responded with 401, invalid_client"],
    ["nobody.yml", 3, "needs a person at a terminal"],
    [
      "callback.yml",
      3,
      '"callbackUrl" is not an http:// address of this machine',
    ],
    ["ntlm.yml", 3, '"username" is missing'],
    ["empty.yml", 3, '"region" is empty'],
    ["outside.yml", 6, "key.pem"],
    ["undeclared.yml", 6, "elsewhere.invalid"],
  ];
  for (const [file, code, says] of refused) {
    it(`refuses ${file}`, async () => {
      const before = echo.requests.length;
      const outcome = await run(`refused/${file}`);
      assertEquals(outcome.code, code, outcome.stdout + outcome.stderr);
      assert(oneLine(outcome.stdout).includes(says), outcome.stdout);
      assertEquals(echo.requests.length, before);
      assertMatch(outcome.stdout, /GET +not (?:sent|permitted)/);
    });
  }
});

it("settings.timeout holds for the request for a token", async () => {
  await using silent = recordingServer(() => new Promise(() => {}));
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(
      `${folder}/opencollection.yml`,
      "info: {name: Shop}\n",
    );
    Deno.writeTextFileSync(
      `${folder}/a.yml`,
      `info: {name: A, type: http}
http:
  method: GET
  url: ${silent.url}/a
  auth:
    type: oauth2
    flow: client_credentials
    accessTokenUrl: ${silent.url}/token
    credentials: {clientId: a, clientSecret: b}
settings: {timeout: 321}
`,
    );
    const { code, stdout } = await braceProcess(["run", folder]);
    assertEquals(code, 4, stdout);
    assertStringIncludes(oneLine(stdout), "321 ms");
    assertStringIncludes(stdout, "GET not sent");
    // On a busy machine not even the token's request may have arrived by then.
    const others = silent.requests.filter(({ target }) => target !== "/token");
    assertEquals(others, []);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
