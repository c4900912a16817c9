/** Runs in a module of several test files, as `.ci/tests/test_modules.ts` writes it. */

/** The file whose tests are registered. */
let file = "";

const register = Deno.test;
(Deno as { test: unknown }).test = new Proxy(register, {
  apply(_, __, [test, ...rest]) {
    // describe and it give an object.
    if (typeof test?.name === "string" && typeof test !== "function") {
      return register({ ...test, name: `${file}: ${test.name}` });
    }
    return Reflect.apply(register, Deno, [test, ...rest]);
  },
});

/** Loads a file of tests, whose names begin with the file's from then on. */
export async function underFile(
  name: string,
  load: () => Promise<unknown>,
): Promise<void> {
  file = name;
  await load();
}
