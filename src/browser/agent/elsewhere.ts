import { holdsPhrase, normalize, similarity, stem, wordsOf } from './language/words.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from './sight/page-model.ts';

/** A page of this site that may answer a question which this one does not. */
export interface Way {
  url: string;
  /** From 0 on; what bears the name of the thing asked about has 2 and more. */
  fit: number;
}

/** The pages that a page leads to, the likeliest first. `names` are the things the question speaks of. */
export function waysFrom(model: PageModel, question: string, names: readonly string[]): Way[] {
  const found = new Map<string, number>();
  const links = model.elements.filter((link) => addressOf(model, link) !== null);
  const families = Map.groupBy(links, ({ signature }) => signature);
  for (const link of links) {
    const url = addressOf(model, link) ?? '';
    const peers = families.get(link.signature) ?? [];
    const named = Math.max(0, ...names.map((name) => nameFit(model, link, peers, name)));
    const fit = named > 0 ? named : linkFit(link, question);
    if (fit >= LEAST_FIT || link.isFraming || isOfMenu(link, peers))
      found.set(url, Math.max(fit, found.get(url) ?? 0));
  }
  return [...found].map(([url, fit]) => ({ url, fit })).sort((one, other) => other.fit - one.fit);
}

const LEAST_FIT = 0.5;
const MOST_IN_A_MENU = 12;

/** Links of the content that lead on, and what a closed menu holds; not the things of a list. */
function isOfMenu({ isVisible, name }: UiElement, peers: UiElement[]): boolean {
  const fewest = isVisible ? 1 : 2;
  const most = isVisible ? 5 : MOST_IN_A_MENU;
  return peers.length >= fewest && peers.length <= most && wordsOf(name).length <= 5;
}

/** The link bears the name, or stands in a row or card that speaks of it. */
export function nameFit(model: PageModel, link: UiElement, peers: UiElement[], name: string): number {
  const own = similarity(link.name, name);
  if (own >= 0.75) return 2 + own;
  if (peers.length < 2 || link.isFraming) return 0;
  // A whole card that is one link.
  const inside = wholeTextOf(model, link.node);
  if (inside.length < 300 && holdsPhrase(inside, name)) return 2.9;
  const around = wholeTextOf(model, itemOf(model, link, peers));
  return around.length < 400 && holdsPhrase(around, name) ? 1.8 : 0;
}

/** How much of the link's name the question explains; what such a page is usually called counts a little less. */
export function linkFit(
  { name, hints }: Pick<UiElement, 'name' | 'hints'>,
  question: string,
  mostWords = 12,
): number {
  const asked = new Set(wordsOf(normalize(question)).filter(isTelling).map(stem));
  const usual = USUAL.filter(([about]) => about.test(question)).map(([, place]) => place);
  const words = wordsOf(normalize(name)).filter(isTelling);
  if (words.length === 0 || words.length > mostWords) return 0;
  const shared = words.filter((word) => isAsked(stem(word), asked)).length;
  const named = shared / words.length + Math.min(shared, 3) / 10;
  return Math.max(named, usual.some((place) => place.test(`${name} ${hints}`)) ? 0.7 : 0);
}

/** "ship" meets "shipping", "photo" meets "photograph"; a store is no story. */
function isAsked(word: string, asked: ReadonlySet<string>): boolean {
  if (asked.has(word)) return true;
  return [...asked].some((other) => {
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    const isDoubled = short.length === 4 && long.startsWith(`${short}${short.at(-1)}`);
    return long.startsWith(short) && (short.length > 4 || isDoubled);
  });
}

function isTelling(word: string): boolean {
  return word.length > 2 && !COMMON.has(word);
}

const COMMON = new Set(
  'the and for are was were you your our with what which who whom how many much does did has have had can could will would tell give list find show from this that these those they their there about into any all per its is it me my of on in at to do'.split(
    ' ',
  ),
);

/** Where sites keep what people often ask for. */
const USUAL: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:phone|telephone|e-?mail|address|contact|call|reach)\b/iu,
    /\b(?:contact|imprint|impressum|about)\b/iu,
  ],
  [
    /\b(?:ship|shipping|deliver\w*|returns?|refunds?|exchange|postage|send)\b/iu,
    /\b(?:shipping|delivery|returns?|faq|help)\b/iu,
  ],
  [
    /\b(?:open|opening|hours|close[sd]?|location|located|where|branch|stores?|shops?)\b/iu,
    /\b(?:stores?|locations?|hours|visit|find us|branches|shops|offices)\b/iu,
  ],
  [
    /\b(?:price|prices|cost|costs|plans?|fees?|fines?|charges?|how much)\b/iu,
    /\b(?:pricing|prices|plans|rates|fees|charges|costs|tickets)\b/iu,
  ],
  [
    /\b(?:my|(?:do|am|have|did) i|change|update|set|switch|turn|enable|disable|hide|password|language|notifications?|profile|preferences?)\b/iu,
    /\b(?:settings|preferences|profile|(?:my )?account|options)\b/iu,
  ],
  [
    /\b(?:message|write to|contact|invite|user|member|person|people|employee|customer|client|student)\b/iu,
    /\b(?:members|users|people|contacts|directory|team|staff|customers|clients|students|employees|messages|inbox)\b/iu,
  ],
  [/\b(?:jobs?|careers?|hiring|vacanc\w+|positions?)\b/iu, /\b(?:careers?|jobs|vacancies|work with us)\b/iu],
  [
    /\b(?:founded|founder|team|company|ceo|history|who (?:is|are|runs|owns))\b/iu,
    /\b(?:about|team|company|our story|history)\b/iu,
  ],
  [
    /\b(?:can i|do you|how do i|how can i|is it possible|policy|warranty|guarantee|allowed)\b/iu,
    /\b(?:faq|help|support|questions|terms|policy|policies)\b/iu,
  ],
];

/** On the same site, not this page, and nothing that does more than show. A menu may be closed. */
function addressOf(
  { url }: PageModel,
  { href, isRoute, name }: Pick<UiElement, 'href' | 'isRoute' | 'name'>,
): string | null {
  if (href === '' || !URL.canParse(href, url)) return null;
  const [there, here] = [new URL(href, url), new URL(url)];
  if (!isRoute) there.hash = '';
  const isSame = `${there.pathname}${there.search}` === `${here.pathname}${here.search}`;
  if (there.host !== here.host || (isSame && (!isRoute || there.hash === here.hash))) return null;
  return isDoing(name, `${there.pathname}${there.hash}`) ? null : there.href;
}

/** Following it would do more than show a page. */
export function isDoing(name: string, path: string): boolean {
  // A form for a new thing does nothing yet.
  const plain = name.replace(/^add (?:an? )?new\b/iu, '');
  return DOING.test(plain) || DOING.test(path);
}

const DOING =
  /\b(?:log ?out|sign ?out|log ?in|sign ?in|register|delete|remove|add|buy|cart|basket|checkout|unsubscribe|download)\b|\.(?:pdf|zip|gz|jpe?g|png|gif|svg|webp|csv|xlsx?|docx?|pptx?|mp[34]|exe|dmg|iso|ics|epub)$/iu;
