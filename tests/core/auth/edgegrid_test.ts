import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createSigner } from "../../../lib/core/auth/create_signer.ts";
import { AuthError } from "../../../lib/core/source/errors.ts";
import { authPorts } from "../../support/auth_ports.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";

const HOST =
  "https://akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net";
const TOKENS = {
  clientToken: "akab-client-token-xxx-xxxxxxxxxxxxxxxx",
  accessToken: "akab-access-token-xxx-xxxxxxxxxxxxxxxx",
  clientSecret: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=",
};
const ONCE = {
  nonce: "nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
  timestamp: "20140321T19:34:21+0000",
};

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly url?: string;
}

async function sign(sent: Sent, more: Record<string, string> = ONCE) {
  const auth = renderedAuth("akamai-edgegrid", { ...TOKENS, ...more });
  const signer = await createSigner(auth, authPorts());
  const { body } = sent;
  const signature = await signer!.sign!({
    method: sent.method ?? "GET",
    url: `${sent.url ?? HOST}${sent.path}`,
    headers: sent.headers ?? [],
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  });
  const [[name, value]] = signature!.headers!;
  assertEquals(name, "Authorization");
  return value;
}

const SIGNED_HEADERS = {
  ...ONCE,
  headersToSign: "X-Test1,X-Test2,X-Test3",
  maxBodySize: "2048",
};
const THREE = [["X-Test2", "t2"], ["X-Test1", "t1"], [
  "X-Test3",
  "t3",
]] as const;
const T3 = "/testapi/v1/t3";

/** Akamai's published vectors: the signatures of its own clients' tests. */
const VECTORS: [name: string, sent: Sent, signature: string][] = [
  ["GET", { path: "/" }, "tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU="],
  [
    "GET with a query",
    { path: "/testapi/v1/t1?p1=1&p2=2" },
    "hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA=",
  ],
  [
    "POST",
    { method: "POST", path: T3, body: "data".repeat(8) },
    "hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4=",
  ],
  [
    "POST of as many bytes as are hashed",
    { method: "POST", path: T3, body: "d".repeat(2048) },
    "6Q6PiTipLae6n4GsSIDTCJ54bEbHUBp+4MUXrbQCBoY=",
  ],
  [
    "POST of more bytes than are hashed",
    { method: "POST", path: T3, body: "d".repeat(2049) },
    "6Q6PiTipLae6n4GsSIDTCJ54bEbHUBp+4MUXrbQCBoY=",
  ],
  [
    "POST with an empty body",
    { method: "POST", path: "/testapi/v1/t6", body: "" },
    "1gEDxeQGD5GovIkJJGcBaKnZ+VaPtrc4qBUHixjsPCQ=",
  ],
  [
    "PUT, whose body is not hashed",
    { method: "PUT", path: "/testapi/v1/t6", body: "P".repeat(31) },
    "GNBWEYSEWOLtu+7dD52da2C39aX/Jchpon3K/AmBqBU=",
  ],
  [
    "a header",
    { path: "/testapi/v1/t4", headers: [["X-Test1", "test-simple-header"]] },
    "8F9AybcRw+PLxnvT+H0JRkjROrrUgsxJTnRXMzqvcwY=",
  ],
  [
    "a header with blanks inside quotes",
    {
      path: "/testapi/v1/t4",
      headers: [["X-Test1", '"     test-header-with-spaces     "']],
    },
    "ucq2AbjCNtobHfCTuS38fdkl5UDdWHZhQX46fYR8CqI=",
  ],
  [
    "a header with blanks before and between words",
    {
      path: "/testapi/v1/t4",
      headers: [["X-Test1", "     first-thing      second-thing"]],
    },
    "WtnneL539UadAAOJwnsXvPqT4Kt6z7HMgBEwAFpt3+c=",
  ],
  [
    "headers in the order of the auth",
    { path: "/testapi/v1/t4", headers: THREE },
    "Wus73Nx8jOYM+kkBFF2q8D1EATRIMr0WLWwpLBgkBqY=",
  ],
  [
    "a header that is not listed",
    {
      path: "/testapi/v1/t5",
      headers: [...THREE, ["X-Extra", "this won't be included"]],
    },
    "Knd/jc0A5Ghhizjayr0AUUvl2MZjBpS3FDSzvtq4Ixc=",
  ],
];

describe("akamai-edgegrid", () => {
  for (const [name, sent, signature] of VECTORS) {
    it(`signs as Akamai's clients do: ${name}`, async () => {
      assertEquals(
        await sign(sent, SIGNED_HEADERS),
        `EG1-HMAC-SHA256 client_token=${TOKENS.clientToken};` +
          `access_token=${TOKENS.accessToken};timestamp=${ONCE.timestamp};` +
          `nonce=${ONCE.nonce};signature=${signature}`,
      );
    });
  }

  const SAME: [name: string, a: Record<string, string>, b: Sent][] = [
    ["baseURL", { baseURL: HOST }, { path: "/a", url: "http://127.0.0.1:1" }],
    [
      "baseURL without a scheme",
      { baseURL: `${HOST.slice("https://".length)}/` },
      { path: "/a", url: "https://127.0.0.1:1" },
    ],
    ["an empty baseURL", { baseURL: " " }, { path: "/a" }],
    [
      "a list of headers",
      { "headersToSign.0": "x-a", "headersToSign.1": "X-B" },
      { path: "/a", headers: [["x-b", "2"], ["X-A", "1"]] },
    ],
  ];
  for (const [name, fields, sent] of SAME) {
    it(`takes ${name}`, async () => {
      const { headers } = sent;
      assertEquals(
        await sign(sent, { ...ONCE, ...fields }),
        await sign({ path: "/a", ...(headers && { headers }) }, {
          ...ONCE,
          headersToSign: "X-A,X-B",
        }),
      );
    });
  }

  it("makes a UUID and the time where the auth has none", async () => {
    assertMatch(
      await sign({ path: "/" }, {}),
      /;timestamp=20260102T03:04:05\+0000;nonce=00010203-0405-4607-8809-0a0b0c0d0e0f;signature=/,
    );
  });

  it("refuses the body of a POST that is streamed", async () => {
    const headers = [["Content-Length", "7"]] as const;
    const streamed = { method: "POST", path: "/", headers };
    const error = await assertRejects(() => sign(streamed), AuthError);
    assertMatch(error.message, /streamed from a file/);
    await sign({ ...streamed, method: "PUT" });
  });
});
