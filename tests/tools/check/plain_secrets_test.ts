import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { loadScriptReader } from "../../../lib/host/check/load_script_reader.ts";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { plainSecretsIn } from "../../../lib/tools/check/rules/plain_secrets.ts";

/** Made of pieces, so that nobody who looks for tokens finds some here. */
const text = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const mixed = (length: number) => text("a1B2", length);
const hex = (length: number) => text("0a1b", length);

/** What is found, a text that is one, and one that only looks like it. */
const ROWS: [what: string, secret: string, nearMiss: string][] = [
  ["an AWS access key", "AKIA" + text("Q7", 16), "AKIA" + text("Q7", 15)],
  ["an AWS access key", "ASIA" + text("Q7", 16), "XASIA" + text("Q7", 16)],
  ...["p", "o", "u", "s", "r"].map((kind): [string, string, string] => [
    "a GitHub token",
    `gh${kind}_${mixed(36)}`,
    `gh${kind}_${mixed(35)}`,
  ]),
  ["a GitHub token", "github_pat_" + mixed(60), "github_pat_" + mixed(59)],
  ["a GitLab token", "glpat-" + mixed(20), "glpat-" + mixed(19)],
  ["a Slack token", "xoxb-" + mixed(10), "xoxz-" + mixed(10)],
  [
    "a Slack webhook",
    `hooks.slack.com/services/T${text("Q7", 8)}/B${text("Q7", 8)}/${mixed(24)}`,
    "hooks.slack.com/services/TEAM/BOT/secret",
  ],
  ["a Stripe key", "sk_live_" + mixed(16), "sk_test_" + mixed(16)],
  ["a Stripe key", "rk_live_" + mixed(16), "rk_live_" + mixed(15)],
  ["a Google API key", "AIza" + mixed(35), "AIza" + mixed(34)],
  ["a Google client secret", "GOCSPX-" + mixed(28), "GOCSPX-" + mixed(27)],
  ["an Anthropic key", "sk-ant-" + mixed(32), "sk-ant-" + mixed(20)],
  ["an OpenAI key", "sk-" + mixed(48), "task-sk-" + mixed(48)],
  [
    "an OpenAI key",
    "sk-proj-" + mixed(48),
    "sk-the-long-name-of-a-thing-that-has-no-digits",
  ],
  ["a Hugging Face token", "hf_" + mixed(34), "hf_" + mixed(33)],
  [
    "a SendGrid key",
    `SG.${mixed(22)}.${mixed(43)}`,
    `SG.${mixed(22)}.${mixed(31)}`,
  ],
  ["an npm token", "npm_" + mixed(36), "npm_" + mixed(37)],
  [
    "a PyPI token",
    "pypi-AgEIcHlwaS5vcmc" + mixed(40),
    "pypi-" + mixed(60),
  ],
  ["a Shopify token", "shpat_" + hex(32), "shpxx_" + hex(32)],
  [
    "a Postman key",
    `PMAK-${hex(24)}-${hex(34)}`,
    `PMAK-${hex(24)}-${hex(33)}`,
  ],
  ["a DigitalOcean token", "dop_v1_" + hex(64), "dop_v1_" + hex(63)],
  [
    "a private key",
    "-----BEGIN RSA " + "PRIVATE KEY-----",
    "-----BEGIN PUBLIC KEY-----",
  ],
  [
    "a private key",
    "-----BEGIN " + "PRIVATE KEY-----",
    "BEGIN PRIVATE KEY",
  ],
  [
    "a JSON Web Token",
    `eyJ${mixed(20)}.eyJ${mixed(20)}.${mixed(20)}`,
    `eyJ${mixed(20)}.${mixed(20)}.${mixed(20)}`,
  ],
];

