/** Methods to choose from; a file may have others. */
export const METHOD_CHOICES: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
];
