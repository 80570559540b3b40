import { type Agent, DONE, type Outcome, see } from '../agent-context.ts';
import { countedThings } from '../language/counted-things.ts';
import type { Act } from '../language/intent.ts';
import type { Extreme } from '../language/target-words.ts';
import { pickExtreme } from '../sight/pick-extreme.ts';
import { inRowOf } from '../sight/row-of.ts';
import { stepButton } from '../sight/stepper.ts';
import { submitButton, submitForm } from './fill-form.ts';
import { stepTo } from './step-to.ts';

/** "Order 2 Soup and 3 Pie" where each row has a number between its buttons; null where not all of them do. */
export async function setCounts(agent: Agent, { verb, phrase, object }: Act): Promise<Outcome | null> {
  const things = countedThings(phrase);
  const numberOf = async (name: string) =>
    inRowOf((await see(agent)).model, name, ({ text }) => /^\d{1,3}$/u.test(text))[0];
  if (things.length === 0) return object.extreme ? countOne(agent, verb, object.extreme) : null;
  for (const { name } of things) if (!(await numberOf(name))) return null;
  for (const { name, count } of things) {
    const number = await numberOf(name);
    const set = number && (await stepTo(agent, number, String(count)));
    if (!set?.ok) return set ?? null;
  }
  return sendOrder(agent, verb);
}

/** "Order the cheapest": one of it, where every row has a number between its buttons. */
async function countOne(agent: Agent, verb: string, extreme: Extreme): Promise<Outcome | null> {
  const { model } = await see(agent);
  const numbers = model.elements.filter((element) => element.isVisible && /^0$/u.test(element.text));
  const meant = numbers.length > 1 ? pickExtreme(model, numbers, extreme) : null;
  const set = meant && stepButton(model, meant, true) ? await stepTo(agent, meant, '1') : null;
  return set?.ok ? sendOrder(agent, verb) : set;
}

/** Sends the order, unless the task says that later or there is nothing to send it with. */
async function sendOrder(agent: Agent, verb: string): Promise<Outcome> {
  if (agent.isSendAhead || submitButton((await see(agent)).model, verb, agent.filled) === null) return DONE;
  return submitForm(agent, verb, '');
}
