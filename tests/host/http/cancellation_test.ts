import { assertEquals, assertRejects } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  Aborts,
  Cancellation,
  Deadlines,
} from "../../../lib/host/http/cancellation.ts";

it("a task that fails after the exchange ended does not end the process", async () => {
  const uncaught: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    uncaught.push(event.reason);
  };
  addEventListener("unhandledrejection", note);
  using cancellation = new Cancellation({
    signal: undefined,
    timeout: 0,
    deadlines: new Deadlines(),
    aborts: new Aborts(),
  });
  const { promise, reject } = Promise.withResolvers<never>();
  cancellation.abort(new Error("over"));
  await assertRejects(() => cancellation.wait(promise), Error, "over");
  reject(new Error("late"));
  await new Promise((done) => setTimeout(done));
  removeEventListener("unhandledrejection", note);
  assertEquals(uncaught, []);
});
