/** The statuses after which a request is tried again: what they say may pass. */
export const MAY_PASS: ReadonlySet<number> = new Set([429, 502, 503, 504]);
