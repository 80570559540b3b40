import { type Agent, type Outcome, see } from '../agent-context.ts';
import { levelIn } from '../language/amounts.ts';
import type { Act, Intent } from '../language/intent.ts';
import { normalize, similarity } from '../language/words.ts';
import { isBox } from '../sight/offered.ts';
import { choose } from './choose.ts';
import { chooseSeats } from './pick-seats.ts';
import { setPairs } from './set-pairs.ts';
import { tickBoxes } from './tick-boxes.ts';
import { carryOver } from './transfer.ts';

/** "Select X"; a number that no list offers is what something is to be set to. */
export async function makeChoice(
  agent: Agent,
  intent: Extract<Intent, { kind: 'choose' }>,
): Promise<Outcome> {
  const seats = await chooseSeats(agent, intent.source);
  if (seats) return seats;
  const chosen = await carried(agent, () => choose(agent, intent));
  const [value = '', ...others] = intent.values;
  if (chosen.ok || intent.field === '' || others.length > 0 || levelIn(value) === null) return chosen;
  const set = await setPairs(agent, {
    kind: 'set',
    pairs: [{ field: intent.field, value }],
    hint: null,
    source: intent.source,
  });
  return set.ok ? set : chosen;
}

/** Of two lists side by side, what is chosen in the one is meant for the other. */
export async function carried(agent: Agent, choosing: () => Promise<Outcome>): Promise<Outcome> {
  const before = await see(agent);
  const done = await choosing();
  if (done.ok) await carryOver(agent, before.model);
  return done;
}

const ON = /^(?:add|include|take)$/u;
const OFF = /^(?:remove|exclude|drop|omit|skip)$/u;

/** "Add milk, remove the sugar" where these are boxes of the page, each once. Null where they are not. */
export async function tickByVerb(agent: Agent, { verb, object, source }: Act): Promise<Outcome | null> {
  const isOn = ON.test(verb);
  if ((!isOn && !OFF.test(verb)) || object.text === '') return null;
  const { elements } = (await see(agent)).model;
  const boxes = elements.filter((element) => isBox(element) && similarity(element.name, object.text) > 0.9);
  const isElsewhere = elements.some(
    ({ isVisible, isClickable, role, name }) =>
      isVisible && isClickable && role === 'button' && normalize(name).startsWith(verb),
  );
  return boxes.length !== 1 || isElsewhere
    ? null
    : tickBoxes(agent, {
        kind: 'tick',
        names: [object.text],
        target: null,
        isAll: false,
        isOn,
        except: [],
        restrictions: [],
        source,
      });
}
