import type { GeneratedFile } from "../generated_file.ts";
import { licenceOf } from "./licence_of.ts";
import { lockedIntegrity } from "./locked.ts";
import type { NpmPackage } from "./npm_packages.ts";
import { shippedPackages } from "./shipped_packages.ts";

const root = new URL("../../", import.meta.url);

const DENO_AUTHORS = "Copyright 2018-2026 the Deno authors.";

/** Deno and its standard library have one licence; the packages on JSR do not hold it as a file. */
const DENO = `MIT License

${DENO_AUTHORS}

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

/** llhttp has the same licence; undici, which carries it, does not hold it as a file. */
const LLHTTP = DENO.replace(DENO_AUTHORS, "Copyright Fedor Indutny, 2018.");

/** A package of npm that Brace is shipped with, and its sum. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** The list of what is shipped, from which a release's bill of materials is made. */
export const SHIPPED_PATH = ".ci/licences/shipped.json";

/**
 * The packages that Brace is shipped with, and the licences of Brace, of Deno
 * and of each of them.
 */
export async function thirdPartyFiles(
  bundled?: readonly NpmPackage[],
): Promise<GeneratedFile[]> {
  const packages = await shippedPackages(bundled);
  const shipped: ShippedPackage[] = [];
  const licences = [
    { of: "Brace", licence: (await textOf("LICENSE")).trim() },
    {
      of: "Deno (the runtime in binaries) and its library @std",
      licence: DENO,
    },
    { of: "llhttp", licence: LLHTTP },
  ];
  for (const it of packages) {
    const { name, version, localPath } = it;
    shipped.push({
      name,
      version,
      integrity: await lockedIntegrity(name, version),
    });
    licences.push({
      of: `${name} ${version}`,
      licence: await licenceOf(localPath),
    });
  }
  return [
    { path: SHIPPED_PATH, text: JSON.stringify(shipped, null, 2) + "\n" },
    {
      path: "lib/cli/commands/licences.json",
      text: JSON.stringify(licences, null, 2) + "\n",
    },
  ];
}

async function textOf(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(path, root));
}
