import { type Agent, type Outcome, see } from '../agent-context.ts';
import type { Act } from '../language/intent.ts';
import { namesIn } from '../language/object-words.ts';
import { canonical, holdsPhrase } from '../language/words.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import { pressAndGoOn } from './act-form.ts';

/**
 * `Reply "..." to Ann's comment` where every comment has its own "Reply": that of hers is pressed, and it is said in the
 * field that comes up, not in the one for everybody. Null where the page has no such row of hers.
 */
export async function replyInRow(agent: Agent, intent: Act): Promise<Outcome | null> {
  if (canonical(intent.verb) !== 'reply') return null;
  const scene = await see(agent);
  const element = replyOf(scene.model, intent.phrase);
  return element && pressAndGoOn(agent, { scene, element }, intent);
}

/** The one control for replies whose row is that of somebody the words name. */
export function replyOf(model: PageModel, phrase: string): UiElement | null {
  const peers = model.elements.filter(
    ({ isVisible, isDisabled, isClickable, isEditable, name }) =>
      isVisible && !isDisabled && isClickable && !isEditable && canonical(name) === 'reply',
  );
  const names = namesIn(phrase.replace(/"[^"]*"|“[^”]*”/gu, ' ').replace(/['’]s\b/gu, ''));
  if (peers.length < 2 || names.length === 0) return null;
  const rows = peers.map((peer) => ({ peer, row: wholeTextOf(model, itemOf(model, peer, peers)).trim() }));
  const own = rows.filter(({ row }) => names.every((name) => holdsPhrase(row, name)));
  // Who is spoken of in a comment has not written it.
  const headed = own.filter(({ row }) => names.some((name) => row.startsWith(name)));
  const meant = headed.length > 0 ? headed : own;
  return meant.length === 1 ? (meant[0]?.peer ?? null) : null;
}
