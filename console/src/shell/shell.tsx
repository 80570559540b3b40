import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type CSSProperties, Suspense, useEffect, useState } from 'react';
import { Toaster } from 'sonner';
import { connection, currentSession, queries, signInAddress } from '../api.ts';
import { followEvents } from '../live.ts';
import { useQuestionNotices } from '../runs/notifications.ts';
import { type Screen, screens } from '../screens.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { BookOpen, LogOut, Menu as MenuIcon, Monitor, Moon, Search, Sun, WifiOff } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Kbd } from '../ui/values.tsx';
import { useActions, useShortcutKeys } from './actions.ts';
import { Palette } from './palette.tsx';
import { keyNames, ShortcutSheet } from './shortcut-sheet.tsx';
import { texts } from './texts.ts';
import { chooseTheme, theme } from './theme.ts';
import { useWaitingRuns, useWindowTitle } from './title.ts';

type Layer = 'palette' | 'shortcuts' | 'navigation' | null;

const TOAST_LOOK = {
  fontFamily: 'var(--font)',
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--line)',
} as CSSProperties;

/** The frame of every screen: navigation, palette, shortcuts, live events, and the state of the connection. */
export function Shell() {
  const [layer, setLayer] = useState<Layer>(null);
  const { isOffline, isSignedOut } = connection.use();
  const { theme: chosen } = theme.use();
  useEffect(() => {
    const gone = new AbortController();
    void followEvents(gone.signal);
    return () => gone.abort();
  }, []);
  useCommonActions(setLayer);
  useShortcutKeys();
  useQuestionNotices();
  useWindowTitle(useCurrentScreen()?.title ?? 'Console');
  const layerProps = (name: Layer) => ({
    isOpen: layer === name,
    onOpenChange: (isOpen: boolean) => setLayer(isOpen ? name : null),
  });
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[216px_minmax(0,1fr)]">
      <a
        href="#screen"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-raised focus:p-2"
      >
        To the content
      </a>
      <aside className="hidden border-r bg-surface md:block">
        <div className="sticky top-0 flex h-dvh flex-col">
          <Side onSearch={() => setLayer('palette')} />
        </div>
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-11 items-center gap-1 border-b bg-bg px-2 md:hidden">
          <IconButton label="Navigation" onClick={() => setLayer('navigation')}>
            <MenuIcon />
          </IconButton>
          <Link to="/" className="flex-1 font-semibold">
            Switchyard
          </Link>
          <IconButton label={texts.palette} onClick={() => setLayer('palette')}>
            <Search />
          </IconButton>
        </header>
        {isOffline && <OfflineBanner />}
        <main
          id="screen"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1280px] flex-1 px-3 py-4 outline-none sm:px-6 sm:py-6"
        >
          {isSignedOut ? (
            <SignedOut />
          ) : (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <Outlet />
            </Suspense>
          )}
        </main>
      </div>
      <Sheet side="left" title="Switchyard" {...layerProps('navigation')}>
        <Side onSearch={() => setLayer('palette')} onGo={() => setLayer(null)} />
      </Sheet>
      <Palette {...layerProps('palette')} />
      <ShortcutSheet {...layerProps('shortcuts')} />
      <Toaster theme={chosen} position="bottom-right" closeButton style={TOAST_LOOK} />
    </div>
  );
}

/** What people look for by its purpose; the screens open their forms by `new`. */
const NEW = [
  ['Run a task', '/playground', ['new run', 'start']],
  ['New webhook', '/webhooks?new=1', ['endpoint', 'add webhook']],
  ['New API key', '/keys?new=1', ['add key', 'token']],
  ['New login', '/vault?new=1', ['credential', 'password']],
  ['Add provider key', '/runners?state=needs_key', ['connect', 'byok']],
  ['Start a sweep', '/routing?new=1', ['learning']],
] as const;

function useCommonActions(setLayer: (layer: Layer) => void): void {
  const navigate = useNavigate();
  useActions([
    {
      title: 'Search everything',
      keys: '$mod+k',
      group: 'General',
      isHidden: true,
      run: () => setLayer('palette'),
    },
    { title: 'Show shortcuts', keys: 'Shift+?', group: 'General', run: () => setLayer('shortcuts') },
    { title: 'Light theme', group: 'General', keywords: ['appearance'], run: () => chooseTheme('light') },
    { title: 'Dark theme', group: 'General', keywords: ['appearance'], run: () => chooseTheme('dark') },
    {
      title: 'Theme of the system',
      group: 'General',
      keywords: ['appearance'],
      run: () => chooseTheme('system'),
    },
    { title: 'Sign out', group: 'General', run: () => void signOut() },
    ...NEW.map(([title, to, keywords]) => ({
      title,
      group: 'Create',
      keywords: [...keywords],
      run: () => void navigate({ to }),
    })),
    { title: texts.docs, keys: 'g d', group: 'Go to', run: () => location.assign('/docs') },
    ...screens
      .filter(({ keys }) => keys)
      .map(({ title, keys = '', path }) => ({
        title,
        keys,
        group: 'Go to',
        isHidden: true,
        run: () => void navigate({ to: path }),
      })),
  ]);
}

