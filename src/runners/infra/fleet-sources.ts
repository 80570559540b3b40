import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BrowserUnavailable } from '../../browser/browser-pool.ts';
import { openRemoteRun } from '../../browser/remote/remote-run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { requestProvider } from '../../platform/net/provider-client.ts';
import { openProviderSocket } from '../../platform/net/provider-socket.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptResult, ProviderAccount, RunnerFacts } from '../contract.ts';
import { basicAuth } from '../wire/account-of.ts';
import type { FleetSource } from './browser-fleet.ts';
import type { BrowserSource } from './browser-source.ts';
import { createLender, type Lender } from './lender.ts';
import { source as browserless } from './sources/browserless.ts';
import { source as genericCdp } from './sources/generic-cdp.ts';
import { source as seleniumGrid } from './sources/selenium-grid.ts';

type Kind = 'grid' | 'browserless' | 'cdp';

/** One entry of the setting; null: the browsers of this machine. */
export interface FleetEntry {
  slots: number;
  remote: { kind: Kind; url: string; secrets: Record<string, string> } | null;
}

const DEFAULT_SLOTS = 4;
const LOCAL_SLOTS = 8;
const SESSION_SECONDS = 15 * 60;

const ENTRY = /^(?:(local)|(grid|browserless|cdp)=(\S+?))(?:#(\d{1,4}))?$/;

/** `local#8, grid=http://grid:4444#20, browserless=http://host:3000?token=...#10, cdp=http://host:9222#4` */
export function parseFleet(
  text: string,
): { ok: true; entries: FleetEntry[] } | { ok: false; reason: string } {
  if (text.trim() === 'none') return { ok: true, entries: [] };
  const entries: FleetEntry[] = [];
  for (const [index, part] of text
    .split(',')
    .map((one) => one.trim())
    .entries()) {
    const [, local, kind, address = '', count] = ENTRY.exec(part) ?? [];
    const slots = Number(count ?? (local ? LOCAL_SLOTS : DEFAULT_SLOTS));
    // The entry is not repeated: it may contain keys.
    const wrong = (why: string) => ({ ok: false as const, reason: `entry ${index + 1} ${why}` });
    if (!local && !kind) return wrong('must be local, or grid=, browserless= or cdp= and an address');
    if (slots < 1) return wrong('needs at least one slot after #');
    if (local) entries.push({ slots, remote: null });
    else {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (!url || !/^(http|ws)s?:$/.test(url.protocol))
        return wrong('must have an http, https, ws or wss URL');
      entries.push({ slots, remote: remoteOf(kind as Kind, url) });
    }
  }
  return { ok: true, entries };
}

function remoteOf(kind: Kind, url: URL): NonNullable<FleetEntry['remote']> {
  const secrets: Record<string, string> = {};
  if (url.username !== '') {
    secrets.username = decodeURIComponent(url.username);
    secrets.password = decodeURIComponent(url.password);
  }
  const token = kind === 'browserless' ? url.searchParams.get('token') : null;
  if (token !== null) secrets.api_key = token;
  url.username = '';
  url.password = '';
  if (token !== null) url.searchParams.delete('token');
  return { kind, url: url.href, secrets };
}

interface Tools {
  facts: RunnerFacts;
  gate: Gate;
  clock: Clock;
  log: Log;
  /** For the runs' files. */
  folder: string;
}

const SOURCES: Record<Kind, BrowserSource> = { grid: seleniumGrid, browserless, cdp: genericCdp };

/** Browsers on another machine, which the operator set and which may open pages on this network. */
export function remoteSource({ slots, remote }: FleetEntry, tools: Tools): FleetSource | null {
  if (remote === null) return null;
  const { kind, url, secrets } = remote;
  const { clock, gate, folder } = tools;
  const source = SOURCES[kind];
  const lender = createLender(source, { ...tools, baseUrl: null });
  const account: ProviderAccount = {
    family: kind,
    secrets: Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, new Secret(value)])),
    baseUrl: url,
    isOwn: false,
  };
  return {
    name: `${kind} at ${new URL(url).host}`,
    slots,
    free: (signal) => FREE[kind]({ url, secrets, slots, lender, account, signal }),
    async open({ localAllowed, storageState, signal = new AbortController().signal }, onClosed) {
      const attemptId = randomUUID();
      let left: string | null = null;
      const session = await lender.open({
        attemptId,
        seconds: SESSION_SECONDS,
        account,
        options: {},
        signal,
        onOpened: async ({ reference }) => {
          left = reference;
        },
      });
      if ('ok' in session) {
        await lender.forget(account, attemptId, left);
        throw unavailable(session);
      }
      const end = () => void lender.close(account, session.reference).finally(onClosed);
      const socket = await lender.connect(session, account, { open: openProviderSocket, signal });
      if ('ok' in socket) {
        await lender.close(account, session.reference);
        throw unavailable(socket);
      }
      // Runs on one debugging port share a browser, so each gets a separate context.
      const shared = { isShared: kind === 'cdp', onClosed: end };
      const wanted = { gate, clock, folder, localAllowed, storageState, signal };
      const run = await openRemoteRun({ socket, ...wanted, ...shared });
      if (run) return run;
      await lender.close(account, session.reference);
      throw unavailable(lender.silent(account, socket));
    },
  };
}

