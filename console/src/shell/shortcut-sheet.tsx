import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/values.tsx';
import { registry } from './actions.ts';
import { texts } from './texts.ts';

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);
const NAMES: Record<string, string> = {
  $mod: isMac ? '⌘' : 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Shift: '⇧',
};

/** `$mod+k` as people read it. */
export function keyNames(keys: string): string[] {
  return keys
    .replace('Shift+?', '?')
    .split(/[ +]/)
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** `?`: every shortcut that works on this screen. */
export function ShortcutSheet({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { actions } = registry.use();
  const groups = Map.groupBy(
    actions.filter(({ keys }) => keys),
    ({ group }) => group ?? 'Actions',
  );
  return (
    <Dialog title={texts.shortcuts} isOpen={isOpen} onOpenChange={onOpenChange}>
      {[...groups].map(([group, members]) => (
        <section key={group} className="mt-3">
          <h3 className="text-xs font-medium text-muted">{group}</h3>
          <dl>
            {[...Map.groupBy(members, ({ title }) => title)].map(([title, same]) => (
              <div key={title} className="flex items-center justify-between border-b py-1.5 last:border-0">
                <dt>{title}</dt>
                <dd className="flex gap-1">
                  {same.flatMap(({ keys = '' }) =>
                    keyNames(keys).map((key) => <Kbd key={keys + key}>{key}</Kbd>),
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
