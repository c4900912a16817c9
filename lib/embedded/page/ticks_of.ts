/** Round times between two, some five of them. */
export function ticksOf(from: number, to: number): number[] {
  const length = to - from;
  if (!(length > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(length / 5));
  const step = [1, 2, 5, 10].map((it) => it * power)
    .find((it) => length / it <= 6)!;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step); at * step <= to; at++) {
    ticks.push(at * step);
  }
  return ticks;
}
