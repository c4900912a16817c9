import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { request, runCollection, scripts } from "../support/run_collection.ts";

/** Runs a request with this auth and script; gives what the masker is told to be secret. */
async function secretsOf(
  auth: string,
  script: string,
): Promise<{ secrets: unknown[]; asked: string[] }> {
  const secrets: unknown[] = [];
  const asked: string[] = [];
  await runCollection({
    "a.yml": request("GET /a", {
      runtime: scripts({ "before-request": script }) +
        `\nvariables: [{name: mine, value: from-file}]`,
    }).replace(/^http: \{/m, `http: {auth: ${auth}, `),
  }, {
    ports: {
      learn: ({ value, secret }) => {
        if (secret) secrets.push(value);
      },
      prompt: (question) => {
        asked.push(question);
        return undefined;
      },
    },
  });
  return { secrets, asked };
}

describe("secrets of a request's auth", () => {
  it("are known although a script prevents that it is sent", async () => {
    const { secrets } = await secretsOf(
      `{type: bearer, token: "{{mine}}"}`,
      `client.setVar("mine", "set-by-script");
throw new Error("no")`,
    );
    assertEquals(secrets, ["from-file", "set-by-script"]);
  });

  it("include the pair of Basic auth", async () => {
    const { secrets } = await secretsOf(
      `{type: basic, username: me, password: "{{mine}}"}`,
      `client.runner.skipRequest()`,
    );
    const pair = btoa("me:from-file");
    assertEquals(secrets, ["from-file", pair, "from-file", pair]);
  });

  it("are not asked for, and no generator is used up for them", async () => {
    for (const token of ["{{?your token}}", "{{$guid}}", "{{missing}}"]) {
      const { secrets, asked } = await secretsOf(
        `{type: bearer, token: "${token}"}`,
        `throw new Error("no")`,
      );
      assertEquals([secrets, asked], [[], []]);
    }
  });
});
