import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { FOREIGN_FLAGS } from "../../lib/cli/flags/foreign_flags.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import type { CommandName } from "../../lib/cli/command.ts";
import { parseCommand } from "../../lib/cli/execute.ts";
import { UsageError } from "../../lib/core/source/errors.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const ROWS = [...FOREIGN_FLAGS].flatMap(([command, flags]) =>
  Object.entries(flags).map(([flag, hint]) => ({ command, flag, hint }))
);

const ENVIRONMENT: [line: string[], hint: string][] = [
  [["--environment", "local"], "write --env local"],
  [["--environment=local", "a"], "write --env local"],
  [["--enviroment", "local"], "write --env local"],
  [["--environment"], "write --env NAME"],
  [["--environment", "--help"], "write --env NAME"],
  [
    ["--environment", "a/local.json"],
    "write --env-file a/local.json",
  ],
  [["--environment=my local.json"], 'write --env-file "my local.json"'],
  [["--environment=$HOME.json"], "write --env-file '$HOME.json'"],
];

describe("--environment", () => {
  for (const command of ["run", "check", "vars", "render", "send"]) {
    for (const [line, hint] of ENVIRONMENT) {
      it(`${command} ${line.join(" ")}: ${hint}`, async () => {
        const error = await assertRejects(
          () => parseCommand([command, ...line]),
          UsageError,
        );
        const flag = line[0].split("=")[0];
        assertEquals(
          error.message,
          `Cannot use "${flag}": "brace ${command}" has no such flag, ${hint}`,
        );
      });
    }
  }
});

describe("a flag of another program with one dash", () => {
  for (
    const [line, hint] of [
      [["-reporter-junit", "x.xml"], "write --reporter junit=x.xml"],
      [["-reporter-json=x.json"], "write --reporter json=x.json"],
      [["-reporter-skip-body"], "leave it out: secrets are masked in reports"],
    ] as const
  ) {
    it(line.join(" "), async () => {
      const error = await assertRejects(
        () => parseCommand(["run", ...line]),
        UsageError,
      );
      assertEquals(
        error.message,
        `Cannot use "${
          line[0].split("=")[0]
        }": "brace run" has no such flag, ${hint}`,
      );
    });
  }
});

describe("a command of another program", () => {
  for (
    const [line, program] of [
      [["curl", "http://a"], "curl"],
      [["curl", "-H", "a: b", "http://a"], "curl"],
      [["curl", "--data-raw", "x", "http://a"], "curl"],
      [["curl", "-s", "http://a"], "curl"],
      [["curl", "-L", "http://a"], "curl"],
      [["curl", "--compressed", "http://a"], "curl"],
      [["curl", "-sS", "http://a", "-o", "f"], "curl"],
      [["curl http://a -d x"], "curl"],
      [["grpcurl", "-plaintext", "a:1", "s/M"], "grpcurl"],
    ] as const
  ) {
    it(`is not sent: ${line.join(" ")}`, async () => {
      const { message } = await assertRejects(
        () => parseCommand(["send", ...line]),
        UsageError,
      );
      assertEquals(
        message,
        `Cannot send a command of ${program} (import it with "brace import '${program} …'", or write "brace send METHOD URL")`,
      );
    });
  }

  it("may be the name of a host", async () => {
    assertEquals((await parseCommand(["send", "curl"])).kind, "send");
  });
});

describe("a method as curl takes it", () => {
  for (
    const [line, method] of [
      [["-X", "POST", "http://a"], "POST"],
      [["-XDELETE", "http://a"], "DELETE"],
      [["--request=PATCH", "http://a"], "PATCH"],
      [["http://a", "-X"], "PUT"],
    ] as const
  ) {
    it(line.join(" "), async () => {
      const error = await assertRejects(
        () => parseCommand(["send", ...line]),
        UsageError,
      );
      assertStringIncludes(
        error.message,
        `write the method before the URL: brace send ${method} URL`,
      );
    });
  }
});

describe("brace list, which resolves nothing", () => {
  for (
    const [line, value] of [
      [["--environment", "local"], "local"],
      [["--env=local", "users"], "local"],
      [["-e", "local"], "local"],
      [["-elocal"], "local"],
      [["--enviroment"], "NAME"],
    ] as const
  ) {
    it(`${line.join(" ")}: says what does`, async () => {
      const error = await assertRejects(
        () => parseCommand(["list", ...line]),
        UsageError,
      );
      assertEquals(
        error.message,
        `Cannot use "${
          line[0].split("=")[0]
        }": "brace list" has no such flag, leave it out: a list shows URLs as they are written (brace render --env ${value} shows what would be sent)`,
      );
    });
  }
});

