import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { isAmongHosts } from "../../../lib/core/policy/host_rule.ts";
import { hostGuard } from "../../../lib/core/secrets/host_guard.ts";
import { SecretIndex } from "../../../lib/core/secrets/secret_index.ts";
import type { OutgoingHop } from "../../../lib/core/http/engine.ts";
import type { Value } from "../../../lib/core/scope/value/value.ts";
import { PermissionError } from "../../../lib/core/source/errors.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

const SECRET = 's3cr/t "é"';

function hop(parts: Partial<OutgoingHop>): OutgoingHop {
  return { method: "GET", url: "http://h/", headers: [], ...parts };
}

/** A guard that knows values, by the names of their variables. */
function guardOf(
  values: readonly { name: string; value: Value; hosts?: readonly string[] }[],
) {
  const index = new SecretIndex();
  for (const one of values) index.learn({ ...one, secret: false });
  return hostGuard(index, isAmongHosts);
}

describe("hostGuard", () => {
  const bound = guardOf([
    { name: "key", value: SECRET, hosts: ["api.example", "*.b:1"] },
    { name: "free", value: "free-value" },
    { name: "short", value: "abc", hosts: [] },
  ]);

  const bytes = (text: string) => new TextEncoder().encode(text);
  const CARRIERS: Record<string, OutgoingHop> = {
    "a header": hop({ headers: [["X", `Key ${SECRET}`]] }),
    "Basic auth": hop({
      headers: [["Authorization", `Basic ${bytes(`u:${SECRET}`).toBase64()}`]],
    }),
    "the path": hop({ url: `http://h/${encodeURIComponent(SECRET)}` }),
    "the query": hop({
      url: `http://h/?${new URLSearchParams({ a: SECRET })}`,
    }),
    "a JSON body": hop({ body: bytes(JSON.stringify({ a: SECRET })) }),
    "a form": hop({ body: bytes(`a=${new URLSearchParams({ b: SECRET })}`) }),
  };
  for (const [where, carrier] of Object.entries(CARRIERS)) {
    it(`finds a secret in ${where}`, () => {
      const leak = bound.check(carrier, { hostname: "evil", port: 443 });
      assertEquals(leak?.name, "key");
      for (
        const to of [
          { hostname: "api.example", port: 8080 },
          { hostname: "x.b", port: 1 },
        ]
      ) {
        assertEquals(bound.check(carrier, to), undefined);
      }
    });
  }

  it("lets other values pass", () => {
    const carrier = hop({ headers: [["X", "free-value abc s3cr"]] });
    assertEquals(
      bound.check(carrier, { hostname: "evil", port: 1 }),
      undefined,
    );
  });

  it("knows what was inserted, however short", () => {
    const insertion = (expression: string, hosts?: readonly string[]) => ({
      place: "url" as const,
      start: 0,
      end: 1,
      expression,
      origin: { kind: "script" } as const,
      via: [],
      secret: true,
      ...hosts && { hosts },
    });
    const carrier = hop({
      insertions: [insertion("a"), insertion("b.c", ["api.example"])],
    });
    assertEquals(
      bound.check(carrier, { hostname: "evil", port: 1 })?.name,
      "b.c",
    );
    assertEquals(
      bound.check(carrier, { hostname: "api.example", port: 1 }),
      undefined,
    );
  });

  it("finds a secret anywhere in a long body", () => {
    const piece = 1024 * 1024;
    const form = btoa(btoa(encodeURIComponent(SECRET)));
    for (const at of [0, piece - 3, piece, 2 * piece - 20, 3 * piece]) {
      const body = bytes("-".repeat(at) + form + "-".repeat(3 * piece - at));
      const leak = bound.check(hop({ body }), { hostname: "evil", port: 1 });
      assertEquals([at, leak?.name], [at, "key"]);
    }
  });

  it("finds a long secret where two pieces of a body meet, however it is encoded", () => {
    const value = "k3y&".repeat(1_000);
    const guard = guardOf([{ name: "long", value, hosts: ["a.example"] }]);
    const form = encodeURIComponent(encodeURIComponent(value));
    for (const at of [form.length - 1, form.length / 2, 1]) {
      const body = bytes("-".repeat(1024 * 1024 - at) + form);
      const leak = guard.check(hop({ body }), { hostname: "evil", port: 1 });
      assertEquals([at, leak?.name], [at, "long"]);
    }
  });

  it("finds a secret beside a file", async () => {
    await using server = recordingServer();
    const folder = await Deno.makeTempDir();
    const guard = guardOf([
      { name: "key", value: SECRET, hosts: ["a.example"] },
    ]);
    const at = { file: "r.yml", path: [] };
    try {
      await Deno.writeTextFile(`${folder}/f`, "x");
      await withEngine(
        { files: { root: folder, allowRead: [] } },
        async (send) => {
          const file = { type: "file", name: "f", path: "f", at } as const;
          const text = { type: "text", name: "t", value: SECRET } as const;
          for (const parts of [[file, text], [text, file], [file]]) {
            const sent = send(
              renderedRequest(server.url, {
                method: "POST",
                body: { type: "multipart", parts, at },
              }),
              { guard },
            );
            if (parts.length === 1) assertEquals((await sent).status, 200);
            else await assertRejects(() => sent, PermissionError, '"key"');
          }
        },
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
    assertEquals(server.requests.length, 1);
  });

  it("stops a request and a redirect before anything is sent", async () => {
    await using other = recordingServer();
    await using server = recordingServer(() => ({
      status: 307,
      headers: [["Location", other.url]],
    }));
    const guard = guardOf([
      { name: "key", value: SECRET, hosts: [server.host] },
    ]);
    const nowhere = guardOf([{ name: "key", value: SECRET, hosts: [] }]);
    await withEngine({}, async (send) => {
      const body = { type: "text", text: SECRET } as const;
      const request = (url: string) =>
        renderedRequest(url, { method: "POST", body });
      for (const url of [server.url, other.url]) {
        const error = await assertRejects(
          () => send(request(url), { guard, label: "r.yml" }),
          PermissionError,
        );
        const action = url === server.url
          ? 'Cannot follow a redirect of "r.yml"'
          : 'Cannot send "r.yml"';
        assertEquals(
          error.message,
          `${action} to "${other.host}": it holds the secret "key", which may only go to "${server.host}" (add the host to the variable's hosts)`,
        );
      }
      await assertRejects(
        () => send(request(server.url), { guard: nowhere }),
        PermissionError,
        "which may only go to no host",
      );
    });
    assertEquals([server.requests.length, other.requests.length], [1, 0]);
  });
});
