/** A path with `/` between its parts, as collections have them on every system. */
export function withSlashes(path: string, os = Deno.build.os): string {
  return os === "windows" ? path.replaceAll("\\", "/") : path;
}
