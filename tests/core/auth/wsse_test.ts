import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  wsseDigest,
  wsseHeader,
} from "../../../lib/core/auth/create_signer.ts";

describe("wsse", () => {
  it("computes the digest of the published UsernameToken example", async () => {
    const nonce = new TextEncoder().encode("d36e316282959a9ed4c89851497a717f");
    const digest = await wsseDigest(
      nonce,
      "2003-12-15T14:43:07Z",
      "taadtaadpstcsm",
    );
    assertEquals(digest.toBase64(), "quR/EWLAV4xLf9Zqyw4pDmfV9OY=");
  });

  const input = {
    username: 'b"ob',
    password: "pässword",
    nonce: Uint8Array.of(1, 2, 250, 255),
    now: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  };
  const created = "2026-01-02T03:04:05.006Z";

  it("sends the nonce's bytes in base64, as the OASIS profile says", async () => {
    const digest = await wsseDigest(input.nonce, created, input.password);
    assertEquals(
      await wsseHeader(input),
      `UsernameToken Username="b\\"ob", PasswordDigest="${digest.toBase64()}", Nonce="AQL6/w==", Created="${created}"`,
    );
  });

  it("sends hexadecimal text when told to", async () => {
    const nonce = new TextEncoder().encode("0102faff");
    const digest = await wsseDigest(nonce, created, input.password);
    assertEquals(
      await wsseHeader({ ...input, passwordDigest: "hex" }),
      `UsernameToken Username="b\\"ob", PasswordDigest="${
        btoa(digest.toHex())
      }", Nonce="0102faff", Created="${created}"`,
    );
  });
});
