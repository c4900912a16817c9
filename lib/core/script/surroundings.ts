/** What a script finds, as bits: there is a response; the clock is the run's own; its API is Postman's, too. */
export const SURROUNDINGS = { response: 1, clock: 2, postman: 4 };
