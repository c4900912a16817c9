import { codesOf } from "../../../support/problems.ts";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import type { RequestResult } from "../../../../lib/core/run/types.ts";
import { grpcServer, sharedGrpcServer } from "../../../support/grpc_server.ts";
import { withLongerLimits } from "../../../support/with_longer_limits.ts";
import {
  runCollection,
  type RunSetup,
} from "../../../support/run_collection.ts";

const ROOT = fromFileUrl(new URL("../../../../fixtures/grpc", import.meta.url));

type Server = ReturnType<typeof sharedGrpcServer>;

/** Calls a method of the shop; `part` stands below `grpc:`. */
async function call(
  server: Server,
  method: string,
  { part = "", rest = "", ...setup }: RunSetup & {
    part?: string;
    rest?: string;
  } = {},
): Promise<RequestResult> {
  const { results } = await runCollection({
    "call.yml": `info: {name: call, type: grpc}
grpc:
  url: "{{host}}"
  method: /shop.v1.Shop/${method}
${part}
${rest}`,
  }, { ...setup, vars: [["host", server.host], ...setup.vars ?? []] });
  return results[0];
}

const CHECKS = (text: string) =>
  `runtime:
  scripts:
    - type: tests
      code: |
        test("seen", () => {
${text.replace(/^/gm, "          ")}
        });`;

describe("a gRPC request", () => {
  const server = sharedGrpcServer();

  it("is unary: the message is the body", async () => {
    const result = await call(server, "Find", {
      part: `  metadata: [{ name: x-my, value: "{{id}}" }]
  message: '{"id": "{{id}}"}'`,
      vars: [["id", "7"]],
      rest: `${
        CHECKS(`expect(res.status).to.equal(0);
expect(res.statusText).to.equal("OK");
expect(res.body.displayName).to.equal("Item 7");
expect(res.trailers["x-trailer"]).to.equal("2");
expect(res.headers["x-initial"]).to.equal("1");
expect(res.messages).to.have.lengthOf(1);`)
      }
  assertions:
    - { expression: $.price.units, operator: eq, value: '"9007199254740993"' }`,
    });
    assertEquals(codesOf(result), []);
    const [{ metadata, messages }] = await server.seen();
    assertEquals(metadata["x-my"], "7");
    assertEquals((messages[0] as { id: string }).id, "7");
    assertEquals(result.response!.stream!.methodType, "unary");
  });

  it("streams from the server, by a file of the collection", async () => {
    await using server = await grpcServer({ reflection: false });
    const result = await call(server, "List", {
      part: `  protoFilePath: protos/shop.proto
  message: '{"count": 3}'`,
      root: ROOT,
      rest: CHECKS(
        `expect(res.body.map((it) => it.id)).to.deep.equal(["0", "1", "2"]);
expect(res.closed.by).to.equal("server");`,
      ),
    });
    assertEquals(codesOf(result), []);
  });

  it("streams from the client: every message, then the end", async () => {
    const result = await call(server, "Sum", {
      part: `  message:
    - { title: a, message: '{"id": "a"}' }
    - { title: b, message: '{"id": "b"}' }`,
      rest: CHECKS(`expect(res.body.ids).to.deep.equal(["a", "b"]);
expect(res.sent).to.have.lengthOf(2);`),
    });
    assertEquals(codesOf(result), []);
  });

  it("streams both ways, step by step", async () => {
    const result = await call(server, "Chat", {
      part: `  message:
    - { title: first, message: '{"id": "one"}' }
    - { title: second, message: '{"id": "{{got}} two"}' }`,
      rest: `extensions:
  brace:
    stream:
      steps:
        - send: first
        - wait: { expression: message.data.id, operator: eq, value: one }
          set: { got: message.data.displayName }
        - send: second
        - wait: { expression: message.data.id, operator: eq, value: "Item one two" }
        - end`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(result.response!.stream!.received, 2);
    assertEquals(result.response!.status, 0);
  });

  it("shows a status that is not 0 as what 4xx is for HTTP", async () => {
    const result = await call(server, "Find", {
      part: `  message: '{"id": "none"}'`,
      rest: CHECKS(`expect(res.status).to.equal(5);
expect(res.statusText).to.equal("NOT_FOUND");
expect(res.closed.reason).to.equal("gone äway");
expect(res.details).to.be.an("array");`),
    });
    assertEquals(codesOf(result), []);
    assertEquals(result.status, "passed");
  });

  it("is sent again while the server is unavailable", async () => {
    const result = await call(server, "Find", {
      part: `  message: '{"id": "busy"}'`,
      retry: 3,
      retryDelay: 1,
    });
    assertEquals(codesOf(result), []);
    assertEquals([result.response!.status, result.attempts], [0, 3]);
  });

  const wrong: {
    name: string;
    part: string;
    method?: string;
    problem: RegExp;
    failure: string;
  }[] = [
    {
      name: "a method that the service does not have",
      method: "Fnd",
      part: "",
      problem: /^INVALID_URL: .*has no method "Fnd" \(did you mean "Find"\?\)/,
      failure: "render",
    },
    {
      name: "a message that is not the method's",
      part: `  message: '{"di": "7"}'`,
      problem: /^INVALID_BODY: .*has no field "di"/,
      failure: "render",
    },
    {
      name: "a file that is not there",
      part: "  protoFilePath: protos/none.proto",
      problem: /^MISSING_PATH: |^INVALID_FIELD: |none\.proto/,
      failure: "render",
    },
    {
      name: "a variable that nothing defines",
      part: `  message: '{"id": "{{nobody}}"}'`,
      problem: /^UNDEFINED_VARIABLE: /,
      failure: "render",
    },
  ];
  for (const row of wrong) {
    it(`stops at ${row.name}`, async () => {
      const result = await call(server, row.method ?? "Find", {
        part: row.part,
        root: ROOT,
      });
      const found = codesOf(result);
      assertEquals(found.length, 1, found.join("\n"));
      assert(row.problem.test(found[0]), found[0]);
      assertEquals<readonly string[]>(result.failures, [row.failure]);
      assertEquals(await server.seen(), []);
    });
  }

  it("has a deadline of its own", () =>
    withLongerLimits(async (limit) => {
      const result = await call(server, "Find", {
        part: `  message: '{"id": "silent"}'`,
        rest: `settings: { timeout: ${limit} }`,
      });
      assertEquals(result.failures, ["network"]);
      assert(/^TIMEOUT: /.test(codesOf(result)[0]), codesOf(result)[0]);
      const [{ deadline }] = await server.seen();
      assert(deadline <= limit, `${deadline}`);
    }));
});
