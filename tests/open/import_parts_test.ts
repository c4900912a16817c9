import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { isPastedCommand } from "../../lib/tools/convert/command_text.ts";
import { openPage, RefusedError } from "../support/open_page.ts";

const MAIN = `opencollection: 1.0.0
info: { name: Shop }
request:
  variables:
    - { name: taken, value: ours }
`;
const SECRET = "tok-4f9c2b71d0";
const entry = (path: string) => ({
  request: { method: "GET", url: `http://h${path}`, headers: [] },
  response: { status: 200, content: { mimeType: "text/plain", text: "a" } },
});
const upload = (path: string, length: number) => ({
  request: {
    method: "POST",
    url: `http://h${path}`,
    headers: [
      { name: "Content-Length", value: `${length}` },
      { name: "Content-Type", value: "multipart/form-data; boundary=x" },
    ],
  },
});
const LACKS_BODY =
  "The archive lacks the body (see Content-Length): write its parts under http.body as multipart-form";

/** A file that is dropped, what the collection has afterwards, and the notes. */
const DROPPED: readonly {
  readonly file: string;
  readonly text: string;
  readonly requests: readonly string[];
  /** Parts of the collection's own file. */
  readonly main?: readonly string[];
  /** Parts of the notes of parts that are left out or renamed. */
  readonly said?: readonly string[];
  /** Parts of the other notes. */
  readonly named?: readonly string[];
}[] = [
  {
    file: "calls.sh",
    text:
      `BASE=http://h\nTOKEN=${SECRET}\ntaken=theirs\ncurl "$BASE/a/$taken" -H "Authorization: Bearer $TOKEN"\n`,
    requests: ["GET a taken.yml"],
    main: [
      "name: BASE\n      value: http://h",
      'process.env.TOKEN}}"',
      "name: taken2\n      value: theirs",
    ],
    said: [
      'Renamed the variable "taken" of the new requests to "taken2": the collection has another "taken"',
    ],
  },
  {
    file: "a.http",
    text: "@base = http://h\n@taken = ours\nGET {{base}}/a/{{taken}}\n",
    requests: ["GET -base-a-taken.yml"],
    main: ["name: base\n      value: http://h"],
    said: [
      'Left out the variable "taken": the collection has it with the same value',
    ],
  },
  {
    file: "a.har",
    text: JSON.stringify({
      log: { entries: [entry("/v"), entry("/v"), entry("/v")] },
    }),
    requests: ["GET -v 2.yml", "GET -v 3.yml", "GET -v 4.yml"],
  },
  {
    file: "upload.har",
    text: JSON.stringify({ log: { entries: [upload("/up", 307)] } }),
    requests: ["POST -up.yml"],
    named: [`\n${LACKS_BODY}`],
  },
  {
    file: "uploads.har",
    text: JSON.stringify({
      log: {
        entries: ["/up", "/b", "/up", "/c", "/d", "/e"].map((path, at) =>
          upload(path, 307 + at)
        ),
      },
    }),
    requests: [
      "POST -b.yml",
      "POST -c.yml",
      "POST -d.yml",
      "POST -e.yml",
      "POST -up 2.yml",
      "POST -up.yml",
    ],
    named: [
      `\nIn "POST /up", "POST /b", "POST /c", and 2 more: ${LACKS_BODY}`,
    ],
  },
  {
    file: "a.postman_collection.json",
    text: JSON.stringify({
      info: {
        name: "P",
        schema:
          "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      },
      auth: { type: "basic", basic: [{ key: "username", value: "u" }] },
      variable: [{ key: "p", value: "1" }],
      event: [{ listen: "test", script: { exec: ["pm.test('a', () => {})"] } }],
      item: [{
        name: "F",
        event: [{
          listen: "prerequest",
          script: { exec: ["pm.variables.set('a', 1)"] },
        }],
        item: [{
          name: "R",
          request: { method: "GET", url: "http://h/{{p}}" },
        }],
      }],
    }),
    requests: ["F/R.yml"],
    main: ['name: p\n      value: "1"'],
    said: [
      "of the collection, which its requests inherit",
      'scripts of the folder "F", which its requests inherit',
    ],
  },
  {
    file: "bruno.json",
    text: JSON.stringify({
      version: "1",
      name: "B",
      items: [{
        type: "http",
        name: "R",
        request: { method: "GET", url: "http://h/" },
      }],
      environments: [{
        name: "dev",
        variables: [
          { name: "a", value: "1", enabled: true },
          { name: "b", value: "2", enabled: false },
        ],
      }],
    }),
    requests: ["R.yml"],
    said: [
      'Left out the environment "dev": write a = 1 and b = 2 under Environments',
    ],
  },
  {
    file: "a.insomnia.yaml",
    text:
      "type: collection.insomnia.rest/5.0\nname: I\ncollection:\n  - {name: R, url: 'http://h/{{ _.a }}', method: GET}\nenvironments:\n  name: Base\n  data: {a: 1}\n  subEnvironments:\n    - {name: dev, data: {a: 2, b: x}}\n",
    requests: ["R.yml"],
    said: [
      'Left out the environment "dev": write "a" and b = x under Environments',
    ],
  },
];

describe("a file that is dropped on the page", () => {
  for (
    const { file, text, requests, main = [], said = [], named = [] } of DROPPED
  ) {
    it(`is written or named with all that it has: ${file}`, async () => {
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "GET -v.yml":
          "info: {name: GET /v, type: http}\nhttp: {method: GET, url: 'http://h'}\n",
      });
      const { ids, notes } = await page.ask("importFile", {
        name: file,
        base64: new TextEncoder().encode(text).toBase64(),
      });
      assertEquals(ids.length, requests.length);
      assertEquals(filesIn(page.folder), [...requests, "GET -v.yml"].sort());
      const own = await page.read("opencollection.yml");
      for (const part of main) assertStringIncludes(own, part);
      assertStringIncludes(own, "taken, value: ours");
      assert(!own.includes(SECRET), own);
      const all = ["", ...notes].join("\n");
      for (const part of [...said, ...named]) assertStringIncludes(all, part);
      for (const part of named) {
        const words = part.slice(part.lastIndexOf(": "));
        assertEquals(notes.filter((one) => one.endsWith(words)).length, 1, all);
      }
      // Of these sentences, one is there if the numbers do not add up.
      assert(!/not named above|not counted in the source/.test(all), all);
      const left = notes.filter((one) => /^(?:Left out|Renamed)/.test(one));
      assertEquals(left.length, said.length, all);
      const { problems } = await page.ask("problems", {});
      assertEquals(problems.filter((one) => one.severity !== "hint"), []);
    });
  }
});

