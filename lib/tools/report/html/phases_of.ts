import type { CollectedRequest } from "../collect/types.ts";
import type { Phase } from "./types.ts";

/** What a request's time was spent on. */
export function phasesOf(
  { response, duration }: Pick<CollectedRequest, "response" | "duration">,
): Phase[] {
  const { dns = 0, connect = 0, tls = 0, firstByte = 0, download = 0 } =
    response?.timings ?? {};
  const known: Phase[] = [
    { name: "dns", time: dns },
    { name: "connect", time: connect },
    { name: "tls", time: tls },
    { name: "wait", time: firstByte },
    { name: "download", time: download },
  ];
  const sum = known.reduce((sum, { time }) => sum + time, 0);
  const all: Phase[] = [...known, { name: "rest", time: duration - sum }];
  return all.filter(({ time }) => time > 0).map(({ name, time }) => ({
    name,
    time: Math.round(time * 1_000) / 1_000,
  }));
}
