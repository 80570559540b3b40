import { type Agent, isSpent, rest, see } from './agent-context.ts';

/** How long a page may let somebody wait before it shows the rest. */
const LONGEST_MS = 20_000;
const LOOK_MS = 500;

/**
 * "Your link will be ready in 6 seconds": waits for what the page says to be coming. False where it says nothing of the
 * kind, and said nothing before.
 */
export async function awaitCountdown(agent: Agent, before = ''): Promise<boolean> {
  if (![before, (await see(agent)).text].some(isCountingDown)) return false;
  const end = agent.clock.mono() + LONGEST_MS;
  while (agent.clock.mono() < end && !isSpent(agent) && isCountingDown((await see(agent)).text))
    await agent.clock.sleep(LOOK_MS, agent.signal);
  await rest(agent, 1_000);
  return !isCountingDown((await see(agent)).text);
}

export function isCountingDown(text: string): boolean {
  return COUNTING.test(text);
}

const COUNTING =
  /\b(?:ready|available|start(?:s|ing)?|begins?|continue|appears?|shown|wait|enabled|unlock(?:s|ed)?|open(?:s)?)\b[^.\n]{0,30}?\b(?:in|another|for)?\s*\d{1,2}\s*(?:s|secs?|seconds?)\b|\b\d{1,2}\s*seconds?\s+(?:left|remaining|to go)\b|\(\d{1,2}\s?s\)/iu;
