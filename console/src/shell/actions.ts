import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { createStore } from '../store.ts';

/** An action of a person: it stands in the command palette and, with `keys`, in the sheet of shortcuts. */
export interface Action {
  title: string;
  run: () => void;
  /** As in tinykeys: `g r`, `$mod+k`, `j`. */
  keys?: string;
  /** The heading in palette and sheet. */
  group?: string;
  /** More words that find it. */
  keywords?: string[];
  /** Only a shortcut: not in the palette. */
  isHidden?: boolean;
}

export const registry = createStore<{ actions: readonly Action[] }>({ actions: [] });

/** Registers actions while the component is there. Their functions may change with every render. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const signature = JSON.stringify(actions.map(({ title, keys, group }) => [title, keys, group]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the actions
  useEffect(() => {
    const mine = latest.current.map((action, at) => ({ ...action, run: () => latest.current[at]?.run() }));
    registry.set({ actions: [...registry.get().actions, ...mine] });
    return () => registry.set({ actions: registry.get().actions.filter((one) => !mine.includes(one)) });
  }, [signature]);
}

/** Keys typed into a field are text, and an open dialog has keys of its own. */
function isTyping({ target }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  return (
    element.isContentEditable ||
    /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) ||
    element.closest('[role="dialog"],[role="menu"],[role="listbox"]') !== null
  );
}

/** Listens for the keys of every registered action. */
export function useShortcutKeys(): void {
  const { actions } = registry.use();
  useEffect(() => {
    const bindings = Object.fromEntries(
      actions
        .filter(({ keys }) => keys !== undefined)
        .map(({ keys = '', run }) => [
          keys,
          (event: KeyboardEvent) => {
            if (isTyping(event) && !keys.includes('$mod')) return;
            event.preventDefault();
            run();
          },
        ]),
    );
    return tinykeys(window, bindings, { ignore: () => false });
  }, [actions]);
}