const HERE = "http://here";
const POSTMAN = (variable: unknown, script = "") =>
  JSON.stringify({
    info: {
      name: "P",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable,
    item: [{
      name: "R",
      event: [{ listen: "test", script: { exec: [script] } }],
      request: {
        method: "GET",
        url: "{{host}}/x",
        header: [{ key: "X-A", value: "{{ host }} {{hosts}}" }],
      },
    }],
  });

/** What the collection has of the name, what is dropped, and what the request says. */
const CLASHES: readonly {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  readonly text: string;
  /** Parts of all files that are new or changed. */
  readonly has?: readonly string[];
  /** What none of them has. */
  readonly lacks?: readonly string[];
  readonly refused?: string;
}[] = [
  {
    title: "a HAR, whose host is the collection's own variable",
    files: own("baseUrl", HERE),
    file: "a.har",
    text: JSON.stringify({ log: { entries: [entry("/v")] } }),
    has: ['url: "{{baseUrl2}}/v"', "name: baseUrl2\n      value: http://h"],
  },
  {
    title: "the same HAR again",
    files: {
      "opencollection.yml": own("baseUrl", HERE)["opencollection.yml"] +
        "    - { name: baseUrl2, value: http://h }\n",
    },
    file: "a.har",
    text: JSON.stringify({ log: { entries: [entry("/v")] } }),
    has: ['url: "{{baseUrl2}}/v"'],
    lacks: ["baseUrl3", "value: http://h\n"],
  },
  {
    title: "an environment that has the name",
    files: {
      ...own("a", "b"),
      "environments/dev.yml":
        "name: dev\nvariables:\n  - { name: host, value: http://here }\n",
    },
    file: "a.http",
    text:
      '@host = http://h\n@base = {{host}}/v1\nPOST {{base}}/x\nX-A: {{ host }}\n\n{"a": "{{host}}"}\n',
    has: [
      'url: "{{base}}/x"',
      'value: "{{host2}}/v1"',
      'value: "{{host2}}"',
      '{"a": "{{host2}}"}',
    ],
  },
  {
    title: "a variable with the same text, but of another variable",
    files: {
      "opencollection.yml": own("host", HERE)["opencollection.yml"] +
        '    - { name: base, value: "{{host}}/v1" }\n',
    },
    file: "a.http",
    text: "@host = http://h\n@base = {{host}}/v1\nGET {{base}}/x\n",
    has: ['url: "{{base2}}/x"', 'value: "{{host2}}/v1"'],
  },
  {
    title: "a .http file again, whose variables use each other",
    files: {
      "opencollection.yml": own("baseUrl", HERE)["opencollection.yml"] +
        `    - { name: host, value: h }
    - { name: base, value: "{{baseUrl2}}" }
    - { name: baseUrl2, value: "http://{{host}}/v1" }
`,
    },
    file: "a.http",
    text:
      "@base = {{baseUrl}}\n@host = h\n@baseUrl = http://{{host}}/v1\nGET {{base}}/x\nX-A: {{baseUrl}}\n",
    has: ['url: "{{base}}/x"', 'value: "{{baseUrl2}}"'],
    lacks: ["baseUrl3", "base2", "host2", "name: base"],
  },
  {
    title: "a value with a number behind its name, but of another variable",
    files: {
      "opencollection.yml": own("host", HERE)["opencollection.yml"] +
        `    - { name: base, value: b }
    - { name: base2, value: "{{host}}/v1" }
`,
    },
    file: "a.http",
    text: "@base = {{host}}/v1\n@host = http://h\nGET {{base}}/x\n",
    has: ['url: "{{base3}}/x"', 'value: "{{host2}}/v1"'],
  },
  {
    title: "variables that use each other in a circle",
    files: {
      "opencollection.yml": own("a", "{{b}}")["opencollection.yml"] +
        '    - { name: b, value: "{{a}}" }\n',
    },
    file: "a.http",
    text: "@a = {{b}}\n@b = {{a}}\nGET http://h/{{a}}\n",
    has: ["{{a2}}", "{{b2}}"],
  },
  {
    title: "an entry of .env under a number, which could be another one",
    files: {
      "opencollection.yml": own("k", HERE)["opencollection.yml"] +
        '    - { name: k2, value: "{{process.env.K}}" }\n',
      ".env": "K=the-collections-1\n",
    },
    file: "a.http",
    text: "@k = {{$dotenv K}}\nGET http://h/{{k}}\n",
    has: ["{{k3}}", "process.env.K_2"],
  },
  {
    title: "a folder that has the name",
    files: {
      ...own("a", "b"),
      "F/folder.yml":
        "info: { name: F, type: folder }\nrequest:\n  variables:\n    - { name: host, value: http://here }\n",
    },
    file: "a.sh",
    text: "host=http://h\ncurl $host/x",
    has: ['url: "{{host2}}/x"'],
  },
  {
    title: "a script that sets the name",
    files: {
      ...own("a", "b"),
      "S.yml":
        "info: { name: S, type: http }\nhttp: { method: GET, url: http://here }\nruntime:\n  scripts:\n    - type: after-response\n      code: client.setVar('host', res.body)\n",
    },
    file: "a.sh",
    text: "host=http://h\ncurl $host/x",
    has: ['url: "{{host2}}/x"'],
  },
  {
    title: "scripts that use the name",
    files: own("host", HERE),
    file: "p.json",
    text: POSTMAN(
      [{ key: "host", value: "http://h" }],
      `pm.collectionVariables.set("host", pm.variables.get('host') + "{{host}}"); pm.variables.unset("hosts")`,
    ),
    has: [
      'url: "{{host2}}/x"',
      'value: "{{ host2 }} {{hosts}}"',
      `set("host2", pm.variables.get('host2') + "{{host2}}"); pm.variables.unset("hosts")`,
    ],
  },
  {
    title: "a script that computes names",
    files: own("host", HERE),
    file: "p.json",
    text: POSTMAN(
      [{ key: "host", value: "http://h" }],
      "pm.variables.get('ho' + 'st')",
    ),
    refused:
      'Cannot import \\"p.json\\": the collection has another \\"host\\", and the tests script of the request \\"R\\" computes the names of variables',
  },
  {
    title: "a name that only environments of the source have",
    files: own("baseUrl", HERE),
    file: "o.yaml",
    text:
      "openapi: 3.0.0\ninfo: { title: A, version: '1' }\nservers: [{ url: http://a }, { url: http://b }]\npaths: { /x: { get: { responses: { '200': { description: ok } } } } }\n",
    has: ['url: "{{baseUrl2}}/x"'],
  },
  {
    title: "a secret, and its entry in .env",
    files: {
      ...own("host", "{{process.env.HOST}}"),
      ".env": "HOST=the-collections-1\n",
    },
    file: "p.json",
    text: POSTMAN([{ key: "host", value: SECRET, type: "secret" }]),
    has: ['url: "{{host2}}/x"', '"{{process.env.HOST_2}}"'],
    lacks: [SECRET],
  },
];

function own(name: string, value: string) {
  return {
    "opencollection.yml":
      `opencollection: 1.0.0\ninfo: { name: Shop }\nrequest:\n  variables:\n    - { name: ${name}, value: "${value}" }\n`,
  };
}

describe("a file whose variable the collection has with another value", () => {
  for (const row of CLASHES) {
    const { title, files, file, text, has = [], lacks = [], refused } = row;
    it(`goes where the file says: ${title}`, async () => {
      await using page = await openPage(files);
      const asked = page.ask("importFile", {
        name: file,
        base64: new TextEncoder().encode(text).toBase64(),
      });
      if (refused !== undefined) {
        const { body } = await assertRejects(() => asked, RefusedError);
        assertStringIncludes(body, refused);
        assertEquals(filesIn(page.folder), []);
        return;
      }
      const { notes } = await asked;
      assertStringIncludes(
        notes.join("\n"),
        /Renamed the variable "(\w+)" of the new requests to "\1[23]": the collection has another "\1"/
          .exec(notes.join("\n"))?.[0] ?? "Renamed",
      );
      let all = "";
      for (const path of [...filesIn(page.folder), "opencollection.yml"]) {
        const now = await page.read(path);
        if (path in files) {
          assert(now.startsWith(files[path]), now);
          all += now.slice(files[path].length);
        } else all += now;
      }
      for (const part of has) assertStringIncludes(all, part);
      for (const part of lacks) assert(!all.includes(part), all);
    });
  }
});

const API = (...servers: readonly (readonly [string, string])[]) =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "A", version: "1" },
    servers: servers.map(([description, url]) => ({ description, url })),
    paths: {
      "/x": {
        get: { operationId: "x", responses: { "200": { description: "ok" } } },
      },
    },
  });
