import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { releaseFiles } from "../../.ci/release/release_files.ts";
import { releaseNotes } from "../../.ci/release/release_notes.ts";
import { sbom } from "../../.ci/release/sbom.ts";
import { binaryName, TARGETS } from "../../.ci/release/targets.ts";
import { VERSION } from "../../lib/source/version.ts";
import { itNeeds } from "../support/needs.ts";

const root = new URL("../../", import.meta.url);

describe("a release", () => {
  itNeeds("tar", "gzip", "zip", "sha256sum")(
    "has files whose sums are right",
    async () => {
      const folder = await Deno.makeTempDir();
      try {
        for (const target of TARGETS) {
          const path = `${folder}/binaries/${target.name}`;
          await Deno.mkdir(path, { recursive: true });
          await Deno.writeTextFile(
            `${path}/${binaryName(target)}`,
            target.name,
          );
        }
        await releaseFiles(`${folder}/release`, {
          binaries: `${folder}/binaries`,
          url: "https://example.com/v9.8.7",
          version: "9.8.7",
        });
        const { code, stdout } = await new Deno.Command("sha256sum", {
          args: ["--check", "--strict", "SHA256SUMS"],
          cwd: `${folder}/release`,
        }).output();
        const lines = new TextDecoder().decode(stdout).trim().split("\n");
        assertEquals(code, 0, lines.join("\n"));
        assertEquals(
          lines.map((line) => line.replace(/: OK$/, "")).concat("SHA256SUMS")
            .sort(),
          [...Deno.readDirSync(`${folder}/release`)].map(({ name }) => name)
            .sort(),
        );
        const script = await Deno.readTextFile(`${folder}/release/install.ps1`);
        assert(script.includes("'https://example.com/v9.8.7'"));
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  );

  it("has the changelog's section as its notes", async () => {
    const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", root));
    const notes = releaseNotes(changelog, VERSION);
    assert(notes.startsWith("### "), notes);
    assert(!/^## /m.test(notes), notes);
    assertThrows(() => releaseNotes(changelog, "0.0.1"), Error, "0.0.1");
  });

  it("lists the packages of the lock file", async () => {
    const lock = JSON.parse(
      await Deno.readTextFile(new URL("deno.lock", root)),
    );
    const jsr = { "@std/yaml@1.2.0": { integrity: "ab".repeat(32) } };
    const { components } = JSON.parse(sbom({ ...lock, jsr }, "9.8.7"));
    assertEquals(components.length >= 50, true);
    const found = (name: string) =>
      components.find((it: { name: string }) => it.name === name);
    assertEquals(found("@std/yaml"), {
      type: "library",
      "bom-ref": "pkg:jsr/%40std/yaml@1.2.0",
      name: "@std/yaml",
      version: "1.2.0",
      purl: "pkg:jsr/%40std/yaml@1.2.0",
      hashes: [{ alg: "SHA-256", content: "ab".repeat(32) }],
    });
    const faker = found("@faker-js/faker");
    assertEquals(faker.purl, `pkg:npm/%40faker-js/faker@${faker.version}`);
    assert(/^\d+\.\d+\.\d+$/.test(faker.version), faker.version);
    assertEquals(faker.hashes[0].alg, "SHA-512");
    assert(/^[0-9a-f]{128}$/.test(faker.hashes[0].content));
    const refs = components.map((it: { "bom-ref": string }) => it["bom-ref"]);
    assertEquals(new Set(refs).size, refs.length);
  });
});
