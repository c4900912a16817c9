/** "photos/cat.png" → "cat.png": what a part of a form calls its file. */
export function partFileName(path: string): string {
  return path.replace(/^.*[/\\]/, "");
}
