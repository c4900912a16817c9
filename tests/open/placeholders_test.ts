import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { RunCollectionOptions } from "../../lib/host/run/collection_options.ts";
import { type Files, openPage } from "../support/open_page.ts";

const TREE: Files = {
  ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
  "get.request.yaml":
    `$kind: http-request\nmethod: GET\nurl: "http://127.0.0.1:1/"\nheaders:\n  - {key: X-One, value: "{{vault:shop-password}}"}\n`,
};

const FILES: Files = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Mini}\n",
  "get.yml":
    'info: {name: Get, type: http}\nhttp: {method: GET, url: "{{baseUrl}}/a"}\n',
  "environments/Staging.yml":
    "name: Staging\nvariables: [{name: baseUrl, value: 'http://a'}, {name: host, value: '{{baseUrl}}'}]\n",
  "environments/Prod.yml": "name: Prod\nvariables: []\n",
};

const ROWS: readonly {
  readonly what: string;
  readonly files: Files;
  readonly path: string;
  readonly text: string;
  readonly environments?: readonly string[];
  readonly run?: RunCollectionOptions;
  /** The problem, or nothing, and the definitions. */
  readonly told: readonly [problem: string, ...definitions: string[]];
}[] = [
  {
    what: "a secret of Postman's vault",
    files: TREE,
    path: "get.request.yaml",
    text: "{{ vault:shop-password }}",
    told: ["", "collection by file: in Postman's vault"],
  },
  {
    what: "a variable of --var",
    files: FILES,
    path: "get.yml",
    text: "{{kind}}",
    environments: ["Staging"],
    run: { variables: { kind: "zz" } },
    told: ["", "runtime --var by flag: zz"],
  },
  {
    what: "a member of a variable of --var",
    files: FILES,
    path: "get.yml",
    text: "{{kind.id}}",
    run: { variables: { kind: { id: 7 } } },
    told: ["", 'runtime --var by flag: {"id":7}'],
  },
  {
    what: "a secret of --var",
    files: FILES,
    path: "get.yml",
    text: "{{apiToken}}",
    run: { variables: { apiToken: "zz" } },
    told: ["", "runtime --var by flag: ***"],
  },
  {
    what: "a variable of --env-var that an environment has, too",
    files: FILES,
    path: "get.yml",
    text: "{{baseUrl}}",
    environments: ["Staging"],
    run: { envVariables: { baseUrl: "http://b" } },
    told: [
      "",
      "environment --env-var by flag: http://b",
      "environment Staging by file: http://a",
    ],
  },
  {
    what: "a variable of an environment that is not selected",
    files: FILES,
    path: "get.yml",
    text: "{{baseUrl}}",
    told: [
      '"baseUrl" is defined by the environment "Staging", which is not selected',
      "environment Staging by file: http://a",
    ],
  },
  {
    what: "a variable of environments, none of which is selected",
    files: {
      ...FILES,
      "environments/Prod.yml":
        "name: Prod\nvariables: [{name: baseUrl, value: 'http://p'}]\n",
    },
    path: "get.yml",
    text: "{{baseUrl}}",
    told: [
      '"baseUrl" is defined by 2 environments, none of which is selected',
      "environment Prod by file: http://p",
      "environment Staging by file: http://a",
    ],
  },
  {
    what: "a secret without a value of an environment that is not selected",
    files: {
      ...FILES,
      "environments/Prod.yml":
        "name: Prod\nvariables: [{name: pw, secret: true}]\n",
    },
    path: "get.yml",
    text: "{{pw}}",
    told: [
      '"pw" is a secret of the environment "Prod", which is not selected and whose value environments/Prod.yml leaves out',
      "environment Prod by file: its file leaves the value out",
    ],
  },
  {
    what: "a variable of the collection, too",
    files: {
      ...FILES,
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Mini}\nrequest: {variables: [{name: baseUrl, value: 'http://c'}]}\n",
    },
    path: "get.yml",
    text: "{{baseUrl}}",
    told: [
      "",
      "environment Staging by file: http://a",
      "collection by file: http://c",
    ],
  },
  {
    what: "an environment's own variable, in its file",
    files: FILES,
    path: "environments/Staging.yml",
    text: "{{baseUrl}}",
    told: ["", "environment Staging by file: http://a"],
  },
];

describe("what the page tells of a placeholder", () => {
  for (
    const { what, files, path, text, environments = [], run = {}, told } of ROWS
  ) {
    it(`is the same as a Send says: ${what}`, async () => {
      await using page = await openPage(files, { environments, run });
      const id = await page.id(path);
      const { texts: [[view]] } = await page.ask("placeholders", {
        id,
        texts: [text],
      });
      const { kind, start, end, problem = "", definitions } = view;
      assertEquals([kind, start, end], ["variable", 0, text.length]);
      assertEquals([
        problem,
        ...definitions.map(({ scope, label, by, text }) =>
          `${
            label === undefined ? scope : `${scope} ${label}`
          } by ${by}: ${text}`
        ),
      ], told);
    });
  }
});

describe("what a flag of brace open gives", () => {
  it("is told of a file, and hides what can be revealed", async () => {
    const file = await Deno.makeTempFile({ suffix: ".env" });
    try {
      await Deno.writeTextFile(file, "apiKey=from-file\n");
      await using page = await openPage({
        ...FILES,
        "environments/Staging.yml":
          "name: Staging\nvariables: [{name: apiKey, secret: true, value: abc}]\n",
      }, { environments: ["Staging"], run: { envFile: file } });
      const { variables } = await page.ask("variables", {
        id: await page.id("get.yml"),
      });
      const [{ name, definitions: [given, own] }] = variables;
      assertEquals([name, given.label, given.text, given.reveal], [
        "apiKey",
        "--env-file",
        "***",
        undefined,
      ]);
      assertEquals(await page.ask("reveal", { definition: own.reveal! }), {
        value: "abc",
      });
    } finally {
      await Deno.remove(file);
    }
  });
});
