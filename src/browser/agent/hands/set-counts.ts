import { type Agent, DONE, type Outcome, see } from '../agent-context.ts';
import { countedThings } from '../language/counted-things.ts';
import type { Act } from '../language/intent.ts';
import { inRowOf } from '../sight/row-of.ts';
import { submitButton, submitForm } from './fill-form.ts';
import { stepTo } from './step-to.ts';

/** "Order 2 Soup and 3 Pie" where each row has a number between its buttons; null where not all of them do. */
export async function setCounts(agent: Agent, { verb, phrase }: Act): Promise<Outcome | null> {
  const things = countedThings(phrase);
  const numberOf = async (name: string) =>
    inRowOf((await see(agent)).model, name, ({ text }) => /^\d{1,3}$/u.test(text))[0];
  if (things.length === 0) return null;
  for (const { name } of things) if (!(await numberOf(name))) return null;
  for (const { name, count } of things) {
    const number = await numberOf(name);
    const set = number && (await stepTo(agent, number, String(count)));
    if (!set?.ok) return set ?? null;
  }
  if (agent.isSendAhead || submitButton((await see(agent)).model, verb, agent.filled) === null) return DONE;
  return submitForm(agent, verb, '');
}
