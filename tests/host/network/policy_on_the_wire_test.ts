import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { createPolicy } from "../../../lib/core/policy/policy.ts";
import { PermissionError } from "../../../lib/core/source/errors.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { certificate } from "../../support/certificates.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { withLongerLimits } from "../../support/with_longer_limits.ts";
import { readAudit } from "../../support/read_audit.ts";

const NONE = { declared: [], allow: [], deny: [] };

describe("the network policy on the wire", () => {
  it("refuses a host that is not declared, before anything is sent", async () => {
    await using server = recordingServer();
    await withEngine({}, async (send) => {
      const error = await assertRejects(
        () =>
          send(renderedRequest(server.url), {
            policy: createPolicy(NONE),
            label: "users/list.yml",
            at: { file: "users/list.yml", path: ["http", "url"] },
          }),
        PermissionError,
      );
      assertEquals(error.diagnostics, [{
        code: "PERMISSION",
        severity: "error",
        message:
          `Cannot send "users/list.yml" to "${server.host}": the host is not declared`,
        location: {
          file: "users/list.yml",
          yamlPath: "http.url",
          keys: ["http", "url"],
          offset: 0,
          place: "url",
        },
        waysOut: [{ kind: "allow-host", names: [server.host] }],
      }]);
    });
    assertEquals(server.connections, 0);
  });

  it("sees every hop", async () => {
    await using other = recordingServer();
    await using server = recordingServer(() => ({
      status: 302,
      headers: [["Location", `${other.url}/x`]],
    }));
    await withEngine({}, async (send) => {
      const error = await assertRejects(
        () =>
          send(renderedRequest(server.url), {
            policy: createPolicy({ ...NONE, declared: [server.host] }),
            label: "r.yml",
          }),
        PermissionError,
      );
      assertEquals(
        error.message.startsWith(
          `Cannot follow a redirect of "r.yml" to "${other.host}": the host is not declared (`,
        ),
        true,
      );
    });
    assertEquals(server.requests.length, 1);
    assertEquals(other.connections, 0);
  });

  it("takes localhost, 127.0.0.1 and [::1] for one host", async () => {
    await using server = recordingServer();
    await withEngine({}, async (send) => {
      const policy = createPolicy({ ...NONE, allow: [`[::1]:${server.port}`] });
      const url = `http://localhost:${server.port}/`;
      assertEquals((await send(renderedRequest(url), { policy })).status, 200);
    });
  });

  it("checks the addresses that a name resolves to against denials", async () => {
    await using server = recordingServer();
    await withEngine({}, async (send) => {
      const url = `http://localhost:${server.port}/`;
      for (const rule of ["127.0.0.0/8", "127.0.0.1"]) {
        const error = await assertRejects(
          () =>
            send(renderedRequest(url), {
              policy: createPolicy({ ...NONE, allow: true, deny: [rule] }),
            }),
          PermissionError,
        );
        assertEquals(
          error.message,
          `Cannot send a request to "localhost:${server.port}": the rule "${rule}" denies it (take it out of the option "denyNet")`,
        );
      }
      const policy = createPolicy({
        ...NONE,
        allow: true,
        deny: ["10.0.0.0/8"],
      });
      assertEquals((await send(renderedRequest(url), { policy })).status, 200);
    });
    assertEquals(server.requests.length, 1);
  });

  it("checks the address of the connection itself before anything is sent", async () => {
    await using server = recordingServer();
    await withEngine({}, async (send) => {
      let asked = 0;
      const error = await assertRejects(
        () =>
          send(renderedRequest(`http://localhost:${server.port}/`), {
            policy: {
              ...createPolicy({ ...NONE, allow: true }),
              checksAddresses: true,
              check: () => ({ allowed: true }),
              // What the name resolved to first was fine.
              checkAddress: () =>
                ++asked === 1
                  ? { allowed: true }
                  : { allowed: false, reason: "denied", rule: "r" },
            },
          }),
        PermissionError,
      );
      assertEquals(error.diagnostics[0].code, "PERMISSION");
    });
    assertEquals(server.requests.length, 0);
  });

  it("asks once, and the clock does not run meanwhile", () =>
    withLongerLimits(async (limit) => {
      await using server = recordingServer();
      const questions: unknown[] = [];
      const policy = createPolicy({
        ...NONE,
        async ask(question) {
          questions.push(question);
          await new Promise((resolve) => setTimeout(resolve, limit + 10));
          return "run";
        },
      });
      await withEngine({ timeout: limit }, async (send) => {
        for (let i = 0; i < 2; i++) {
          await send(renderedRequest(server.url), { policy, label: "r.yml" });
        }
      });
      assertEquals(questions, [{ host: server.host, request: "r.yml" }]);
    }));
});

