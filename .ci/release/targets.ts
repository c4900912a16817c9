/** A system that a release has a binary for. */
export interface Target {
  /** As `deno compile --target` calls it. */
  readonly name: string;
  /** As Node calls them; npm picks a package by these. */
  readonly os: "linux" | "darwin" | "win32";
  readonly cpu: "x64" | "arm64";
  /** As `uname -s` and `uname -m` print them, absent on Windows. */
  readonly uname?: string;
}

/** The systems that releases have binaries for: those that Deno compiles for. */
export const TARGETS: readonly Target[] = [
  {
    name: "x86_64-unknown-linux-gnu",
    os: "linux",
    cpu: "x64",
    uname: "Linux x86_64",
  },
  {
    name: "aarch64-unknown-linux-gnu",
    os: "linux",
    cpu: "arm64",
    uname: "Linux aarch64",
  },
  {
    name: "x86_64-apple-darwin",
    os: "darwin",
    cpu: "x64",
    uname: "Darwin x86_64",
  },
  {
    name: "aarch64-apple-darwin",
    os: "darwin",
    cpu: "arm64",
    uname: "Darwin arm64",
  },
  { name: "x86_64-pc-windows-msvc", os: "win32", cpu: "x64" },
];

/** The file of the binary for a system. */
export function binaryName({ os }: Target): string {
  return os === "win32" ? "brace.exe" : "brace";
}

/** The file that a release has for a system. */
export function archiveName(target: Target, version: string): string {
  const kind = target.os === "win32" ? "zip" : "tar.gz";
  return `brace-${version}-${target.name}.${kind}`;
}