const ENVIRONMENT = (name: string, ...variables: readonly string[]) => ({
  [`environments/${name}.yml`]: `name: ${name}\nvariables:\n${
    variables.map((one) => `  - { ${one} }\n`).join("")
  }`,
});
const USES_BASE = {
  "A.yml":
    "info: {name: A, type: http}\nhttp: {method: GET, url: '{{baseUrl}}/a'}\n",
};
const IN_COLLECTION = (name: string, value: string) =>
  `    - name: ${name}\n      value: ${value}\n`;

/** What the collection has of `baseUrl`, the document's servers, and what comes of both. */
const SERVERS: readonly {
  readonly title: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly servers: readonly (readonly [string, string])[];
  readonly url: string;
  /** What the collection's own file gets; absent: nothing. */
  readonly written?: string;
  /** The notes about variables and environments. */
  readonly said: readonly string[];
}[] = [
  {
    title: "no file has the name",
    servers: [["Local", "http://a"]],
    url: "{{baseUrl}}/x",
    written: IN_COLLECTION("baseUrl", "http://a"),
    said: ['Wrote "baseUrl" of the environment "Local" into the collection'],
  },
  {
    title: "the document names no host",
    servers: [],
    url: "{{baseUrl}}/x",
    written: IN_COLLECTION("baseUrl", "http://localhost"),
    said: [
      'Wrote "baseUrl" of the environment "localhost" into the collection',
      "The document names no host: set baseUrl in the collection to yours",
    ],
  },
  {
    title: "a request uses the name",
    files: USES_BASE,
    servers: [["Local", "http://a"]],
    url: "{{baseUrl}}/x",
    written: IN_COLLECTION("baseUrl", "http://a"),
    said: ['Wrote "baseUrl" of the environment "Local" into the collection'],
  },
  {
    title: "the collection has the value",
    files: own("baseUrl", "http://a"),
    servers: [["Local", "http://a"]],
    url: "{{baseUrl}}/x",
    said: [
      'Left out the environment "Local": the collection has its variables with the same values',
    ],
  },
  {
    title: "all environments have the value",
    files: {
      ...ENVIRONMENT("Local", "name: baseUrl, value: http://a"),
      ...ENVIRONMENT("Dev", "name: baseUrl, value: http://a"),
    },
    servers: [["Local", "http://a"]],
    url: "{{baseUrl}}/x",
    written: IN_COLLECTION("baseUrl", "http://a"),
    said: ['Wrote "baseUrl" of the environment "Local" into the collection'],
  },
  {
    title: "one environment has another value",
    files: {
      ...ENVIRONMENT("Local", "name: baseUrl, value: http://a"),
      ...ENVIRONMENT("Dev", "name: baseUrl, value: http://d"),
    },
    servers: [["Local", "http://a"]],
    url: "{{baseUrl2}}/x",
    written: IN_COLLECTION("baseUrl2", "http://a"),
    said: [
      'Renamed the variable "baseUrl" of the new requests to "baseUrl2": the collection has another "baseUrl"',
      'Wrote "baseUrl2" of the environment "Local" into the collection',
    ],
  },
  {
    title: "the environments are those of the document",
    files: {
      ...ENVIRONMENT("Local", "name: baseUrl, value: http://a"),
      ...ENVIRONMENT("Live", "name: baseUrl, value: http://b"),
    },
    servers: [["Local", "http://a"], ["Live", "http://b"]],
    url: "{{baseUrl}}/x",
    said: [
      'Left out the environment "Local": the collection has its variables with the same values',
      'Left out the environment "Live": the collection has its variables with the same values',
    ],
  },
  {
    title: "several servers, of which an environment has one",
    files: ENVIRONMENT("Local", "name: baseUrl, value: http://a"),
    servers: [["Local", "http://a"], ["Live", "http://b"]],
    url: "{{baseUrl}}/x",
    said: [
      'Left out the environment "Local": the collection has its variables with the same values',
      'Left out the environment "Live": write baseUrl = http://b under Environments, or import the file with brace import',
    ],
  },
  {
    title: "several servers, of which an environment has none",
    files: ENVIRONMENT("Local", "name: baseUrl, value: http://d"),
    servers: [["Local", "http://a"], ["Live", "http://b"]],
    url: "{{baseUrl2}}/x",
    said: [
      'Renamed the variable "baseUrl" of the new requests to "baseUrl2": the collection has another "baseUrl"',
      'Left out the environment "Local": write baseUrl2 = http://a under Environments, or import the file with brace import',
      'Left out the environment "Live": write baseUrl2 = http://b under Environments, or import the file with brace import',
    ],
  },
];

