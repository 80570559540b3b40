import { type Agent, see } from '../agent-context.ts';
import { errandFit } from '../language/errand-place.ts';
import { click } from './hands.ts';

/** Goes where the site says, in the frame around its content, that such a thing is done. */
export async function enterPlace(agent: Agent, verb: string, words: string): Promise<boolean> {
  const scene = await see(agent);
  const [place] = scene.model.elements
    .filter(
      ({ isVisible, isClickable, isFraming, role }) =>
        isVisible && isClickable && isFraming && role === 'link',
    )
    .map((element) => ({ element, fit: errandFit(element.name, verb, words) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  return place !== undefined && click(agent, scene, place.element);
}

/** "Renew my loan of X": what is one's own is kept in the account. */
export async function enterAccount(agent: Agent, phrase: string): Promise<boolean> {
  if (!/^(?:my|our)\s+\p{L}+\s+(?:of|for|with|to|from|called|named|on)\b/iu.test(phrase)) return false;
  const scene = await see(agent);
  const place = scene.model.elements.find(
    ({ isVisible, isClickable, isFraming, role, name }) =>
      isVisible && isClickable && isFraming && role === 'link' && ACCOUNT.test(name.trim()),
  );
  return place !== undefined && click(agent, scene, place);
}

const ACCOUNT = /^(?:(?:my|your)\s+\p{L}+|account|profile|dashboard)$/iu;
