/** Whether the path of a request or folder is another one, or inside of it. */
export function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}