describe("the servers of a document that is dropped", () => {
  for (const { title, files, servers, url, written, said } of SERVERS) {
    it(`are found, or named with what to write: ${title}`, async () => {
      const main = "opencollection: 1.0.0\ninfo: { name: Shop }\n";
      const all = { "opencollection.yml": main, ...files };
      await using page = await openPage(all);
      const { ids, notes } = await page.ask("importFile", {
        name: "api.json",
        base64: btoa(API(...servers)),
      });
      assertEquals(
        notes.filter((one) =>
          /^(?:Left out|Renamed|Wrote|The document)/.test(one)
        ),
        said,
      );
      assertEquals(notes.length, said.length, notes.join("\n"));
      const { document } = await page.ask("open", { id: ids[0] });
      assertEquals((document as { http: { url: string } }).http.url, url);
      const now = await page.read("opencollection.yml");
      const was = all["opencollection.yml"];
      assertEquals(
        now.slice(was.length),
        written === undefined ? "" : `request:\n  variables:\n${written}`,
      );
    });
  }
});

describe("a file whose requests have one name", () => {
  for (
    const [title, main, isSaid] of [
      ["named in a collection of files", MAIN, true],
      ["no matter in one file", `${MAIN}items: []\n`, false],
      [
        "no matter in one file with requests",
        `${MAIN}items:\n  - info: {name: A, type: http}\n    http: {method: GET, url: http://h}\n`,
        false,
      ],
    ] as const
  ) {
    it(`makes files with other names: ${title}`, async () => {
      await using page = await openPage({ "opencollection.yml": main });
      const { notes } = await page.ask("importFile", {
        name: "a.har",
        base64: new TextEncoder().encode(
          JSON.stringify({ log: { entries: [entry("/v"), entry("/v")] } }),
        ).toBase64(),
      });
      assertEquals(
        notes.some((one) => one.includes("another name than")),
        isSaid,
        notes.join("\n"),
      );
    });
  }
});

