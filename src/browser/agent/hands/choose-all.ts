import { type Agent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget } from '../language/read-target.ts';
import { meets } from '../language/restrictions.ts';
import { similarity } from '../language/words.ts';
import { offeredIn } from '../sight/offered.ts';
import { popupsOf } from '../sight/popups.ts';
import { choose } from './choose.ts';
import { click } from './hands.ts';

/** "All but X", "everything that begins with A": of whatever the page lets one choose several from. */
export async function chooseAll(
  agent: Agent,
  { except, restrictions, source }: Extract<Intent, { kind: 'tick' }>,
): Promise<Outcome> {
  const names = await offered(agent);
  const values = names.filter(
    (name) =>
      restrictions.every((restriction) => meets(name, restriction)) &&
      !except.some((other) => similarity(name, other) > 0.7),
  );
  if (values.length === 0) return stuck('there is nothing of that kind to choose');
  const target = { ...readTarget('', []), text: values.join(', ') };
  return choose(agent, { kind: 'choose', values, target, field: '', hint: null, source });
}

async function offered(agent: Agent): Promise<string[]> {
  const scene = await see(agent);
  const names = offeredIn(scene.model);
  const [list] = popupsOf(scene.model);
  if (names.length > 0 || !list || !(await click(agent, scene, list))) return names;
  return offeredIn((await see(agent)).model);
}
