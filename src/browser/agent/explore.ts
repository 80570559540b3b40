import type { ExtractedPage } from '../../reading/page/page.ts';
import { isDoing, linkFit } from '../../reading/site/link-fit.ts';
import { NOWHERE } from '../../reading/site/read-around.ts';
import type { Way } from '../../reading/site/ways.ts';
import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { bringUp, numbersIn, openShown, pathsIn } from './bring-up.ts';
import { waysFrom } from './elsewhere.ts';
import { fillIn } from './forms/fill-in.ts';
import { seekingButton } from './forms/seeking.ts';
import { growPage } from './grow-page.ts';
import { click } from './hands/hands.ts';
import { searchFor, statedSearchField } from './hands/search.ts';
import { meaningsOf } from './language/deeds.ts';
import { type PartedQuestion, partsOf } from './language/parted-question.ts';
import { holdsPhrase, stem, wordsOf } from './language/words.ts';
import { goTo } from './perform.ts';
import { subjectsOf } from './pursue.ts';
import { setView } from './set-view.ts';
import { nextPage } from './sight/locate.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';
import type { SitePage, SiteReader } from './site-reader.ts';
import { match } from './talk/reconcile.ts';
import { readTalk } from './talk/talk.ts';
import { isListing, readDetails, readSeries, sizeOf } from './whole-list.ts';

const MOST_PAGES = 14;
const MOST_TABS = 6;
const MOST_SEARCHES = 3;
const MOST_LISTS = 2;
/** What accounts for so much of a question is its answer, whatever other pages say. */
const SURE = 0.75;

/** Goes from page to page of a site, always where the answer is likeliest to stand, until it is found. */
export async function explore(agent: Agent, question: string, reader: SiteReader): Promise<unknown> {
  const open = await setView(agent, question);
  const search = new Search(open, reader);
  const sure = await goThrough(agent, open, search);
  if (sure === null && search.spare !== null) return search.spare;
  const answer = sure ?? (await search.onlyPage()) ?? (await search.readLists(agent));
  if (answer !== null && answer !== search.spare) reader.said = null;
  return answer;
}

async function goThrough(agent: Agent, question: string, search: Search): Promise<unknown> {
  const first = await see(agent);
  search.visited.add(addressIn(first.model.url));
  const here = await search.read(agent, first, 1, 0);
  if (here !== null) return here;
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const way = search.next();
    if (!way || !(await take(agent, way, question))) {
      if (!way) break;
      continue;
    }
    const scene = await see(agent);
    search.visited.add(addressIn(scene.model.url));
    const answer = await search.read(agent, scene, way.fit, way.depth + 0.3 * Math.min(1, way.fit));
    if (answer !== null) return answer;
  }
  return null;
}

interface Step extends Way {
  /** What to look for with the search of that page; null to just open it. */
  query: string | null;
  /** What the way to its page adds: the issues of the project that is asked about, before those of another. */
  depth: number;
}

/** Instead of words for the page's search: the form of the page takes what the question says. */
const BY_FORM = '\n';

async function take(agent: Agent, { url, query }: Step, question: string): Promise<boolean> {
  const isThere = addressIn(agent.run.front.url()) === addressIn(url);
  if (!isThere && !(await goTo(agent, url)).ok) return false;
  if (query === BY_FORM) return (await fillIn(agent, readTalk(question), 'only looking')).ok;
  if (query !== null) return searchFor(agent, query);
  return (agent.run.document?.status ?? 200) < 400;
}

/** What one exploration knows: where it was, where it may go, and what it has been told of each part. */
class Search {
  readonly visited = new Set<string>();
  /** An answer from a page that only lists the thing asked about. */
  spare: unknown = null;
  readonly #question: string;
  readonly #reader: SiteReader;
  readonly #names: string[];
  readonly #parts: PartedQuestion | null;
  readonly #told = new Map<string, string>();
  readonly #ways = new Map<string, Step>();
  readonly #searched = new Set<string>();
  readonly #pages: ExtractedPage[] = [];
  /** Lists that may go on, or whose things have pages of their own. */
  readonly #lists: (SitePage & { isWhole: boolean })[] = [];

  constructor(question: string, reader: SiteReader) {
    this.#question = question;
    this.#reader = reader;
    this.#parts = partsOf(question);
    this.#names = this.#parts?.names ?? subjectsOf(question);
  }

