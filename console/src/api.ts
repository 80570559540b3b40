import {
  AuthenticationError,
  ConnectionError,
  type ResultOf,
  Switchyard,
  SwitchyardError,
} from '@switchyard/sdk';
import { QueryClient } from '@tanstack/react-query';
import { createStore } from './store.ts';

type Session = ResultOf<'account.get'>;

/** Whether the service answers, and whether the session is still valid. */
export const connection = createStore({ isOffline: false, isSignedOut: false });

let session: Promise<Session> | null = null;

/** The service's time before the screen's first request: events must tell all later changes. */
export let openedAt: string | undefined;

let clockAheadMs = 0;

/** Now, by the clock of the service: the clock of this machine may be hours off. */
export function serviceNow(): number {
  return Date.now() + clockAheadMs;
}

/** The signed-in person, their rights, and the token that every change brings. Asked once. */
export function currentSession(): Promise<Session> {
  session ??= readSession();
  return session;
}

async function readSession(): Promise<Session> {
  try {
    return await api.call('account.get', {});
  } catch (error) {
    session = null;
    throw error;
  }
}

/** The sign-in page, with the way back to this very place. */
export function signInAddress(): string {
  return `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
}

/** The cookie goes along by itself; a change also proves that it comes from this page. */
async function sessionFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = async () => {
    const headers = new Headers(init.headers);
    if (!/^(?:GET|HEAD)$/.test(init.method ?? 'GET'))
      headers.set('x-csrf-token', (await currentSession()).signed_in?.csrf_token ?? '');
    return fetch(input, { ...init, headers, credentials: 'same-origin' });
  };
  try {
    const answer = await send();
    const at = new Date(answer.headers.get('date') ?? 0);
    openedAt ??= at.toISOString();
    // A difference of seconds is the way of the answer and the rounding of its header.
    clockAheadMs = Math.abs(at.getTime() - Date.now()) > 5_000 ? at.getTime() - Date.now() : 0;
    connection.set({ isOffline: false });
    if (answer.status !== 401 || String(input).endsWith('/v1/me')) return answer;
    // Another tab may have signed in anew since this page was loaded.
    session = null;
    const isSignedIn = await currentSession().then(
      () => true,
      () => false,
    );
    connection.set({ isSignedOut: !isSignedIn });
    return isSignedIn ? await send() : answer;
  } catch (error) {
    if (!init.signal?.aborted) connection.set({ isOffline: true });
    throw error;
  }
}

/** The one way to the service. */
export const api = new Switchyard({
  baseUrl: '',
  apiKey: null,
  fetch: sessionFetch,
  maxRetries: 1,
  logLevel: 'off',
});

/** Not worth asking again: the answer would be the same. */
function isFinal(error: unknown): boolean {
  return error instanceof SwitchyardError && error.status !== null && error.status < 500;
}

/** Keys begin with the room (`['runs', ...]`): events name rooms. Data with events is never stale by age. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !isFinal(error) && !(error instanceof ConnectionError) && failures < 2,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

export function isSignedOut(error: unknown): boolean {
  return (
    error instanceof AuthenticationError ||
    (error instanceof SwitchyardError && error.code === 'auth_required')
  );
}