function useCurrentScreen(): Screen | undefined {
  const path = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath as string | undefined });
  return screens.find((screen) => screen.path === path);
}

function Side({ onSearch, onGo }: { onSearch: () => void; onGo?: () => void }) {
  const shown = screens.filter(({ icon }) => icon);
  return (
    <>
      <Link to="/" className="flex h-12 shrink-0 items-center gap-2 px-4 font-semibold max-md:hidden">
        <img src="/console/icon.svg" alt="" className="size-5" /> Switchyard
      </Link>
      <button
        type="button"
        onClick={onSearch}
        className="mx-3 mb-3 flex h-8 items-center gap-2 rounded-md border bg-bg px-2 text-muted hover:text-text max-md:mx-0 max-md:w-full"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search</span>
        {keyNames('$mod+k').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </button>
      <nav aria-label="Screens" className="bare-scroll min-h-0 flex-1 overflow-y-auto px-3 max-md:px-0">
        {[...Map.groupBy(shown, ({ section }) => section ?? '')].map(([section, members]) => (
          <div key={section} className="mb-3">
            {section && <p className="px-2 pb-1 text-xs font-medium text-muted">{section}</p>}
            <ul>
              {members.map((screen) => (
                <li key={screen.path}>
                  <NavLink screen={screen} onGo={onGo} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <a href="/docs" className={NAV_LINK}>
          <BookOpen aria-hidden className="size-4" /> {texts.docs}
        </a>
      </nav>
      <Account />
    </>
  );
}

const NAV_LINK =
  'flex h-7.5 items-center gap-2.5 rounded-md px-2 font-medium text-muted hover:bg-hover hover:text-text max-md:h-10';

function NavLink({
  screen: { path, title, icon: Icon },
  onGo,
}: {
  screen: Screen;
  onGo?: (() => void) | undefined;
}) {
  const waiting = useWaitingRuns().data?.length ?? 0;
  return (
    <Link
      to={path}
      onClick={onGo}
      activeOptions={{ exact: path === '/' }}
      className={NAV_LINK}
      activeProps={{ className: 'bg-hover text-text!' }}
    >
      {Icon && <Icon aria-hidden className="size-4" />}
      <span className="flex-1">{title}</span>
      {path === '/runs' && waiting > 0 && (
        <span className="number rounded-full tint-warn px-1.5 text-xs text-warn">{waiting}</span>
      )}
    </Link>
  );
}

function Account() {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: currentSession,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { theme: chosen } = theme.use();
  const Icon = { system: Monitor, light: Sun, dark: Moon }[chosen];
  return (
    <div className="flex items-center gap-1 border-t px-3 py-2 max-md:px-0">
      <a href="/account" className="min-w-0 flex-1 rounded-md px-2 py-1 hover:bg-hover">
        <span className="block truncate font-medium">
          {session.data?.signed_in?.email ?? session.data?.key?.name ?? 'Workspace'}
        </span>
        <span className="block truncate text-xs text-muted">{session.data?.workspace_id}</span>
      </a>
      <Menu
        trigger={
          <Button look="quiet" aria-label="Theme and sign-out" className="w-8 px-0">
            <Icon aria-hidden />
          </Button>
        }
        items={[
          {
            label: (
              <>
                <Sun aria-hidden /> Light
              </>
            ),
            onSelect: () => chooseTheme('light'),
          },
          {
            label: (
              <>
                <Moon aria-hidden /> Dark
              </>
            ),
            onSelect: () => chooseTheme('dark'),
          },
          {
            label: (
              <>
                <Monitor aria-hidden /> As the system
              </>
            ),
            onSelect: () => chooseTheme('system'),
          },
          {
            label: (
              <>
                <LogOut aria-hidden /> Sign out
              </>
            ),
            onSelect: () => void signOut(),
          },
        ]}
      />
    </div>
  );
}

async function signOut(): Promise<void> {
  const { signed_in } = await currentSession();
  await fetch('/api/account/sign-out', {
    method: 'POST',
    headers: { 'x-csrf-token': signed_in?.csrf_token ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  queries.clear();
  location.assign('/sign-in');
}

function OfflineBanner() {
  return (
    <div
      role="status"
      className="flex items-center gap-2 border-b tint-warn px-4 py-1.5 text-warn [&_svg]:size-4"
    >
      <WifiOff aria-hidden /> {texts.offline}
    </div>
  );
}

function SignedOut() {
  return (
    <EmptyState
      icon={<LogOut aria-hidden />}
      isScreen
      title={texts.signedOut}
      action={
        <Button look="primary" onClick={() => location.assign(signInAddress())}>
          {texts.signIn}
        </Button>
      }
    >
      {texts.signedOutWhy}
    </EmptyState>
  );
}
