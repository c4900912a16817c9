import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { AuthError } from "../../../lib/core/source/errors.ts";
import type { OutgoingHop } from "../../../lib/core/http/engine.ts";
import { baseString } from "../../../lib/core/auth/sign_oauth1.ts";
import { OAUTH1_METHODS } from "../../../lib/core/auth/fields.ts";
import {
  type OAuth1Method,
  oauth1Signature,
} from "../../../lib/core/auth/sign_oauth1.ts";
import { signOAuth1 } from "../../../lib/core/auth/sign_oauth1.ts";
import { authPorts } from "../../support/auth_ports.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";

/** The three requests of RFC 5849, 1.2. */
const RFC5849: [
  name: string,
  method: string,
  url: string,
  fields: Record<string, string>,
  signature: string,
][] = [
  [
    "temporary credentials",
    "POST",
    "https://photos.example.net/initiate",
    {
      timestamp: "137131200",
      nonce: "wIjqoS",
      callbackUrl: "http://printer.example.com/ready",
    },
    "74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D",
  ],
  [
    "token credentials",
    "POST",
    "https://photos.example.net/token",
    {
      accessToken: "hh5s93j4hdidpola",
      accessTokenSecret: "hdhd0244k9j7ao03",
      timestamp: "137131201",
      nonce: "walatlh",
      verifier: "hfdp7dh39dks9884",
    },
    "gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D",
  ],
  [
    "a protected resource",
    "GET",
    "http://photos.example.net/photos?file=vacation.jpg&size=original",
    {
      accessToken: "nnch734d00sl2jdk",
      accessTokenSecret: "pfkkdhi9sl3r4s00",
      timestamp: "137131202",
      nonce: "chapoH",
    },
    "MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D",
  ],
];

