import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { api } from '../api.ts';
import { screens } from '../screens.ts';
import { maskSecrets } from '../secret-words.ts';
import { Kbd } from '../ui/values.tsx';
import { type Action, registry } from './actions.ts';
import { rank } from './rank.ts';
import { keyNames } from './shortcut-sheet.tsx';
import { texts } from './texts.ts';

/** Finds screens, actions, runs, runners and documentation. */
export function Palette({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!isOpen) setWords('');
  }, [isOpen]);
  // The field to type in comes first, the list in the next frame.
  const isListed = useDeferredValue(isOpen) && isOpen;
  const close = (then: () => void) => {
    onOpenChange(false);
    then();
  };
  const go = (to: string) => close(() => void navigate({ to }));
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[#0009]" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border bg-raised shadow-pop"
        >
          <Radix.Title className="sr-only">{texts.palette}</Radix.Title>
          <Command label={texts.palette} loop filter={rank}>
            <Command.Input
              placeholder={texts.palette}
              value={words}
              onValueChange={setWords}
              className="h-11 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted"
            />
            <Command.List className="bare-scroll max-h-[50vh] overflow-y-auto p-1.5">
              {isListed && (
                <>
                  <Command.Empty className="py-8 text-center text-muted">{texts.nothingFits}</Command.Empty>
                  <Known onGo={go} onRun={close} />
                  <Found words={words} onGo={go} />
                </>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Screens and actions. */
function Known({ onGo, onRun }: { onGo: (to: string) => void; onRun: (run: () => void) => void }) {
  const { actions } = registry.use();
  return (
    <>
      <Group heading="Screens">
        {screens
          .filter(({ icon }) => icon)
          .map(({ path, title, keys, icon: Icon }) => (
            <Item
              key={path}
              value={`screen ${title}`}
              keywords={[title]}
              keys={keys}
              onSelect={() => onGo(path)}
            >
              {Icon && <Icon aria-hidden />} {title}
            </Item>
          ))}
      </Group>
      {[...Map.groupBy(actions.filter(isShown), ({ group }) => group ?? 'Actions')].map(
        ([group, members]) => (
          <Group key={group} heading={group}>
            {members.map(({ title, keys, keywords, run }) => (
              <Item
                key={title}
                value={`action ${title}`}
                keys={keys}
                keywords={[title, ...(keywords ?? [])]}
                onSelect={() => onRun(run)}
              >
                {title}
              </Item>
            ))}
          </Group>
        ),
      )}
    </>
  );
}

function isShown({ isHidden }: Action): boolean {
  return !isHidden;
}

const TYPING_MS = 150;
const MOST = 6;

/** Results of the service, once there are words: runs, runners and parts of the documentation. */
function Found({ words, onGo }: { words: string; onGo: (to: string) => void }) {
  const asked = useSettled(words.trim(), TYPING_MS);
  const isAsked = asked.length > 1;
  const runs = useQuery({
    queryKey: ['runs', 'recent', asked],
    queryFn: async ({ signal }) =>
      (await api.runs.rows({ limit: MOST, ...(isAsked && { q: asked }) }, { signal })).data,
    placeholderData: (before) => before,
  });
  const runners = useQuery({
    queryKey: ['runners', 'found', asked],
    queryFn: async ({ signal }) =>
      (await api.runners.list({ q: asked, limit: MOST, fields: 'slug,name' }, { signal })).runners,
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  const docs = useQuery({
    queryKey: ['docs', asked],
    queryFn: ({ signal }) => searchDocs(asked, signal),
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  return (
    <>
      <Group heading={isAsked ? 'Runs' : 'Recent runs'}>
        {(runs.data ?? []).map(({ id, task, url, runner }) => (
          <Item
            key={id}
            value={`run ${id}`}
            keywords={[maskSecrets(task), url ?? '', runner ?? '', id]}
            onSelect={() => onGo(`/runs/${id}`)}
          >
            <span className="min-w-0 flex-1 truncate">{maskSecrets(task) || url || id}</span>
            <code className="max-w-40 truncate text-muted">{runner}</code>
          </Item>
        ))}
      </Group>
      <Group heading="Runners">
        {(isAsked ? (runners.data ?? []) : []).map(({ slug, name }) => (
          <Item
            key={slug}
            value={`runner ${slug}`}
            keywords={[name, slug]}
            onSelect={() => onGo(`/runners?runner=${encodeURIComponent(slug)}`)}
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <code className="max-w-64 truncate text-muted">{slug}</code>
          </Item>
        ))}
      </Group>
      <Group heading="Documentation">
        {(isAsked ? (docs.data ?? []) : []).map(({ id, title, heading }) => (
          <Item
            key={id}
            value={`docs ${id}`}
            keywords={[title, heading, asked]}
            onSelect={() => location.assign(id)}
          >
            <span className="min-w-0 flex-1 truncate">
              {title}
              {heading && heading !== title && <span className="text-muted"> › {heading}</span>}
            </span>
          </Item>
        ))}
      </Group>
    </>
  );
}

async function searchDocs(q: string, signal: AbortSignal) {
  const answer = await fetch(`/docs/search?${new URLSearchParams({ q })}`, { signal });
  if (!answer.ok) return [];
  const { data } = (await answer.json()) as { data: Array<{ id: string; title: string; heading: string }> };
  return data.slice(0, MOST);
}

function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  keys,
  keywords = [],
  onSelect,
  children,
}: {
  value: string;
  keys?: string | undefined;
  keywords?: string[] | undefined;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="flex h-8 items-center gap-2 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-muted"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">{children}</span>
      {keys && keyNames(keys).map((key) => <Kbd key={key}>{key}</Kbd>)}
    </Command.Item>
  );
}
