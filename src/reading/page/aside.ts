import { givenNames, holdsTag, textOf } from './dom.ts';

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
  // A box with the page's own heading is the page, under any name (`ad` on a page of advertisements).
  const isNamedSo = givenNames(element).some((name) => CONSENT.test(name) || ASIDE_NAME.test(name));
  return (
    (isNamedSo && !/^h[1-6]$/.test(element.localName) && !holdsTag(element, FIRST)) || isFurther(element)
  );
}

/** "You may also like", "Most read", "Newsletter": a box that says itself that it leads elsewhere. */
function isFurther(element: Element): boolean {
  if (!BOX.has(element.localName) || element.childElementCount === 0) return false;
  const first = element.firstElementChild;
  const heading =
    first && (/^h[2-6]$/.test(first.localName) ? first : ([...first.children].find(isSubheading) ?? null));
  if (heading === null) return false;
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

/** Whether a heading says of what stands under it that it is not what the page is about. */
function leadsElsewhere(heading: string): boolean {
  return FURTHER.test(heading);
}

const FURTHER =
  /^(?:related|similar|more (?:like this|from|in|stories|articles|products|news)|you (?:may|might) (?:also )?(?:like|be interested)|you['’]ll (?:also )?(?:like|love)|(?:customers|readers|people|shoppers|visitors|guests|viewers|listeners|users|fans|buyers) (?:also|who)|others? (?:also )?(?:bought|viewed|liked)|recommended|we (?:also )?recommend|(?:often|usually) bought|bought together|better together|complete the (?:look|set)|goes (?:well )?with|pairs well|compare (?:with|to) similar|recently viewed|frequently bought|most (?:read|viewed)|most popular(?: (?:articles|posts|stories|now|today|this week))?$|trending|popular (?:posts|articles|now)|newsletter|subscribe|sign up|follow us|share this|keep reading|read (?:more|next)|also (?:on|in|by)|nearby (?:places|restaurants|hotels|shops)|peers|sponsored|advertisement|[äa]hnliche|weitere (?:artikel|angebote|jobs|themen|produkte|nachrichten)|mehr (?:zum thema|aus|von)|das k[öo]nnte|kunden (?:kauften|interessierten)|meistgelesen|vous aimerez|vous pourriez|[àa] lire (?:aussi|[ée]galement)|sur le m[êe]me|articles? (?:similaires|li[ée]s)|les plus lus|produits similaires|annonces similaires|lo m[áa]s (?:le[íi]do|visto)|tambi[ée]n te|te puede|art[íi]culos relacionados|relacionad|productos (?:similares|relacionados)|noticias relacionadas|ver tambi[ée]n|leggi anche|potrebbe|gerelateerd|ook interessant|vergelijkbare|meer (?:vacatures|nieuws)|lees ook|annunci simili|articoli correlati|ti potrebbe|altri (?:articoli|annunci)|zobacz (?:te[żz]|tak[żz]e)|najcz[ęe][śs]ciej czytane|polecane|podobne|veja (?:tamb[ée]m|mais)|leia tamb[ée]m|mais lid[ao]s|outr[ao]s (?:artigos|not[íi]cias|im[óo]veis)|tamb[ée]m (?:pode|lhe)|anuncios similares|weitere (?:meldungen|pressemitteilungen|beitr[äa]ge|stellen)|関連|近くの|おすすめ|あわせて|この(?:商品|記事)を|人気(?:の|記事)|ランキング)/i;

/** "More episodes", "More soups": others of the kind that the page shows one of. */
const MORE = /^(?:more|other|latest|recent)\s\p{Ll}+s$/iu;

const ASIDE_TAGS = new Set(['nav', 'footer', 'aside']);
const ASIDE_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search', 'dialog']);
/** Names of the notices that ask for consent, by whichever maker. */
const CONSENT = /cookie|consent|gdpr|rgpd|rodo[-_]|onetrust|didomi|iubenda|usercentrics|cmplz|cybot|borlabs/i;
const ASIDE_NAME =
  /^(?:(?:site|page|main|global|top|primary|secondary|mobile)[-_]?)?(?:nav|navbar|navigation|nav-?bar|menu|header|topbar|footer|foot|ftr|hdr|bottom|side-?bar|side|breadcrumbs?|cookie\S*|consent\S*|newsletter|promos?|promotion|announcement\S*|suggestions?|sponsors?|share|sharing|social|ads?|ad-\S+|\S+-ads?|pub|banner\S*|publicidad|werbung|anzeige|advert\S*|related\S*|also\S*|similar\S*|upsells?|cross-?sells?|recommend\S*|pager|pagination|skip-?link)$/i;
