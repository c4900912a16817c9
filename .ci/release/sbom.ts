import type { ShippedPackage } from "../licences/third_party.ts";

/** A package as a software bill of materials lists it. */
interface Component {
  readonly type: "library" | "platform";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { alg: string; content: string }[];
}

/** What Brace is shipped with. */
export interface Shipped {
  /** Packages of npm. */
  readonly npm: readonly ShippedPackage[];
  /** Packages of JSR; their sums are SHA-256 in hex. */
  readonly jsr: readonly ShippedPackage[];
  /** The version of Deno, the runtime in the binaries. */
  readonly deno: string;
}

/**
 * What Brace is shipped with as a software bill of materials (CycloneDX 1.6):
 * the packages that `brace licenses` names, the standard library and Deno.
 */
export function sbom({ npm, jsr, deno }: Shipped, version: string): string {
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `brace@${version}`,
        name: "brace",
        version,
        purl: `pkg:jsr/%40brace/brace@${version}`,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: [
      runtime(deno),
      ...jsr.map((it) =>
        component("jsr", it, { alg: "SHA-256", content: it.integrity })
      ),
      ...npm.map((it) => component("npm", it, sha512(it.integrity))),
    ],
  };
  return JSON.stringify(document, null, 2) + "\n";
}

function runtime(version: string): Component {
  const purl = `pkg:github/denoland/deno@v${version}`;
  return { type: "platform", "bom-ref": purl, name: "deno", version, purl };
}

function component(
  kind: "npm" | "jsr",
  { name, version }: ShippedPackage,
  hash: { alg: string; content: string },
): Component {
  const purl = `pkg:${kind}/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    hashes: [hash],
  };
}

/** npm writes sums in base64. */
function sha512(integrity: string): { alg: string; content: string } {
  const base64 = /^sha512-(.+)$/.exec(integrity)?.[1];
  if (base64 === undefined) throw new Error(`Not a SHA-512: ${integrity}`);
  return { alg: "SHA-512", content: Uint8Array.fromBase64(base64).toHex() };
}
