import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { basicHeader } from "../../../lib/core/auth/basic.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";

/** RFC 7617, sections 2 and 2.1. */
const VECTORS: [username: string, password: string, value: string][] = [
  ["Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["test", "123£", "Basic dGVzdDoxMjPCow=="],
  ["", "token", "Basic OnRva2Vu"],
  ["key", "", "Basic a2V5Og=="],
];

describe("basicHeader", () => {
  for (const [username, password, value] of VECTORS) {
    it(`${username}:${password}`, () =>
      assertEquals(basicHeader(username, password), value));
  }

  it("is taken apart again at the first colon", () => {
    const text = fc.string({ unit: ANY_CHARACTER });
    fc.assert(fc.property(text, text, (name, password) => {
      const username = name.replaceAll(":", "");
      const bytes = Uint8Array.fromBase64(
        basicHeader(username, password).slice(6),
      );
      const pair = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      const colon = pair.indexOf(":");
      assertEquals(
        [pair.slice(0, colon), pair.slice(colon + 1)],
        [username.toWellFormed(), password.toWellFormed()],
      );
    }));
  });
});
