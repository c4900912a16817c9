import type { QuickJSWASMModule } from "quickjs-emscripten-core";

/** A new QuickJS instance with a memory of its own; loaded only when a script runs. */
export async function loadQuickJs(): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant }, variant] = await Promise.all([
    import("quickjs-emscripten-core"),
    import("@jitl/quickjs-singlefile-mjs-release-sync"),
  ]);
  return await newQuickJSWASMModuleFromVariant(variant.default);
}