describe("Deno's own permissions", () => {
  const script = fromFileUrl(
    new URL("../../support/send_once.ts", import.meta.url),
  );

  /** Sends to URLs under these flags; results by URL, and what Deno was asked for. */
  async function sendUnder(flags: string[], urls: string[]) {
    const audit = await Deno.makeTempFile();
    try {
      // Without --no-prompt: Brace must not let it come to a question.
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", ...flags, script, ...urls],
        env: { DENO_AUDIT_PERMISSIONS: audit, NO_COLOR: "1" },
      }).output();
      assertEquals(new TextDecoder().decode(stderr), "");
      const results: unknown[] = JSON.parse(new TextDecoder().decode(stdout));
      return { results, asked: await readAudit(audit) };
    } finally {
      await Deno.remove(audit);
    }
  }

  it("suffice with the host and port, TLS included, and nothing else is touched", async () => {
    await using plain = recordingServer();
    await using secure = recordingServer(undefined, {
      tls: await certificate(),
    });
    const hosts = [
      plain.host,
      `localhost:${plain.port}`,
      `localhost:${secure.port}`,
    ];
    const { results, asked } = await sendUnder(
      [`--allow-net=${hosts.join()}`],
      [`http://${hosts[0]}/`, `http://${hosts[1]}/`, `https://${hosts[2]}/`],
    );
    assertEquals(results, [200, 200, 200]);
    assertEquals(asked.filter((it) => !it.startsWith("net ")), []);
    assertEquals(
      asked.every((it) => hosts.some((host) => it === `net ${host}`)),
      true,
      asked.join(),
    );
  });

  it("refuse with the exact flag", async () => {
    await using server = recordingServer();
    const host = `localhost:${server.port}`;
    const refused =
      `PERMISSION Cannot send a request to "${host}": Deno's permissions do not include it (run Deno with --allow-net=${host}, before the name of the program or in the task of deno.json)`;
    const url = `http://${host}/`;
    assertEquals((await sendUnder([], [url])).results, [refused]);
    assertEquals(
      (await sendUnder(["--allow-net=localhost:1"], [url])).results,
      [refused],
    );
    assertEquals(
      (await sendUnder(["--allow-net", "--deny-net=127.0.0.1"], [url])).results,
      [
        `PERMISSION Cannot send a request to "${host}": Deno's permissions do not include its address (take "127.0.0.1:${server.port}" out of Deno's --deny-net)`,
      ],
    );
    assertEquals(server.connections, 0);
  });

  it("refuse what is not a name at all", async () => {
    const { results } = await sendUnder(["--allow-net=localhost"], [
      "http://a..b/",
    ]);
    assertEquals(results, [
      `PERMISSION Cannot send a request to "a..b:80": Deno's permissions do not include it (run Deno with --allow-net=a..b:80, before the name of the program or in the task of deno.json)`,
    ]);
  });

  it("refuse a unix socket with the exact flags", async () => {
    const { results } = await sendUnder([], ["http+unix://%2Fnone/x"]);
    assertEquals(results, [
      `PERMISSION Cannot send a request to "unix:/none": Deno's permissions do not include it (run Deno with --allow-read=/none --allow-write=/none, before the name of the program or in the task of deno.json)`,
    ]);
  });
});
