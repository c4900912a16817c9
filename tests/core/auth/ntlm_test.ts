import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { createHash, X509Certificate } from "node:crypto";
import {
  bindingsHash,
  channelBinding,
} from "../../../lib/core/auth/ntlm/channel_binding.ts";
import { certificatePath } from "../../support/certificates.ts";
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

  // With the binding that Microsoft's article on Extended Protection computes.
  const BINDING = "6586e99d81c2fc984e47172fd4dd0310";

  it("computes the bound response of Chromium's tests", () => {
    const { lm, nt, hasMic } = ntlmResponses({
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
      // 0x01d2d400fdc80b80 of a FILETIME.
      now: Number(0x01d2d400fdc80b80n / 10_000n) - 11_644_473_600_000,
      channel: { binding: hex(BINDING), service: "HTTP/Server" },
    }, ntlmHashes);
    assertEquals([lm.toHex(), hasMic], ["0".repeat(48), true]);
    assertEquals(
      nt.toHex(),
      "8c0260dbef690662af9c42d50782d2ed0101000000000000800bc8fd00d4d201" +
        "aaaaaaaaaaaaaaaa0000000002000c0044006f006d00610069006e0001000c00" +
        "530065007200760065007200060004000200000" +
        "00a0010006586e99d81c2fc984e47172fd4dd031009001600" +
        "48005400540050002f00530065007200760065007200" + "0000000000000000",
    );
  });

  it("puts its own pairs in the place of the server's", () => {
    const { nt } = ntlmResponses({
      challenge: hex("0123456789abcdef"),
      targetInfo: hex(
        `0a001000 ${"00".repeat(16)} 09000200 4100 06000400 01000000
         02000200 4400 00000000`,
      ),
    }, {
      username: "User",
      domain: "Domain",
      password: "Password",
      nonce: new Uint8Array(8),
      now: 0,
      channel: { binding: hex(BINDING), service: "H" },
    }, ntlmHashes);
    assertEquals(
      nt.subarray(44).toHex(),
      `02000200440006000400030000000a001000${BINDING}09000200480000000000` +
        "00000000",
    );
  });

  it("binds to the certificate of Microsoft's article", () => {
    const hash = hex(
      "ea05fefecc6b0bd571dbbc5baa3ed45386d0446835f7b74c85621b9983475f95",
    );
    assertEquals(bindingsHash(hash).toHex(), BINDING);
  });

  const signatures = Deno.readTextFileSync(certificatePath("signatures.pem"))
    .matchAll(/^(\S+) (\S+)\n(-+BEGIN[^]*?-+END .*-)$/gm);
  for (const [, name, algorithm, pem] of signatures) {
    it(`binds to a certificate with the signature ${name}: ${algorithm}`, () => {
      const { raw } = new X509Certificate(pem);
      const wanted = algorithm === "none"
        ? undefined
        : bindingsHash(createHash(algorithm).update(raw).digest()).toHex();
      assertEquals(channelBinding(raw)?.toHex(), wanted);
    });
  }

  it("binds to no bytes that are no certificate, and never throws", () => {
    const [, , , pem] = Deno.readTextFileSync(certificatePath("signatures.pem"))
      .match(/^(pss-sha384) (\S+)\n(-+BEGIN[^]*?-+END .*-)$/m)!;
    const { raw } = new X509Certificate(pem);
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(raw.length - 1), (bytes, at) => {
        assertEquals(channelBinding(bytes), undefined);
        const changed = new Uint8Array(raw);
        changed.set(bytes.subarray(0, raw.length - at), at);
        channelBinding(changed);
        channelBinding(raw.subarray(0, at));
      }),
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