/** The files of requests, in folders too. */
function filesIn(root: string, folder = ""): string[] {
  return [...Deno.readDirSync(root + folder)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? filesIn(root, `${folder}/${name}`)
      : name.endsWith(".yml") && !/^(?:opencollection|folder)/.test(name)
      ? [`${folder}/${name}`.slice(1)]
      : []
  ).sort();
}

describe("what is none of the formats", () => {
  const CASES = [
    [
      "a pasted text",
      "crul http://h",
      "This is not a command of curl, grpcurl, websocat or wscat",
    ],
    [
      "a pasted command of PowerShell",
      "Invoke-WebRequest http://h",
      'Cannot import "pasted command": its requests are commands of PowerShell (write them as commands of curl: browsers have "Copy as cURL")',
    ],
    [
      "an empty file",
      { name: "notes.txt", text: "" },
      'Cannot import "notes.txt": it is empty',
    ],
    [
      "a dropped file",
      { name: "notes.txt", text: "just words" },
      'Cannot import "notes.txt": its content is not one of bru, postman, openapi, insomnia, curl, http, har',
    ],
  ] as const;
  for (const [what, given, message] of CASES) {
    it(`is refused in words of the page: ${what}`, async () => {
      await using open = await openPage({ "opencollection.yml": MAIN });
      const asked = typeof given === "string"
        ? open.ask("importText", { text: given })
        : open.ask("importFile", {
          name: given.name,
          base64: btoa(given.text),
        });
      const { body } = await assertRejects(() => asked, RefusedError);
      assertEquals(JSON.parse(body).message, message);
    });
  }
});

