/** The most memory that a program of Deno has, in MiB, as Linux tells it. */
export async function peakOf(
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const peak = await highestOf(args, cwd, {
    file: "status",
    every: 2,
    read: (status) => Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0),
  });
  return Math.round(peak / 1024);
}

/**
 * The processor time of a program of Deno, user and system, in milliseconds, as
 * Linux tells it: in hundredths of a second, so it is for programs that take
 * some seconds.
 */
export async function cpuOf(
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const ticks = await highestOf(args, cwd, {
    file: "stat",
    every: 5,
    read(stat) {
      // The name of the program, in brackets, may hold blanks.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(fields[11]) + Number(fields[12]);
    },
  });
  return ticks * 10;
}

/** The highest number in a file of `/proc` about a program, read every so many milliseconds until it ends. */
async function highestOf(
  args: readonly string[],
  cwd: string,
  { file, every, read }: {
    readonly file: "stat" | "status";
    readonly every: number;
    readonly read: (text: string) => number;
  },
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    stdout: "null",
    stderr: "null",
  }).spawn();
  let highest = 0;
  const timer = setInterval(() => {
    try {
      const text = Deno.readTextFileSync(`/proc/${child.pid}/${file}`);
      highest = Math.max(highest, read(text));
    } catch {
      // It has ended.
    }
  }, every);
  const { success } = await child.status;
  clearInterval(timer);
  if (!success) throw new Error(`failed: ${args.join(" ")}`);
  return highest;
}
