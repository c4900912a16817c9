import type { GeneratedFile } from "../generated_file.ts";
import { pagePackages } from "../report_page.ts";
import { PACKAGES, QUICKJS } from "../sandbox/packages.ts";
import { bundledPackages } from "./bundled_packages.ts";
import { licenceOf } from "./licence_of.ts";
import { npmPackages } from "./npm_packages.ts";

const root = new URL("../../", import.meta.url);

/** Deno and its standard library have one licence; the packages on JSR do not hold it as a file. */
const DENO = `MIT License

Copyright 2018-2026 the Deno authors.

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * The licences of Brace and of everything that it contains: what the built
 * command line is made of, what scripts can load (with all that those packages
 * need), and the page of the HTML report.
 */
export async function licencesFile(): Promise<GeneratedFile> {
  const pinned = [
    [QUICKJS.name, QUICKJS.version] as const,
    ...Object.values(PACKAGES).flatMap((it) => Object.entries(it.packages)),
    ...await pagePackages(),
  ];
  const packages = await bundledPackages();
  for (const [name, version] of pinned) {
    packages.push(...await npmPackages(name, version));
  }
  const found = new Map([[
    "Deno (the runtime in binaries) and its library @std",
    DENO,
  ]]);
  for (const { name, version, localPath } of packages) {
    found.set(`${name} ${version}`, await licenceOf(localPath));
  }
  const own = await Deno.readTextFile(new URL("LICENSE", root));
  const all = [
    { of: "Brace", licence: own.trim() },
    ...[...found].sort(([a], [b]) => a < b ? -1 : 1)
      .map(([of, licence]) => ({ of, licence })),
  ];
  return {
    path: "lib/cli/licenses/licences.json",
    text: JSON.stringify(all, null, 2) + "\n",
  };
}
