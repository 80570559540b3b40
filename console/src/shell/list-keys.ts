import { useEffect, useState } from 'react';
import { useActions } from './actions.ts';

/** j/k and the arrows move through a list, Enter opens. Draw `active` as chosen and hand it to `VirtualList`. */
export function useListKeys(
  count: number,
  onOpen: (at: number) => void,
): { active: number; setActive: (at: number) => void } {
  const [active, setActive] = useState(-1);
  const move = (by: number) => count > 0 && setActive(Math.min(count - 1, Math.max(0, active + by)));
  useEffect(() => {
    setActive((at) => Math.min(at, count - 1));
  }, [count]);
  useActions([
    { title: 'Next in the list', keys: 'j', group: 'Lists', isHidden: true, run: () => move(1) },
    { title: 'Previous in the list', keys: 'k', group: 'Lists', isHidden: true, run: () => move(-1) },
    { title: 'Next in the list', keys: 'ArrowDown', group: 'Lists', isHidden: true, run: () => move(1) },
    { title: 'Previous in the list', keys: 'ArrowUp', group: 'Lists', isHidden: true, run: () => move(-1) },
    { title: 'Open', keys: 'o', group: 'Lists', isHidden: true, run: () => active >= 0 && onOpen(active) },
  ]);
  return { active, setActive };
}