describe("flags of other runners", () => {
  /** As `bru run --help` of 4.1.0 and `newman run --help` of 6.2.2 list them. */
  const FLAGS: Readonly<Record<string, string>> = {
    bru: `--version -h --help -r --cacert --ignore-truststore --disable-cookies
      --env --env-file --secrets-env-file --global-env --workspace-path
      --env-var --global-env-var --sandbox -o --output -f --format
      --reporter-json --reporter-junit --reporter-html --insecure --tests-only
      --bail --parallel --verbose --csv-file-path --json-file-path
      --iteration-count --reporter-skip-all-headers --reporter-skip-headers
      --reporter-skip-request-body --reporter-skip-response-body
      --reporter-skip-body --client-cert-config --noproxy --cache-ssl-session
      --delay --tags --exclude-tags`,
    newman: `-e --environment -g --globals -r --reporters -n --iteration-count
      -d --iteration-data --folder --global-var --env-var --export-environment
      --export-globals --export-collection --postman-api-key --bail
      --ignore-redirects -x --suppress-exit-code --silent --disable-unicode
      --color --delay-request --timeout --timeout-request --timeout-script
      --working-dir --no-insecure-file-read -k --insecure
      --ssl-client-cert-list --ssl-client-cert --ssl-client-key
      --ssl-client-passphrase --ssl-extra-ca-certs --cookie-jar
      --export-cookie-jar --verbose -h --help`,
  };
  for (const [runner, flags] of Object.entries(FLAGS)) {
    it(`${runner}: each is a flag of brace run, or has a hint`, async () => {
      for (const flag of flags.split(/\s+/)) {
        const error = await parseCommand(["run", flag]).then(
          () => undefined,
          (error: Error) => error.message,
        );
        assert(!error?.endsWith("has no such flag"), error);
      }
    });
  }
});

describe("a flag of another runner with its value", () => {
  const ROWS: [line: string, hint: string][] = [
    ["run --reporter-junit ../b.xml", "write --reporter junit=../b.xml"],
    ["run --delay-request 300", "write --delay 300"],
    ["run --retry-interval 1s", "write --retry-delay 1000"],
    ["run --max-time 3", "write --timeout 3000"],
    ["run --reporter-junit=../b.xml api", "write --reporter junit=../b.xml"],
    ["run --csv-file-path rows.csv", "write --data rows.csv"],
    ["run -n 5", "write --iterations 5"],
    [
      "run --export-cookie-jar jar.txt",
      "write --cookie-jar jar.txt: it is saved after the run",
    ],
    ["run --reporter-junit --insecure", "write --reporter junit=FILE"],
    ["run --max-time 3", "write --timeout 3000"],
    ["run --max-time 1.5", "write --timeout 1500"],
    ["run --max-time 500ms", "write --timeout 500"],
    ["run --max-time soon", "write --timeout MS (milliseconds)"],
    ["run --timeout-request 1s", "write --timeout 1000"],
    ["run --delay-request 0.5s", "write --delay 500"],
    ["run --delay-request 0", "write --delay 0"],
    ["run --timeout-script 2m", "write --script-timeout 120000"],
    ["run --timeout-request 1,000", "write --timeout MS"],
    ["send -b sid=abcd http://h", "write --cookie-jar FILE"],
  ];
  for (const [line, hint] of ROWS) {
    it(line, async () => {
      const [command, flag] = line.split(/[ =]/);
      const error = await assertRejects(
        () => parseCommand(line.split(" ")),
        UsageError,
      );
      assertEquals(
        error.message,
        `Cannot use "${flag}": "brace ${command}" has no such flag, ${hint}`,
      );
    });
  }
});

