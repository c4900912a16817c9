import type { CollectedRequest } from "../collect/types.ts";
import type { Phase } from "./types.ts";

/** Milliseconds below which what no phase explains is not worth a word. */
const MIN_REST = 1;

/** What a request's time was spent on. */
export function phasesOf(
  { response, timings, duration }: Pick<
    CollectedRequest,
    "response" | "timings" | "duration"
  >,
): Phase[] {
  const { dns = 0, connect = 0, tls = 0, firstByte = 0, download = 0 } =
    timings ?? response?.timings ?? {};
  const known: Phase[] = [
    { name: "dns", time: dns },
    { name: "connect", time: connect },
    { name: "tls", time: tls },
    { name: "wait", time: firstByte },
    { name: "download", time: download },
  ];
  const sum = known.reduce((sum, { time }) => sum + time, 0);
  const rest = duration - sum;
  const all: Phase[] = sum === 0 || rest >= MIN_REST
    ? [...known, { name: "rest", time: rest }]
    : known;
  return all.filter(({ time }) => time > 0).map(({ name, time }) => ({
    name,
    time: Math.round(time * 1_000) / 1_000,
  }));
}
