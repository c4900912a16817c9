import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runCollection } from "../../support/run_collection.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

/** A request with these settings and before-request script. */
function get(settings: string, script = ""): string {
  return `info: {name: get}
http: {method: GET, url: "{{server}}/"}
settings: ${settings}
runtime: {scripts: [{type: before-request, code: ${JSON.stringify(script)}}]}
`;
}

const FLAG = "raise --timeout";
const OWN = 'raise settings.timeout in "get.yml"';

/** What sets limits, `--timeout`, the setting that the message names; the request is ended by them. */
const ROWS: readonly [
  string,
  Record<string, string>,
  number | undefined,
  string,
][] = [
  [
    "--timeout where a file says 0",
    { "get.yml": get("{timeout: 0}") },
    50,
    FLAG,
  ],
  [
    "--timeout below a file's",
    { "get.yml": get("{timeout: 60000}") },
    50,
    FLAG,
  ],
  [
    "a file's below --timeout",
    { "get.yml": get("{timeout: 50}") },
    60_000,
    OWN,
  ],
  ["a file's under no --timeout", { "get.yml": get("{timeout: 50}") }, 0, OWN],
  [
    "the folder's where the request says 0",
    {
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: T}\nrequest: {settings: {http: {timeout: 50}}}",
      "get.yml": get("{timeout: 0}"),
    },
    undefined,
    'raise settings.timeout in "opencollection.yml"',
  ],
  [
    "--timeout where a script says 0",
    { "get.yml": get("{}", "req.setTimeout(0)") },
    50,
    FLAG,
  ],
  [
    "a script's below the file's",
    { "get.yml": get("{timeout: 60000}", "req.setTimeout(50)") },
    undefined,
    "raise the timeout that the request itself sets",
  ],
  [
    "--timeout below what a script sends with",
    {
      "get.yml": get(
        "{timeout: 50}",
        `await client.sendRequest({ url: client.getVar("server"), timeout: 60000 }).catch(() => {})`,
      ),
    },
    50,
    FLAG,
  ],
];

/** A request whose token's server never answers. */
function authorized(settings: string): string {
  return `info: {name: get}
http:
  method: GET
  url: "{{server}}/"
  auth:
    type: oauth2
    flow: client_credentials
    accessTokenUrl: "{{server}}/token?tenant=1"
    credentials: {clientId: me}
settings: ${settings}
`;
}

describe("the limit of a request's time", () => {
  for (
    const [settings, timeout, wayOut] of [
      ["{timeout: 50}", undefined, OWN],
      ["{timeout: 60000}", 50, FLAG],
    ] as const
  ) {
    it(`holds for its token, too: ${wayOut}`, async () => {
      const { results } = await runCollection(
        { "get.yml": authorized(settings) },
        {
          handler: () => new Promise(() => {}),
          ...(timeout !== undefined && { timeout }),
        },
      );
      const problems = results[0].diagnostics.map(inFlags)
        .map(({ code, message }) =>
          `${code} ${message.replaceAll(/127\.0\.0\.1:\d+/g, "HOST")}`
        );
      assertEquals(problems, [
        `TIMEOUT Cannot get an OAuth 2 token from "http://HOST/token": cannot read the response of "HOST": not complete after 50 ms (${wayOut})`,
      ]);
    });
  }

  for (const [name, files, timeout, wayOut] of ROWS) {
    it(`is ${name}`, async () => {
      const { results } = await runCollection(files, {
        handler: () => new Promise(() => {}),
        ...(timeout !== undefined && { timeout }),
      });
      const problems = results[0].diagnostics.map(inFlags).map((
        { code, message },
      ) => `${code} ${/after \d+ ms.*/.exec(message)?.[0]}`);
      assertEquals(problems, [`TIMEOUT after 50 ms (${wayOut})`]);
    });
  }
});
