/** Whether there is a file; false too where Deno may not look. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Whether a file, folder or link of this name exists; false too where Deno may not look. */
export function isPath(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
