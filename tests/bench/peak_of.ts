/** The most memory that a program of Deno has, in MiB, as Linux tells it. */
export async function peakOf(
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    stdout: "null",
    stderr: "null",
  }).spawn();
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
      peak = Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? peak);
    } catch {
      // It has ended.
    }
  }, 2);
  const { success } = await child.status;
  clearInterval(timer);
  if (!success) throw new Error(`failed: ${args.join(" ")}`);
  return Math.round(peak / 1024);
}
