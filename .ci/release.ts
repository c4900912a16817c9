// What a release needs, one step each, all below dist:
//   deno task release binaries      dist/binaries/TARGET/brace, compiled for each system
//   deno task release files [URL]   dist/release: archives, installers, SBOM, SHA256SUMS
//                                   (URL: where the release's files will be)
//   deno task release npm           dist/npm: the packages of npm
//   deno task release notes         prints the changelog's section
//   deno task release repository    prints which repository releases are of
// and all of that as far as it needs no network, in a temporary folder:
//   deno task release rehearse [--quick]   (--quick: without the tests)

import { fromFileUrl } from "@std/path/from-file-url";
import { compileAll } from "./release/compile_all.ts";
import { npmPackages } from "./release/npm_packages.ts";
import { rehearse } from "./release/rehearse.ts";
import { releaseFiles } from "./release/release_files.ts";
import { releaseNotes } from "./release/release_notes.ts";
import { filesUrl, REPOSITORY } from "./repository.ts";
import { VERSION } from "../lib/core/source/version.ts";

const root = fromFileUrl(new URL("..", import.meta.url));
const dist = `${root}/dist`;
const binaries = `${dist}/binaries`;
const [step, argument] = Deno.args;
switch (step) {
  case "binaries":
    await compileAll(binaries);
    break;
  case "files":
    await releaseFiles(`${dist}/release`, {
      binaries,
      url: argument ?? filesUrl(REPOSITORY, VERSION),
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
  case "repository":
    console.log(REPOSITORY);
    break;
  case "rehearse":
    Deno.exit(await rehearse({ quick: argument === "--quick" }));
    break;
  default:
    console.error(
      'Give a step: "binaries", "files", "npm", "notes", "repository" or "rehearse"',
    );
    Deno.exit(2);
}