describe("an import that changes no file", () => {
  const SCHEMA =
    "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  const empty = { info: { name: "Empty", schema: SCHEMA }, item: [] };
  for (
    const [what, source, isNothing] of [
      ["nothing", empty, true],
      ["environments only", {
        name: "dev",
        values: [{ key: "a", value: "1", enabled: true }],
        _postman_variable_scope: "environment",
      }, true],
      ["a variable", { ...empty, variable: [{ key: "a", value: "1" }] }, false],
    ] as const
  ) {
    it(`says so: ${what}`, async () => {
      await using open = await openPage({ "opencollection.yml": MAIN });
      const answer = await open.ask("importText", {
        text: JSON.stringify(source),
      });
      assertEquals(
        [answer.ids, answer.isNothing === true],
        [[], isNothing],
      );
      assertEquals(await open.read("opencollection.yml") === MAIN, isNothing);
    });
  }
});

describe("an OpenAPI document without operations", () => {
  const get = { get: { responses: { 200: { description: "ok" } } } };
  const unknown =
    'The document has an unknown key "path", which Brace ignores (did you mean "paths"?)';
  for (
    const [what, more, notes] of [
      ["with a misspelled key", { path: { "/a": get } }, [unknown]],
      ["with no paths", { paths: {} }, []],
      ["with a server that has variables", {
        paths: {},
        servers: [{ url: "http://{h}", variables: { h: { default: "a" } } }],
      }, []],
    ] as const
  ) {
    it(`is told of by its mistakes alone: ${what}`, async () => {
      const main = MAIN.replace("taken", "baseUrl");
      await using open = await openPage({ "opencollection.yml": main });
      const answer = await open.ask("importText", {
        text: JSON.stringify({
          openapi: "3.0.3",
          info: { title: "A", version: "1" },
          servers: [{ url: "http://localhost" }],
          ...more,
        }),
      });
      assertEquals(answer, { ids: [], notes: [...notes], isNothing: true });
      assertEquals(await open.read("opencollection.yml"), main);
    });
  }
});

