const FIELD = /^[^=&\s{]+=[^\n]*$/;

/** The header that makes a form of a typed body, as a shell takes it. */
export const FORM_HEADER =
  "-H 'content-type: application/x-www-form-urlencoded'";

/** Whether a typed body looks like a form, which curl would make of it. */
export function looksLikeForm(text: string): boolean {
  return text.split("&").every((field) => FIELD.test(field));
}
