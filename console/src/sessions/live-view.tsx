import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { api, queries } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { Input } from '../ui/field.tsx';
import { Hand, Unplug } from '../ui/icons.tsx';
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx';
import { LiveBrowser, type Picture } from './live-browser.ts';
import { texts } from './texts.ts';

interface Addresses {
  debuggerFullscreenUrl: string;
  wsUrl: string;
}

/** The browser of a running session: watched, or driven by hand. One that runs at a provider has its view there. */
export function LiveView({ id }: { id: string }) {
  const addresses = useQuery({
    queryKey: ['sessions', 'debug', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.sessions.debug(id, { signal })) as unknown as Addresses,
  });
  return (
    <Loaded query={addresses}>
      {({ wsUrl, debuggerFullscreenUrl }) =>
        new URL(wsUrl, location.href).host === location.host ? (
          <Screen url={wsUrl} />
        ) : (
          <EmptyState
            title={texts.elsewhere}
            action={
              debuggerFullscreenUrl && (
                <a
                  className="text-accent hover:underline"
                  href={debuggerFullscreenUrl}
                  target="_blank"
                  rel="noreferrer"
                >
                  {texts.openView}
                </a>
              )
            }
          />
        )
      }
    </Loaded>
  );
}

function Screen({ url }: { url: string }) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [address, setAddress] = useState('');
  const [isLost, setLost] = useState(false);
  const [isMine, setMine] = useState(false);
  const browser = useRef<LiveBrowser | null>(null);
  useEffect(() => {
    const made = new LiveBrowser(url, {
      onPicture: setPicture,
      onAddress: setAddress,
      onLost: () => {
        setLost(true);
        // It may be over: the page then shows its results.
        void queries.invalidateQueries({ queryKey: ['sessions'] });
      },
    });
    browser.current = made;
    return () => made.close();
  }, [url]);
  if (isLost) return <EmptyState icon={<Unplug aria-hidden />} title={texts.lost} />;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {texts.live} {isMine && <Badge tone="warn">{texts.youDrive}</Badge>}
        </span>
      }
      actions={
        <Button look={isMine ? 'plain' : 'primary'} onClick={() => setMine(!isMine)}>
          <Hand aria-hidden /> {isMine ? texts.letGo : texts.takeOver}
        </Button>
      }
      isFlush
    >
      <AddressBar
        address={address}
        isMine={isMine}
        onGo={async (to) => {
          const reason = await browser.current?.navigate(to);
          if (reason) toast.error(texts.notOpened(reason));
        }}
      />
      {picture ? (
        <Wheel picture={picture} isMine={isMine} browser={browser} onLetGo={() => setMine(false)} />
      ) : (
        <Skeleton className="aspect-video rounded-none" />
      )}
      <p className="px-4 py-2 text-xs text-muted">{isMine ? texts.inControl : texts.watching}</p>
    </Card>
  );
}

function AddressBar({
  address,
  isMine,
  onGo,
}: {
  address: string;
  isMine: boolean;
  onGo: (to: string) => Promise<void>;
}) {
  // Typed text stays until it is sent, even when the browser reports another address.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? address;
  return (
    <form
      className="flex gap-2 border-b p-2"
      onSubmit={(event) => {
        event.preventDefault();
        void onGo(shown);
        setTyped(null);
      }}
    >
      <Input
        aria-label={texts.address}
        value={shown}
        readOnly={!isMine}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="https://"
      />
      <Button type="submit" disabled={!isMine || shown === ''}>
        {texts.go}
      </Button>
    </form>
  );
}

/** The picture itself; while a person drives, it has the focus and hands everything on. */
function Wheel({
  picture,
  isMine,
  browser,
  onLetGo,
}: {
  picture: Picture;
  isMine: boolean;
  browser: React.RefObject<LiveBrowser | null>;
  onLetGo: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMine) box.current?.focus();
  }, [isMine]);
  // Runs again with every picture: it must not take the focus from the address.
  useEffect(() => {
    const element = box.current;
    if (!element || !isMine) return;
    const scale = () => picture.width / element.clientWidth;
    const onMouse = (event: MouseEvent | WheelEvent) => {
      if (event.type !== 'mousemove') event.preventDefault();
      if (event.type === 'mousedown') element.focus();
      const { left, top } = element.getBoundingClientRect();
      const at = { x: (event.clientX - left) * scale(), y: (event.clientY - top) * scale() };
      browser.current?.mouse(event, at);
    };
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') onLetGo();
      else browser.current?.key(event);
    };
    const gone = new AbortController();
    const { signal } = gone;
    for (const type of ['mousedown', 'mouseup', 'mousemove', 'contextmenu'] as const)
      element.addEventListener(type, onMouse, { signal });
    element.addEventListener('wheel', onMouse, { signal, passive: false });
    for (const type of ['keydown', 'keyup'] as const) element.addEventListener(type, onKey, { signal });
    return () => gone.abort();
  }, [isMine, picture.width, browser, onLetGo]);
  return (
    <div
      ref={box}
      tabIndex={isMine ? 0 : -1}
      role="application"
      aria-label={texts.live}
      className={cn('bg-surface', isMine && 'cursor-crosshair ring-2 ring-accent ring-inset')}
    >
      <img alt="" draggable={false} src={picture.src} className="pointer-events-none block w-full" />
    </div>
  );
}
