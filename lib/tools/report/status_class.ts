/** The meaning of a status by its hundreds. */
export type StatusClass =
  | "Informational"
  | "Successful"
  | "Redirection"
  | "Client error"
  | "Server error";

const CLASSES: readonly StatusClass[] = [
  "Informational",
  "Successful",
  "Redirection",
  "Client error",
  "Server error",
];

/**
 * The class of a status: 100 Informational, 200 Successful, 300 Redirection,
 * 400 Client error, 500 Server error; undefined outside of 100–599.
 *
 * @example
 * ```ts
 * import { statusClass } from "./status_class.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(statusClass(404), "Client error");
 * ```
 */
export function statusClass(status: number): StatusClass | undefined {
  return CLASSES[Math.floor(status / 100) - 1];
}
