import { type Agent, see } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { holdsPhrase } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import { isInside } from '../sight/page-model.ts';
import { fillFrom } from './fill-form.ts';
import { setField } from './set-field.ts';

/** What is quoted and stands nowhere on the page is to be written: into the one field that waits for it. */
export async function writeQuoted(agent: Agent, { verb, phrase }: Act): Promise<number> {
  if (!/^(?:publish|post|share|write|send|tweet|comment|submit|save)$/u.test(verb)) return 0;
  const scene = await see(agent);
  const quoted = [...phrase.matchAll(/"([^"]+)"|“([^”]+)”/gu)].map((match) => match[1] ?? match[2] ?? '');
  const seen = `${scene.text} ${scene.model.elements.flatMap(({ value, options }) => [value, ...options.map(({ label }) => label)]).join(' ')}`;
  const unsaid = quoted.filter((text) => !holdsPhrase(seen, text));
  const empty = scene.model.elements.filter(
    (element) => isField(element) && element.isEditable && !element.isFraming && element.value === '',
  );
  const [field] = empty;
  const [text] = unsaid;
  if (!field || !text || empty.length > 1 || unsaid.length > 1) return 0;
  return (await setField(agent, { scene, element: field }, text)).ok ? 1 : 0;
}

const TAKES_AWAY = /^(?:delete|remove|cancel|archive|discard|close|clear|reset)$/u;

/** Whether what was found, or opened on the way to it, asks for something right before it. */
function isBesideEmpty({ scene: { model }, element }: Located): boolean {
  const part = model.parents[element.node] ?? -1;
  return model.elements.some(
    (one) =>
      isField(one) &&
      one.isEditable &&
      !one.isReadonly &&
      one.value === '' &&
      !one.isFraming &&
      one.node < element.node &&
      isInside(model, one.node, part),
  );
}

/** The form around the control gets what the task has for it, before the control is pressed. */
export async function fillLate(agent: Agent, at: Located, wanted: Act): Promise<Located> {
  if (TAKES_AWAY.test(wanted.verb) || !isBesideEmpty(at)) return at;
  const count = (await fillFrom(agent, wanted.source)) + (await writeQuoted(agent, wanted));
  const scene = count > 0 ? await see(agent) : at.scene;
  const element = scene.model.elements.find((one) => one.isVisible && keyOf(one) === keyOf(at.element));
  return element ? { scene, element } : at;
}
