/** From one offset of a file to another. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}
