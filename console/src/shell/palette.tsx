import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { api } from '../api.ts';
import { screens } from '../screens.ts';
import { Kbd } from '../ui/values.tsx';
import { type Action, registry } from './actions.ts';
import { keyNames } from './shortcut-sheet.tsx';
import { texts } from './texts.ts';

/** Finds screens, actions, recent runs and runners. */
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
          <Command label={texts.palette} loop>
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
            <Item key={path} value={`screen ${title}`} keys={keys} onSelect={() => onGo(path)}>
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
                keywords={keywords}
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

/** Results of the service; asked for when the palette opens. Screens that are not there have no results here. */
function Found({ words, onGo }: { words: string; onGo: (to: string) => void }) {
  const hasScreen = (path: string) => screens.some((screen) => screen.path === path);
  const runs = useQuery({
    queryKey: ['runs', 'recent'],
    queryFn: async ({ signal }) => (await api.runs.rows({ limit: 30 }, { signal })).data,
    enabled: hasScreen('/runs/$id'),
  });
  const runners = useQuery({
    queryKey: ['runners', 'catalog'],
    queryFn: ({ signal }) => api.runners.list({}, { signal }),
    enabled: hasScreen('/runners'),
  });
  const fitting = words.trim() === '' ? [] : fittingRunners(runners.data?.runners ?? [], words);
  return (
    <>
      {runs.data && runs.data.length > 0 && (
        <Group heading="Recent runs">
          {runs.data.map(({ id, task, url, runner, status }) => (
            <Item
              key={id}
              value={`run ${id}`}
              keywords={[task, url ?? '', runner ?? '', status]}
              onSelect={() => onGo(`/runs/${id}`)}
            >
              <span className="min-w-0 flex-1 truncate">{task}</span>
              <code className="max-w-40 truncate text-muted">{runner}</code>
            </Item>
          ))}
        </Group>
      )}
      {fitting.length > 0 && (
        <Group heading="Runners">
          {fitting.map(({ slug, name }) => (
            <Item
              key={slug}
              value={`runner ${slug}`}
              keywords={[name]}
              onSelect={() => onGo(`/runners?q=${encodeURIComponent(slug)}`)}
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <code className="max-w-64 truncate text-muted">{slug}</code>
            </Item>
          ))}
        </Group>
      )}
    </>
  );
}

const MOST_RUNNERS = 20;

/** There are hundreds: each one in the list costs time at every key. */
function fittingRunners<Runner extends { slug: string; name: string }>(
  runners: readonly Runner[],
  words: string,
): Runner[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return runners
    .filter(({ slug, name }) => wanted.every((word) => `${slug} ${name}`.toLowerCase().includes(word)))
    .slice(0, MOST_RUNNERS);
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
