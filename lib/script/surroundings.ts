/** What a script finds, as bits: there is an answer; the clock is the run's own. */
export const SURROUNDINGS = { answered: 1, clock: 2 };