describe("a format", () => {
  const TO_STDOUT = "write --reporter json=- (json=FILE writes a file)";
  const CONSOLE = "leave it out: the console shows the run";
  const RESPONSE = "--output FILE is for a response";
  const DENO =
    "it is Deno's: write it before the name of the program, or in the task of deno.json";
  const ROWS: [line: string, hint: string][] = [
    ["run --format json", TO_STDOUT],
    ["run --format=json api", TO_STDOUT],
    ["run -f json", TO_STDOUT],
    ["run --json", TO_STDOUT],
    ["report --json", TO_STDOUT],
    ["report --format json", TO_STDOUT],
    ["run --junit", "write --reporter junit=- (junit=FILE writes a file)"],
    ["run --junit out/r.xml", "write --reporter junit=out/r.xml"],
    ["run --html r.html", "write --reporter html=r.html"],
    ["run --json api", "write --reporter json=- (json=FILE writes a file)"],
    ["run --format github", "write --reporter github"],
    ["run --format dots", "write --reporter dots"],
    ["run --dots", "write --reporter dots"],
    ["run --format text", CONSOLE],
    ["run --format", "write --reporter KIND=FILE"],
    ["run --format=yaml", "write --reporter KIND=FILE"],
    [
      "run --format junit -o out.txt",
      `write --reporter junit=out.txt: ${RESPONSE}`,
    ],
    [
      "run --output out.json --format json",
      `write --reporter json=out.json: ${RESPONSE}`,
    ],
    ["run -o out.json", `write --reporter json=out.json: ${RESPONSE}`],
    [
      "run -o out.xml --format junit",
      `write --reporter junit=out.xml: ${RESPONSE}`,
    ],
    ["run -o out.xml", `write --reporter junit=out.xml: ${RESPONSE}`],
    ["run -o out.txt", `write --reporter KIND=FILE: ${RESPONSE}`],
    ["run --allow-write=out", DENO],
    ["run --allow-run", DENO],
    ["run --deny-write=out", DENO],
    ["run -A", DENO],
    ["fmt --allow-write", DENO],
    ["check --json", "write --format json"],
    ["check --sarif", "write --format sarif"],
    ["check --reporter json", "write --format json"],
    ["list --json", "write --format json"],
    ["vars --json", "write --format json"],
    ["render --json", "write --format json"],
    ["import --json", "write --format json"],
    ["export --json", "write --format json"],
    [
      "export --as postman",
      "write the format before the collection: brace export postman COLLECTION, or bru or artillery",
    ],
  ];
  for (const [line, hint] of ROWS) {
    it(`brace ${line}: ${hint}`, async () => {
      const [command, written, ...more] = line.split(" ");
      const error = await assertRejects(
        () => parseCommand([command, written, ...more]),
        UsageError,
      );
      const [flag] = written === "--output" ? ["--format"] : written.split("=");
      assertEquals(
        error.message,
        `Cannot use "${flag}": "brace ${command}" has no such flag, ${hint}`,
      );
    });
  }
});

