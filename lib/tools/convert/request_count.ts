/** A number of requests in words. */
export function requestCount(count: number): string {
  return `${count} request${count === 1 ? "" : "s"}`;
}
