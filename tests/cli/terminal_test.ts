import { afterEach, beforeEach, describe } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { recordingServer } from "../support/recording_server.ts";
import { oauth2Server } from "../support/oauth2_server.ts";
import { itNeeds } from "../support/needs.ts";
import { braceInTerminal, rowsInTerminal } from "../support/terminal.ts";

const inTerminal = itNeeds("terminal");
const ALLOW = "Allow it?";

describe("at a terminal", () => {
  let folder: string;
  beforeEach(() => {
    folder = Deno.makeTempDirSync();
  });
  afterEach(() => Deno.removeSync(folder, { recursive: true }));

  const write = (http: string, variables = "[]") => {
    Deno.writeTextFileSync(
      `${folder}/opencollection.yml`,
      `info: {name: Shop}\nrequest: {variables: ${variables}}\n`,
    );
    Deno.writeTextFileSync(
      `${folder}/a.yml`,
      `info: {name: A, type: http}\nhttp: ${http}\n`,
    );
  };

  for (const [count, lists] of [[99, true], [100, false]] as const) {
    inTerminal(
      `of ${count} requests ${lists ? "all" : "none"} that passed are listed`,
      async () => {
        await using server = recordingServer();
        write(`{method: GET, url: "${server.url}/x"}`);
        const args = ["run", folder, "--iterations", String(count)];
        const { screen } = await braceInTerminal(args, []);
        assertEquals(screen.includes("✓ a.yml [7/"), lists, screen);
        assertStringIncludes(
          screen,
          `\r\x1b[K[7/${count}] a.yml [7/${count}] …`,
        );
        assertEquals(screen.includes("\\x1b"), false, screen);
        const log = await braceInTerminal(args, [], { env: { CI: "true" } });
        assertEquals(log.screen.includes(`[7/${count}] a.yml`), false);
      },
    );
  }

  for (const [columns, most] of [[60, 60], [120, 120], [200, 120]]) {
    inTerminal(`messages use its ${columns} columns, up to 120`, async () => {
      const words = "so many words that one line has no room for them ";
      write(`{method: GET, url: "{{${words.repeat(3).trim()}}}"}`);
      const [run, none, explained] = await rowsInTerminal([
        ["run", folder],
        ["run", `${folder}/${words.repeat(4)}`],
        ["explain", "UNDEFINED_VARIABLE"],
      ], { columns });
      for (const screen of [run, none, explained]) {
        const widths = screen.replaceAll("\r\x1b[K", "\r\n").split("\r\n")
          .map((line) => line.length);
        assert(widths.some((it) => it > most * 0.8 && it <= most), screen);
        // The path is not broken, nor is what is quoted.
        const long = widths.filter((it) => it > most);
        assert(long.length <= 4, screen);
      }
      assertMatch(none, /error MISSING_PATH: Cannot/);
    });
  }

  for (
    const [name, typed] of [
      ["a line", "r\r"],
      ["a line without its Enter", "r"],
      ["many lines", "r\rr\ry\ro"],
    ]
  ) {
    inTerminal(`what was typed before allows no host: ${name}`, async () => {
      await using server = recordingServer();
      write(`{method: GET, url: "{{other}}/x"}`);
      // A row is data, which declares no host.
      Deno.writeTextFileSync(`${folder}/rows.csv`, `other\n${server.url}\n`);
      const result = await braceInTerminal(
        ["run", folder, "--data", `${folder}/rows.csv`],
        [["", typed], [ALLOW, "\r"]],
      );
      assertEquals(result.code, 6, result.screen);
      assertEquals(server.requests, []);
    });
  }

  inTerminal("what is typed then allows it", async () => {
    await using server = recordingServer();
    write(`{method: GET, url: "{{other}}/x"}`);
    Deno.writeTextFileSync(`${folder}/rows.csv`, `other\n${server.url}\n`);
    const result = await braceInTerminal(
      ["run", folder, "--data", `${folder}/rows.csv`],
      [[ALLOW, "r\r"]],
    );
    assertEquals(result.code, 0, result.screen);
    assertEquals(server.requests.length, 1);
  });

  const BEARER = `auth: {type: bearer, token: "{{?Value}}"}`;
  for (
    const [name, http, variables] of [
      ["by its question", `headers: [{name: X, value: "{{?Password}}"}]`],
      ["in an auth field", BEARER],
      [
        "for a secret variable",
        `headers: [{name: X, value: "{{a}}"}]`,
        `[{name: a, value: "{{b}}", secret: true}, {name: b, value: "x{{?Value}}"}]`,
      ],
      [
        "in a secret variable's member",
        `headers: [{name: X, value: "{{a.b}}"}]`,
        `[{name: a, value: {type: object, data: '{"b": "x{{?Value}}"}'}, secret: true}]`,
      ],
    ]
  ) {
    inTerminal(`an answer is not shown: ${name}`, async () => {
      await using server = recordingServer();
      write(`{method: GET, url: "${server.url}/x", ${http}}`, variables);
      const question = name === "by its question" ? "Password:" : "Value:";
      const { code, screen } = await braceInTerminal(
        ["run", folder, "--verbose"],
        [["", "early\r"], [question, "hunter2-hunter2\r"]],
      );
      assertEquals(code, 0, screen);
      assertStringIncludes(
        JSON.stringify(server.requests[0].rawHeaders),
        "hunter2-hunter2",
      );
      assertEquals(screen.includes("hunter2"), false, screen);
      // Not behind the line of progress.
      assertStringIncludes(screen, `\r\x1b[K${question}`);
    });
  }

  for (const question of ["Name", "Password"]) {
    inTerminal(`Ctrl-C is heard behind a question: ${question}`, async () => {
      const arrived = Promise.withResolvers<void>();
      await using server = recordingServer(() => {
        arrived.resolve();
        return new Promise(() => {});
      });
      write(`{method: GET, url: "${server.url}/{{?${question}}}"}`);
      const { code, screen } = await braceInTerminal(
        ["run", folder, "--timeout", "5000"],
        [[`${question}:`, "Ada\r"], [arrived.promise, "\x03"]],
      );
      assertEquals(code, 130, screen);
    });
  }

  inTerminal("other answers are", async () => {
    await using server = recordingServer();
    write(`{method: GET, url: "${server.url}/{{?Name}}"}`);
    const { code, screen } = await braceInTerminal(
      ["run", folder],
      [["", "early\r"], ["Name:", "Ada\r"]],
    );
    assertEquals(code, 0, screen);
    assertEquals(server.requests[0].target, "/Ada");
    assertStringIncludes(screen, "Ada");
  });

  for (const command of ["run", "render", "send"]) {
    for (const question of ["Name", "Password"]) {
      for (
        const [name, typed] of [
          ["Ctrl-C", "abc\x03"],
          ["Ctrl-C and Enter", "abc\x03\r"],
          ["Ctrl-D", "\x04"],
        ]
      ) {
        inTerminal(`${name} at ${command}'s ${question} ends it`, async () => {
          await using server = recordingServer();
          const url = `${server.url}/{{?${question}}}`;
          write(`{method: GET, url: "${url}"}`);
          const { code, screen } = await braceInTerminal(
            [command, command === "send" ? url : folder],
            [[`${question}:`, typed]],
            { then: "stty -a" },
          );
          assertEquals(code, 130, screen);
          assertEquals(server.requests, []);
          assertMatch(screen, /\sisig icanon\s/);
          assertMatch(screen, /\secho\s/);
        });
      }
    }
  }

  for (
    const [name, typed, target] of [
      ["Backspace takes whole characters", "aé\x7f\x7fb\r", "/b"],
      ["Ctrl-U takes the line", "wrong\x15right\r", "/right"],
      ["Enter alone", "\r", "/"],
    ]
  ) {
    inTerminal(`keys at a hidden question: ${name}`, async () => {
      await using server = recordingServer();
      write(`{method: GET, url: "${server.url}/{{?Password}}"}`);
      const { code, screen } = await braceInTerminal(
        ["run", folder],
        [["Password:", typed]],
      );
      assertEquals(code, 0, screen);
      assertEquals(server.requests[0].target, target);
    });
  }

  for (
    const [name, typed, says] of [
      ["an arrow", "hunter2\x1b[D\r", "such as Esc or an arrow"],
      ["a key that ends programs", "hunter2\x1c\r", "such as Esc"],
      ["a paste of lines", "hunter2\x1b\rhunter3\r", "such as Esc"],
      ["a byte", Uint8Array.of(0x61, 0xe9, 0x0d), "is not UTF-8"],
    ] as const
  ) {
    inTerminal(`a hidden line is asked for again: ${name}`, async () => {
      await using server = recordingServer();
      write(`{method: GET, url: "${server.url}/{{?Password}}"}`);
      const { code, screen } = await braceInTerminal(
        ["run", folder],
        [["Password:", typed], [says, ""], ["Password:", "right\r"]],
        { then: "stty -a" },
      );
      assertEquals(code, 0, screen);
      assertEquals(server.requests.map(({ target }) => target), ["/right"]);
      assertEquals(/hunter|\*/.test(screen), false, screen);
      assertMatch(screen, /\secho\s/);
    });
  }

  inTerminal("a question that is seen follows one that is not", async () => {
    await using server = recordingServer();
    write(
      `{method: GET, url: "${server.url}/{{?Password}}/{{?PIN}}/{{?Name}}"}`,
    );
    const { code, screen } = await braceInTerminal(
      ["run", folder],
      [["Password:", "one\r"], ["PIN:", "twé\x7fo\r"], ["Name:", "Ada\r"]],
    );
    assertEquals(code, 0, screen);
    assertEquals(server.requests[0].target, "/one/two/Ada");
    assertEquals(/one\s|two/.test(screen), false, screen);
  });

  for (
    const [flow, timeout, says] of [
      ["authorization_code", "700", "no browser came back in 700 ms"],
      ["device_code", "4000", "the server wants 5 s between two checks"],
    ]
  ) {
    inTerminal(`--timeout covers waiting for a person: ${flow}`, async () => {
      await using oauth2 = oauth2Server({
        pending: Array(99).fill("authorization_pending"),
      });
      write(`
  method: GET
  url: ${oauth2.url}/me
  auth:
    type: oauth2
    flow: ${flow}
    accessTokenUrl: ${oauth2.url}/token
    authorizationUrl: ${oauth2.url}/authorize
    deviceAuthorizationUrl: ${oauth2.url}/device
    credentials: {clientId: public}`);
      const { code, screen } = await braceInTerminal(
        ["run", folder, "--timeout", timeout],
        [],
      );
      assertEquals(code, 4, screen);
      assertStringIncludes(screen.replaceAll(/\s+/g, " "), says);
    });
  }
});