/** The key of the OAuth community's published test cases, section 9.3. */
const PKCS8 = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V
A7qVvdqxevEuUkW4K+2KdMXmnQbG9Aa7k7eBjK1S+0LYmVjPKlJGNXHDGuy5Fw/d
7rjVJ0BLB+ubPK8iA/Tw3hLQgXMRRGRXXCn8ikfuQfjUS1uZSatdLB81mydBETlJ
hI6GH4twrbDJCR2Bwy/XWXgqgGRzAgMBAAECgYBYWVtleUzavkbrPjy0T5FMou8H
X9u2AC2ry8vD/l7cqedtwMPp9k7TubgNFo+NGvKsl2ynyprOZR1xjQ7WgrgVB+mm
uScOM/5HVceFuGRDhYTCObE+y1kxRloNYXnx3ei1zbeYLPCHdhxRYW7T0qcynNmw
rn05/KO2RLjgQNalsQJBANeA3Q4Nugqy4QBUCEC09SqylT2K9FrrItqL2QKc9v0Z
zO2uwllCbg0dwpVuYPYXYvikNHHg+aCWF+VXsb9rpPsCQQDWR9TT4ORdzoj+Nccn
qkMsDmzt0EfNaAOwHOmVJ2RVBspPcxt5iN4HI7HNeG6U5YsFBb+/GZbgfBT3kpNG
WPTpAkBI+gFhjfJvRw38n3g/+UeAkwMI2TJQS4n8+hid0uus3/zOjDySH3XHCUno
cn1xOJAyZODBo47E+67R4jV1/gzbAkEAklJaspRPXP877NssM5nAZMU0/O/NGCZ+
3jPgDUno6WbJn5cqm8MqWhW1xGkImgRk+fkDBquiq4gPiT898jusgQJAd5Zrr6Q8
AO/0isr/3aa6O6NLQxISLKcPDk2NOccAfS/xOtfOz4sJYM3+Bs4Io9+dZGSDCA54
Lw03eHTNQghS0A==
-----END PRIVATE KEY-----`;
const RSA_SIGNATURE =
  "jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKasKsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE=";
const RSA_FIELDS = {
  consumerKey: "dpf43f3p2l4k3l03",
  signatureMethod: "RSA-SHA1",
  timestamp: "1196666512",
  nonce: "13917289812797014437",
};
const RSA_HOP: OutgoingHop = {
  method: "GET",
  url: "http://photos.example.net/photos?file=vacaction.jpg&size=original",
  headers: [],
};
/** The inside of a PKCS #8 key is the PKCS #1 key. */
const PKCS1 = [
  "-----BEGIN RSA PRIVATE KEY-----",
  Uint8Array.fromBase64(PKCS8.replace(/-----[^-]+-----/g, "")).subarray(26)
    .toBase64(),
  "-----END RSA PRIVATE KEY-----",
].join("\n");

function sign(
  hop: OutgoingHop,
  fields: Record<string, string | boolean>,
  more = {},
) {
  return signOAuth1(hop, renderedAuth("oauth1", fields), authPorts(more));
}

function form(body: string, method = "POST"): OutgoingHop {
  return {
    method,
    url: "http://example.com/request",
    headers: [["content-type", "application/x-www-form-urlencoded"]],
    body: new TextEncoder().encode(body),
  };
}

describe("OAuth 1 base string", () => {
  it("is that of RFC 5849, 3.4.1.1", () => {
    assertEquals(
      baseString({
        method: "POST",
        url: "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
        form: "c2&a3=2+q",
        parameters: [
          ["oauth_consumer_key", "9djdj82h48djs9d2"],
          ["oauth_token", "kkk9d7dh3k39sjv7"],
          ["oauth_signature_method", "HMAC-SHA1"],
          ["oauth_timestamp", "137131201"],
          ["oauth_nonce", "7d8f3e4a"],
        ],
      }),
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it("names the port only where it is not the default (3.4.1.2)", () => {
    const of = (url: string) =>
      decodeURIComponent(
        baseString({ method: "GET", url, parameters: [] }).split("&")[1],
      );
    assertEquals(
      of("https://www.example.net:8080/?q=1"),
      "https://www.example.net:8080/",
    );
    assertEquals(
      of("HTTPS://Example.net:443/A%20b"),
      "https://example.net/A%20b",
    );
    assertEquals(of("http://h?q"), "http://h/");
  });

  it("does not depend on the order of the parameters", () => {
    const pair = fc.tuple(fc.string({ minLength: 1 }), fc.string());
    fc.assert(fc.property(fc.array(pair), (pairs) => {
      const of = (list: typeof pairs) =>
        baseString({
          method: "GET",
          url: `http://h/?${new URLSearchParams(list)}`,
          parameters: [],
        });
      assertEquals(of(pairs), of(pairs.toReversed()));
    }));
  });
});

