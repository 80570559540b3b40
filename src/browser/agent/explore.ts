import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { linkFit, type Way, waysFrom } from './elsewhere.ts';
import { click } from './hands/hands.ts';
import { searchFor, statedSearchField } from './hands/search.ts';
import { type PartedQuestion, partsOf } from './language/parted-question.ts';
import { holdsPhrase, stem, wordsOf } from './language/words.ts';
import { goTo } from './perform.ts';
import { subjectsOf } from './pursue.ts';
import { nextPage } from './sight/locate.ts';
import type { PageModel } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';

/** What the open page says to a question; null when it says nothing. */
export type AskPage = (question: string) => Promise<string | null>;

const MOST_PAGES = 14;
const MOST_TABS = 6;
const MOST_SEARCHES = 3;

/** Goes from page to page of a site, always where the answer is likeliest to stand, until it is found. */
export async function explore(agent: Agent, question: string, ask: AskPage): Promise<string | null> {
  const search = new Search(question, ask);
  const first = await see(agent);
  search.visited.add(addressIn(first.model.url));
  const here = await search.partsHere(first);
  if (here !== null) return here;
  search.look(first, 1);
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const way = search.next();
    if (!way || !(await take(agent, way))) {
      if (!way) break;
      continue;
    }
    const scene = await see(agent);
    search.visited.add(addressIn(scene.model.url));
    const answer = await search.read(agent, scene, way.fit);
    if (answer !== null) return answer;
  }
  return search.spare;
}

interface Step extends Way {
  /** What to look for with the search of that page; null to just open it. */
  query: string | null;
}

async function take(agent: Agent, { url, query }: Step): Promise<boolean> {
  const isThere = addressIn(agent.run.front.url()) === addressIn(url);
  if (!isThere && !(await goTo(agent, url)).ok) return false;
  if (query !== null) return searchFor(agent, query);
  return (agent.run.document?.status ?? 200) < 400;
}

/** What one exploration knows: where it was, where it may go, and what it has been told of each part. */
class Search {
  readonly visited = new Set<string>();
  /** An answer from a page that only lists the thing asked about. */
  spare: string | null = null;
  readonly #question: string;
  readonly #ask: AskPage;
  readonly #names: string[];
  readonly #parts: PartedQuestion | null;
  readonly #told = new Map<string, string>();
  readonly #ways = new Map<string, Step>();
  readonly #searched = new Set<string>();

  constructor(question: string, ask: AskPage) {
    this.#question = question;
    this.#ask = ask;
    this.#parts = partsOf(question);
    this.#names = this.#parts?.names ?? subjectsOf(question);
  }

  next(): Step | null {
    const open = [...this.#ways.entries()].filter(
      ([, { url, query }]) => query !== null || !this.visited.has(addressIn(url)),
    );
    const [best] = open.sort(([, one], [, other]) => other.fit - one.fit);
    if (best) this.#ways.delete(best[0]);
    return best?.[1] ?? null;
  }

  /** Asks the page, then its tabs; notes where it leads. */
  async read(agent: Agent, scene: Scene, fit: number): Promise<string | null> {
    const said = await this.#ask(this.#question);
    const answer = said === null || isEcho(said, this.#question) ? await this.partsHere(scene) : said;
    this.look(scene, fit);
    if (answer === null) return this.#readTabs(agent, scene, fit);
    // The page of the thing itself says it better than one that lists it among others.
    const own = [...this.#ways.values()].some(
      (way) => way.fit >= 2.9 && way.query === null && !this.visited.has(addressIn(way.url)),
    );
    if (!own || this.#parts) return answer;
    this.spare ??= answer;
    return null;
  }

  /** What the page says of each of the things that are compared or added up; the answer once all is known. */
  async partsHere({ model, text }: Scene): Promise<string | null> {
    const parts = this.#parts;
    if (!parts) return null;
    for (const name of parts.names) {
      if (this.#told.has(name) || !holdsPhrase(`${model.title} ${text}`, name)) continue;
      for (const asking of parts.asks(name)) {
        const value = await this.#ask(asking);
        if (value === null || !isMeasure(value.replace(name, ''))) continue;
        this.#told.set(name, value);
        break;
      }
    }
    const values = parts.names.map((name) => this.#told.get(name));
    return values.every((value) => value !== undefined) ? parts.join(values) : null;
  }

  look({ model, text }: Scene, fit: number): void {
    const open = this.#names.filter((name) => !this.#told.has(name));
    for (const way of waysFrom(model, this.#question, open)) this.#note({ ...way, query: null });
    const next = nextPage(model);
    if (next && URL.canParse(next.href, model.url) && fit >= 0.5)
      this.#note({ url: new URL(next.href, model.url).href, fit: 1.1, query: null });
    if (!statedSearchField(model)) return;
    for (const name of open.slice(0, MOST_SEARCHES)) {
      if (this.#searched.has(name) || holdsPhrase(`${model.title} ${text}`, name)) continue;
      this.#searched.add(name);
      // A word alone may be a place or a kind; several are the name of something that a search finds.
      this.#note({ url: model.url, fit: /\s/u.test(name) ? 1.5 : 0.45, query: name });
    }
  }

  #note(step: Step): void {
    const key = `${addressIn(step.url)} ${step.query ?? ''}`;
    const known = this.#ways.get(key);
    if (!known || known.fit < step.fit) this.#ways.set(key, step);
  }

  /** Tabs whose content is only drawn when they are opened, those first that the question speaks of. */
  async #readTabs(agent: Agent, { model }: Scene, fit: number): Promise<string | null> {
    const tabs = tabsOn(model)
      .map((name) => ({ name, fit: linkFit({ name, hints: '' }, this.#question) }))
      .filter((tab) => tab.fit >= 0.5 || fit >= 0.5)
      .sort((one, other) => other.fit - one.fit);
    for (const { name } of tabs.slice(0, MOST_TABS)) {
      const scene = await see(agent);
      const tab = scene.model.elements.find(
        (one) => one.isVisible && one.role === 'tab' && one.name === name,
      );
      if (!tab || isSpent(agent) || !(await click(agent, scene, tab))) continue;
      await rest(agent);
      const answer = (await this.#ask(this.#question)) ?? (await this.partsHere(await see(agent)));
      if (answer !== null) return answer;
    }
    return null;
  }
}

/** "Results for X": the words of the question come back, and nothing else. */
function isEcho(answer: string, question: string): boolean {
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

function tabsOn({ elements }: PageModel): string[] {
  return elements
    .filter(
      ({ role, isVisible, isSelected, name }) => role === 'tab' && isVisible && !isSelected && name !== '',
    )
    .map(({ name }) => name);
}

function addressIn(url: string): string {
  return url.replace(/#.*$/u, '');
}
