import { useEffect, useState } from "preact/hooks";

/** Whether something has lasted so long that the page should say so. */
export function useLate(isBusy: boolean, after = 300): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isBusy) return;
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isBusy && isLate;
}
