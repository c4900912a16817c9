// What a release needs, one step each, all below dist:
//   deno task release binaries             dist/binaries/TARGET/brace, compiled for each system
//   deno task release files URL            dist/release: archives, installers, SBOM, SHA256SUMS
//                                          (URL: where the release's files will be)
//   deno task release npm                  dist/npm: the packages of npm
//   deno task release notes                prints the changelog's section

import { fromFileUrl } from "@std/path/from-file-url";
import { compileAll } from "./release/compile_all.ts";
import { npmPackages } from "./release/npm_packages.ts";
import { releaseFiles } from "./release/release_files.ts";
import { releaseNotes } from "./release/release_notes.ts";
import { filesUrl, REPOSITORY } from "./repository.ts";
import { VERSION } from "../lib/source/version.ts";

const root = fromFileUrl(new URL("..", import.meta.url));
const dist = `${root}/dist`;
const binaries = `${dist}/binaries`;
const [step, url] = Deno.args;
switch (step) {
  case "binaries":
    await compileAll(binaries);
    break;
  case "files":
    await releaseFiles(`${dist}/release`, {
      binaries,
      url: filesUrl(REPOSITORY, VERSION),
      version: VERSION,
    });
    break;
  case "npm":
    await npmPackages(`${dist}/npm`, {
      binaries,
      version: VERSION,
      repository: REPOSITORY,
    });
    break;
  case "notes": {
    const changelog = await Deno.readTextFile(`${root}/CHANGELOG.md`);
    console.log(releaseNotes(changelog, VERSION));
    break;
  }
  default:
    console.error('Give a step: "binaries", "files URL", "npm" or "notes"');
    Deno.exit(2);
}