describe("values that newman takes", () => {
  const JUNIT = "write --reporter junit=FILE";
  const ROWS: [line: string[], message: string][] = [
    [
      ["-e", "my local.json"],
      'Cannot use "-e my local.json": it takes the name of an environment, write --env-file "my local.json"',
    ],
    [
      ["--env", "environments/local.bru"],
      'Cannot use "--env environments/local.bru": it takes the name of an environment, write --env-file environments/local.bru',
    ],
    [
      ["--env=api/environments/local.yml"],
      'Cannot use "--env api/environments/local.yml": it takes the name of an environment, write --env-file api/environments/local.yml',
    ],
    [
      ["--env=local.JSON"],
      'Cannot use "--env local.JSON": it takes the name of an environment, write --env-file local.JSON',
    ],
    [
      ["-r", "cli,junit"],
      `Cannot use "-r": "brace run" has no such flag, ${JUNIT}`,
    ],
    [
      ["-r=htmlextra, json"],
      'Cannot use "-r": "brace run" has no such flag, write --reporter html=FILE --reporter json=FILE',
    ],
    [
      ["-r", "markdown"],
      'Cannot use "-r": "brace run" has no such flag, write --reporter markdown=FILE',
    ],
    [
      ["-r", "github,dots,har"],
      'Cannot use "-r": "brace run" has no such flag, write --reporter github --reporter dots --reporter har=FILE',
    ],
    [
      ["-r", "cli,allure"],
      'Cannot use "-r": "brace run" has no such flag, leave it out: the console shows the run; Brace does not have "allure"',
    ],
    [
      ["-r", "json,allure,teamcity"],
      'Cannot use "-r": "brace run" has no such flag, write --reporter json=FILE; Brace does not have "allure", "teamcity"',
    ],
    [
      ["-r", "allure"],
      'Cannot use "-r": "brace run" has no such flag, leave it out: a folder runs with everything below it (for a report, write --reporter KIND=FILE)',
    ],
    [
      ["--reporters", "cli"],
      'Cannot use "--reporters": "brace run" has no such flag, leave it out: the console shows the run',
    ],
    [
      ["--color", "off"],
      'Cannot use "--color off": "--color" takes no value, write --no-color',
    ],
    [
      ["--allow-env", "API_KEY,OTHER"],
      'Cannot use "--allow-env API_KEY,OTHER": a list follows "=", "--allow-env=API_KEY,OTHER"',
    ],
    [
      ["--allow-net", "api.example.com:8080"],
      'Cannot use "--allow-net api.example.com:8080": a list follows "=", "--allow-net=api.example.com:8080"',
    ],
    [
      ["--insecure", "localhost"],
      'Cannot use "--insecure localhost": a list follows "=", "--insecure=localhost"',
    ],
    [
      ["--bail", "failure"],
      'Cannot use "--bail failure": "--bail" takes no value, leave it out: a run stops after the first request that fails',
    ],
  ];
  for (const [line, message] of ROWS) {
    it(line.join(" "), async () => {
      const error = await assertRejects(
        () => parseCommand(["run", ...line]),
        UsageError,
      );
      assertEquals(error.message, message);
    });
  }

  const brace = braceRows();

  it("is a path where it is the one of a file or folder", async () => {
    const cwd = await Deno.makeTempDir();
    await Deno.mkdir(`${cwd}/folder`);
    const tooMany =
      'Cannot use "folder": too many words for "brace import FILE|FOLDER|URL|COMMAND|- [flags]"';
    for (
      const [words, message] of [
        [["run", "--bail", "folder"], 'Cannot load "folder"'],
        [
          ["import", "a.json", "folder"],
          `${tooMany} (import one after the other with -o FOLDER, or a folder that contains them)`,
        ],
        [
          ["import", "bru", "folder"],
          `${tooMany} (leave out "bru": Brace finds the format out)`,
        ],
        [
          ["import", "curl", "folder"],
          `${tooMany} (leave out "curl": Brace finds the format out)`,
        ],
        ...[
          ["curl", "http://a", "-o", "q"],
          ["-o", "q", "curl", "-H", "A: b", "http://a"],
          ["curl", "-sSXPOST", "http://a"],
        ].map((words) =>
          [
            ["import", ...words],
            `Cannot import the words of a command: put the whole command in quotes, "brace import 'curl …'", or pipe it to "brace import -"`,
          ] as const
        ),
        [
          ["import", "swagger"],
          'Cannot import "swagger": it is a format, not a file (pass the file, folder or URL, Brace detects the format: "brace import FILE|FOLDER|URL")',
        ],
      ] as const
    ) {
      const { code, stderr } = await brace([...words], { cwd });
      assertEquals(code, 2);
      assertStringIncludes(oneLine(stderr), message);
    }
    await Deno.remove(cwd, { recursive: true });
  });
});

describe("a flag that the command does not have", () => {
  for (
    const [command, written, hint] of [
      ["run", "-elocal", ", write -e local"],
      ["import", "-oshop", ", write -o shop"],
      ["run", "-env", ' (did you mean "--env"?)'],
      ["run", "-bail", ' (did you mean "--bail"?)'],
      ["run", "-vv", ""],
      // A plural, and the beginning of one flag only.
      ["run", "--retries", ' (did you mean "--retry"?)'],
      ["run", "--iter", ' (did you mean "--iterations"?)'],
      ["run", "--s", ""],
      ["check", "--tr", ""],
    ]
  ) {
    it(`${command} ${written}`, async () => {
      const error = await assertRejects(
        () => parseCommand([command, written]),
        UsageError,
      );
      assertEquals(
        error.message,
        `Cannot use "${written}": "brace ${command}" has no such flag${hint}`,
      );
    });
  }
});