describe("OAuth 1 signatures", () => {
  for (const [name, method, url, fields, signature] of RFC5849) {
    it(`RFC 5849, 1.2: ${name}`, async () => {
      const { headers } = await sign({ method, url, headers: [] }, {
        consumerKey: "dpf43f3p2l4k3l03",
        consumerSecret: "kd94hf93k423kf44",
        realm: "Photos",
        version: "",
        ...fields,
      });
      const [[header, value]] = headers!;
      assertEquals(header, "Authorization");
      assert(value.startsWith('OAuth realm="Photos", oauth_consumer_key="dpf'));
      assertEquals(/oauth_signature="([^"]+)"/.exec(value)?.[1], signature);
      assert(!value.includes("oauth_version"));
    });
  }

  // The RFC prints a signature here, but no secrets that it belongs to: these are the usual ones.
  it("the request of RFC 5849, 3.4.1.1", async () => {
    const { headers } = await sign({
      ...form("c2&a3=2+q"),
      url: "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
    }, {
      consumerKey: "9djdj82h48djs9d2",
      consumerSecret: "j49sk3j29djd",
      accessToken: "kkk9d7dh3k39sjv7",
      accessTokenSecret: "dh893hdasih9",
      timestamp: "137131201",
      nonce: "7d8f3e4a",
      version: "",
    });
    assertEquals(
      /oauth_signature="([^"]+)"/.exec(headers![0][1])?.[1],
      encodeURIComponent("r6/TJjbCOr97/+UU0NsvSne7s5g="),
    );
  });

  for (
    const [name, key] of [
      ["PKCS #8", PKCS8],
      ["PKCS #1", PKCS1],
      [
        "the older label above the newer form",
        PKCS8.replaceAll("PRIV", "RSA PRIV"),
      ],
      ["line breaks as \\n", PKCS8.replaceAll("\n", "\\n")],
    ]
  ) {
    it(`RSA-SHA1 with ${name}`, async () => {
      const { headers } = await sign(RSA_HOP, {
        ...RSA_FIELDS,
        "privateKey.value": key,
      });
      const value = /oauth_signature="([^"]+)"/.exec(headers![0][1])![1];
      assertEquals(decodeURIComponent(value), RSA_SIGNATURE);
    });
  }

  it("RSA with a key from a file", async () => {
    const asked: string[] = [];
    const { headers } = await sign(RSA_HOP, {
      ...RSA_FIELDS,
      "privateKey.type": "file",
      "privateKey.value": "key.pem",
    }, {
      readText: (path: string) => {
        asked.push(path);
        return Promise.resolve(PKCS8);
      },
    });
    assertEquals(asked, ["key.pem"]);
    assert(headers![0][1].includes(encodeURIComponent(RSA_SIGNATURE)));
  });

  it("verify with the other RSA hashes", async () => {
    const der = Uint8Array.fromBase64(PKCS8.replace(/-----[^-]+-----/g, ""));
    for (const hash of ["SHA-256", "SHA-512"]) {
      const method = `RSA-${hash.replace("-", "")}` as OAuth1Method;
      const signed = await oauth1Signature(method, "text", {
        consumerSecret: "",
        tokenSecret: "",
        privateKey: PKCS8,
      });
      const algorithm = { name: "RSASSA-PKCS1-v1_5", hash };
      const secret = await crypto.subtle.importKey(
        "pkcs8",
        der,
        algorithm,
        true,
        ["sign"],
      );
      const { kty, n, e } = await crypto.subtle.exportKey("jwk", secret);
      const key = await crypto.subtle.importKey(
        "jwk",
        { kty, n, e } as JsonWebKey,
        algorithm,
        false,
        ["verify"],
      );
      assert("value" in signed);
      assert(
        await crypto.subtle.verify(
          algorithm,
          key,
          Uint8Array.fromBase64(signed.value),
          new TextEncoder().encode("text"),
        ),
      );
    }
  });

  it("PLAINTEXT is the two secrets (RFC 5849, 3.4.4)", async () => {
    assertEquals(
      await oauth1Signature("PLAINTEXT", "", {
        consumerSecret: "djr9rjt0jd78jf88",
        tokenSecret: "jjd999tj88uiths3",
        privateKey: "",
      }),
      { value: "djr9rjt0jd78jf88&jjd999tj88uiths3" },
    );
  });

  it("differ for each method, also with empty secrets", async () => {
    const secrets = { consumerSecret: "", tokenSecret: "", privateKey: PKCS8 };
    const values = await Promise.all(
      OAUTH1_METHODS.map((method) => oauth1Signature(method, "text", secrets)),
    );
    assertEquals(new Set(values.map((it) => JSON.stringify(it))).size, 7);
  });
});