  next(): Step | null {
    const open = [...this.#ways.entries()].filter(
      ([, { url, query }]) => query !== null || !this.visited.has(addressIn(url)),
    );
    // What has been found is only bettered where a page is called by what is asked.
    const [best] = open
      .filter(([, { fit }]) => this.spare === null || !this.#isPlain || fit >= 0.5)
      .sort(([, one], [, other]) => other.fit + other.depth - one.fit - one.depth);
    if (best) this.#ways.delete(best[0]);
    return best?.[1] ?? null;
  }

  /** Asks the page, then its tabs; notes where it leads. */
  async read(agent: Agent, scene: Scene, fit: number, depth: number): Promise<unknown> {
    this.look(scene, fit, depth);
    const open = await this.#reader.open();
    if (!open) return null;
    const said = this.#isPlain ? await this.#askTogether(open.page) : await this.#askAll(agent, scene, open);
    const isSaid = said !== null && !(typeof said === 'string' && isEcho(said, this.#question));
    const answer = isSaid ? said : await this.#partsOn(open.page);
    if (answer === null) return (await this.#readTabs(agent, scene, fit)) ?? this.#readOn(agent, open);
    // The page of the thing itself says it better than one that lists it among others.
    const own = [...this.#ways.values()].some(
      (way) => way.fit >= 2.9 && way.query === null && !this.visited.has(addressIn(way.url)),
    );
    if (!own || this.#isPlain || this.#parts || this.#reader.isOfAll) return answer;
    this.spare ??= answer;
    return null;
  }

  /** About one thing, in words: then what all the pages say is weighed against each other. */
  get #isPlain(): boolean {
    return !this.#reader.isOfAll && !this.#reader.isOfData && this.#parts === null;
  }

  /** What this page and those before it say, if it is certain; else it is kept until nothing better is found. */
  async #askTogether(page: ExtractedPage): Promise<unknown> {
    this.#pages.push(page);
    const said = await this.#reader.askTogether(this.#pages, this.#question);
    this.#reader.said = said;
    this.spare = said?.found ? said.output : null;
    return said?.found && (said.certainty ?? 1) >= SURE ? said.output : null;
  }

  /** Where no other page could be read, what the one at hand says by itself. */
  async onlyPage(): Promise<unknown> {
    const [page, ...others] = this.#pages;
    return page && others.length === 0 ? this.#reader.ask(page, this.#question) : null;
  }

  /** What the page says: where all things of a kind are meant, with what the further pages of their list say. */
  async #askAll(agent: Agent, { model }: Scene, first: SitePage): Promise<unknown> {
    const isList = isListing(first.page);
    const isGrown = this.#reader.isOfAll && isList && (await growPage(agent));
    const open = (isGrown && (await this.#reader.open())) || first;
    const { page } = open;
    const hasMore = nextPage(isGrown ? (await see(agent)).model : model) !== null;
    const isTurned = this.#reader.isOfAll && isList && hasMore;
    const whole = isTurned ? await readSeries(agent, this.#reader, open, this.visited) : page;
    if (whole === null) return null;
    const said = await this.#reader.ask(whole, this.#question);
    if (said !== null || !isList) return said;
    // The pages of all its things are many: what is called by what is asked comes first.
    const isNear = [...this.#ways.values()].some(
      ({ fit, url }) => fit >= 1 && !this.visited.has(addressIn(url)),
    );
    if (this.#reader.isOfAll && !isNear && this.#isAbout(page)) return this.#askDetails(agent, whole);
    this.#lists.push({ ...open, page: whole, isWhole: isTurned || !hasMore });
    return null;
  }

  async #askDetails(agent: Agent, page: ExtractedPage): Promise<unknown> {
    const detailed = await readDetails(agent, this.#reader, page, this.visited, async (name) => {
      const fit = linkFit({ name, hints: '' }, this.#question);
      this.look(await see(agent), fit, 0.3 * Math.min(1, fit));
    });
    return detailed && this.#reader.ask(detailed, this.#question);
  }

  /** No page says it: then perhaps the end of a list does, or the pages of the things on it. */
  async readLists(agent: Agent): Promise<unknown> {
    const bySize = this.#lists.sort((one, other) => sizeOf(other.page) - sizeOf(one.page));
    for (const { isWhole, ...list } of bySize.slice(0, MOST_LISTS)) {
      if (isSpent(agent)) break;
      const isThere = isWhole || (await goTo(agent, list.page.url)).ok;
      const whole =
        isWhole || !isThere ? list.page : await readSeries(agent, this.#reader, list, this.visited);
      if (whole === null) continue;
      const said = isWhole ? null : await this.#reader.ask(whole, this.#question);
      const answer = said === null && this.#reader.isOfAll ? await this.#askDetails(agent, whole) : said;
      if (answer !== null) return answer;
    }
    return null;
  }

  /** It lists what the question is about: its title, its address or its list is called so, or its things are. */
  #isAbout({ url, title, headings, collections }: ExtractedPage): boolean {
    const lists = collections.filter(({ isAside }) => !isAside);
    const names = [title, headings[0]?.text, new URL(url).pathname, ...lists.flatMap(({ about }) => about)];
    if (linkFit({ name: names.join(' '), hints: '' }, this.#question, 60) > 0) return true;
    const text = lists.flatMap(({ items }) => items.map((item) => item.text)).join(' ');
    return this.#names.length > 0 && this.#names.every((name) => holdsPhrase(text, name));
  }

  /** What the page says of each of the things that are compared or added up; the answer once all is known. */
  async #partsOn(page: ExtractedPage): Promise<string | null> {
    const parts = this.#parts;
    if (!parts) return null;
    const text = `${page.title} ${page.text}`;
    for (const name of parts.names) {
      if (this.#told.has(name) || !speaksOf(text, name)) continue;
      for (const asking of parts.asks(name)) {
        const value = await this.#reader.ask(page, asking);
        if (typeof value !== 'string' || !isMeasure(value.replace(name, ''))) continue;
        this.#told.set(name, value);
        break;
      }
    }
    const values = parts.names.map((name) => this.#told.get(name));
    return values.every((value) => value !== undefined) ? parts.join(values) : null;
  }

  look({ model, text }: Scene, fit: number, depth: number): void {
    const open = this.#names.filter((name) => !this.#told.has(name));
    for (const way of waysFrom(model, this.#question, open))
      this.#note({ ...way, query: null, depth: way.fit >= 0.5 ? depth : 0 });
    const next = nextPage(model);
    // Where a thing that is asked about has not come up yet, any list may go on to it.
    const isOpen = open.some((name) => !holdsPhrase(text, name));
    if (next && URL.canParse(next.href, model.url) && (fit >= 0.5 || isOpen))
      this.#note({
        url: new URL(next.href, model.url).href,
        fit: fit >= 0.5 ? 1.1 : 0.4,
        query: null,
        depth,
      });
    if (this.#isForm(model)) this.#note({ url: model.url, fit: 2.5, query: BY_FORM, depth: 0 });
    if (!statedSearchField(model)) return;
    for (const name of open.slice(0, MOST_SEARCHES)) {
      if (this.#searched.has(name) || holdsPhrase(`${model.title} ${text}`, name)) continue;
      this.#searched.add(name);
      // A word alone may be a place or a kind; several are the name of something that a search finds.
      this.#note({ url: model.url, fit: /\s/u.test(name) ? 1.5 : 0.45, query: name, depth: 0 });
    }
  }

  /** The page has a form for looking up just what the question tells: from where, to where, on which day. */
  #isForm(model: PageModel): boolean {
    if (seekingButton(model) === null) return false;
    const told = match(model, readTalk(this.#question)).settings.filter(({ value }) => value !== false);
    return told.length >= 2;
  }

  #note(step: Step): void {
    const key = `${addressIn(step.url)} ${step.query ?? ''}`;
    const known = this.#ways.get(key);
    if (!known || known.fit + known.depth < step.fit + step.depth) this.#ways.set(key, step);
  }

  /** What stands further on: in a folder, down a list that draws only what is in sight, on its next page. */
  async #readOn(agent: Agent, first: SitePage): Promise<unknown> {
    if (!this.#isPlain) return null;
    const { text } = await see(agent);
    const names = [...pathsIn(this.#question), ...this.#names, ...numbersIn(this.#question)];
    const name = names.find((one) => !holdsPhrase(text, one));
    const shown = name === undefined ? null : await bringUp(agent, name);
    if (shown) return this.#askShown(await this.#reader.open(), shown.row);
    const there = names.find((one) => one !== name);
    const opened = there === undefined ? null : await openShown(agent, there);
    if (opened) return this.#askShown(await this.#reader.open(), opened.row);
    const next = nextPage((await see(agent)).model);
    if (!next || !isListing(first.page) || isElsewhere(next)) return null;
    const whole = await readSeries(agent, this.#reader, first, this.visited);
    return whole && this.#certainly(whole);
  }

  /** What is said of a thing where it has come up; else its row speaks for it. */
  async #askShown(open: SitePage | null, row: string): Promise<unknown> {
    const answer = open && (await this.#certainly(open.page));
    if (answer === null && open) this.#reader.said = { ...NOWHERE, quote: row, url: open.page.url };
    return answer;
  }

  async #certainly(page: ExtractedPage): Promise<unknown> {
    const said = await this.#reader.askTogether([page], this.#question);
    return said?.found && said.isDoubtful !== true ? said.output : null;
  }

  /** Tabs whose content is only drawn when they are opened, those first that the question speaks of. */
  async #readTabs(agent: Agent, { model }: Scene, fit: number): Promise<unknown> {
    const tabs = [...tabsOn(model), ...namedOn(model, this.#question)]
      .map(({ name, role }) => ({ name, role, fit: linkFit({ name, hints: '' }, this.#question) }))
      .filter((tab) => tab.fit >= 0.5 || (fit >= 0.5 && tab.role === 'tab'))
      .sort((one, other) => other.fit - one.fit);
    for (const { name } of tabs.slice(0, MOST_TABS)) {
      const scene = await see(agent);
      const shown = [...tabsOn(scene.model), ...namedOn(scene.model, this.#question)];
      const tab = shown.find((one) => one.name === name);
      if (!tab || isSpent(agent) || !(await click(agent, scene, tab))) continue;
      await rest(agent);
      const page = (await this.#reader.open())?.page;
      // What was chosen by the press need not be said by the page.
      const question = tab.isChecked === null ? this.#question : withoutChoice(this.#question, name);
      const answer = page && ((await this.#reader.ask(page, question)) ?? (await this.#partsOn(page)));
      if (answer !== undefined && answer !== null) return answer;
    }
    return null;
  }
}

/** "What does it cost if I pay yearly?" where "yearly" has been pressed. */
function withoutChoice(question: string, choice: string): string {
  const word = choice.trim().replace(/[^\p{L}\p{N} ]/gu, '.');
  const clause = new RegExp(
    `[, ]+(?:(?:if|when|with|for|on|in|paid|billed|per)\\b[^?,]{0,40}?)?\\b${word}\\b(?: (?:billing|payment|plan|view))?`,
    'iu',
  );
  return question.replace(clause, '');
}

/** "The Business plan" may be called just "Business" among plans. */
function speaksOf(text: string, name: string): boolean {
  const short = name.match(/^(\p{Lu}.*?)\s\p{Ll}+$/u)?.[1];
  return holdsPhrase(text, name) || (short !== undefined && holdsPhrase(text, short));
}

/** What the search of a site says of itself. */
const NO_HITS =
  /^(?:no|0|nothing|keine?|aucun\p{L}*|ning[uú]n\p{L}*)\s?(?:\p{L}+\s){0,2}(?:match(?:es|ed)?|found|results?|hits|gefunden|treffer|trouvé\p{L}*|resultados?|résultats?)(?!\p{L})/iu;

/** "Results for X", "no products match X": the words of the question come back, and nothing else. */
function isEcho(answer: string, question: string): boolean {
  if (NO_HITS.test(answer)) return true;
  const asked = new Set(wordsOf(question).map(stem));
  const rest = wordsOf(answer).filter((word) => !asked.has(stem(word)));
  return /^(?:search\s+)?results?\b/iu.test(answer) && rest.every((word) => ECHO.has(word));
}

const ECHO = new Set(['search', 'result', 'results', 'for', 'found', 'your', 'query', 'of']);

/** One amount with its unit, not a line that holds several. */
function isMeasure(value: string): boolean {
  const numbers = value.match(/\d[\d.,:]*/gu) ?? [];
  return numbers.length > 0 && numbers.length <= 2 && value.length <= 40;
}

/** Tabs, switches between two views of the same ("monthly", "yearly") and parts folded away, that are not on. */
function tabsOn({ elements }: PageModel): UiElement[] {
  return elements.filter((element) => {
    const { role, isVisible, isSelected, isChecked, name } = element;
    const isOff = (role === 'tab' && !isSelected) || (role === 'button' && isChecked === false);
    return isVisible && name !== '' && (isOff || isFolded(element));
  });
}

/** What the question calls by its name and no link leads to: a card that a press opens. */
function namedOn({ elements }: PageModel, question: string): UiElement[] {
  return elements.filter(
    ({ isVisible, isFraming, isHeard, isClickable, isEditable, isChecked, role, name, href, text }) =>
      isVisible &&
      !isFraming &&
      (isHeard || isClickable) &&
      !isEditable &&
      isChecked === null &&
      role !== 'link' &&
      href === '' &&
      name === text &&
      wordsOf(name).length > 1 &&
      holdsPhrase(question, name),
  );
}

/** "Warranty ▸", "Show opening hours": a press brings up more of this page, and does nothing else. */
function isFolded({ role, name, isExpanded, isDisabled, isEditable, href }: UiElement): boolean {
  const isHere = href === '' || /^(?:#|javascript:)/u.test(href);
  const isDeed = isDoing(name, '') || meaningsOf(wordsOf(name)[0] ?? '').length > 0;
  const isShown = isExpanded === false || SHOWING.test(name.trim());
  return role === 'button' && isHere && !isDisabled && !isEditable && !isDeed && isShown;
}

const SHOWING = /^(?:show|see|view|display|reveal|read)\s+(?!(?:all|more|less|fewer)\b)\p{L}/iu;

/** It leads to an address, and not just to more of this page. */
function isElsewhere({ href }: UiElement): boolean {
  return href !== '' && !/^(?:#|javascript:)/u.test(href);
}

function addressIn(url: string): string {
  return url.replace(/#!?\/?$/u, '');
}