describe("a text that is pasted", () => {
  for (
    const [text, expected] of [
      ["curl http://h", true],
      ["$ curl http://h", true],
      ["# list\ncurl http://h", true],
      ['TOKEN=abc\ncurl -H "A: $TOKEN" http://h', true],
      ["TOKEN=abc curl http://h", true],
      ["sudo curl http://h", true],
      ["#!/bin/sh\nset -e\nexport BASE=http://h\n\ncurl $BASE", true],
      ["echo hi | websocat ws://h", true],
      ["wscat -c ws://h", true],
      ["", false],
      ["http://h/curl", false],
      ["TOKEN=abc", false],
      ["Call this:\ncurl http://h", false],
      ["curly braces", false],
    ] as const
  ) {
    it(`${expected ? "is" : "is not"} a command: ${JSON.stringify(text)}`, () => {
      assertEquals(isPastedCommand(text), expected);
    });
  }
});

describe("a document of OpenAPI that is dropped", () => {
  const NEXT = API(["A", "http://a"]).replace(
    '"/x":',
    '"/y":{"get":{"responses":{"200":{"description":"ok"}}}},"/x":',
  );
  const OTHER = NEXT.replace('"/x":', '"/z":').replace('"x"', '"z"');
  const BRU = {
    "opencollection.yml": "",
    "bruno.json": '{"version":"1","name":"B","type":"collection"}',
  };
  /** As `brace import` writes it. */
  const MARKED = {
    "x.yml": `info: {name: x, type: http, seq: 1}
http:
  method: GET
  url: "{{baseUrl}}/x"
extensions:
  brace:
    source:
      operation: x
      hash: sha256-15d019ce34b7dec4
`,
  };
  const AGAIN: readonly (readonly [
    what: string,
    text: string,
    advice: "update" | "again" | undefined,
    files?: Readonly<Record<string, string>>,
  ])[] = [
    ["again", API(["A", "http://a"]), "again"],
    ["in its next version", NEXT, "again"],
    ["beside what brace import made of it", NEXT, "update", MARKED],
    ["beside another one", OTHER, undefined],
    ["again, where files are .bru", NEXT, undefined, BRU],
    ["again, as a command", "curl http://a/x", undefined],
  ];
  for (const [what, text, expected, files] of AGAIN) {
    it(`says how the collection follows it if it is dropped ${what}`, async () => {
      const all = Object.entries({ "opencollection.yml": MAIN, ...files })
        .filter(([, text]) => text !== "");
      await using page = await openPage(Object.fromEntries(all));
      const drop = (text: string) =>
        page.ask("importFile", {
          name: "api v2.json",
          base64: new TextEncoder().encode(text).toBase64(),
        });
      const { advice: first } = await drop(API(["A", "http://a"]));
      assertEquals(first !== undefined, files === MARKED);
      const { advice } = await drop(text);
      assertEquals(advice !== undefined, expected !== undefined, advice);
      if (advice === undefined) return;
      const command = 'run brace import "api v2.json" -o ';
      assertEquals(advice.includes(command), expected === "update", advice);
      assertEquals(advice.endsWith(" --update"), expected === "update");
    });
  }

  it("names the folder also where the page was opened in it", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      ...MARKED,
    });
    const cwd = Deno.cwd();
    Deno.chdir(page.folder);
    try {
      const { advice = "" } = await page.ask("importFile", {
        name: "api.json",
        base64: btoa(NEXT),
      });
      assertEquals(advice.endsWith("api.json -o . --update"), true, advice);
    } finally {
      Deno.chdir(cwd);
    }
  });
});

