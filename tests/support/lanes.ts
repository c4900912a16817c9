/**
 * Starts tasks in order, so many at a time, and gives each one's promise:
 * processes run while earlier tests still look at their results.
 */
export function lanes<T>(
  count: number,
  tasks: readonly (() => Promise<T>)[],
): Promise<T>[] {
  const results = tasks.map(() => Promise.withResolvers<T>());
  let next = 0;
  const lane = async () => {
    while (next < tasks.length) {
      const index = next++;
      try {
        results[index].resolve(await tasks[index]());
      } catch (error) {
        results[index].reject(error);
      }
    }
  };
  for (let i = 0; i < count; i++) lane();
  return results.map(({ promise }) => promise);
}
