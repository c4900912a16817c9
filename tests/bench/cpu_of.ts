/**
 * The processor time of a program of Deno, user and system, in milliseconds, as
 * Linux tells it: in hundredths of a second, so it is for programs that take
 * some seconds.
 */
export async function cpuOf(
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ticks = 0;
  const timer = setInterval(() => {
    try {
      const stat = Deno.readTextFileSync(`/proc/${child.pid}/stat`);
      // The name of the program, in brackets, may hold blanks.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks = Math.max(ticks, Number(fields[11]) + Number(fields[12]));
    } catch {
      // It has ended.
    }
  }, 5);
  const { success } = await child.status;
  clearInterval(timer);
  if (!success) throw new Error(`failed: ${args.join(" ")}`);
  return ticks * 10;
}
