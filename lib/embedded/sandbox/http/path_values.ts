/** A path with the values of its parameters, such as `/users/7` for `/users/:id`; one without a value stays. */
export function withPathValues(
  path: string,
  params: readonly { readonly name: string; readonly value: string }[],
): string {
  const values = new Map(
    params.filter(({ value }) => value.trim() !== "")
      .map(({ name, value }) => [`:${name}`, value]),
  );
  return path.split("/").map((part) => values.get(part) ?? part).join("/");
}
