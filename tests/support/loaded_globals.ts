// Preloaded by a test: tells on stderr which of the globals that Deno loads
// when they are first asked for, with modules of Node's, a program has asked for.

const LAZY = [
  "Buffer",
  "clearInterval",
  "clearTimeout",
  "process",
  "setImmediate",
  "setInterval",
  "setTimeout",
];

const asked = new Set<string>();
for (const name of LAZY) {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  const { get } = descriptor ?? {};
  if (!get) throw new Error(`${name} is loaded already`);
  Object.defineProperty(globalThis, name, {
    ...descriptor,
    get() {
      asked.add(name);
      return get.call(globalThis);
    },
  });
}
globalThis.addEventListener("unload", () => {
  const text = `asked for: ${[...asked].sort().join()}\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(text));
});
