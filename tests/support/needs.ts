import { it } from "@std/testing/bdd";

/** What a test needs of the machine besides Deno. */
export type Need =
  /** A program of that name on the `PATH`. */
  | "bash"
  /** Or its shell without a toolbar. */
  | "chromium"
  | "curl"
  | "git"
  | "gzip"
  | "sha256sum"
  | "tar"
  | "xargs"
  | "zip"
  | "python3"
  | "mkfifo"
  | "nginx"
  | "node"
  | "sh"
  | "zsh"
  | "fish"
  /** A terminal, which util-linux's program `script` lends. */
  | "terminal"
  /** A device that is full. */
  | "/dev/full"
  /** What a process has used, by Linux. */
  | "/proc/self/status"
  /** A device without an end. */
  | "/dev/zero"
  /** The files `/dev/fd/N` of a process. */
  | "/dev/fd"
  /** Signals that a process can catch. */
  | "signals"
  | "unix sockets";

/**
 * `it` for a test with such needs: where one is missing, the test is skipped,
 * and its name says what for.
 *
 * ```ts ignore
 * itNeeds("sh", "/dev/full")("ends with code 2", async () => {…});
 * ```
 */
export function itNeeds(
  ...needs: readonly Need[]
): (name: string, body: () => void | Promise<void>) => void {
  const missing = needs.filter((need) => !has(need));
  if (missing.length === 0) return it;
  return (name, body) => it.skip(`${name} (needs ${missing.join(", ")})`, body);
}

/** Whether the machine has something. */
export function has(need: Need): boolean {
  switch (need) {
    case "chromium":
      return isOnPath(need) || isOnPath("chromium-headless-shell");
    case "bash":
    case "curl":
    case "git":
    case "gzip":
    case "sha256sum":
    case "tar":
    case "xargs":
    case "zip":
    case "python3":
    case "mkfifo":
    case "nginx":
    case "node":
    case "sh":
    case "zsh":
    case "fish":
      return isOnPath(need);
    case "terminal":
      // Other systems have another program of that name.
      return Deno.build.os === "linux" && isOnPath("script");
    case "/dev/full":
    case "/dev/zero":
    case "/dev/fd":
    case "/proc/self/status":
      return exists(need);
    case "signals":
    case "unix sockets":
      return Deno.build.os !== "windows";
    default:
      return need satisfies never;
  }
}

function isOnPath(program: string): boolean {
  const isWindows = Deno.build.os === "windows";
  const folders = (Deno.env.get("PATH") ?? "").split(isWindows ? ";" : ":");
  const file = isWindows ? `${program}.exe` : program;
  return folders.some((folder) => folder !== "" && exists(`${folder}/${file}`));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
