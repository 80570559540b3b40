import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { canonical, normalize, similarity } from '../language/words.ts';
import { click, labelOf, tick } from './hands.ts';

/** "... and confirm": the way on of whatever asks back now; where nothing asks, it has been confirmed already. */
export async function sayYes(agent: Agent, { verb, phrase, object }: Act): Promise<Outcome | null> {
  const isBare =
    object.isPronoun ||
    /^(?:when(?:ever)?\s.*|if\s.*|this|that|the\s+(?:action|choice|question|dialog(?:ue)?|prompt|deletion|cancellation|removal|order|booking))?$/iu.test(
      phrase.trim(),
    );
  if (verb !== 'confirm' || !isBare) return null;
  const scene = await see(agent);
  const shown = scene.model.elements.filter(
    ({ isVisible, isCovered, isClickable, isEditable }) =>
      isVisible && !isCovered && isClickable && !isEditable,
  );
  const yes = [/^(?:confirm|yes)\b/u, /^(?:ok|okay|sure|continue|proceed|i(?:'| a)m sure)\b/u]
    .map((way) => shown.find(({ name }) => way.test(normalize(name))))
    .find((button) => button !== undefined);
  if (yes) return (await click(agent, scene, yes)) ? DONE : stuck(`"${labelOf(yes)}" could not be pressed`);
  return agent.acts > 0 ? DONE : null;
}

/** "accept the terms", "agree to be called", "mute notifications": a box that says so. */
export async function tickConsent(agent: Agent, { verb, source, phrase }: Act): Promise<Outcome | null> {
  const scene = await see(agent);
  const boxes = scene.model.elements.filter(
    (element) => ['checkbox', 'switch'].includes(element.role) && !element.isDisabled,
  );
  const named = boxes.find(
    ({ name, isVisible }) => isVisible && similarity(name, `${verb} ${phrase}`) >= 0.95,
  );
  if (named)
    return (await tick(agent, scene, named, true)) ? DONE : stuck(`"${named.name}" could not be ticked`);
  if (!/^(?:accept|agree|subscribe|confirm|consent|opt|unsubscribe)$/u.test(verb)) return null;
  const best = boxes
    .map((element) => ({
      element,
      score: Math.max(
        similarity(element.name, source),
        similarity(element.name, phrase),
        holdsAll(element.name, phrase) ? 0.8 : 0,
      ),
    }))
    .sort((one, other) => other.score - one.score)[0];
  if (!best || best.score < 0.35) return null;
  return (await tick(agent, scene, best.element, verb !== 'unsubscribe'))
    ? DONE
    : stuck(`"${best.element.name}" could not be ticked`);
}

function holdsAll(text: string, phrase: string): boolean {
  const there = canonical(text).split(' ');
  const words = canonical(phrase)
    .split(' ')
    .filter((word) => word.length > 2 && word !== 'the');
  return words.length > 0 && words.every((word) => there.includes(word));
}
