import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { ACCEPTING, DECLINING } from '../language/dialog-words.ts';
import type { Act } from '../language/intent.ts';
import { canonical, similarity } from '../language/words.ts';
import { answersOn } from '../sight/asking.ts';
import { click, labelOf, tick } from './hands.ts';

/** "... and confirm", "cancel the dialog": the answer to whatever asks back now; where nothing asks, there is nothing to confirm. */
export async function answerBack(agent: Agent, { verb, phrase, object }: Act): Promise<Outcome | null> {
  const clause = `${verb} ${phrase}`.trim();
  const isBare =
    object.isPronoun ||
    /^(?:when(?:ever)?\s.*|if\s.*|this|that|the\s+(?:action|choice|deletion|cancellation|removal|order|booking))?$/iu.test(
      phrase.trim(),
    );
  const isYes = (verb === 'confirm' && isBare) || ACCEPTING.test(clause);
  if (!isYes && !DECLINING.test(clause)) return null;
  const scene = await see(agent);
  const { yes, no, close } = answersOn(scene.model);
  const answer = isYes ? yes : (no ?? close);
  if (answer)
    return (await click(agent, scene, answer)) ? DONE : stuck(`"${labelOf(answer)}" could not be pressed`);
  return isYes && agent.acts > 0 ? DONE : null;
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
