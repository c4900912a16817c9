/** Why a lock was not had. */
export class LockedError extends Error {
  override name = "LockedError";
}
