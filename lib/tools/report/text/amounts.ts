/** Writes milliseconds for the reader: `<1 ms`, `12 ms`, `1.24 s`, `2 min 3 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return milliseconds <= 0 ? "0 ms" : "<1 ms";
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Writes a number of bytes for the reader: `512 B`, `1.2 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
