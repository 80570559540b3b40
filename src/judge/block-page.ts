import markers from './block-markers.json' with { type: 'json' };
import phrases from './block-phrases.json' with { type: 'json' };
import { gateOf } from './gate.ts';
import { isTextOf, type PageReading, readContent, readPage } from './page-reading.ts';

/** The defences that the routing card names; `unknown` is any other way of refusing. */
export type Defense =
  | 'cloudflare'
  | 'turnstile'
  | 'datadome'
  | 'perimeterx'
  | 'akamai'
  | 'recaptcha'
  | 'unknown';

export interface BlockFinding {
  defense: Defense;
  confidence: number;
  reason: string;
}

/**
 * Recognises pages that stand in place of the site. Widgets and words are not enough: ordinary pages embed captcha
 * widgets in their forms and write about Cloudflare, so a sign counts only on a page with nothing else on it.
 */
export function blockOnPage(page: PageReading): BlockFinding | null {
  const marker = markerOn(page);
  const what = marker?.what ?? checkOn(page);
  if (what === null) return null;
  const { defense, confidence } = marker ?? { defense: 'unknown', confidence: 0.85 };
  return { defense, confidence, reason: `The site answered with ${what}.` };
}

/** A refusal by status alone. Some sites send real content with these, so an answer from elsewhere outweighs it. */
export function refusalByStatus(page: PageReading, text: string): BlockFinding | null {
  if (!isRefusal(page) || !page.sparse || page.asksPassword) return null;
  const isOfThePage = text.length <= 300 && (isTextOf(page, text) || REFUSAL_WORDS.test(text));
  if (text.trim() !== '' && !isOfThePage) return null;
  const reason = `The site refused the request with status ${page.status}.`;
  return { defense: 'unknown', confidence: 0.7, reason };
}

/** A block page handed over as if it were the content that was asked for. `isWhole`: it is the entire result. */
export function blockInContent(content: string, goal: string, isWhole: boolean): BlockFinding | null {
  const page = readContent(content);
  if (!page.sparse) return null;
  const found = page.markup === '' ? null : blockOnPage(page);
  if (found) return found;
  if (ABOUT_BLOCKING.test(goal)) return null;
  const vendor = vendorSpeaking(page.text);
  const words = content.replace(/!\[[^\]]{0,100}\]\([^)]{0,300}\)|[#*=]+ /g, '').trim();
  const isChallenge =
    vendor !== null ||
    ((isWhole || words.length > 60) && gateOf(words, goal) === 'bot') ||
    (isWhole && isGateTitle(page.title) && !/^\d+$/.test(words));
  if (!isChallenge) return null;
  return {
    defense: vendor ?? 'unknown',
    confidence: 0.85,
    reason: 'The result is the text of a block page, not content of the site.',
  };
}

/** A heading may be a single word: "Forbidden". */
function isGateTitle(title: string): boolean {
  return gateOf(`page ${title}`, '') === 'bot';
}

/** The answer a defence gives to a program instead of a page: a small JSON object that names its challenge. */
export function blockInData(output: unknown, goal: string): BlockFinding | null {
  if (output === null || typeof output !== 'object' || ABOUT_BLOCKING.test(goal)) return null;
  const markup = JSON.stringify(output);
  if (markup.length > 4_000) return null;
  const found = blockOnPage(readPage({ finalUrl: '', httpStatus: null, title: null, headers: {}, markup }));
  return found?.defense === 'unknown' ? null : found;
}

/** Marks of a defence's page, as data: the page must meet all that a row names. Rows hold for sparse pages unless `anywhere`. */
interface Marker {
  defense: Defense;
  confidence: number;
  what: string;
  anywhere?: boolean;
  isRefusal?: boolean;
  isOnlyWidget?: boolean;
  mostText?: number;
  /** Patterns; `header` is met by a line "name: value". */
  header?: string;
  markup?: string;
  title?: string;
  text?: string;
  url?: string;
}

