import { type Agent, DONE, failed, type Outcome, rest } from '../agent.ts';

const NAVIGATION_MS = 30_000;

export async function goTo(agent: Agent, url: string): Promise<Outcome> {
  const { run, clock, journal } = agent;
  const startedAt = clock.mono();
  const ok = (await run.goto(url, NAVIGATION_MS)) === null;
  await rest(agent, 8_000);
  agent.acts += 1;
  const durationMs = clock.mono() - startedAt;
  journal.step({ action: 'goto', target: url, detail: null, url: run.front.url(), ok, durationMs });
  if (ok) journal.line({ action: 'goto', url });
  return ok ? DONE : failed(`${url} could not be opened`);
}

/** False where there is no page before this one. The script names the page, since a replay has no such history. */
export async function goBack({ run, journal }: Agent): Promise<boolean> {
  const before = run.front.url();
  const wait = { waitUntil: 'domcontentloaded', timeout: NAVIGATION_MS } as const;
  const answer = await run.front.goBack(wait).catch(() => null);
  const url = run.front.url();
  // Within one document there is no answer.
  if (answer === null && url === before) return false;
  journal.line({ action: 'goto', url });
  return true;
}
