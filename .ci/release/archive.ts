import { fromFileUrl } from "@std/path/from-file-url";
import { completionScript } from "../../lib/cli/completions/completions_command.ts";
import { type Shell, SHELLS } from "../../lib/cli/completions/shells.ts";
import {
  licencesText,
  manPage,
} from "../../lib/cli/commands/print_commands.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { REPOSITORY } from "../repository.ts";
import { absoluteLinks } from "./absolute_links.ts";
import { binaryName, type Target } from "./targets.ts";

const root = fromFileUrl(new URL("../../", import.meta.url));

/** How each shell's completions are called where it looks for them. */
const COMPLETIONS: Readonly<Record<Shell, string>> = {
  bash: "brace.bash",
  zsh: "_brace",
  fish: "brace.fish",
  powershell: "brace.ps1",
};

/** Packs the binary for a system with its licences, the manual page and completions. */
export async function archive(
  file: string,
  { target, binaries }: { target: Target; binaries: string },
): Promise<void> {
  const work = await Deno.makeTempDir();
  try {
    const name = file.replace(/^.*\//, "").replace(/\.(zip|tar\.gz)$/, "");
    const folder = `${work}/${name}`;
    await Deno.mkdir(`${folder}/man/man1`, { recursive: true });
    await Deno.mkdir(`${folder}/completions`);
    const binary = binaryName(target);
    await Deno.copyFile(
      `${binaries}/${target.name}/${binary}`,
      `${folder}/${binary}`,
    );
    // On Windows there is no such bit.
    if (Deno.build.os !== "windows") {
      await Deno.chmod(`${folder}/${binary}`, 0o755);
    }
    for (const file of ["LICENSE", "CHANGELOG.md"]) {
      await Deno.copyFile(`${root}/${file}`, `${folder}/${file}`);
    }
    const readme = await Deno.readTextFile(`${root}/README.md`);
    await Deno.writeTextFile(
      `${folder}/README.md`,
      absoluteLinks(readme, { repository: REPOSITORY, version: VERSION }),
    );
    for (const [file, text] of await texts()) {
      await Deno.writeTextFile(`${folder}/${file}`, text);
    }
    await run(
      target.os === "win32"
        ? ["zip", "-q", "-r", "-X", file, name]
        // The same bytes for the same files.
        : [
          "tar",
          "--sort=name",
          "--owner=0",
          "--group=0",
          "--numeric-owner",
          "--mtime=@0",
          "-czf",
          file,
          name,
        ],
      work,
    );
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** What the program prints for its installation. */
async function texts(): Promise<[file: string, text: string][]> {
  return [
    ["LICENSES.txt", licencesText()],
    ["man/man1/brace.1", await manPage()],
    ...await Promise.all(
      SHELLS.map(async (shell): Promise<[string, string]> => [
        `completions/${COMPLETIONS[shell]}`,
        await completionScript(shell),
      ]),
    ),
  ];
}

async function run(
  [program, ...args]: readonly string[],
  cwd: string,
): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, {
    args,
    cwd,
    env: { GZIP: "-n" },
  }).output();
  if (success) return;
  throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
}
