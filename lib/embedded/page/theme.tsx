/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

type Theme = "light" | "dark";

const KEY = "brace-report-theme";

/** The button that switches between light and dark; first it is as the system says. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme | undefined>(stored);
  useLayoutEffect(() => {
    if (theme === undefined) return;
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A file of the disk may not be allowed to: the choice holds for this visit.
    }
  }, [theme]);
  const isDark = theme === undefined
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : theme === "dark";
  const other = isDark ? "light" : "dark";
  return (
    <button
      type="button"
      class="icon-button"
      id="theme"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme (t)`}
      onClick={() => setTheme(other)}
    >
      <Icon name={isDark ? "sun" : "moon"} />
    </button>
  );
}

function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    return undefined;
  }
}
