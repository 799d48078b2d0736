import { useCallback, useEffect, useRef } from 'react';

/** The wait after the last change, in milliseconds. */
const pause = 250;

/** Returns a function that does something a little later, unless it is called again before. */
export function useLater(): (action: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((action) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, pause);
  }, []);
}
