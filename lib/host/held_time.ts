/**
 * Milliseconds that scripts have held the thread since the start: meanwhile no
 * request could go on, so that the time is not theirs.
 */
export const heldTime = { total: 0 };
