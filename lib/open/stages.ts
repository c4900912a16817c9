/** Whether a stage has a request, by its own path or that of a folder. */
export function isWithin(
  path: string,
  stage: readonly string[],
): boolean {
  return stage.some((one) => path === one || path.startsWith(`${one}/`));
}