describe("signOAuth1", () => {
  const fields = { consumerKey: "k", consumerSecret: "s" };

  it("makes timestamp and nonce from the ports, and says version 1.0", async () => {
    const { headers } = await sign({ ...RSA_HOP, url: "http://h/" }, fields);
    assert(
      headers![0][1].startsWith(
        'OAuth oauth_consumer_key="k", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1767323045", oauth_nonce="000102030405060708090a0b0c0d0e0f", oauth_version="1.0", oauth_signature="',
      ),
      headers![0][1],
    );
  });

  it("puts the parameters into the query, in place of earlier ones", async () => {
    const hop = { ...RSA_HOP, url: "http://h/p?a=%41&oauth_nonce=old" };
    const { url, headers } = await sign(hop, { ...fields, placement: "query" });
    assertEquals(headers, undefined);
    assert(url!.startsWith("http://h/p?a=%41&oauth_consumer_key=k&"), url);
    assertEquals(new URL(url!).searchParams.getAll("oauth_nonce").length, 1);
  });

  it("puts the parameters into a form", async () => {
    const { body, headers } = await sign(form("a=1&b=+"), {
      ...fields,
      placement: "body",
    });
    const text = new TextDecoder().decode(body);
    assert(text.startsWith("a=1&b=+&oauth_consumer_key=k&"), text);
    assertEquals(headers, [["Content-Length", String(body!.length)]]);
  });

  it("takes the header where the body is gone", async () => {
    const { headers } = await sign({ ...RSA_HOP, url: "http://h/" }, {
      ...fields,
      placement: "body",
    });
    assertEquals(headers?.[0][0], "Authorization");
  });

  it("hashes a body that is not a form (OAuth Request Body Hash, example)", async () => {
    const hop: OutgoingHop = {
      method: "PUT",
      url: "http://www.example.com/resource",
      headers: [["Content-Type", "text/plain"]],
      body: new TextEncoder().encode("Hello World!"),
    };
    const { headers } = await sign(hop, {
      consumerKey: "consumer",
      consumerSecret: "secret",
      accessToken: "token",
      accessTokenSecret: "secret2",
      timestamp: "1236874236",
      nonce: "10369470270925",
      includeBodyHash: true,
    });
    const value = headers![0][1];
    assert(
      value.includes('oauth_body_hash="Lve95gjOVATpfV8EL5X4nxwjKHE%3D"'),
      value,
    );
    const ofForm = await sign(form("a=1"), {
      ...fields,
      includeBodyHash: true,
    });
    assert(!ofForm.headers![0][1].includes("oauth_body_hash"));
  });

  const streamed: OutgoingHop = {
    method: "POST",
    url: "http://h/",
    headers: [["Transfer-Encoding", "chunked"]],
  };
  const refused: [
    name: string,
    hop: OutgoingHop,
    fields: Record<string, string | boolean>,
    field: string,
  ][] = [
    ["a body that is not a form", { ...form("{}"), headers: [] }, {
      placement: "body",
    }, "placement"],
    ["a streamed body", streamed, { includeBodyHash: true }, "includeBodyHash"],
    ["no key", RSA_HOP, {
      signatureMethod: "RSA-SHA256",
      "privateKey.value": "s3cr3t",
    }, "privateKey.value"],
    ["a broken key", RSA_HOP, {
      signatureMethod: "RSA-SHA256",
      "privateKey.value":
        "-----BEGIN PRIVATE KEY-----\nczNjcjN0\n-----END PRIVATE KEY-----",
    }, "privateKey.value"],
    ["an encrypted key", RSA_HOP, {
      signatureMethod: "RSA-SHA256",
      "privateKey.value":
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nczNjcjN0\n-----END",
    }, "privateKey.value"],
    ["a file that nobody may read", RSA_HOP, {
      signatureMethod: "RSA-SHA256",
      "privateKey.type": "file",
      "privateKey.value": "k.pem",
    }, "privateKey.value"],
  ];
  for (const [name, hop, more, field] of refused) {
    it(`refuses ${name}`, async () => {
      const error = await assertRejects(
        () => sign(hop, { ...fields, ...more }),
        AuthError,
      );
      const [{ location, message }] = (error as AuthError).diagnostics;
      assertEquals(location?.yamlPath, `http.auth.${field}`);
      assert(!/s3cr3t|czNjcjN0/.test(message));
    });
  }
});