function unavailable(result: AttemptResult): BrowserUnavailable {
  return new BrowserUnavailable(result.ok ? 'no session' : result.message);
}

interface Look {
  url: string;
  secrets: Record<string, string>;
  slots: number;
  lender: Lender;
  account: ProviderAccount;
  signal: AbortSignal;
}

const GridStatus = z.object({
  value: z.object({
    nodes: z
      .array(
        z.object({ availability: z.string().optional(), slots: z.array(z.object({ session: z.unknown() })) }),
      )
      .default([]),
  }),
});

const Pressure = z.object({
  pressure: z.object({ isAvailable: z.boolean(), running: z.number(), maxConcurrent: z.number() }),
});

const FREE: Record<Kind, (look: Look) => Promise<number | null>> = {
  async grid({ url, secrets, signal }) {
    const headers = secrets.username ? basicAuth(secrets.username, secrets.password ?? '') : {};
    const status = GridStatus.safeParse(await ask(url, '/status', {}, headers, signal)).data?.value;
    // Its `ready` is false also when all its slots are taken.
    const up = status?.nodes.filter(({ availability = 'UP' }) => availability === 'UP') ?? [];
    if (up.length === 0) return null;
    return up.flatMap(({ slots }) => slots).filter(({ session }) => session == null).length;
  },
  async browserless({ url, secrets, signal }) {
    const query: Record<string, string> = secrets.api_key ? { token: secrets.api_key } : {};
    const pressure = Pressure.safeParse(await ask(url, '/pressure', query, {}, signal)).data?.pressure;
    if (!pressure) return null;
    return pressure.isAvailable ? Math.max(0, pressure.maxConcurrent - pressure.running) : 0;
  },
  /** A Chromium does not count its users: it takes as many runs as we allow, as long as it can be connected to. */
  async cdp({ slots, lender, account, signal }) {
    const session = { reference: '', cdpUrl: account.baseUrl ?? '' };
    const dialling = { open: openProviderSocket, signal, timeoutMs: 4_000 };
    const socket = await lender.connect(session, account, dialling);
    if ('ok' in socket) return null;
    socket.close();
    return slots;
  },
};

async function ask(
  url: string,
  path: string,
  query: Record<string, string>,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  const asked = new URL(url.replace(/^ws/, 'http'));
  asked.pathname = asked.pathname.replace(/\/+$/, '') + path;
  for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
  const answer = await requestProvider({ method: 'GET', url: asked, headers, signal });
  return answer.ok && answer.status === 200 ? answer.json : null;
}
