/** What of a lock file of Deno tells about its packages. */
export interface Lock {
  readonly npm?: Readonly<
    Record<string, {
      readonly integrity?: string;
      readonly dependencies?: readonly string[];
    }>
  >;
  readonly jsr?: Readonly<
    Record<string, {
      readonly integrity?: string;
      readonly dependencies?: readonly string[];
    }>
  >;
}

/** A package as a software bill of materials lists it. */
interface Component {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { alg: string; content: string }[];
}

/**
 * The packages that a lock file pins as a software bill of materials
 * (CycloneDX 1.6): everything that Brace, its build and its tests are made of.
 */
export function sbom({ npm = {}, jsr = {} }: Lock, version: string): string {
  const components = [
    ...Object.entries(npm).map(([key, { integrity }]) =>
      component("npm", key, sha512(integrity))
    ),
    ...Object.entries(jsr).map(([key, { integrity }]) =>
      component("jsr", key, integrity && { alg: "SHA-256", content: integrity })
    ),
  ];
  const unique = new Map(components.map((it) => [it["bom-ref"], it]));
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
    components: [...unique.values()],
  };
  return JSON.stringify(document, null, 2) + "\n";
}

/** A lock file's key is `NAME@VERSION`, and `_NAME@VERSION…` of packages that it was resolved with. */
function component(
  kind: "npm" | "jsr",
  key: string,
  hash: { alg: string; content: string } | undefined | "",
): Component {
  const [, name, version] = /^(.+?)@([^@_]+)(?:_.*)?$/.exec(key)!;
  const purl = `pkg:${kind}/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(hash ? { hashes: [hash] } : {}),
  };
}

/** npm writes sums in base64. */
function sha512(
  integrity: string | undefined,
): { alg: string; content: string } | undefined {
  const base64 = /^sha512-(.+)$/.exec(integrity ?? "")?.[1];
  if (base64 === undefined) return undefined;
  return { alg: "SHA-512", content: Uint8Array.fromBase64(base64).toHex() };
}
