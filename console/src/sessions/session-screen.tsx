import type { BrowserSession } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { useSearchState } from '../shell/search-state.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts, PageHeader } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Download } from '../ui/icons.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { CopyId, Money, Time } from '../ui/values.tsx';
import { LiveView } from './live-view.tsx';
import { Recording } from './recording.tsx';
import { SessionStatus } from './sessions-screen.tsx';
import { texts } from './texts.ts';

const RUNNING_MS = 5_000;

export function Screen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const session = useQuery({
    queryKey: ['sessions', 'one', id],
    queryFn: ({ signal }) => api.sessions.get(id, { signal }),
    // No event tells that a session ended by itself.
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? RUNNING_MS : false),
  });
  return <Loaded query={session}>{(found) => <Session session={found} />}</Loaded>;
}

function Session({ session }: { session: BrowserSession }) {
  const isRunning = session.status === 'RUNNING';
  const release = useChange(() => api.sessions.release(session.id), {
    rooms: ['sessions'],
    done: texts.released,
  });
  return (
    <>
      <PageHeader
        title="Session"
        description={<CopyId id={session.id} />}
        actions={
          isRunning && (
            <Confirm
              title={texts.releaseTitle}
              description={texts.releaseHelp}
              confirm={texts.release}
              onConfirm={() => release.mutateAsync(undefined)}
              trigger={(open) => (
                <Button look="danger" onClick={open}>
                  {texts.release}
                </Button>
              )}
            />
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {isRunning && <LiveView id={session.id} />}
          <Records session={session} />
        </div>
        <Card title="Facts">
          <Facts facts={factsOf(session)} />
        </Card>
      </div>
    </>
  );
}

function factsOf(session: BrowserSession) {
  return [
    ['Status', <SessionStatus key="status" status={session.status} />],
    ['Browser', session.svc.provider],
    ['Cost', <Money key="cost" usd={session.svc.cost_usd} />],
    ['Started', <Time key="started" at={session.startedAt} />],
    session.endedAt
      ? ['Ended', <Time key="ended" at={session.endedAt} />]
      : ['Ends at', <Time key="ends" at={session.expiresAt} />],
    ...(session.region ? [['Region', session.region] as const] : []),
    ['Kept alive', session.keepAlive ? 'Yes' : 'No'],
    [
      'Files',
      <a
        key="files"
        className="inline-flex items-center gap-1 text-accent hover:underline [&_svg]:size-3.5"
        href={`/api/v1/sessions/${session.id}/downloads`}
        download={`${session.id}.zip`}
      >
        <Download aria-hidden /> {texts.downloads}
      </a>,
    ],
  ] as ReadonlyArray<readonly [string, React.ReactNode]>;
}

function Records({ session }: { session: BrowserSession }) {
  const [chosen, change] = useSearchState<{ tab: unknown }>((raw) => ({ tab: raw.tab }));
  const tabs: Tab[] = [
    { value: 'recording', label: texts.recording, content: <Recording id={session.id} /> },
    { value: 'log', label: texts.log, content: <Log id={session.id} /> },
  ];
  if (session.status === 'RUNNING')
    tabs.unshift({
      value: 'connect',
      label: texts.connect,
      content: <CodeBlock label={texts.connect} language="Playwright" code={snippet(session.id)} />,
    });
  const tab = tabs.find(({ value }) => value === chosen.tab) ?? tabs[0];
  return <Tabs label="Records" tabs={tabs} value={tab?.value} onChange={(value) => change({ tab: value })} />;
}

function Log({ id }: { id: string }) {
  const log = useQuery({
    queryKey: ['sessions', 'log', id],
    queryFn: ({ signal }) => api.sessions.logs(id, { signal }),
  });
  return (
    <Loaded query={log} isEmpty={(rows) => rows.length === 0} empty={<EmptyState title={texts.noLog} />}>
      {(rows) => <JsonView label={texts.log} value={rows} openDepth={1} />}
    </Loaded>
  );
}

function snippet(id: string): string {
  return `import { chromium } from 'playwright-core';
import { Switchyard } from '@switchyard/sdk';

const switchyard = new Switchyard({ baseUrl: '${location.origin}', apiKey: process.env.SWITCHYARD_API_KEY });
const { connectUrl } = await switchyard.sessions.get('${id}');
const browser = await chromium.connectOverCDP(connectUrl);
const page = browser.contexts()[0].pages()[0];
await page.goto('https://example.com');`;
}
