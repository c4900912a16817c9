import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import type { Sandbox } from "../../../lib/core/script/border/types.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { lateTrusted } from "../../support/late_trusted.ts";
import { runScript } from "../../support/with_script.ts";

const sandbox = await createSandbox();
const trusted = lateTrusted();

const SENT =
  "const r = client.sendRequest({ url: 'u' }); r.catch(() => {}); const login = async () => 1;";

const OF_R = 'r is a promise (write "await" before client.sendRequest(…))';
const OF_LOGIN =
  "login() gives a promise (write await login(), in an async function)";

/** A failing test → the notes on its failure. */
const ROWS: readonly [code: string, notes: string[]][] = [
  ["expect(r.status).to.equal(200)", [OF_R]],
  ["expect(r.status).to.exist", [OF_R]],
  ["expect(200).to.equal(r.status)", [OF_R]],
  ["expect(r.status === 200).to.be.true", [OF_R]],
  ["expect(r).to.have.property('status')", [OF_R]],
  ["const s = r.status; expect(s, 'why').equal(200)", [OF_R]],
  ["require('chai').assert.equal(r.status, 200)", [OF_R]],
  ["expect(login()).to.equal(1)", [OF_LOGIN]],
  ["expect(login().a).to.equal(1)", [
    "login() gives a promise (write (await login()).a, in an async function)",
  ]],
  // without a promise, or where it is meant
  ["expect(res.body.nope).to.equal(200)", []],
  ["r.status; expect(undefined).to.equal(1)", []],
  ["expect(r.then).to.equal(undefined)", []],
  ["expect(() => r.status).to.throw()", []],
  ["expect(1).to.equal(2)", []],
];

async function notes(runner: Sandbox, code: string) {
  const { tests } = await runScript(
    runner,
    `${SENT} for (let i = 0; i < 2; i++) test('t', () => { ${code} });`,
    fakeContext({ response: fakeResponse() }),
  );
  return tests.map(({ diagnostic }) => diagnostic?.notes ?? []);
}

describe("a failed test that lacks an await", () => {
  afterAll(() => {
    sandbox.dispose();
    trusted.dispose();
  });

  for (const [code, expected] of ROWS) {
    it(code, async () => {
      assertEquals(await notes(sandbox, code), [expected, expected]);
    });
  }

  it("trusted scripts get the note, too", async () => {
    const [first] = await notes(trusted, "expect(r.status).to.equal(200)");
    assertEquals(first, [OF_R]);
  });
});
