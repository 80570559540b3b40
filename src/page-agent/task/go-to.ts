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
