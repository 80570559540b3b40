import { type Agent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { namesIn, objectWords } from '../language/object-words.ts';
import { canonical, normalize, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import type { Located } from '../sight/locate.ts';
import { isAbout } from '../sight/things.ts';
import { fillFrom, submitForm } from './fill-form.ts';
import { click } from './hands.ts';

/** What is asked for has no control of its own name: its form stands here, or behind what begins a new entry. */
export async function compose(agent: Agent, { verb, phrase, source }: Act): Promise<Outcome | null> {
  const [name] = namesIn(objectWords(phrase));
  if (name !== undefined && !(await isSpokenOf(agent, name))) return null;
  if ((await fillFrom(agent, source)) > 0) return submitForm(agent, verb, source);
  const opener = await newEntry(agent, phrase, MAKES.test(verb));
  if (!opener || !(await click(agent, opener.scene, opener.element))) return null;
  const { model } = await see(agent);
  if (!model.elements.some((element) => isField(element) && !element.isFraming)) return null;
  return (await fillFrom(agent, source)) > 0
    ? submitForm(agent, verb, source)
    : stuck('the form asks for nothing that the task gives');
}

/** What is written about somebody or something is written on their own page, or in a form that asks for whom. */
async function isSpokenOf(agent: Agent, name: string): Promise<boolean> {
  const { model } = await see(agent);
  const asksWhom = model.elements.some(
    (element) =>
      isField(element) && /\b(?:to|recipient|whom|user|product|item)\b/u.test(normalize(element.name)),
  );
  return asksWhom || isAbout(model, name);
}

/** "New", "Create", "Compose", "Send a message": what begins an entry, whatever the task calls it. */
export async function newEntry(agent: Agent, phrase = '', mayBeBare = true): Promise<Located | null> {
  const scene = await see(agent);
  const spoken = canonical(wordsOf(phrase.replace(/"[^"]*"|“[^”]*”/gu, ' ')).join(' ')).split(' ');
  const begun = scene.model.elements.filter(
    ({ isVisible, isClickable, isEditable, role, name }) =>
      isVisible &&
      isClickable &&
      !isEditable &&
      BEGINNING.test(name.trim()) &&
      !(role === 'button' && SENDING.test(name.trim())) &&
      !/^add\s+to\b/iu.test(name.trim()),
  );
  // What every row of a list has works on that row.
  const openers = begun.filter(({ name }) => begun.filter((other) => other.name === name).length < 3);
  const named = openers.find(({ name }) =>
    canonical(name)
      .split(' ')
      .slice(1)
      .some((word) => word.length > 2 && spoken.includes(word)),
  );
  const element = named ?? openers.find(({ name }) => mayBeBare && BARE.test(name.trim()));
  return element ? { scene, element } : null;
}

/** What comes to nothing without a new entry; for anything else "New" would be something that nobody asked for. */
const MAKES =
  /^(?:create|make|add|write|compose|post|send|start|open|report|request|book|ask|contact|message|leave|submit|publish|comment|reply|respond|answer|review|tell|invite|schedule|plan|arrange|set|put|record|log|enter|register|apply|order|reserve|note|share|announce|tweet|upload|track)\b/iu;

const BEGINNING =
  /^\+?\s*(?:new|create|add|compose|write|post|submit|send|leave|start|open|report|request|book|make|ask|contact|\+)(?:\s+(?:an?\s+|the\s+|to\s+)?(?:new\s+)?\p{L}+(?:\s\p{L}+)?)?$/iu;
/** A button called no more than that sends what is there. */
const SENDING = /^(?:submit|send|post)$/iu;
const BARE = /^\+?\s*(?:new|create|add|compose|write|post|submit|\+)(?:\s+(?:an?\s+)?(?:new\s+)?\p{L}+)?$/iu;
