import { contentStems } from '../../platform/text/words.ts';
import {
  type Answer,
  type Asked,
  asksOfAll,
  type Extractor,
  emptyAnswer,
  filledShare,
  isOnwardName,
  leavesOpen,
} from '../../reading/index.ts';
import { click } from '../actions/actions.ts';
import { type Agent, type AgentOptions, isSpent, newAgent, see } from '../agent.ts';
import { isOpener } from '../observation/harmless.ts';
import { isPressable, keyOf } from '../observation/page-model.ts';
import { goTo } from '../rules/go-to.ts';
import { search, searchField } from '../rules/search.ts';
import { stemsOf, tellingStems } from '../words.ts';
import { growPage } from './grow-page.ts';
import { type PageReading, readPage } from './read-page.ts';

const MOST_OPENED = 8;
const MOST_PAGES = 20;
/** So likely right, an answer is not looked for any further. */
const ENOUGH = 0.75;

export interface Asking extends AgentOptions {
  extractor: Extractor;
}

/**
 * Looks beyond the page as it stands where it does not answer: what it loads on request, the rest of a list, tabs and
 * sections, the thing that is named, and its search.
 */
export async function askSite(asked: Asked, first: PageReading, options: Asking): Promise<PageReading> {
  const agent = newAgent(asked.goal, { ...options, onlyReads: true });
  const read = () => readPage(agent.run, options.extractor, agent.signal, asked);
  let best = first;
  const consider = (reading: PageReading | null) => {
    if (reading && (reading.status ?? 200) < 400 && worth(asked, reading.answer) > worth(asked, best.answer))
      best = reading;
    return worth(asked, best.answer) >= ENOUGH;
  };
  const isOfAll = asksOfAll(asked);
  if (!isOfAll && worth(asked, first.answer) >= ENOUGH) return first;
  if (await growPage(agent)) {
    const grown = await read();
    if (grown) best = grown;
  }
  if (isOfAll && best.answer?.found) return (await wholeList(agent, asked, best, options)) ?? best;
  if (consider(best)) return best;
  if (await openNamed(agent, asked, async () => consider(await read()))) return best;
  if (!leavesOpen(asked, best.extracted, best.answer)) return best;
  const stay = agent.run.front.url();
  const sought = await searchNamed(agent, asked);
  const results = sought && (await read());
  if (sought?.nothing === null && consider(results)) return best;
  const known = new Set(contentStems(best.extracted.text));
  const isSaid = contentStems(sought?.name ?? '').every((word) => known.has(word));
  if (results && sought?.nothing && !isSaid) best = { ...results, answer: emptyAnswer(sought.nothing) };
  if (agent.run.front.url() !== best.url && stay !== agent.run.front.url()) await goTo(agent, best.url);
  return best;
}

/** How much an answer is worth: how likely it is, or how much of a schema it fills. */
function worth({ outputSchema }: Asked, answer: Answer | null): number {
  if (!answer?.found) return 0;
  return outputSchema === null ? (answer.likely ?? 1) : filledShare(outputSchema, answer.output);
}

/** Tabs and closed sections, those that the question names first. */
async function openNamed(agent: Agent, { goal }: Asked, isEnough: () => Promise<boolean>): Promise<boolean> {
  const tried = new Set<string>();
  const wanted = tellingStems(goal);
  for (let round = 0; round < MOST_OPENED && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const shared = (name: string) => stemsOf(name).filter((stem) => wanted.includes(stem)).length;
    const [opener] = scene.model.elements
      .filter((one) => isOpener(one) && !tried.has(keyOf(one)))
      .toSorted((one, other) => shared(other.name) - shared(one.name));
    if (!opener) break;
    tried.add(keyOf(opener));
    if ((await click(agent, scene, opener)) && (await isEnough())) return true;
  }
  return false;
}

/** What the question names, put into the page's own search. */
async function searchNamed(
  agent: Agent,
  { goal }: Asked,
): Promise<{ name: string; nothing: string | null } | null> {
  const [, quoted] = /["“]([^"”]+)["”]/u.exec(goal) ?? [];
  const name =
    quoted ??
    /(?<=\p{Ll}\s)\p{Lu}[\p{L}\p{N}'-]+(?:\s\p{Lu}[\p{L}\p{N}'-]+)*/u.exec(goal)?.[0] ??
    /\b[A-Z]*-?\d{3,}\b/u.exec(goal)?.[0];
  if (name === undefined || searchField((await see(agent)).model) === null) return null;
  const progress = { agent, ahead: [], about: '', unsent: null, foundNothing: null };
  return (await search(progress, name)).ok ? { name, nothing: progress.foundNothing } : null;
}

/** Turns the pages of a list to its end and reads all of them as one. Null where it has only this one. */
async function wholeList(
  agent: Agent,
  asked: Asked,
  first: PageReading,
  { extractor, run, signal }: Asking,
): Promise<PageReading | null> {
  const further: { body: string; contentType: null }[] = [];
  const seen = new Set([first.extracted.text]);
  for (let page = 1; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const next = scene.model.elements.find((one) => isPressable(one) && isOnwardName(one.name));
    if (!next || !(await click(agent, scene, next))) break;
    const reading = await readPage(run, extractor, signal);
    if (!reading || (reading.status ?? 200) >= 400 || seen.has(reading.extracted.text)) break;
    seen.add(reading.extracted.text);
    further.push({ body: reading.markup, contentType: null });
  }
  if (further.length === 0) return null;
  const { page, answer } = await extractor.read(
    { body: first.markup, url: first.url, contentType: null, further },
    asked,
    signal,
  );
  return { ...first, extracted: page, answer };
}
