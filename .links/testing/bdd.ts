// jsr:@std/testing is not on npm. This is the part of its bdd module that the
// tests use, typed and run as there: a suite is a test of Deno, what is in it
// are steps, so that Deno's sanitizers watch each of them.

/** A hook or the body of a test; @std/testing types both like this. */
type Body = (this: unknown, t: Deno.TestContext) => void | Promise<void>;
type Hook = (this: unknown) => void | Promise<void>;

interface Suite {
  readonly name: string;
  readonly ignore: boolean;
  readonly steps: (Suite | Test)[];
  readonly beforeAll: Hook[];
  readonly beforeEach: Hook[];
  readonly afterEach: Hook[];
  readonly afterAll: Hook[];
}

interface Test {
  readonly name: string;
  readonly ignore: boolean;
  readonly body: Body;
}

/** The suites whose describe is under way, outer first. */
const open: Suite[] = [];

/** What a suite at the top may ask of Deno. */
interface Options {
  readonly sanitizeOps?: boolean;
  readonly sanitizeResources?: boolean;
}

type SuiteBody = () => void | undefined;

interface Describe {
  (name: string, body: SuiteBody): void;
  (name: string, options: Options, body: SuiteBody): void;
}
type It = (name: string, body: Body) => void;

/** Registers a suite. */
export const describe: Describe & { skip: Describe } = Object.assign(
  describing(false),
  { skip: describing(true) },
);

function describing(ignore: boolean): Describe {
  return (name: string, first: Options | SuiteBody, second?: SuiteBody) => {
    if (typeof first === "function") suite(name, first, { ignore });
    else suite(name, second!, { ...first, ignore });
  };
}

/** Registers a test. */
export const it: It & { skip: It } = Object.assign(
  (name: string, body: Body) => test({ name, body, ignore: false }),
  { skip: (name: string, body: Body) => test({ name, body, ignore: true }) },
);

/** Runs before the tests of a suite. */
export function beforeAll(hook: Hook): void {
  open.at(-1)!.beforeAll.push(hook);
}

/** Runs after the tests of a suite. */
export function afterAll(hook: Hook): void {
  open.at(-1)!.afterAll.push(hook);
}

/** Runs before each test of a suite and of those in it. */
export function beforeEach(hook: Hook): void {
  open.at(-1)!.beforeEach.push(hook);
}

/** Runs after each test of a suite and of those in it. */
export function afterEach(hook: Hook): void {
  open.at(-1)!.afterEach.push(hook);
}

function suite(
  name: string,
  body: () => unknown,
  { ignore, ...options }: Options & { readonly ignore: boolean },
): void {
  const made: Suite = {
    name,
    ignore,
    steps: [],
    beforeAll: [],
    beforeEach: [],
    afterEach: [],
    afterAll: [],
  };
  const parent = open.at(-1);
  open.push(made);
  try {
    if (body() !== undefined) {
      throw new TypeError(`"${name}": describe must return nothing`);
    }
  } finally {
    open.pop();
  }
  if (parent) parent.steps.push(made);
  else {Deno.test({
      name,
      ignore,
      ...options,
      fn: (t) => runSuite(t, made, []),
    });}
}

function test(made: Test): void {
  const parent = open.at(-1);
  if (parent) parent.steps.push(made);
  else {
    const { name, ignore, body } = made;
    Deno.test({ name, ignore, fn: (t) => body.call({}, t) });
  }
}

async function runSuite(
  t: Deno.TestContext,
  suite: Suite,
  above: readonly Suite[],
): Promise<void> {
  for (const hook of suite.beforeAll) await hook.call({});
  const suites = [...above, suite];
  try {
    for (const step of suite.steps) {
      const { name, ignore } = step;
      const fn = (t: Deno.TestContext) =>
        "steps" in step
          ? runSuite(t, step, suites)
          : runTest(t, step.body, suites);
      await t.step({ name, ignore, fn });
    }
  } finally {
    for (const hook of suite.afterAll) await hook.call({});
  }
}

async function runTest(
  t: Deno.TestContext,
  body: Body,
  [suite, ...inner]: readonly Suite[],
): Promise<void> {
  if (suite === undefined) return await body.call({}, t);
  for (const hook of suite.beforeEach) await hook.call({});
  try {
    await runTest(t, body, inner);
  } finally {
    for (const hook of suite.afterEach) await hook.call({});
  }
}
