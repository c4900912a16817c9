/** The path of what a file names relative to itself, without `.` and, where there is something to go up from, `..`. */
export function pathBeside(from: string, path: string): string {
  const isWhole = from === "" || /^(?:\/|[A-Za-z]:\/)/.test(path);
  const whole = isWhole ? path : from.replace(/[^/]*$/, "") + path;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    const last = parts.at(-1);
    if (part === "." || part === "" && parts.length > 1) continue;
    if (part === ".." && last !== undefined && last !== ".." && last !== "") {
      parts.pop();
    } else parts.push(part);
  }
  return parts.join("/");
}
