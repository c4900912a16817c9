import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createPolicy } from "../../../lib/core/policy/policy.ts";
import {
  checkAddresses,
  DeniedAddressError,
} from "../../../lib/host/http/check_addresses.ts";

const ADDRESSES = ["192.0.2.1", "10.0.0.1", "2001:db8::1"];

describe("checkAddresses", () => {
  const check = (rule: string, hostname = "api.example") =>
    checkAddresses(
      createPolicy({ declared: [], allow: true, deny: [rule] }),
      { hostname, port: 443 },
      () => Promise.resolve(ADDRESSES),
    );

  for (const rule of ["192.0.2.1", "10.0.0.0/8", "[2001:db8::1]:443"]) {
    it(`looks at every address of a name: ${rule}`, async () => {
      const error = await assertRejects(() => check(rule), DeniedAddressError);
      assertEquals(error.rule, rule);
    });
  }

  it("lets a name through whose addresses nothing denies", async () => {
    await check("10.0.0.1:80");
  });

  it("resolves nothing for an address, which the policy has seen itself", async () => {
    await check("10.0.0.1", "198.51.100.1");
  });
});
