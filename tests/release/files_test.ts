import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  SHIPPED_PATH,
  type ShippedPackage,
} from "../../.ci/licences/third_party.ts";
import { releaseFiles } from "../../.ci/release/release_files.ts";
import { releaseNotes } from "../../.ci/release/release_notes.ts";
import { sbom } from "../../.ci/release/sbom.ts";
import { standardLibrary } from "../../.ci/release/standard_library.ts";
import { binaryName, TARGETS } from "../../.ci/release/targets.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { brace } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";

interface Component {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly "bom-ref": string;
  readonly hashes?: readonly { alg: string; content: string }[];
}

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

  it("lists what `brace licenses` names, and nothing that is not shipped", async () => {
    const npm: ShippedPackage[] = JSON.parse(
      await Deno.readTextFile(new URL(SHIPPED_PATH, root)),
    );
    const jsr = [
      { name: "@std/yaml", version: "1.2.0", integrity: "ab".repeat(32) },
    ];
    const { components }: { components: Component[] } = JSON.parse(
      sbom({ npm, jsr, deno: "2.9.6" }, "9.8.7"),
    );
    assertEquals(components.slice(0, 2), [
      {
        type: "platform",
        "bom-ref": "pkg:github/denoland/deno@v2.9.6",
        name: "deno",
        version: "2.9.6",
        purl: "pkg:github/denoland/deno@v2.9.6",
      },
      {
        type: "library",
        "bom-ref": "pkg:jsr/%40std/yaml@1.2.0",
        name: "@std/yaml",
        version: "1.2.0",
        purl: "pkg:jsr/%40std/yaml@1.2.0",
        hashes: [{ alg: "SHA-256", content: "ab".repeat(32) }],
      },
    ]);
    const { stdout } = await brace(["licenses"]);
    const named = [...stdout.matchAll(/^(\S+) (\d\S*)\n=+$/gm)]
      .map(([, name, version]) => `${name} ${version}`);
    assert(named.length > 100);
    assertEquals(
      components.slice(2).map(({ name, version }) => `${name} ${version}`),
      named,
    );
    for (const { name, version, purl, hashes } of components.slice(2)) {
      assertEquals(
        purl,
        `pkg:npm/${name.replace("@", "%40")}@${version}`,
      );
      assertEquals(hashes?.[0].alg, "SHA-512");
      assertMatch(hashes![0].content, /^[0-9a-f]{128}$/);
    }
    const names = components.map(({ name }) => name);
    assert(
      !names.includes("playwright-core"),
      "only pictures are made with it",
    );
    const refs = components.map((it) => it["bom-ref"]);
    assertEquals(new Set(refs).size, refs.length);
  });

  it("lists the standard library that the program is built with", () => {
    const modules = [
      "file:///brace/cli.ts",
      "https://jsr.io/@std/path/1.1.6/join.ts",
      "https://jsr.io/@std/path/1.1.6/posix/join.ts",
      "https://jsr.io/@std/internal/1.0.12/os.ts",
      "npm:/deno-std@1.4.0/yaml/parse.js",
    ];
    const jsr = {
      "@std/assert@1.0.19": { integrity: "for tests" },
      "@std/internal@1.0.12": { integrity: "in" },
      "@std/path@1.1.6": { integrity: "pa" },
    };
    const npm = { "deno-std@1.4.0": { integrity: "no" } };
    assertEquals(standardLibrary(modules, { jsr, npm }), {
      jsr: [
        { name: "@std/internal", version: "1.0.12", integrity: "in" },
        { name: "@std/path", version: "1.1.6", integrity: "pa" },
      ],
      npm: [{ name: "deno-std", version: "1.4.0", integrity: "no" }],
    });
    assertThrows(() => standardLibrary(modules, { npm }), Error, "@std/path");
  });
});
