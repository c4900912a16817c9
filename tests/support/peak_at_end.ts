/**
 * To be loaded before the program: prints its exit code at its end, and how
 * much memory it had at most, in MiB.
 */
globalThis.addEventListener("unload", () => {
  const status = Deno.readTextFileSync("/proc/self/status");
  const peak = Number(/^VmHWM:\s*(\d+) kB/m.exec(status)![1]) / 1024;
  console.log(`\ncode ${Deno.exitCode} peak ${Math.round(peak)}`);
});
