import { publishedCopy } from "../published_copy.ts";
import { ADDRESS_IS_SET } from "../repository.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { expectVersion } from "./expect_version.ts";
import { serveFiles } from "./file_server.ts";
import { rehearseNpm } from "./rehearse_npm.ts";
import { Rehearsal } from "./rehearsal.ts";
import { releaseNotes } from "./release_notes.ts";
import { runProgram } from "./run_program.ts";
import { writeStandIns } from "./stand_in.ts";

const root = new URL("../../", import.meta.url);

/**
 * Does all of a release that needs no network, in a temporary folder, and names
 * what it leaves out. Gives the exit code.
 */
export async function rehearse(
  { quick }: {
    /** Leaves out the tests of the copy, which take minutes. */
    quick: boolean;
  },
): Promise<number> {
  const rehearsal = new Rehearsal(console.log);
  const folder = await Deno.makeTempDir({ prefix: "brace-rehearsal-" });
  try {
    await rehearseIn(`${folder}/copy`, rehearsal, quick);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return rehearsal.end();
}

async function rehearseIn(
  copy: string,
  rehearsal: Rehearsal,
  quick: boolean,
): Promise<void> {
  const deno = (...args: string[]) =>
    runProgram([Deno.execPath(), ...args], { cwd: copy });
  const keepLinks = !await isReachable("https://jsr.io/@std/path/meta.json");

  await rehearsal.step("the changelog has a section", async () => {
    const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", root));
    releaseNotes(changelog, VERSION);
  });
  await rehearsal.step(
    "the copy for publishing, with the built command line",
    () => publishedCopy(copy, { keepLinks }),
  );
  await rehearsal.step("its types", async () => {
    await deno("check", "--quiet");
  });
  await rehearsal.step("what JSR gets", async () => {
    await deno("publish", "--dry-run", "--allow-dirty");
  });
  if (!quick) await rehearseTests(copy, rehearsal);
  await rehearsal.step(
    "binaries, by a script in their place",
    () => writeStandIns(`${copy}/dist/binaries`, `${copy}/dist/cli`),
  );
  await rehearseFiles(`${copy}/dist/release`, rehearsal, deno);
  await rehearseNpm(`${copy}/dist`, rehearsal, deno);
  leaveOut(rehearsal, { keepLinks, quick });
}

async function rehearseTests(
  copy: string,
  rehearsal: Rehearsal,
): Promise<void> {
  await rehearsal.step("its tests", async () => {
    await runProgram([Deno.execPath(), "task", "test"], { cwd: copy });
  });
  await rehearsal.step(
    "the tests of the command line with the built one",
    async () => {
      await runProgram(
        [
          ...[Deno.execPath(), "test", "--parallel", "-A"],
          ...["tests/cli", "tests/hostile"],
        ],
        { cwd: copy, env: { BRACE_CLI: `${copy}/dist/cli/cli.js` } },
      );
    },
  );
}

async function rehearseFiles(
  folder: string,
  rehearsal: Rehearsal,
  deno: (...args: string[]) => Promise<string>,
): Promise<void> {
  await using server = serveFiles(folder);
  const url = `http://127.0.0.1:${server.addr.port}`;
  await rehearsal.step("archives, installers, SBOM and sums", async () => {
    await deno("run", "-A", ".ci/release.ts", "files", url);
    await runProgram(["sha256sum", "--check", "--strict", "SHA256SUMS"], {
      cwd: folder,
    });
  });
  await rehearsal.step("install.sh, from a server of these files", async () => {
    const bin = `${folder}/../installed`;
    await runProgram(["sh", `${folder}/install.sh`, bin]);
    await expectVersion([`${bin}/brace`, "--version"]);
  });
}

function leaveOut(
  rehearsal: Rehearsal,
  { keepLinks, quick }: { keepLinks: boolean; quick: boolean },
): void {
  if (!ADDRESS_IS_SET) {
    rehearsal.leaveOut(
      "the repository's address",
      "it is not set; write it to .ci/repository.ts and run deno task generate",
    );
  }
  if (keepLinks) {
    rehearsal.leaveOut(
      "the standard library of JSR",
      "jsr.io cannot be reached; .links stays in the copy",
    );
  }
  if (quick) rehearsal.leaveOut("the tests of the copy", "--quick");
  rehearsal.leaveOut(
    "compiling the binaries, and install.ps1",
    "Deno's runtime comes from the network, and they need their systems; the workflow compiles and starts them",
  );
  rehearsal.leaveOut(
    "the Docker image",
    "its base comes from the network; CI builds it",
  );
  rehearsal.leaveOut(
    "the draft, attestations, publishing to JSR, npm and ghcr.io",
    "they need a tag and the rights of its workflow",
  );
}

async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
