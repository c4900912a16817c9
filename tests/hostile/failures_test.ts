import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path/join";
import { describe, it } from "@std/testing/bdd";
import { braceCommand } from "../support/brace.ts";

/** A collection with very many failures. */
interface Row {
  readonly name: string;
  /** Files by name. */
  readonly input: () => Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly expected: {
    readonly code: number;
    /** The report's last line; none where there is no report. */
    readonly end?: string;
    /** Lines besides those of the list of requests; default: as many as there are. */
    readonly besides?: number;
  };
  /** Milliseconds after which it is ended: far more than a linear way needs. */
  readonly limit: number;
}

const times = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

/** Lines of a terminal. */
const SCREEN = 24;

const ONE_NAME = `items:
  - info: { name: A, type: http }
    http: { method: GET, url: "http://h/{{usr}}" }
`;

function bodyOf(lines: string): string {
  return `items:
  - info: { name: A, type: http }
    http:
      method: POST
      url: http://h/
      body:
        type: json
        data: |-
          [
${lines}            1]
`;
}

const ROWS: readonly Row[] = [
  {
    name: "3,000 requests of one file with an unresolved name each",
    input: () => ({
      "all.yml": `items:\n${
        times(3_000, (at) =>
          `  - info: { name: R${at}, type: http }\n    http: { method: GET, url: "http://h/{{no${at}}}" }\n`)
      }`,
    }),
    args: ["run", "all.yml"],
    expected: { code: 3, end: "✗ 3000 of 3000 requests did not pass" },
    limit: 120_000,
  },
  {
    name: "200 rows with one misspelt name",
    input: () => ({
      "all.yml": ONE_NAME,
      "rows.csv": `a\n${times(200, (at) => `${at}\n`)}`,
    }),
    args: ["run", "all.yml", "--data", "rows.csv"],
    expected: {
      code: 3,
      end: "✗ 200 of 200 requests did not pass",
      besides: SCREEN,
    },
    limit: 60_000,
  },
  ...["run", "render"].flatMap((command) =>
    [() => "{{usr}}", (at: number) => `{{usr${at}}}`].map((
      placeholder,
    ): Row => ({
      name: `${command}: 2,000 placeholders like ${placeholder(7)} in one body`,
      input: () => ({
        "all.yml": bodyOf(
          times(2_000, (at) => `            "${placeholder(at)}",\n`),
        ),
      }),
      args: [command, "all.yml"],
      expected: {
        code: 3,
        ...command === "run" && { end: "✗ 1 of 1 request did not pass" },
        besides: SCREEN,
      },
      limit: 60_000,
    }))
  ),
  {
    name: "check: 30,000 headers with an unresolved name each",
    input: () => ({
      "all.yml": `items:
  - info: { name: A, type: http }
    http:
      method: GET
      url: http://h/
      headers:
${times(30_000, (at) => `        - { name: H${at}, value: "{{usr}}" }\n`)}`,
    }),
    args: ["check", "all.yml"],
    expected: { code: 1 },
    limit: 60_000,
  },
];

describe("very many failures", () => {
  for (const { name, input, args, expected, limit } of ROWS) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        for (const [file, text] of Object.entries(input())) {
          await Deno.writeTextFile(join(cwd, file), text);
        }
        const child = braceCommand(args, { cwd }).spawn();
        await child.stdin.close();
        const timer = setTimeout(() => child.kill("SIGKILL"), limit);
        const { code, stdout, stderr } = await child.output();
        clearTimeout(timer);
        const text = new TextDecoder();
        const lines = (text.decode(stdout) + text.decode(stderr)).trim()
          .split("\n");
        const end = lines.findLast((line) => /^[✓✗–•]/.test(line));
        assertEquals([code, end], [expected.code, expected.end]);
        const besides = lines.filter((line) =>
          !/^✗.* (?:m?s|not sent)(?: {2}as above)?$/.test(line)
        );
        assert(
          besides.length <= (expected.besides ?? Infinity),
          besides.join("\n"),
        );
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
