import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Target } from '../language/read-target.ts';
import { canonical, normalize, similarity, wordsOf } from '../language/words.ts';
import { seek } from '../sight/locate.ts';
import type { Match } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { pickExtreme } from '../sight/pick-extreme.ts';
import { toldFiles } from '../sight/told-files.ts';
import { click, labelOf } from './hands.ts';

/** Clicks what starts the download and waits for it to begin; each that fits where several are asked for. */
export async function download(agent: Agent, target: Target, limit: number): Promise<Outcome> {
  const words = [target.text, target.near ?? ''].join(' ').trim();
  const many = limit === 1 ? [] : filesMeant((await see(agent)).model, target, limit);
  if (many.length < 2)
    return fetchFile(agent, words, (model, isHidden) => fileLink(model, target, words, isHidden));
  for (const meant of many) {
    const outcome = await fetchFile(agent, meant.name, ({ elements }) => {
      const element = elements.find(
        ({ node, signature }) => node === meant.node && signature === meant.signature,
      );
      return element ? { element, score: 1 } : null;
    });
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

/** A page in between is gone through. */
async function fetchFile(
  agent: Agent,
  words: string,
  find: (model: PageModel, isHidden: boolean) => Match | null,
): Promise<Outcome> {
  const before = agent.run.downloads.length;
  for (let page = 0; page < 3 && !isSpent(agent); page += 1) {
    const found = await seek(agent, find);
    if (!found) return stuck(`there is nothing to download (${words})`);
    await click(agent, found.scene, found.element);
    const isMoved = () => agent.run.front.url() !== found.scene.model.url;
    const hasBegun = () => agent.run.downloads.length > before;
    for (let wait = 0; wait < 50 && !hasBegun() && !isMoved() && !isSpent(agent); wait += 1)
      await agent.clock.sleep(100, agent.signal);
    if (!hasBegun()) continue;
    agent.journal.line({
      action: 'download',
      name: labelOf(found.element),
      role: found.element.role,
      url: found.scene.model.url,
    });
    return DONE;
  }
  return stuck('no download began');
}

/** All that a plural means: "all invoices", "every PDF", "the statements for March and April". */
export function filesMeant(model: PageModel, target: Target, limit: number): UiElement[] {
  const links = model.elements.filter(
    (element) => element.isVisible && element.isClickable && !element.isEditable,
  );
  const files = links.filter(isFile);
  const pool = files.length > 0 ? files : links;
  const near = (target.near ?? '').split(/\s*(?:,|\band\b)\s*/iu);
  const named = near.flatMap((one) => {
    const { told, missing } = toldFiles(model, pool, `${target.text} ${one}`);
    return missing.length > 0 ? [] : told;
  });
  const meant = pool.filter((element) => named.includes(element));
  const { extreme } = target;
  if (extreme === null || limit >= meant.length) return meant.slice(0, limit);
  const left = new Set(meant);
  return Array.from({ length: limit }, () => {
    const most = pickExtreme(model, [...left], extreme);
    if (most) left.delete(most);
    return most;
  }).filter((element) => element !== null);
}

/** A link to a file, told by its own name or by its row; else whatever is named like it. */
function fileLink(model: PageModel, target: Target, words: string, isHidden: boolean): Match | null {
  const links = model.elements.filter(
    (element) => element.isVisible !== isHidden && element.isClickable && !element.isEditable,
  );
  const files = links.filter(isFile);
  const { told, missing } = toldFiles(model, files, words);
  const extreme = target.extreme && pickExtreme(model, told.length > 0 ? told : files, target.extreme);
  if (extreme && files.length > 1) return { element: extreme, score: 0.95 };
  const names = missing.filter(({ isName }) => isName).map(({ word }) => word);
  const [first] = names.length === 0 && told.length < files.length ? told : [];
  if (first) return { element: first, score: 0.9 };
  if (told.length === 0 && files.length > 0) return null;
  // "The June invoice" is none of those for other months.
  const isOther = ({ name }: UiElement) =>
    files.length > 1 && names.some((word) => !wordsOf(canonical(name)).includes(word));
  const scored = links
    .filter((element) => !isOther(element))
    .map((element) => ({
      element,
      score:
        Math.max(similarity(element.name, words), similarity(element.name, `download ${words}`)) +
        (files.includes(element) ? 0.15 : 0),
    }));
  return scored.sort((one, other) => other.score - one.score)[0] ?? null;
}

function isFile({ name, href }: UiElement): boolean {
  return FILE.test(normalize(`${name} ${href}`));
}

const FILE = /\b(?:pdf|csv|xlsx?|zip|docx?|txt|ics|download)\b/u;
