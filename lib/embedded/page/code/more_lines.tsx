/** @jsxRuntime automatic */
/** @jsxImportSource preact */

/** Asks for the lines that are not shown yet; nothing where there are none. */
export function MoreLines(
  { left, onMore }: { readonly left: number; readonly onMore: () => void },
) {
  if (left <= 0) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      {left} more lines
    </button>
  );
}
