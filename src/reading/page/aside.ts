import { givenNames, holdsTag, take, textOf } from './dom.ts';

/** Navigation, headers, footers, banners, lists of related things: around the content, not part of it. */
export function isAside(element: Element): boolean {
  const known = asides.get(element);
  if (known !== undefined) return known;
  const isFound = looksAside(element);
  asides.set(element, isFound);
  return isFound;
}

/** Every reader of a page asks it of the same elements, and a page does not change while it is read. */
const asides = new WeakMap<Element, boolean>();

function looksAside(element: Element): boolean {
  const role = element.getAttribute('role');
  if (ASIDE_TAGS.has(element.localName) || (role !== null && ASIDE_ROLES.has(role))) return true;
  if (element.localName === 'header') return !holdsTag(element, FIRST) && !element.closest('article, main');
  // What holds the page's own heading is the page, whatever it is called (`ad` on a page of advertisements).
  const isNamedSo = givenNames(element).some(
    (name) =>
      CONSENT.test(name) ||
      (ASIDE_NAME.test(name) &&
        !(/menu/i.test(name) && isWithoutLinks(element)) &&
        !(/^ad-/i.test(name) && isOfAdvert(element))),
  );
  return (
    (isNamedSo && !/^h[1-6]$/.test(element.localName) && !holdsTag(element, FIRST)) ||
    isLinkBar(element) ||
    isHeadBar(element) ||
    isFootBar(element) ||
    isFurther(element)
  );
}

/** On a page that is an advertisement its parts are called so. */
function isOfAdvert(element: Element): boolean {
  const around = element.parentElement?.closest('[class^="ad-"], [class*=" ad-"]');
  return around?.querySelector('h1') !== null && around !== null && around !== undefined;
}

/** What a restaurant has to eat is a menu too. */
function isWithoutLinks(element: Element): boolean {
  const links = element.querySelectorAll('a[href]').length;
  const entries = element.querySelectorAll('li').length;
  return links * 2 < entries || (links === 0 && textOf(element, 300).length > 100);
}

/** "You may also like", "Most read", "Newsletter": a box that says itself that it leads elsewhere. */
function isFurther(element: Element): boolean {
  if (!BOX.has(element.localName) || element.childElementCount === 0) return false;
  const first = element.firstElementChild;
  const heading =
    first && (/^h[2-6]$/.test(first.localName) ? first : ([...first.children].find(isSubheading) ?? null));
  if (heading === null) return first !== null && isLineFurther(first);
  const said = textOf(heading, 80);
  return (
    (leadsElsewhere(said) || (MORE.test(said) && element.querySelectorAll('a').length >= 1)) &&
    !holdsTag(element, FIRST) &&
    element.querySelectorAll('h2').length <= 1
  );
}

function isSubheading({ localName }: Element): boolean {
  return localName === 'h2' || localName === 'h3';
}

const BOX = new Set(['div', 'section', 'ul']);
const FIRST = new Set(['h1']);
const TITLES = new Set(['h1', 'h2', 'h3']);
const PARTS = new Set('h1 h2 h3 article table'.split(' '));

/** The same by a plain line, with links below it; a thing with a heading may be the most popular of its kind. */
function isLineFurther(line: Element): boolean {
  const box = line.parentElement;
  if (!box || line.childElementCount > 0 || !LINE.has(line.localName) || !leadsElsewhere(textOf(line, 80)))
    return false;
  const isList = box.querySelectorAll('a[href]').length > 1;
  return isList && textOf(line, 80).length <= 40 && !box.querySelector('h1, h2, h3, h4');
}

const LINE = new Set(['div', 'p']);

/** Whether a heading says of what stands under it that it is not what the page is about. */
function leadsElsewhere(heading: string): boolean {
  return FURTHER.test(heading);
}

