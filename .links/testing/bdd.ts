// jsr:@std/testing is not on npm; node:test has the same describe and it.
export {
  after as afterAll,
  afterEach,
  before as beforeAll,
  beforeEach,
  describe,
  it,
} from "node:test";
