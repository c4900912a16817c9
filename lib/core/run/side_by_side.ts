/** What one of the sources gave. */
interface Taken<T> {
  readonly from: AsyncGenerator<T>;
  readonly result: () => IteratorResult<T>;
}

/**
 * What several generators give, as it comes; so many run at a time, in their
 * order. None goes on before what it gave was taken.
 *
 * @param leave Called where the rest is not wanted, so that what runs ends soon.
 */
export async function* sideBySide<T>(
  sources: Iterable<() => AsyncGenerator<T>>,
  { most, leave }: { readonly most: number; readonly leave: () => void },
): AsyncGenerator<T> {
  const left = sources[Symbol.iterator]();
  const running = new Set<AsyncGenerator<T>>();
  const taken: Taken<T>[] = [];
  let wake = () => {};
  const put = (one: Taken<T>) => {
    taken.push(one);
    wake();
  };
  const advance = (from: AsyncGenerator<T>) => {
    from.next().then(
      (result) => put({ from, result: () => result }),
      (error) =>
        put({
          from,
          result() {
            throw error;
          },
        }),
    );
  };
  const start = () => {
    const next = left.next();
    if (next.done) return;
    const source = next.value();
    running.add(source);
    advance(source);
  };
  try {
    for (let count = 0; count < most; count++) start();
    while (running.size > 0) {
      const one = taken.shift();
      if (one === undefined) {
        await new Promise<void>((resolve) => wake = resolve);
        continue;
      }
      const { done, value } = one.result();
      if (!done) {
        yield value;
        advance(one.from);
        continue;
      }
      running.delete(one.from);
      start();
    }
  } finally {
    if (running.size > 0) leave();
    await Promise.allSettled([...running].map((it) => it.return(undefined)));
  }
}
