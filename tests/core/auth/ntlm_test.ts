import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  authenticateMessage,
  negotiateMessage,
  ntlmResponses,
  readChallenge,
} from "../../../lib/core/auth/ntlm/messages.ts";
import { ntlmHashes } from "../../../lib/core/auth/ntlm/ntlm_signer.ts";

const hex = (text: string) => Uint8Array.fromHex(text.replace(/\s/g, ""));

describe("NTLM", () => {
  it("computes the responses of [MS-NLMP], 4.2.4", () => {
    const { lm, nt, key, hasMic } = ntlmResponses({
      challenge: hex("0123456789abcdef"),
      targetInfo: hex(
        `02000c0044006f006d00610069006e00
         01000c00530065007200760065007200 00000000`,
      ),
    }, {
      username: "User",
      domain: "Domain",
      password: "Password",
      nonce: hex("aaaaaaaaaaaaaaaa"),
      now: -11_644_473_600_000,
    }, ntlmHashes);
    assertEquals(
      lm.toHex(),
      "86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa",
    );
    assertEquals(
      nt.subarray(0, 16).toHex(),
      "68cd0ab851e51c96aabc927bebef6a1c",
    );
    assertEquals(key.toHex(), "8de40ccadbc14a82f15cb0ad0de95ca3");
    assertEquals(hasMic, false);
  });

  it("computes the responses of Davenport's description", () => {
    const { lm, nt } = ntlmResponses({
      challenge: hex("0123456789abcdef"),
      targetInfo: hex(
        `02000c0044004f004d00410049004e00 01000c00530045005200560045005200
         0400140064006f006d00610069006e002e0063006f006d00
         03002200730065007200760065007200
         2e0064006f006d00610069006e002e0063006f006d00 00000000`,
      ),
    }, {
      username: "user",
      domain: "DOMAIN",
      password: "SecREt01",
      nonce: hex("ffffff0011223344"),
      now: Date.UTC(2003, 5, 17, 10, 0, 0),
    }, ntlmHashes);
    assertEquals(
      lm.toHex(),
      "d6e6152ea25d03b7c6ba6629c2d6aaf0ffffff0011223344",
    );
    assertEquals(
      nt.subarray(0, 40).toHex(),
      "cbabbca713eb795d04c97abc01ee4983" +
        "01010000000000000090d336b734c301ffffff0011223344",
    );
  });

  it("reads no challenge from any bytes, and never throws", () => {
    const start = negotiateMessage().slice(0, 8);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 120 }), (rest) => {
      const bytes = new Uint8Array([...start, 2, 0, 0, 0, ...rest]);
      const read = readChallenge(bytes.toBase64());
      if (typeof read === "string") return;
      authenticateMessage(read, {
        username: "u",
        domain: "",
        password: "p",
        nonce: new Uint8Array(8),
        now: 0,
      }, ntlmHashes);
    }));
  });
});
