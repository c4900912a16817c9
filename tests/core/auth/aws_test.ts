import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import type { OutgoingHop } from "../../../lib/core/http/engine.ts";
import { canonicalPath } from "../../../lib/core/auth/aws/sign_aws.ts";
import { canonicalQuery } from "../../../lib/core/auth/aws/sign_aws.ts";
import { parseAwsProfile } from "../../../lib/core/auth/aws/parse_aws_profile.ts";
import { signAws } from "../../../lib/core/auth/aws/sign_aws.ts";

type Row = readonly [
  name: string,
  hop: Partial<Omit<OutgoingHop, "body">> & { target?: string; body?: string },
  signature: string,
  signedHeaders?: string,
];

const KEYS = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const UNRESERVED =
  "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Signatures of AWS's published Signature Version 4 test suite. */
const SUITE: readonly Row[] = [
  [
    "get-vanilla",
    {},
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "host;x-amz-date",
  ],
  [
    "get-vanilla-query-order-key-case",
    { target: "/?Param2=value2&Param1=value1" },
    "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  ],
  [
    "get-vanilla-query-order-value",
    { target: "/?Param1=value2&Param1=value1" },
    "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694",
  ],
  [
    "get-vanilla-query-order-encoded",
    { target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1" },
    "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac",
  ],
  [
    "get-vanilla-empty-query-key",
    { target: "/?Param1=value1" },
    "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
  ],
  [
    "get-vanilla-query-unreserved",
    { target: `/?${UNRESERVED}=${UNRESERVED}` },
    "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
  ],
  [
    "get-vanilla-utf8-query",
    { target: "/?ሴ=bar" },
    "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
  ],
  [
    "get-unreserved",
    { target: `/${UNRESERVED}` },
    "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
  ],
  [
    "get-utf8",
    { target: "/ሴ" },
    "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
  ],
  [
    "get-space-normalized",
    { target: "/example space/" },
    "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
  ],
  [
    "get-relative-normalized",
    { target: "/example/.." },
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  ],
  [
    "get-slashes-normalized",
    { target: "//example//" },
    "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84",
  ],
  [
    "get-header-key-duplicate",
    {
      headers: [
        ["My-Header1", "value2"],
        ["My-Header1", "value2"],
        ["My-Header1", "value1"],
      ],
    },
    "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
    "host;my-header1;x-amz-date",
  ],
  [
    "get-header-value-order",
    {
      headers: [
        ["My-Header1", "value4"],
        ["My-Header1", "value1"],
        ["My-Header1", "value3"],
        ["My-Header1", "value2"],
      ],
    },
    "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
  ],
  [
    "get-header-value-trim",
    {
      headers: [["My-Header1", " value1"], ["My-Header2", ' "a   b   c"']],
    },
    "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
    "host;my-header1;my-header2;x-amz-date",
  ],
  [
    "post-vanilla",
    { method: "POST" },
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  ],
  [
    "post-vanilla-query",
    { method: "POST", target: "/?Param1=value1" },
    "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
  ],
  [
    "post-x-www-form-urlencoded",
    {
      method: "POST",
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: "Param1=value1",
    },
    "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
    "content-type;host;x-amz-date",
  ],
];

/** The worked examples of the S3 API reference. */
const S3: readonly Row[] = [
  [
    "GET Object",
    { target: "/test.txt", headers: [["Range", "bytes=0-9"]] },
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    "host;range;x-amz-content-sha256;x-amz-date",
  ],
  [
    "PUT Object, the key's $ as it is on the wire",
    {
      method: "PUT",
      target: "/test$file.text",
      headers: [
        ["Date", "Fri, 24 May 2013 00:00:00 GMT"],
        ["x-amz-storage-class", "REDUCED_REDUNDANCY"],
      ],
      body: "Welcome to Amazon S3.",
    },
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
  ],
  [
    "PUT Object, the key's $ encoded",
    {
      method: "PUT",
      target: "/test%24file.text",
      headers: [
        ["Date", "Fri, 24 May 2013 00:00:00 GMT"],
        ["x-amz-storage-class", "REDUCED_REDUNDANCY"],
      ],
      body: "Welcome to Amazon S3.",
    },
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  ],
  [
    "GET Bucket Lifecycle",
    { target: "/?lifecycle" },
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  ],
  [
    "GET Bucket (List Objects)",
    { target: "/?max-keys=2&prefix=J" },
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
];

function hopOf(row: Row, host: string): OutgoingHop {
  const { target = "/", body, ...rest } = row[1];
  return {
    method: "GET",
    headers: [],
    ...rest,
    url: `https://${host}${target}`,
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  };
}

function assertSigned(
  headers: readonly (readonly [string, string])[] | undefined,
  row: Row,
) {
  const value = headers?.find(([name]) => name === "Authorization")?.[1] ?? "";
  assertEquals(/Signature=(\w+)$/.exec(value)?.[1], row[2]);
  if (row[3]) {
    assertEquals(/SignedHeaders=([^,]+)/.exec(value)?.[1], row[3]);
  }
}

describe("AWS Signature Version 4", () => {
  const scope = {
    service: "service",
    region: "us-east-1",
    now: Date.UTC(2015, 7, 30, 12, 36),
  };

  describe("the published suite", () => {
    for (const row of SUITE) {
      it(row[0], async () => {
        const hop = hopOf(row, "example.amazonaws.com");
        assertSigned((await signAws(hop, KEYS, scope)).headers, row);
      });
    }

    it("get-vanilla-with-session-token", async () => {
      const sessionToken =
        "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267";
      const row: Row = [
        "",
        {},
        "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
        "host;x-amz-date;x-amz-security-token",
      ];
      const { headers } = await signAws(
        hopOf(row, "example.amazonaws.com"),
        { ...KEYS, sessionToken },
        scope,
      );
      assertSigned(headers, row);
      assertEquals(headers?.slice(0, 2), [
        ["X-Amz-Date", "20150830T123600Z"],
        ["X-Amz-Security-Token", sessionToken],
      ]);
    });
  });

  describe("the IAM example of the general reference", () => {
    it("ListUsers", async () => {
      const { headers } = await signAws(
        {
          method: "GET",
          url: "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
          headers: [[
            "Content-Type",
            "application/x-www-form-urlencoded; charset=utf-8",
          ]],
        },
        KEYS,
        { ...scope, service: "iam" },
      );
      assertEquals(
        headers?.at(-1)?.[1],
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, " +
          "SignedHeaders=content-type;host;x-amz-date, " +
          "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
      );
    });
  });

  describe("the S3 examples", () => {
    const keys = {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };
    const s3 = {
      service: "s3",
      region: "us-east-1",
      now: Date.UTC(2013, 4, 24),
    };
    for (const row of S3) {
      it(row[0], async () => {
        const hop = hopOf(row, "examplebucket.s3.amazonaws.com");
        assertSigned((await signAws(hop, keys, s3)).headers, row);
      });
    }

    it("leaves a streamed body unsigned, and a written hash as it is", async () => {
      const hop = { method: "PUT", url: "https://b.s3.amazonaws.com/k" };
      const streamed = await signAws(
        { ...hop, headers: [["Transfer-Encoding", "chunked"]] },
        keys,
        s3,
      );
      assertEquals(streamed.headers?.[1], [
        "X-Amz-Content-Sha256",
        "UNSIGNED-PAYLOAD",
      ]);
      const written = await signAws(
        { ...hop, headers: [["x-amz-content-sha256", "abc"]] },
        keys,
        s3,
      );
      assertEquals(written.headers?.[1], ["X-Amz-Content-Sha256", "abc"]);
    });
  });

  it("signs neither what proxies change nor cookies", async () => {
    const names = async (headers: OutgoingHop["headers"]) => {
      const hop = { method: "GET", url: "http://h:8080/", headers };
      return (await signAws(hop, KEYS, scope)).headers?.at(-1)?.[1];
    };
    assertEquals(
      await names([["Host", "h:8080"], ["User-Agent", "x"], ["Cookie", "a"]]),
      await names([]),
    );
  });

  const paths: [path: string, s3: boolean, canonical: string][] = [
    ["/a%20b", true, "/a%20b"],
    ["/a%20b", false, "/a%2520b"],
    ["/a//b/../c", true, "/a//b/../c"],
    ["/a//b/../c", false, "/a/c"],
    ["/a/.", false, "/a/"],
    ["/../..", false, "/"],
    ["/a+b", true, "/a%2Bb"],
    ["/%zz", true, "/%25zz"],
  ];
  for (const [path, s3, canonical] of paths) {
    it(`path ${path} ${s3 ? "for" : "outside"} S3`, () => {
      assertEquals(canonicalPath(path, s3), canonical);
    });
  }

  it("the query's canonical form depends on neither order nor spelling", () => {
    assertEquals(canonicalQuery("a=%5e%5F%ff%FF%2f%6a"), "a=%5E_%FF%FF%2Fj");
    const pair = fc.tuple(fc.string({ minLength: 1 }), fc.string());
    fc.assert(fc.property(fc.array(pair), (pairs) => {
      const text = (list: typeof pairs) => new URLSearchParams(list).toString();
      const canonical = canonicalQuery(text(pairs));
      assertEquals(canonicalQuery(text(pairs.toReversed())), canonical);
      assertEquals(canonicalQuery(canonical), canonical);
      assertMatch(canonical, /^[A-Za-z0-9\-._~%=&]*$/);
    }));
  });
});

describe("AWS profiles", () => {
  const text = [
    "[default]",
    "aws_access_key_id = A1",
    "aws_secret_access_key=s=1",
    "# [dev]",
    "[profile dev]",
    "aws_access_key_id = A2",
    "aws_secret_access_key = s2",
    "aws_session_token = t2",
    "[empty]",
    "region = eu-west-1",
  ].join("\r\n");
  const cases: [name: string, credentials: unknown][] = [
    ["default", { accessKeyId: "A1", secretAccessKey: "s=1" }],
    ["dev", { accessKeyId: "A2", secretAccessKey: "s2", sessionToken: "t2" }],
    ["empty", undefined],
    ["other", undefined],
  ];
  for (const [name, credentials] of cases) {
    it(name, () => assertEquals(parseAwsProfile(text, name), credentials));
  }
});