describe("tokens in plain text", () => {
  for (const [what, secret, nearMiss] of ROWS) {
    it(`${what}: ${secret.slice(0, 16)}…`, () => {
      const around = `{ "a": "Bearer ${secret}" }`;
      assertEquals(plainSecretsIn(around), [
        { what, offset: around.indexOf(secret), length: secret.length },
      ]);
      assertEquals(plainSecretsIn(nearMiss), []);
      assertEquals(plainSecretsIn(`{{${secret.slice(0, 8)}}}`), []);
    });
  }

  it("several in one text, in its order", () => {
    const aws = "AKIA" + text("Q7", 16);
    const npm = "npm_" + mixed(36);
    const found = plainSecretsIn(`${npm} and ${aws}`);
    assertEquals(found.map(({ what }) => what), [
      "an npm token",
      "an AWS access key",
    ]);
  });

  it("a long text of beginnings is gone through once", () => {
    for (const piece of ["eyJ-", "sk-", "SG.a-", "xoxb-", "AKIA", "hf_"]) {
      plainSecretsIn(piece.repeat(250_000));
    }
  });
});

describe("the hints about values in places for secrets", () => {
  const auth = (type: string, password: string) =>
    `auth: { type: ${type}, username: u, password: ${password} }`;
  const ROWS: Record<string, [http: string, name?: string][]> = {
    "name them after the auth": [
      [auth("basic", "secret-a1"), "BASIC_PASSWORD"],
      [auth("digest", "secret-b1"), "DIGEST_PASSWORD"],
      [auth("wsse", "secret-c1"), "WSSE_PASSWORD"],
      ["auth: { type: bearer, token: secret-d1 }", "BEARER_TOKEN"],
    ],
    "have another name for another value": [
      [auth("basic", "secret-a1"), "BASIC_PASSWORD"],
      [auth("basic", "secret-a2"), "BASIC_PASSWORD_2"],
      [
        "headers: [{ name: Basic-Password-2, value: secret-a3 }]",
        "BASIC_PASSWORD_2_2",
      ],
      [auth("basic", "secret-a4"), "BASIC_PASSWORD_3"],
    ],
    "have one name for one value": [
      [auth("basic", "secret-a1"), "BASIC_PASSWORD"],
      [auth("digest", "secret-a1"), "BASIC_PASSWORD"],
      ["headers: [{ name: X-Api-Key, value: secret-a1 }]", "BASIC_PASSWORD"],
    ],
    "leave the names to others that .env, a file or a script uses": [
      ["auth: { type: apikey, key: k, value: secret-b1 }", "APIKEY_VALUE_2"],
      [auth("basic", "secret-a2"), "BASIC_PASSWORD_3"],
      ["headers: [{ name: X-Dev-Key, value: secret-c2 }]", "X_DEV_KEY_2"],
      ["headers: [{ name: X-Host-Key, value: secret-d2 }]", "X_HOST_KEY_2"],
      [auth("basic", '"{{ process.env.BASIC_PASSWORD }}"')],
      [
        "method: GET\nruntime: { scripts: [{ type: tests, code: console.log(process.env.BASIC_PASSWORD_2) }] }",
      ],
    ],
    "take the name under which .env has the value": [
      [auth("basic", "secret-of-env-1"), "OF_ENV"],
      [auth("basic", "secret-a2"), "BASIC_PASSWORD"],
    ],
  };
  for (const [what, requests] of Object.entries(ROWS)) {
    it(what, async () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          [
            "opencollection.yml",
            'info: { name: C }\nextensions: { brace: { hosts: ["{{process.env.X_HOST_KEY}}"] } }',
          ],
          ["environments/dev.yml", "name: dev\ndotEnvFilePath: dev.env"],
          ["dev.env", "X_DEV_KEY=other"],
          [".env", "OF_ENV=secret-of-env-1\nAPIKEY_VALUE=other"],
          ...requests.map(([http], index): [string, string] => [
            `${index}.yml`,
            `info: { name: r, seq: ${index} }\nhttp:\n  url: http://h/\n  ${http}\n`,
          ]),
        ]),
      });
      const hints = checkCollection(value!, {
        readScript: await loadScriptReader(),
      }).filter(({ code }) => code === "PLAIN_SECRET");
      assertEquals(
        hints.map(({ message }) => /process\.env\.(\w+)/.exec(message)?.[1]),
        requests.flatMap(([, name]) => name ?? []),
      );
    });
  }
});
