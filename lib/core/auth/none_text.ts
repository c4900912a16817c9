/** The way out for a request that inherits auth which it is not to send. */
export const NONE_IN_REQUEST =
  'write "auth: none" in a request that sends none';

/**
 * Says of `mode: none` of folders what it does not do.
 *
 * @param done What became of it, such as `Ignored`.
 */
export function vainNoneText(done: string, paths: readonly string[]): string {
  const which = paths.length === 1
    ? `the folder "${paths[0]}": its`
    : `${paths.length} folders, such as "${paths[0]}": their`;
  return `${done} "mode: none" of the auth of ${which} requests inherit auth, as they do in Bruno (${NONE_IN_REQUEST})`;
}
