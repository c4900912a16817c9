import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type Item, readCollection } from "../../mod.ts";

const MIB = 1024 * 1024;
const GET = "http: {method: GET, url: http://localhost}";
const MAIN = "info: {name: Hostile}";

/** Anchors that name the one before twice: 2^count elements. */
function bomb(count: number): string {
  const lines = ["a0: &a0 [x, x]"];
  for (let index = 1; index <= count; index++) {
    lines.push(`a${index}: &a${index} [*a${index - 1}, *a${index - 1}]`);
  }
  return lines.join("\n");
}

/** The same as the value of a variable. */
function bombedVariable(count: number): string {
  const aliases = bomb(count).split("\n").map((line) => `    ${line}`);
  return `info: {name: B}\nrequest:\n  variables:\n  - name: v\n    value:\n  ${
    aliases.join("\n  ")
  }`;
}

interface Row {
  readonly name: string;
  /** The files besides `opencollection.yml`. */
  readonly input: Record<string, string>;
  /** What is wrong: severity and code of each, once. */
  readonly expected: readonly string[];
  /** The requests that are there all the same; default: `ok.yml`. */
  readonly requests?: readonly string[];
  /** The most diagnostics. */
  readonly limit: number;
}

const OK = { "ok.yml": GET };

const ROWS: Row[] = [
  // YAML itself
  {
    name: "an alias bomb of 2^30",
    input: { ...OK, "opencollection.yml": bombedVariable(30) },
    expected: ["error LIMIT"],
    limit: 1,
  },
  {
    name: "an alias bomb in a request",
    input: { ...OK, "a.yml": `${GET}\n${bomb(40)}` },
    expected: ["warning UNKNOWN_KEY"],
    requests: ["a.yml", "ok.yml"],
    limit: 50,
  },
  {
    name: "an alias bomb in headers",
    input: {
      ...OK,
      "a.yml": `x: &x [{name: a, value: b}]\nhttp:\n  url: h\n  headers: *x\n${
        bomb(30)
      }\nruntime:\n  variables:\n  - {name: v, value: *a30}`,
    },
    expected: ["warning UNKNOWN_KEY", "error LIMIT"],
    requests: ["a.yml", "ok.yml"],
    limit: 60,
  },
  {
    name: "a list that holds itself",
    input: {
      ...OK,
      "a.yml":
        `${GET}\nruntime:\n  variables:\n  - name: v\n    value: &v [*v]`,
    },
    expected: ["error LIMIT"],
    requests: ["a.yml", "ok.yml"],
    limit: 1,
  },
  {
    name: "a mapping that holds itself",
    input: {
      ...OK,
      "opencollection.yml":
        "info: {name: C}\nrequest: &r {variables: [{name: v, value: *r}]}",
    },
    expected: ["error LIMIT"],
    limit: 1,
  },
  {
    name: "folders of a bundled file in each other",
    input: {
      "opencollection.yml":
        "bundled: true\nitems: &i\n- info: {name: f, type: folder}\n  items: *i",
    },
    expected: ["error LIMIT"],
    requests: [],
    limit: 1,
  },
  {
    name: "10,000 levels of lists",
    input: {
      ...OK,
      "a.yml": `${GET}\nx: ${"[".repeat(10_000)}${"]".repeat(10_000)}`,
    },
    expected: ["error LIMIT"],
    limit: 1,
  },
  {
    name: "100,000 levels of mappings",
    input: { ...OK, "a.yml": `http: ${"{a: ".repeat(100_000)}` },
    expected: ["error LIMIT"],
    limit: 1,
  },
  {
    name: "300 levels that are read",
    input: {
      ...OK,
      "a.yml": `${GET}\nruntime:\n  variables:\n  - name: v\n    value: ${
        "[".repeat(300)
      }${"]".repeat(300)}`,
    },
    expected: ["error LIMIT"],
    requests: ["a.yml", "ok.yml"],
    limit: 1,
  },
  {
    name: "a key of a megabyte",
    input: { ...OK, "a.yml": `${GET}\n"${"k".repeat(MIB)}": 1` },
    expected: ["warning UNKNOWN_KEY"],
    requests: ["a.yml", "ok.yml"],
    limit: 1,
  },
  {
    name: "a key of a megabyte without quotes",
    input: { ...OK, "a.yml": `${GET}\n${"k".repeat(MIB)}: 1` },
    expected: ["warning UNKNOWN_KEY"],
    requests: ["a.yml", "ok.yml"],
    limit: 1,
  },
  {
    name: "a file of more than 10 MiB",
    input: { ...OK, "a.yml": `${GET}\n#${"x".repeat(10 * MIB)}` },
    expected: ["error LIMIT"],
    limit: 1,
  },
  {
    name: "a line of a million blanks",
    input: { ...OK, "a.yml": `${GET}\n${" ".repeat(MIB)}\n` },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a million colons",
    input: { ...OK, "a.yml": `http: ${":".repeat(MIB)}` },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "a million dashes",
    input: { ...OK, "a.yml": `http:\n${"- ".repeat(MIB / 2)}` },
    expected: ["error LIMIT"],
    limit: 1,
  },
  {
    name: "a million quotes",
    input: { ...OK, "a.yml": `http: ${"'".repeat(MIB + 1)}` },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "a NUL",
    input: { ...OK, "a.yml": `http: "\0"` },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "a NUL as an escape",
    input: { ...OK, "a.yml": 'http: {url: "http://h/\\0"}' },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a lone surrogate",
    input: { ...OK, "a.yml": `http: {url: "http://h/\ud800"}` },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a byte order mark",
    input: { ...OK, "a.yml": `\ufeff${GET}` },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "two byte order marks",
    input: { ...OK, "a.yml": `\ufeff\ufeff${GET}` },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a byte order mark in the middle",
    input: { ...OK, "a.yml": `info: {name: x}\n\ufeff${GET}` },
    expected: ["warning UNSUPPORTED"],
    limit: 2,
  },
  {
    name: "line ends of an old Mac",
    input: { ...OK, "a.yml": "http:\r  url: http://h\r" },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "tabs",
    input: { ...OK, "a.yml": "http:\n\turl: http://h" },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "tags of JavaScript",
    input: { ...OK, "a.yml": "http: {url: !!js/function 'function () {}'}" },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "binary",
    input: { ...OK, "a.yml": "http: {url: !!binary aGVsbG8=}" },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "a key twice",
    input: { ...OK, "a.yml": "http: {url: http://a}\nhttp: {url: http://b}" },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "two documents",
    input: { ...OK, "a.yml": `${GET}\n---\n${GET}` },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "merge keys",
    input: {
      ...OK,
      "a.yml": "x: &x {method: DELETE}\nhttp: {<<: *x, url: http://h}",
    },
    expected: ["warning UNKNOWN_KEY", "error INVALID_FIELD"],
    requests: ["a.yml", "ok.yml"],
    limit: 2,
  },
  {
    name: "an unquoted placeholder",
    input: { ...OK, "a.yml": "http: {url: {{base}}}" },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "a merge conflict",
    input: {
      ...OK,
      "a.yml": `<<<<<<< HEAD\n${GET}\n=======\n${GET}\n>>>>>>> x`,
    },
    expected: ["error YAML_SYNTAX"],
    limit: 1,
  },
  {
    name: "a merge conflict in .env",
    input: { ...OK, ".env": "<<<<<<< HEAD\nA=1\n=======\nA=2\n>>>>>>> x" },
    expected: ["error INVALID_SYNTAX"],
    limit: 3,
  },
  {
    name: "100,000 broken lines of .env",
    input: { ...OK, ".env": "?\n".repeat(100_000) },
    expected: ["warning INVALID_SYNTAX"],
    limit: 100_000,
  },
  {
    name: "an open quote in .env",
    input: { ...OK, ".env": `A="${"x".repeat(MIB)}` },
    expected: ["error INVALID_SYNTAX"],
    limit: 1,
  },
  // Keys
  {
    name: "keys of Object.prototype",
    input: {
      ...OK,
      "a.yml": `${GET}\n__proto__: {x: 1}\nconstructor: 1\ntoString: 1`,
    },
    expected: ["warning UNKNOWN_KEY"],
    requests: ["a.yml", "ok.yml"],
    limit: 3,
  },
  {
    name: "a prototype as a request",
    input: { ...OK, "a.yml": "http: {__proto__: {url: http://h}}" },
    expected: ["warning UNKNOWN_KEY", "error INVALID_FIELD"],
    limit: 2,
  },
  {
    name: "100,000 unknown keys",
    input: {
      ...OK,
      "a.yml": `${GET}\n${
        Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n")
      }`,
    },
    expected: ["warning UNKNOWN_KEY"],
    requests: ["a.yml", "ok.yml"],
    limit: 20_000,
  },
  {
    name: "a thousand headers that are wrong",
    input: {
      ...OK,
      "a.yml": `http:\n  url: http://h\n  headers: [${"5, ".repeat(1000)}]`,
    },
    expected: ["error INVALID_FIELD"],
    requests: ["a.yml", "ok.yml"],
    limit: 50,
  },
  {
    name: "an empty name",
    input: { ...OK, "a.yml": "info: {name: ''}\nhttp: {url: http://h}" },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a name of a megabyte",
    input: {
      ...OK,
      "a.yml": `info: {name: ${"n".repeat(MIB)}, type: http}\n${GET}`,
    },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a sequence that is not a number",
    input: { ...OK, "a.yml": `info: {name: a, seq: x}\n${GET}` },
    expected: ["error INVALID_FIELD"],
    requests: ["a.yml", "ok.yml"],
    limit: 1,
  },
  {
    name: "sequences beyond all lists",
    input: {
      ...OK,
      "f/folder.yml": `info: {seq: 9007199254740991}`,
      "f/a.yml": GET,
    },
    expected: [],
    requests: ["f/a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "sequences that are infinite",
    input: { ...OK, "f/folder.yml": `info: {seq: .inf}`, "f/a.yml": GET },
    expected: ["error INVALID_FIELD"],
    requests: ["f/a.yml", "ok.yml"],
    limit: 1,
  },
  {
    name: "an order that names itself a thousand times",
    input: {
      ...OK,
      "opencollection.yml": `info: {name: C}\nextensions: {brace: {order: [${
        "ok, ".repeat(1000)
      }]}}`,
    },
    expected: [],
    limit: 0,
  },
  {
    name: "an order of mappings",
    input: {
      ...OK,
      "opencollection.yml":
        "info: {name: C}\nextensions: {brace: {order: [{a: 1}]}}",
    },
    expected: ["error INVALID_FIELD"],
    limit: 1,
  },
  {
    name: "digits without an end",
    input: {
      ...OK,
      "a.yml": `${GET}\nruntime:\n  variables:\n  - {name: v, value: ${
        "9".repeat(100_000)
      }}`,
    },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a typed object that is not JSON",
    input: {
      ...OK,
      "a.yml":
        `${GET}\nruntime:\n  variables:\n  - {name: v, value: {type: object, data: '${
          "[".repeat(100_000)
        }'}}`,
    },
    expected: [],
    requests: ["a.yml", "ok.yml"],
    limit: 0,
  },
  // Paths
  {
    name: "a thousand folders in each other",
    input: { ...OK, [`${"d/".repeat(1000)}a.yml`]: GET },
    expected: [],
    requests: [`${"d/".repeat(1000)}a.yml`, "ok.yml"],
    limit: 0,
  },
  {
    name: "names of Object.prototype as folders",
    input: { ...OK, "__proto__/a.yml": GET, "constructor/a.yml": GET },
    expected: [],
    requests: ["__proto__/a.yml", "constructor/a.yml", "ok.yml"],
    limit: 0,
  },
  {
    name: "a collection inside",
    input: { ...OK, "x/opencollection.yml": "{", "x/a.yml": "{" },
    expected: ["warning UNSUPPORTED"],
    limit: 1,
  },
  {
    name: "a workspace inside",
    input: {
      ...OK,
      "workspace.yml": "info: {type: workspace}\ncollections: [{path: /etc}]",
    },
    expected: [],
    limit: 0,
  },
  {
    name: "a broken environment",
    input: { ...OK, "environments/e.yml": "{" },
    expected: [],
    limit: 0,
  },
  {
    name: "a main file that is text",
    input: { ...OK, "opencollection.yml": "just text" },
    expected: ["error INVALID_FIELD"],
    requests: [],
    limit: 1,
  },
  {
    name: "a main file that is a list",
    input: { ...OK, "opencollection.yml": "[1]" },
    expected: ["error INVALID_FIELD"],
    requests: [],
    limit: 1,
  },
  {
    name: "an empty main file",
    input: { ...OK, "opencollection.yml": "" },
    expected: [],
    limit: 0,
  },
];

/** Paths of all requests. */
function requestsOf(items: readonly Item[]): string[] {
  return items.flatMap((item) =>
    item.kind === "folder" ? requestsOf(item.items) : [item.path]
  );
}

describe("hostile collections", () => {
  for (
    const { name, input, expected, requests = ["ok.yml"], limit } of ROWS
  ) {
    it(name, () => {
      const { value, diagnostics } = readCollection({
        root: "",
        files: new Map(
          Object.entries({ "opencollection.yml": MAIN, ...input }),
        ),
      });
      const found = diagnostics.map((it) => `${it.severity} ${it.code}`);
      assertEquals(
        [...new Set(found)],
        expected,
        diagnostics[0]?.message.slice(0, 300),
      );
      assertEquals(requestsOf(value?.items ?? []), requests);
      assert(diagnostics.length <= limit, `${diagnostics.length} diagnostics`);
      for (const { location, message } of diagnostics) {
        assert(location?.file);
        assert(message.length < 1000, `a message of ${message.length}`);
        assert(!/[\n\r\0]/.test(message), "a message of several lines");
      }
    });
  }
});