const MARKERS = (markers as Marker[]).map((marker) => {
  const parts = (['header', 'markup', 'title', 'text', 'url'] as const).flatMap((part) => {
    const source = marker[part];
    return source === undefined ? [] : [{ part, pattern: new RegExp(source, 'i') }];
  });
  return { ...marker, parts };
});

function markerOn(page: PageReading): (typeof MARKERS)[number] | undefined {
  const header = Object.entries(page.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const seen = { ...page, header, text: `${page.title} ${page.text}` };
  return MARKERS.find(
    ({ parts, anywhere, mostText = Number.POSITIVE_INFINITY, ...must }) =>
      (anywhere || page.sparse) &&
      page.text.length <= mostText &&
      (!must.isRefusal || isRefusal(page)) &&
      parts.every(({ part, pattern }) => pattern.test(seen[part])) &&
      (!must.isOnlyWidget || isOnlyWidget(page)),
  );
}

/** A page that refuses in a general way, without the marks of a vendor. */
function checkOn(page: PageReading): string | null {
  if (page.sparse && page.text.length <= 400 && isOnlySensor(page)) return 'a bot challenge';
  if (isTypedCaptcha(page)) return 'a captcha';
  if (isWordedCheck(page)) return 'a robot check';
  const isDenied =
    page.sparse &&
    !page.hasFields &&
    (isGateTitle(page.title) || vendorSpeaking(page.text) !== null || isOnlyDemand(page));
  return isDenied ? 'a page that denies access' : null;
}

/** The script that watches over every page of a protected site, and no page. */
function isOnlySensor(page: PageReading): boolean {
  return (
    /_incapsula_resource|awswafcookiedomainlist|window\.kpsdk/.test(page.markup) &&
    (page.text === '' || page.text === page.title || vendorSpeaking(page.text) !== null || isOnlyDemand(page))
  );
}

/** A picture, a field for its text, and nothing else to do. Beside other fields it guards a form. */
function isTypedCaptcha({ sparse, markup, text }: PageReading): boolean {
  return (
    sparse &&
    fieldsOf(markup).length === 1 &&
    /<(?:img|canvas|audio)\b[^>]{0,500}captcha/.test(markup) &&
    (text.length <= 60 || (text.length <= 700 && TYPED_DEMAND.test(text.slice(0, 300))))
  );
}

/** Tags of the fields that a person fills in. */
function fieldsOf(markup: string): string[] {
  return [...markup.matchAll(/<(?:textarea|select|input)\b[^>]{0,500}/g)]
    .map(([field]) => field)
    .filter((field) => !/type\s?=\s?["']?(?:hidden|submit|button|image|reset)/.test(field));
}

/**
 * A check in plain words, by no known maker: the page asks for the text of a picture, or whether the visitor is a robot, and has
 * one field for the answer. A field for a search or an address has another purpose.
 */
function isWordedCheck(page: PageReading): boolean {
  const { sparse, markup, title, asksPassword } = page;
  const [field = '', ...others] = fieldsOf(markup);
  if (!sparse || asksPassword || page.text.length > 400 || field === '' || others.length > 0) return false;
  if (OTHER_FIELD.test(field)) return false;
  const text = withoutQuotes(page.text);
  const hasPicture = /<(?:img|canvas|picture|svg|audio)\b/.test(markup);
  if (hasPicture && FROM_PICTURE.test(text)) return true;
  if (!ROBOT_QUESTION.test(text) && !ROBOT_QUESTION.test(title) && gateOf(text, '') !== 'bot') return false;
  return TYPED_DEMAND.test(text) || SUM.test(text) || /type\s?=\s?["']?checkbox/.test(field);
}

const OTHER_FIELD =
  /^<(?:textarea|select)|type\s?=\s?["']?(?:search|email|tel|url|file|date)|(?:name|id)\s?=\s?["']?(?:q|s|search|query|keywords?|e?mail)\b/;
const FROM_PICTURE =
  /\b(?:enter|type|write|copy|fill in|repeat|tell us) (?:in )?(?:the|all|what) [^.]{0,60}\b(?:in|on|from) (?:the|this) (?:picture|image|drawing)\b/i;
const ROBOT_QUESTION =
  /\b(?:not|aren't|isn't) an? (?:robot|bot|machine|program)\b|\bare you (?:an? )?(?:robot|bot|human|real person)\b|(?<!\b(?:if|when|whether|that means) )\b(?:verify|confirm|prove|show|check)(?:ing)? (?:us )?(?:that )?you(?: are|'re) (?:an? )?(?:human|person|real)/i;
/** "What is 7 + 5?" */
const SUM =
  /\b\d{1,3} ?(?:[-+×x*−]|plus|minus|times) ?\d{1,3}\b|\b(?:solve|calculate|work out)\b[^.]{0,30}\d/i;

const TYPED_DEMAND =
  /\b(?:enter|type|write|copy|fill in|repeat) (?:in )?(?:the|all) (?:\w+ )?(?:characters?|letters|text|code|digits|numbers?|symbols|words?)\b|\b(?:complete|solve|pass) (?:the|this|a) (?:security check|captcha|puzzle)\b|not a (?:robot|bot|program)\b/i;

/** A captcha widget and nothing else to do: the page demands it, its status refuses, or there is hardly a word beside it. */
function isOnlyWidget(page: PageReading): boolean {
  const isRefusing = (isRefusal(page) || page.status === 503) && page.text.length <= 300;
  return isOnlyDemand(page) || (page.sparse && !page.hasFields && (isRefusing || isBareWidget(page)));
}

/** The element that shows the captcha; its script alone watches unseen over ordinary pages. */
function isBareWidget(page: PageReading): boolean {
  return (
    page.text.length <= 120 &&
    /class\s?=\s?["'][^"']{0,80}\b(?:g-recaptcha|cf-turnstile|h-captcha)\b/.test(page.markup) &&
    !/data-size\s?=\s?["']?invisible/.test(page.markup) &&
    !/<img|<video|<table|<a /.test(page.markup)
  );
}

/** A page with little to read but the demand to prove oneself. */
function isOnlyDemand(page: PageReading): boolean {
  if (!page.sparse || page.text.length > 700) return false;
  // A challenge may hold one box (a checkbox, the typed characters); a sign-in form is not a challenge.
  if (page.asksPassword || /<textarea|type\s?=\s?["']?(?:email|tel)/.test(page.markup)) return false;
  return gateOf(page.text, '', 1) === 'bot' || isGateTitle(page.title);
}

/** 430 and 999 are no standard: large sites answer programs with them. */
function isRefusal(page: PageReading): boolean {
  return [403, 429, 430, 999].includes(page.status ?? 0);
}

/**
 * The vendor whose block page speaks in a short text. A text that quotes these pages, or names more than one of their makers, is
 * about them.
 */
function vendorSpeaking(text: string): Defense | null {
  const makers = new Set(text.toLowerCase().match(/cloudflare|datadome|perimeterx|akamai|imperva|kasada/g));
  if (makers.size > 1) return null;
  const own = withoutQuotes(text);
  return VENDOR_PHRASES.find(({ pattern }) => pattern.test(own))?.defense ?? null;
}

function withoutQuotes(text: string): string {
  return text.replace(/"[^"]{0,300}"|“[^”]{0,300}”|«[^»]{0,300}»/g, '""');
}

/** Words that only the block pages of one vendor use. */
const VENDOR_PHRASES = Object.entries(phrases).map(([defense, sources]) => ({
  defense: defense as Defense,
  pattern: new RegExp(sources.join('|'), 'i'),
}));

const REFUSAL_WORDS = /\b(?:forbidden|denied|403|429|too many requests|blocked|not allowed)\b/i;

/** The task itself is about blocking. */
export const ABOUT_BLOCKING =
  /captcha|cloudflare|datadome|perimeterx|akamai|turnstile|\bbots?\b|robot|challenge|\bblock(?:s|ed|ing)?\b|denied|forbidden|verification|\b403\b|\b429\b/i;
