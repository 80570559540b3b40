import { BrowserHome } from './browser-home.ts';
import { type BrowserIsolation, reachProblem } from './browser-isolation.ts';
import type { CdpMessage } from './cdp-client.ts';
import { ChromiumPipe } from './chromium-pipe.ts';
import { endsWithin } from './ends-within.ts';
import { launchOptions } from './launch-options.ts';

interface Tried {
  executablePath: string;
  isolation: BrowserIsolation;
  folder: string;
  platform: NodeJS.Platform;
}

const START_LIMIT_MS = 30_000;
const NO_SANDBOX = /sandbox|namespace|zygote/i;

/** Starts a browser and has it open a page. Null when it does, else the reason in one sentence. */
export async function startProblem({
  executablePath,
  isolation,
  folder,
  platform,
}: Tried): Promise<string | null> {
  if (isolation.hasOwnUsers)
    for (const place of [executablePath, folder]) {
      const problem = await reachProblem(place);
      if (problem !== null) return problem;
    }
  try {
    await using home = await BrowserHome.make({ folder, platform, ...isolation });
    const { args, env } = launchOptions({ ...isolation, ...home, platform, omit: [] });
    const { user } = home;
    await using pipe = new ChromiumPipe({ executablePath, args, env, folder: home.home, user, platform });
    const opening = openPage(pipe);
    if (await endsWithin(Promise.race([opening, pipe.ended]), START_LIMIT_MS)) {
      const isOpen = await Promise.race([opening, pipe.ended.then(() => false)]);
      return isOpen ? null : sentence(executablePath, isolation, pipe.complaints);
    }
    return `Chromium (${executablePath}) did not open a page within ${START_LIMIT_MS / 1_000} seconds.`;
  } catch (error) {
    return `Chromium (${executablePath}) does not start: ${error instanceof Error ? error.message : error}.`;
  }
}

function sentence(executablePath: string, { hasSandbox }: BrowserIsolation, complaints: string): string {
  if (hasSandbox && NO_SANDBOX.test(complaints))
    return 'Chromium cannot start its sandbox because this machine gives the service no user namespaces; allow them, for example with the seccomp profile deploy/seccomp/chromium.json, or set CHROMIUM_SANDBOX=off.';
  const last = complaints.trim().split('\n').at(-1) ?? '';
  const reason = last.replace(/^\[[^\]]*\] */, '').slice(0, 200) || 'it gives no reason';
  return `Chromium (${executablePath}) does not start: ${reason}.`;
}

async function openPage(pipe: ChromiumPipe): Promise<boolean> {
  const waiting = new Map<number, (message: CdpMessage) => void>();
  pipe.onMessage = (text) => {
    const message: CdpMessage = JSON.parse(text);
    waiting.get(message.id ?? 0)?.(message);
  };
  const ask = (method: string, params: object, sessionId?: string) => {
    const id = waiting.size + 1;
    const { promise, resolve } = Promise.withResolvers<CdpMessage>();
    waiting.set(id, resolve);
    pipe.send(JSON.stringify({ id, method, params, sessionId }));
    return promise;
  };
  const { targetId } = (await ask('Target.createTarget', { url: 'about:blank' })).result ?? {};
  const { sessionId } = (await ask('Target.attachToTarget', { targetId, flatten: true })).result ?? {};
  const asked = await ask('Runtime.evaluate', { expression: '6 * 7' }, String(sessionId));
  return (asked.result?.result as { value?: number } | undefined)?.value === 42;
}