const FURTHER =
  /^(?:related|similar|more (?:like this|from|in|stories|articles|products|news)|you (?:may|might) (?:also )?(?:like|be interested)|you['’]ll (?:also )?(?:like|love)|(?:customers|readers|people|shoppers|visitors|guests|viewers|listeners|users|fans|buyers) (?:also|who)|others? (?:also )?(?:bought|viewed|liked)|recommended|we (?:also )?recommend|(?:often|usually) bought|bought together|better together|complete the (?:look|set)|goes (?:well )?with|pairs well|compare (?:with|to) similar|recently viewed|frequently bought|most (?:read|viewed)|most popular(?: (?:articles|posts|stories|now|today|this week))?$|trending|popular (?:posts|articles|now)|newsletter|subscribe|sign up|follow us|share this|keep reading|read (?:more|next)|also (?:on|in|by)|nearby (?:places|restaurants|hotels|shops)|peers|sponsored|advertisement|[äa]hnliche|weitere (?:artikel|angebote|jobs|themen|produkte|nachrichten)|mehr (?:zum thema|aus|von)|das k[öo]nnte|kunden (?:kauften|interessierten)|meistgelesen|vous aimerez|vous pourriez|[àa] lire (?:aussi|[ée]galement)|sur le m[êe]me|articles? (?:similaires|li[ée]s)|les plus lus|produits similaires|annonces similaires|lo m[áa]s (?:le[íi]do|visto)|tambi[ée]n te|te puede|art[íi]culos relacionados|relacionad|productos (?:similares|relacionados)|noticias relacionadas|ver tambi[ée]n|leggi anche|potrebbe|gerelateerd|ook interessant|vergelijkbare|meer (?:vacatures|nieuws)|lees ook|annunci simili|articoli correlati|ti potrebbe|altri (?:articoli|annunci)|zobacz (?:te[żz]|tak[żz]e)|najcz[ęe][śs]ciej czytane|polecane|podobne|veja (?:tamb[ée]m|mais)|leia tamb[ée]m|mais lid[ao]s|outr[ao]s (?:artigos|not[íi]cias|im[óo]veis)|tamb[ée]m (?:pode|lhe)|anuncios similares|weitere (?:meldungen|pressemitteilungen|beitr[äa]ge|stellen)|関連|近くの|おすすめ|あわせて|この(?:商品|記事)を|人気(?:の|記事)|ランキング)/i;

/** "More episodes", "More soups": others of the kind that the page shows one of. */
const MORE = /^(?:more|other|latest|recent)\s\p{Ll}+s$/iu;

/** A strip above the page's own heading: an offer, a ticker, a notice of cookies. */
function isHeadBar(element: Element): boolean {
  // A line above the site's own header is none of the page's.
  const isBox =
    BOX.has(element.localName) || /^(?:header|nav)$/.test(element.nextElementSibling?.localName ?? '');
  if (!isBox || !isWhole(element.parentElement)) return false;
  if (holdsTag(element, PARTS) || element.querySelector('form')) return false;
  const text = textOf(element, 400);
  if (text.length > 300 || (text.length > 120 && !/cookie/i.test(text))) return false;
  const next = standingOf(element)?.headed ?? null;
  return next !== null && next.localName !== 'h1';
}

interface Standing {
  /** The next one beside it that is a first heading or holds one. */
  headed: Element | null;
  /** A heading stands before it, or in what stands before it. */
  isBelow: boolean;
}

/** How an element stands among those beside it; looked up once for all of them, as there may be thousands. */
function standingOf(element: Element): Standing | undefined {
  const parent = element.parentElement;
  if (!parent) return undefined;
  const known = standings.get(parent) ?? new Map<Element, Standing>();
  if (known.size === 0) {
    standings.set(parent, known);
    let isBelow = false;
    for (const child of parent.children) {
      known.set(child, { headed: null, isBelow });
      isBelow ||= /^h[1-6]$/.test(child.localName) || holdsTag(child, TITLES);
    }
    let headed: Element | null = null;
    for (const [child, standing] of [...known].reverse()) {
      standing.headed = headed;
      if (child.localName === 'h1' || holdsTag(child, FIRST)) headed = child;
    }
  }
  return known.get(element);
}

const standings = new WeakMap<Element, Map<Element, Standing>>();

/** The body, or a box that holds all of it. */
function isWhole(element: Element | null): boolean {
  let at = element;
  for (let level = 0; at && level < 6; level += 1, at = at.parentElement) {
    if (at.localName === 'body') return true;
    if (at.previousElementSibling || at.nextElementSibling) return false;
  }
  return false;
}

/** The last lines of a page: whose it is, and links about that. */
function isFootBar(element: Element): boolean {
  if (element.nextElementSibling || !isWhole(element.parentElement) || holdsTag(element, PARTS)) return false;
  const text = textOf(element, 500);
  return (
    text.length < 300 &&
    /©|all rights reserved|impressum|datenschutz|privacy|powered by|mentions l[ée]gales|aviso legal|terms (?:of|and)|利用規約|プライバシー|運営会社/i.test(
      text,
    )
  );
}

/** A line of links at the top of a page, above its first heading. */
function isLinkBar(element: Element): boolean {
  const { body } = element.ownerDocument;
  if (element.firstElementChild === null || !isWhole(element.parentElement)) return false;
  if (holdsTag(element, PARTS) || element.querySelector('p')) return false;
  const links = take(element.querySelectorAll('a[href]'), 30);
  const text = textOf(element, 500);
  const linked = links.reduce((sum, link) => sum + textOf(link, 200).length, 0);
  if (links.length < 2 || text.length > 300 || linked < text.length * 0.4) return false;
  return !standingOf(element)?.isBelow && (body.querySelector('h1') !== null || linked >= text.length * 0.8);
}

const ASIDE_TAGS = new Set(['nav', 'footer', 'aside']);
const ASIDE_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search', 'dialog']);
/** Names of the notices that ask for consent, by whichever maker. */
const CONSENT = /cookie|consent|gdpr|rgpd|rodo[-_]|onetrust|didomi|iubenda|usercentrics|cmplz|cybot|borlabs/i;
const ASIDE_NAME =
  /^(?:(?:site|page|main|global|top|primary|secondary|mobile)[-_]?)?(?:nav|navbar|navigation|nav-?bar|menu|header|topbar|footer|foot|ftr|hdr|bottom|side-?bar|side|breadcrumbs?|cookie\S*|consent\S*|newsletter|promos?|promotion|announcement\S*|suggestions?|sponsors?|share|sharing|social|ads?|ad-\S+|\S+-ads?|pub|banner\S*|publicidad|werbung|anzeige|advert\S*|related\S*|also\S*|similar\S*|upsells?|cross-?sells?|recommend\S*|pager|pagination|skip-?link)$/i;
