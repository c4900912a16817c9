/**
 * A placeholder in a text, with its expression as the first group. A quoted
 * text in it may hold braces, as in `{{'{{'}}`, which stands for `{{`.
 */
export const PLACEHOLDER = /\{\{([^{}]*|(?:[^{}'"]|'[^'\n]*'|"[^"\n]*")*)\}\}/g;
