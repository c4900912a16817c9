import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runScript } from "../../support/with_script.ts";

const sandbox = await createSandbox();

/** Code → before what to write `async`; undefined where nothing can be said. */
const ROWS: readonly [code: string, before: string | undefined][] = [
  ["test('a', () => { const r = await f(1); await g(); })", "() =>"],
  ["test('a', function () { await f() })", "function ()"],
  ["function login(a) { return await f({ a }) }", "function login(a)"],
  ["const f = x => await g(x)", "x =>"],
  ["const o = { run() { await g() } }", "run()"],
  ["class A { static run() { await g() } }", "run()"],
  [
    "const f = async () => { const g = () => { await h() }; await g() }",
    "() =>",
  ],
  ["class A { constructor() { await g() } }", undefined],
  ["const o = { *run() { await g() } }", undefined],
  ["const o = { [run]() { await g() } }", undefined],
];

/** Code that is wrong in another way. */
const OTHERS = ["const a b", "async () => { await f(1); } }", "x.await y"];

async function failure(code: string, files: Record<string, string> = {}) {
  const { error } = await runScript(
    sandbox,
    code,
    fakeContext({ response: fakeResponse(), files }),
  );
  return error!;
}

describe("an await in a function without async", () => {
  afterAll(() => sandbox.dispose());

  for (const [code, before] of ROWS) {
    it(code, async () => {
      const why = "await needs an async function" +
        (before === undefined ? "" : `: write "async" before "${before}"`);
      const [{ message, offset }] = readScript({ code }).problems;
      assertEquals(message, `Cannot parse the script: ${why}`);
      const error = await failure(code);
      assertEquals(error.message, `Cannot finish the tests script: ${why}`);
      for (const at of [offset, error.location?.offset]) {
        assertEquals(code.slice(at).slice(0, 5), "await");
      }
    });
  }

  for (const code of OTHERS) {
    it(`not: ${code}`, async () => {
      const [{ message }] = readScript({ code }).problems;
      const { message: ofRun } = await failure(code);
      assertEquals(`${message} ${ofRun}`.includes("async"), false);
    });
  }

  for (const file of ["lib.js", "lib.ts"]) {
    it(`in a file: ${file}`, async () => {
      const { message, location } = await failure(`require("./${file}")`, {
        [file]: "const a = 1;\nconst f = () => { await g() };",
      });
      assertEquals(
        message,
        'Cannot finish the tests script: await needs an async function: write "async" before "() =>"',
      );
      const { file: at, line, column } = location ?? {};
      assertEquals([at, line, column], [file, 2, 19]);
    });
  }

  it("as a call", async () => {
    const code = "const f = () => await (1); f();";
    const hint = 'not defined: write "async" before the function around it';
    assertEquals(
      readScript({ code }).problems.map(({ message }) => message),
      [`Cannot read "await": it is ${hint}`],
    );
    assertEquals(
      (await failure(code)).message,
      `Cannot finish the tests script: ReferenceError: await is ${hint}`,
    );
  });
});
