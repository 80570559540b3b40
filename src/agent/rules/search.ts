import { saysNothingFound } from '../../judge/empty-result.ts';
import { contentStems, stemsOf } from '../../platform/text/words.ts';
import { click, pressKey, typeText } from '../actions/actions.ts';
import { DONE, failed, type Outcome, rest, see } from '../agent.ts';
import {
  isField,
  isPressable,
  keyOf,
  type PageModel,
  twinOf,
  type UiElement,
} from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { freshLines, normalize } from '../words.ts';
import type { TaskProgress } from './task-progress.ts';

const NOT_WORDS = ['password', 'email', 'tel', 'number', 'date', 'time', 'url'];

/** Uses the page's own search, opening it first where it stands behind a button. */
export async function search(progress: TaskProgress, query: string): Promise<Outcome> {
  const { agent } = progress;
  let scene = await see(agent);
  const opener = scene.model.elements.find(
    (one) => isPressable(one) && /^(?:search|find|🔍)/u.test(normalize(one.name || one.hints)),
  );
  if (!searchField(scene.model) && opener && (await click(agent, scene, opener))) scene = await see(agent);
  const field = searchField(scene.model);
  if (!field) return failed('the page has no search');
  if (!(await typeText(agent, scene, field, query))) return failed('nothing could be typed into the search');
  agent.filled.add(keyOf(field));
  const typed = await see(agent);
  const button = searchButton(typed.model, field);
  if (button) await click(agent, typed, button);
  else await pressKey(agent, typed, twinOf(typed.model, field) ?? field, 'Enter');
  await rest(agent);
  const after = await see(agent);
  const again = twinOf(after.model, field);
  if (button && after.text === typed.text && again?.isVisible) await pressKey(agent, after, again, 'Enter');
  const shown = await see(agent);
  progress.foundNothing = nothingIn(shown, freshLines(scene.text, shown.text), query);
  progress.about = query;
  return DONE;
}

/** The statement of a search without results; null where results bear the words that were searched for. */
function nothingIn({ model }: Scene, fresh: readonly string[], query: string): string | null {
  const words = contentStems(query);
  const bears = (text: string) => {
    const known = new Set(stemsOf(text));
    return words.length > 0 && words.every((word) => known.has(word));
  };
  const statements = fresh.filter((line) => saysNothingFound(line));
  const named = statements.find(bears);
  if (named === undefined && model.elements.some((one) => one.role === 'link' && bears(one.name)))
    return null;
  const plain = named ?? statements.find((line) => !OF_A_THING.test(line));
  if (plain !== undefined) return plain;
  // A result page that only repeats the query.
  const isEcho = (line: string) =>
    contentStems(line).every((word) => words.includes(word) || SEARCHING.test(word));
  return fresh.some(bears) && fresh.every(isEcho) ? `No results for "${query}".` : null;
}

/** Results can be without these. */
const OF_A_THING = /\b(?:reviews?|ratings?|comments?|cart|basket|bag|wish ?list|orders?)\b/iu;
const SEARCHING = /^(?:search|result|show|found|find|your|page|clear|filter|sort|relevan)/u;

/** A field that says it is for searching, else the only field for words there is. */
export function searchField(model: PageModel): UiElement | null {
  const fields = model.elements.filter(
    (one) => isField(one) && one.isEditable && !one.isReadonly && !NOT_WORDS.includes(one.type),
  );
  const stated = fields.find(
    (one) =>
      one.role === 'searchbox' ||
      one.type === 'search' ||
      /\b(?:search|query|find|filter|keywords?|look up)\b/u.test(
        normalize(`${one.name} ${one.placeholder} ${one.hints}`),
      ) ||
      searchButton(model, one) !== null,
  );
  const [only, ...others] = fields;
  return (
    stated ??
    (only &&
    others.length === 0 &&
    only.tag === 'input' &&
    only.type !== 'checkbox' &&
    !/\b(?:message|comment|name|code|add|new|title)\b/u.test(normalize(`${only.name} ${only.placeholder}`))
      ? only
      : null)
  );
}

function searchButton({ elements }: PageModel, field: UiElement): UiElement | null {
  const near = elements.filter(
    (one) =>
      isPressable(one) &&
      one.role === 'button' &&
      Math.abs(one.node - field.node) < 12 &&
      /\b(?:search|find|go|look ?up|track)\b|🔍/u.test(normalize(`${one.name} ${one.hints}`)),
  );
  return near.find(({ node }) => node > field.node) ?? near[0] ?? null;
}