describe("flags of other programs", () => {
  for (const { command, flag, hint } of ROWS) {
    it(`${command} ${flag}: ${hint}`, async () => {
      const { spec } = await COMMANDS[command as CommandName].load();
      const flags = flagsOf(spec);
      const ours = new Set(flags.map(({ name }) => `--${name}`));
      const short = flags.map((it) => `-${it.short}`);
      assert(!ours.has(flag) && !short.includes(flag), "it is one of Brace's");
      for (const [named] of hint.matchAll(/--[a-z-]+/g)) {
        assert(ours.has(named), `${named} is not a flag of brace ${command}`);
      }
      const error = await assertRejects(
        () => parseCommand([command, flag]),
        UsageError,
      );
      assertEquals(
        error.message,
        `Cannot use "${flag}": "brace ${command}" has no such flag, ${hint}`,
      );
    });
  }
});

describe("--folder, -i and the like, which name what a path selects", () => {
  const brace = braceRows();
  const REQUEST = (name: string) =>
    `info: {name: ${name}, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9"}\n`;
  const FILES: Record<string, string> = {
    "c/opencollection.yml": "info: {name: C}\n",
    "c/orders/folder.yml": "info: {name: All orders, type: folder}\n",
    "c/orders/get.yml": REQUEST("Get one"),
    "c/orders/old/get.yml": REQUEST("Get an old one"),
    "c/My Stuff/old/a.yml": REQUEST("A"),
    "all.yml":
      `info: {name: B}\nitems:\n  - info: {name: Orders, type: folder}\n    items: [{${
        REQUEST("One").trim().replace("\n", ", ")
      }}]\n`,
  };
  const ROWS: [args: string[], wayOut: string, selected?: number][] = [
    [["c", "--folder", "All orders"], "write brace run c/orders", 2],
    [["--folder=orders", "c"], "write brace run c/orders", 2],
    [["c/orders", "--folder", "My Stuff"], 'write brace run "c/My Stuff"', 1],
    [["c", "-i", "Get one"], "write brace run c/orders/get.yml", 1],
    [["c", "--name", "Get one"], "write brace run c/orders/get.yml", 1],
    [["--request=Get one", "c"], "write brace run c/orders/get.yml", 1],
    [
      ["c", "--request", "Get on"],
      'and the collection has nothing named "Get on" (did you mean "brace run c/orders/get.yml"?)',
    ],
    [
      ["c", "--request"],
      "give the request as a path: brace run COLLECTION/FOLDER/REQUEST",
    ],
    [["c", "--folder", "orders/old"], "write brace run c/orders/old", 1],
    [
      ["c", "--folder", "orders", "--bail", "--folder", "My Stuff"],
      'write brace run c/orders "c/My Stuff"',
      3,
    ],
    [["all.yml", "--folder", "Orders"], "write brace run all.yml Orders", 1],
    [
      ["c", "--folder", "old"],
      'write brace run c/orders/old or brace run "c/My Stuff/old"',
    ],
    [
      ["c", "--folder", "Orders"],
      'and the collection has nothing named "Orders" (did you mean "brace run c/orders"?)',
    ],
    [
      ["c", "--folder", "users"],
      'and the collection has nothing named "users" ("brace list c" lists what it has)',
    ],
    [
      ["--folder", "users"],
      "give the folder as a path: brace run COLLECTION/FOLDER",
    ],
    [
      ["c", "--", "--folder", "users"],
      "",
    ],
  ];
  for (const [args, wayOut, selected] of ROWS) {
    it(`${args.join(" ")}: ${wayOut}`, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        for (const [path, text] of Object.entries(FILES)) {
          const folder = path.replace(/[^/]*$/, "");
          await Deno.mkdir(`${cwd}/${folder}`, { recursive: true });
          await Deno.writeTextFile(`${cwd}/${path}`, text);
        }
        const { code, stderr } = await brace(["run", ...args], { cwd });
        assertEquals(code, 2);
        const [flag] = args.filter((it) =>
          /^(?:--folder|--name|--request|-i)/.test(it)
        );
        const message = oneLine(stderr);
        if (wayOut === "") assert(message.includes("MISSING_PATH"), message);
        else {
          assertStringIncludes(
            message,
            `Cannot use "${
              flag.split("=")[0]
            }": "brace run" has no such flag, ${wayOut}`,
          );
        }
        if (selected === undefined) return;
        const words = /^write brace run (.*)$/.exec(wayOut)![1]
          .match(/"[^"]*"|\S+/g)!.map((it) => it.replaceAll('"', ""));
        const { stdout } = await brace(["list", "--format=json", ...words], {
          cwd,
        });
        assertEquals(JSON.parse(stdout).requests.length, selected);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