describe("a secret without a value, of a document that is dropped again", () => {
  const DOCUMENT = (more: string, server = "http://a", scheme = "{}") =>
    `{"openapi":"3.0.0","info":{"title":"A","version":"1"},"servers":[{"url":"${server}"}],
"components":{"securitySchemes":{"apiKey":{"type":"apiKey","in":"header","name":"X-Key"},"own":${scheme}}},
"security":[{"apiKey":[]}],"paths":{${more}
"/x":{"get":{"operationId":"x","responses":{"200":{"description":"ok"}}}}}}`;
  const MORE = (path: string, more = "") =>
    `"${path}":{"get":{"operationId":"y",${more}"responses":{"200":{"description":"ok"}}}},`;
  const FILE = { "opencollection.yml": MAIN };
  const CASES: readonly (readonly [
    what: string,
    next: string,
    isSame: boolean,
    before?: string,
  ])[] = [
    ["with one more operation", DOCUMENT(MORE("/y")), true],
    ["as it was", DOCUMENT(""), true],
    ["with another server", DOCUMENT(MORE("/y"), "http://b"), false],
    [
      "with another server of an operation",
      DOCUMENT(MORE("/y", '"servers":[{"url":"http://b"}],')),
      false,
    ],
    [
      "after another one",
      DOCUMENT(MORE("/y")),
      false,
      DOCUMENT("").replace('"/x"', '"/z"'),
    ],
    [
      "with a token of another host",
      DOCUMENT(
        MORE("/y", '"security":[{"own":[],"apiKey":[]}],'),
        "http://a",
        '{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"http://b/t","scopes":{}}}}',
      ),
      false,
    ],
    [
      "with a token of another host, which all operations inherit",
      DOCUMENT(
        MORE("/y"),
        "http://a",
        '{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"http://b/t","scopes":{}}}}',
      ).replace('"security":[{', '"security":[{"own":[],'),
      false,
    ],
  ];
  for (const [what, next, isSame, before = DOCUMENT("")] of CASES) {
    it(`is ${isSame ? "the same" : "another one"} if it is dropped ${what}`, async () => {
      await using page = await openPage(FILE);
      for (const text of [before, next]) {
        await page.ask("importFile", {
          name: "api.json",
          base64: new TextEncoder().encode(text).toBase64(),
        });
      }
      const main = await page.read("opencollection.yml");
      assertEquals(main.includes("name: apiKey2"), !isSame, main);
      const example = await page.read(".env.example");
      assertEquals(example.includes("API_KEY_2"), !isSame, example);
    });
  }
});
