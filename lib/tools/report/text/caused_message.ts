import { shortCause } from "../../../core/run/explain/setter_notes.ts";

/** The message of a diagnostic, with the reason that its notes give for a variable that has no value. */
export function causedMessage(
  { code, message, notes = [] }: {
    readonly code: string;
    readonly message: string;
    readonly notes?: readonly string[] | undefined;
  },
): string {
  const cause = code === "UNDEFINED_VARIABLE" && shortCause(notes);
  return cause
    ? message.replace(/(?<=^Cannot resolve ".*": ).*/, () => cause)
    : message;
}
