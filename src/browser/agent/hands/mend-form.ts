import { type Agent, type Outcome, see, stuck } from '../agent-context.ts';
import { announcements } from '../end-report.ts';
import { saidIn } from '../language/stated-facts.ts';
import { isOfTerms } from '../language/terms.ts';
import { canonical, normalize, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import { isInside, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { tick } from './hands.ts';
import { setField } from './set-field.ts';

/** What the site says against a form that was sent; null when it took it. */
export function refusalOf(before: Scene, after: Scene, filled: ReadonlySet<string>): string | null {
  const isStill = after.model.elements.some((element) => isField(element) && filled.has(keyOf(element)));
  if (!isStill) return null;
  const said = new Set(announcements(before.model));
  const complaint =
    announcements(after.model).find((text) => !said.has(text) && COMPLAINT.test(text)) ??
    freshLines(before.text, after.text).find((line) => line.length < 120 && INSISTENCE.test(line));
  if (complaint) return complaint;
  const isSame = after.text === before.text && after.model.url === before.model.url;
  const missing = isSame ? formOf(after.model, filled).find(isMissing) : undefined;
  return missing ? `"${missing.name || missing.placeholder}" is missing` : null;
}

/** What the page did not say before. */
export function freshLines(before: string, after: string): string[] {
  const old = new Set(before.split('\n').map((line) => line.trim()));
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !old.has(line));
}

/** What a page says of a form that it does not take, wherever it says it. */
const INSISTENCE =
  /\b(?:you|please|must|required|cannot be (?:empty|blank))\b.*\b(?:must|need to|have to|accept|agree|fill|enter|choose|select|give|required|empty|blank)\b|\b(?:is|are) (?:required|missing|invalid)\b|\b(?:do not|don['’]t) match\b|\bdiffer\b/iu;

/** How an act ends that such words stand against. */
export function notAccepted(refusal: string): Outcome {
  return stuck(`${FORM_REFUSED}: ${refusal.slice(0, 200).replace(/\.$/u, '')}`);
}

export const FORM_REFUSED = 'the site did not accept the form';

/** The same of a press that was not meant to send a form: only what the page marks as an error counts. */
export function pressRefused(before: Scene, after: Scene, filled: ReadonlySet<string>): string | null {
  const refusal = refusalOf(before, after, filled);
  const isMarked = after.model.elements.some(
    ({ isVisible, role, hints, name, text }) =>
      isVisible && (role === 'alert' || ERROR.test(hints)) && (name === refusal || text === refusal),
  );
  return refusal !== null && (isMarked || / is missing$/u.test(refusal)) ? refusal : null;
}

const ERROR = /\b(?:errors?|invalid|danger)\b/iu;

const COMPLAINT =
  /\b(?:please|required|requires|missing|must|invalid|not valid|cannot|can't|error|wrong|fill|choose|enter|select|accept|need(?:s|ed)?|too (?:short|long)|is no|at least)\b/iu;

/** Gives the empty fields of the form what the words can be taken to say; `isAsked` when the site insists on them. */
export async function fillMissing(agent: Agent, words: string, isAsked: boolean): Promise<number> {
  let count = 0;
  const { model } = await see(agent);
  const isWanted = (element: UiElement) =>
    isMissing(element) || (isAsked && isEmpty(element)) || (isEmpty(element) && isForWishes(element));
  for (const empty of formOf(model, agent.filled).filter(isWanted)) {
    const scene = await see(agent);
    const element = scene.model.elements.find((other) => other.isVisible && keyOf(other) === keyOf(empty));
    if (!element || !isWanted(element)) continue;
    const isBox = element.role === 'checkbox';
    const value = isBox ? '' : (freeText(element, words) ?? anyOther(element));
    if (isBox && isOfTerms(element.name) && (await tick(agent, scene, element, true))) count += 1;
    else if (value && (await setField(agent, { scene, element }, value)).ok) count += 1;
  }
  return count;
}

function isMissing(element: UiElement): boolean {
  return (element.isRequired || /\*\s*$/u.test(element.name)) && isEmpty(element);
}

function isEmpty({ role, isChecked, value, tag, options }: UiElement): boolean {
  if (role === 'checkbox') return isChecked === false;
  return tag === 'select' ? (options.find(({ isSelected }) => isSelected)?.value ?? '') === '' : value === '';
}

/** The fields and boxes of the form that was being filled in; all of the page where none was. */
function formOf(model: PageModel, filled: ReadonlySet<string>): UiElement[] {
  const parts = model.elements.filter(
    (element) =>
      element.isVisible && !element.isDisabled && (isField(element) || element.role === 'checkbox'),
  );
  const known = parts.filter((element) => filled.has(keyOf(element)));
  const main = parts.filter(({ isFraming }) => !isFraming);
  const top = known[0] ? commonNode(model, known) : -1;
  return top < 0 ? main : parts.filter(({ node }) => isInside(model, node, top));
}

/** The smallest part of the page that holds them all and the form around them. */
function commonNode(model: PageModel, elements: UiElement[]): number {
  const [first, ...others] = elements;
  for (
    let node = first ? (model.parents[first.node] ?? -1) : -1;
    node >= 0;
    node = model.parents[node] ?? -1
  ) {
    if (!others.every((element) => isInside(model, element.node, node))) continue;
    const buttons = model.elements.filter(
      ({ role, node: at, isVisible }) => role === 'button' && isVisible && isInside(model, at, node),
    );
    if (buttons.length > 0) return node;
  }
  return -1;
}

/** A choice that must be made and that the words say nothing about: the one for everything else. */
function anyOther({ options, tag }: UiElement): string | null {
  const other = tag === 'select' ? options.find(({ label }) => OTHER.test(normalize(label))) : undefined;
  return other?.label ?? null;
}

const OTHER = /^(?:an)?other\b|\b(?:something|anything|everything) else\b|^general\b|^miscellaneous\b/u;

/** "Special wishes": optional, and filled in when the words have one. */
function isForWishes({ tag, name, placeholder }: UiElement): boolean {
  return tag === 'textarea' && WISHES.test(normalize(`${name} ${placeholder}`));
}

const WISHES =
  /\b(?:wish(?:es)?|special|requests?|requirements|anything else|notes?|remarks?|allergies|comments?)\b/u;
const WISH =
  /^(?:we|i|he|she|they|one of us)(?:['’]d)?\s+(?:also\s+|will\s+)?(?:needs?|requires?|wants?|would like|like|prefers?|have|has|brings?|am allergic|are allergic)\b/iu;

/** What somebody says they need beside what they ask for. */
function wishIn(words: string): string | null {
  const wishes = words
    .split(/(?<=[.!?])\s+/u)
    .filter((sentence) => WISH.test(sentence) && !/@|\d{6}/u.test(sentence));
  return wishes.length > 0 ? wishes.join(' ').trim() : null;
}

/** A field for words of one's own takes what the task says about the matter, in its words. */
export function freeText(element: UiElement, words: string): string | null {
  const label = normalize(`${element.name} ${element.placeholder}`);
  const isFree = element.tag === 'textarea' || FREE.test(label);
  if (!isFree || !element.isEditable) return null;
  if (isForWishes(element) && !isMissing(element)) return wishIn(words);
  return saidIn(words) ?? questionIn(words) ?? matterOf(words);
}

const FREE =
  /\b(?:message|comments?|description|describe|details?|notes?|wrong|problem|issue|fault|reason|why|tell us|enquiry|inquiry|request|feedback|subject|summary|purpose)\b/u;

/** "Ask the inn whether dogs are allowed" as one writes it to them. */
function questionIn(words: string): string | null {
  const [, how = '', what = ''] = words.match(ASKING) ?? [];
  if (what === '') return null;
  return /^about$/iu.test(how)
    ? `I have a question about ${what}.`
    : `Please tell me ${how.toLowerCase()} ${what}.`;
}

const ASKING =
  /^(?:please\s+)?(?:ask|enquire|inquire|find out)\b[^.?!]{0,60}?\s(whether|if|about|when|how|what|which|where|who|why)\s+(.+?)[.?!]*(?=\s+(?:my|i|we|you|it|from|name|e-?mail)\b[^.]*[:@]|[.?!]\s|$)/iu;

/** "Request a repair for a tent with a broken zip. My name ..." is about a tent with a broken zip. */
function matterOf(words: string): string | null {
  const [sentence = ''] = words.split(/(?<=[.!?])\s+/u);
  const about = sentence.match(
    /\b(?:about|because(?: of)?|regarding|concerning|for|of|that)\s+(.+?)[.!?]?$/iu,
  )?.[1];
  const matter = (about ?? sentence.replace(/^\S+\s+/u, '')).replace(/[.!?]$/u, '').trim();
  return wordsOf(canonical(matter)).length > 0 ? matter : null;
}
