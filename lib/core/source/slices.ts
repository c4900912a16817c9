/** Does all of what is done piece by piece, and gives its result. */
export function finish<T>(pieces: Generator<void, T>): T {
  let next = pieces.next();
  while (!next.done) next = pieces.next();
  return next.value;
}
