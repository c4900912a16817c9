import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { MAX_NAMES, Metrics } from "../../../lib/host/load/metrics.ts";
import { UserSecrets } from "../../../lib/host/load/user_secrets.ts";

describe("the metrics of virtual users", () => {
  it("have a bounded number of names, which is said once", () => {
    const metrics = new Metrics(createMasker());
    for (let id = 0; id < MAX_NAMES + 50; id++) metrics.ended(id, `p${id}`);
    const { users = [], problems } = metrics.take()!;
    const names = users.map(([, problem]) => problem);
    assertEquals(new Set(names).size, MAX_NAMES + 1);
    assertEquals(names.filter((name) => name === "other").length, 50);
    assertEquals(problems?.length, 1);
    metrics.ended(1, "p1");
    metrics.ended(2, "p-new");
    assertEquals(metrics.take()?.users, [[1, "p1"], [2, "other"]]);
    assertEquals(metrics.take(), undefined);
  });
});

describe("the secrets of virtual users", () => {
  const learned = (value: string) => ({ name: "token", value, secret: true });

  it("are known as long as a user can have them, and not for ever", () => {
    const secrets = new UserSecrets();
    const masker = createMasker(secrets);
    secrets.learn(learned("of-the-files"));
    const first = secrets.begin();
    secrets.learn(learned("of-the-first-user"));
    for (let user = 0; user < 1_000; user++) {
      const done = secrets.begin();
      secrets.learn(learned(`token-of-${user}`));
      secrets.keep(learned("of-all-users"));
      assertEquals(masker.mask(`a token-of-${user} b`), "a *** b");
      done();
    }
    assertEquals(masker.mask("of-the-first-user"), "***");
    first();
    const last = secrets.begin();
    assert(secrets.generations <= 2, `${secrets.generations}`);
    assertEquals(masker.mask("of-the-first-user"), "of-the-first-user");
    assertEquals(masker.mask("of-the-files of-all-users"), "*** ***");
    last();
  });
});
