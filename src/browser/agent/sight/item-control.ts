import { isSameDeed } from '../language/deeds.ts';
import type { ItemDeed } from '../language/item-deed.ts';
import { canonical, holdsPhrase, wordsOf } from '../language/words.ts';
import { isField } from './fields.ts';
import { elementsIn, isInside, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { inRowOf } from './row-of.ts';

/** What such controls are called; signs and class names speak where there are no letters. */
const CALLED: Readonly<Record<string, RegExp>> = {
  delete:
    /^(?:(?:delete|remove|discard|erase|trash|bin)\b(?!.*\b(?:favou?rites?|star)$)|(?:move|send)\s+to\s+(?:the\s+)?(?:bin|trash)$)|^[×✕✖✗🗑]\uFE0F?$|^x$/iu,
  done: /^(?:mark\b.*\b)?(?:done|complete|completed|finish|finished|tick off|check off)\b|^[✓✔☑✅]\uFE0F?$/iu,
  edit: /^[✎✏🖉🖊]?\uFE0F?\s*(?:edit|rename|change|modify)\b|^[✎✏🖉🖊]\uFE0F?$/iu,
  move: /^(?:move|file)\b(?!\s+(?:up|down|left|right|to\s+(?:the\s+)?(?:top|bottom|trash|bin)))|^add\s+to\s+(?:an?\s+)?(?:album|folder|collection|playlist|label|project)\b|^[📁📂🗂]\uFE0F?$/iu,
  star: /^[☆★♡♥❤]?\uFE0F?\s*(?:(?:star|favou?rite|bookmark)\b|(?:add|save)\b.*\b(?:favou?rites?|star)$)|^[☆★♡♥❤]\uFE0F?$/iu,
  resolve: /^(?:mark\b.*\b)?resolved?\b/iu,
  // Where one is in, the control says so, and a press on it ends that.
  leave: /^(?:leave|joined|member)\b/iu,
  unsubscribe: /^(?:unsubscribe|subscribed)\b/iu,
  unfollow: /^(?:unfollow|following)\b/iu,
};
const HINTED: Readonly<Record<string, RegExp>> = {
  delete: /\b(?:delete|remove|trash|destroy)\b/u,
  done: /\b(?:done|complete|finish)\b/u,
  edit: /\b(?:edit|rename|pencil|pen)\b/u,
  move: /\bmove\b(?! (?:up|down))/u,
  star: /\b(?:star|favou?rite|bookmark|heart)\b/u,
};
const ENDS = new Set(['leave', 'unsubscribe', 'unfollow']);
const UNDOES = /\b(?:not|un\p{L}+|incomplete|undo)\b/iu;

function doesDeed({ name, hints }: UiElement, deed: string): boolean {
  const plain = name.trim();
  const isEnding = ENDS.has(deed);
  if (plain === '') return HINTED[deed]?.test(hints) ?? false;
  // A box that tells its state: "Not starred".
  if (deed === 'star' && /^(?:not\s+|un)?starred$/iu.test(plain)) return true;
  if (deed in CALLED) return CALLED[deed]?.test(plain) === true && (isEnding || !UNDOES.test(plain));
  const [first = ''] = wordsOf(plain);
  return isSameDeed(first, deed);
}

/** The controls of a page that do the deed, each once; or those that it does not show, or also those that wait for a choice. */
export function deedControls(
  model: PageModel,
  deed: string,
  { isHidden = false, mayWait = false } = {},
): UiElement[] {
  return outermost(
    model,
    model.elements.filter(
      (element) =>
        element.isVisible !== isHidden &&
        (mayWait || !element.isDisabled) &&
        !element.isFraming &&
        !element.isEditable &&
        (element.isClickable || element.isHeard) &&
        (!isField(element) || element.role === 'checkbox' || (deed === 'move' && element.tag === 'select')) &&
        element.role !== 'heading' &&
        !(deed === 'move' && element.tag === 'label') &&
        wordsOf(element.name).length < 16 &&
        doesDeed(element, deed),
    ),
  );
}

/** Of what has come up in a menu the entries that do the deed, also where only the page as a whole listens for them. */
export function deedEntries(model: PageModel, deed: string): UiElement[] {
  return outermost(
    model,
    model.elements.filter(
      (element) =>
        element.isVisible &&
        !element.isDisabled &&
        !element.isEditable &&
        element.text !== '' &&
        element.role !== 'heading' &&
        wordsOf(element.name).length < 6 &&
        doesDeed(element, deed),
    ),
  );
}

export function outermost(model: PageModel, elements: UiElement[]): UiElement[] {
  return elements.filter(
    (element) => !elements.some((other) => other !== element && isInside(model, element.node, other.node)),
  );
}

/** Of like controls, one to an entry, the one whose entry bears the name; null where it is not exactly one. */
export function ofItem(model: PageModel, peers: UiElement[], label: string): UiElement | null {
  if (peers.length < 2) return null;
  const bearers = peers.filter((peer) => {
    const item = itemOf(model, peer, peers);
    return holdsPhrase(`${peer.name} ${wholeTextOf(model, item)}`, label);
  });
  const exact = bearers.filter((peer) =>
    elementsIn(model, itemOf(model, peer, peers)).some(({ text }) => isSaying(text, label)),
  );
  // Rows without a frame of their own are told by their line.
  const onLine = bearers.length > 0 ? [] : inRowOf(model, label, (element) => peers.includes(element));
  const meant = exact.length > 0 ? exact : bearers.length > 0 ? bearers : onLine;
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

function isSaying(text: string, label: string): boolean {
  return wordsOf(text).join(' ') === wordsOf(label).join(' ');
}

/** What the entry is called that the task speaks of: as quoted, or the longest text of the page that its words hold. Null where two are meant. */
export function itemNamed({ elements }: PageModel, { name, said, deed }: ItemDeed): string | null {
  const texts = elements
    .filter(
      ({ isVisible, isFraming, role, text }) =>
        isVisible && !isFraming && role !== 'columnheader' && text.length < 120,
    )
    .flatMap(({ text }) => [text, ...text.split(/\s+[·•|–—]\s+/u)])
    .map((text) => wordsOf(text).join(' '))
    .filter((text) => text !== '');
  const handle = name === null ? handleIn(texts, said) : null;
  if (handle !== null) return handle;
  if (name !== null) return texts.some((text) => holdsPhrase(text, name)) ? name : null;
  const held = [...new Set(texts)]
    .filter(
      (text) => holdsPhrase(said, text) && !COMMON.has(text) && !doesDeed({ name: text } as UiElement, deed),
    )
    .toSorted((one, other) => other.length - one.length);
  const [longest] = held;
  if (longest === undefined || isOfOther(longest, said)) return null;
  const told = ` ${wordsOf(said).join(' ')} `;
  const rest = told.replace(` ${longest} `, ' ');
  // "The member Ann Lee" where every row says "Member": what stands right before a name says what it is.
  const isKind = (other: string) => told.includes(` ${other} ${longest} `);
  return held.some((other) => holdsPhrase(rest, other) && !isKind(other)) ||
    wordsOf(rest).length > MOST_BESIDE
    ? null
    : longest;
}

/** "Member" is not what "the member Ann Lee" is called: the name that follows it is. */
function isOfOther(text: string, said: string): boolean {
  const named = said.match(/\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)+$/u)?.[0] ?? '';
  return named !== '' && !wordsOf(text).some((word) => wordsOf(named).includes(word));
}

/** "marco's post" where the page calls him "@marco". */
function handleIn(texts: string[], said: string): string | null {
  const owner = said.match(/^(?:the\s+)?@?([\p{L}\p{N}_.-]+)['’]s\s+\p{L}+$/u)?.[1];
  const handle = owner === undefined ? '' : `@${owner.toLowerCase()}`;
  return texts.includes(handle) ? handle : null;
}

/** "the task … from the list": what else may be said of one thing. */
const MOST_BESIDE = 7;

/** Words of the page that name no entry. */
const COMMON = new Set(
  'task tasks item items list to-do to do todo todos entry entries name title status action actions open file files product products order orders the a my'.split(
    ' ',
  ),
);

/** Whether the entry is none of the page's: it does not say the name, or lacks a word of what was said of the entry. */
export function isAbsent({ title, elements }: PageModel, { name, said }: ItemDeed): boolean {
  const texts = [title, ...elements.map(({ name: own, text, value }) => `${own} ${text} ${value}`)];
  if (name !== null) return !texts.some((text) => holdsPhrase(text, name));
  const there = new Set(canonical(texts.join(' ')).split(' '));
  return wordsOf(said).some((word) => !TELLS_NONE.has(word) && !there.has(canonical(word)));
}

/** What the entry would be looked up by: its name, its address for mail, or the words that say which one it is. */
export function tellingPart({ name, said }: ItemDeed): string {
  const mail = said.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u)?.[0];
  const own = said.split(/\s+/u).filter((word) => wordsOf(word).some((part) => !TELLS_NONE.has(part)));
  return name ?? mail ?? own.join(' ');
}

/** Words that tell what an entry is, where it stands or how it came, and not which one it is. */
const TELLS_NONE = new Set([
  ...COMMON,
  ...'an and or nor both this that these those our your its in on at of by from to for with about regarding called named titled entitled as is was one off out into email emails e mail mails message messages conversation thread note notes post posts tweet comment user users member contact person account subscription event reminder appointment booking reservation card row line record folder tab cart basket bag trolley inbox community group channel club team forum topic page site shop table mine me please now new old own current'.split(
    ' ',
  ),
]);

/** Whether a word only says what entries the page lists: one for any entry, or what the page itself calls them. */
export function tellsNone({ title, elements }: PageModel, word: string): boolean {
  const own = canonical(word);
  return (
    TELLS_NONE.has(word) ||
    [title, ...elements.filter(({ role }) => role === 'heading').map(({ text }) => text)].some((text) =>
      canonical(text).split(' ').includes(own),
    )
  );
}

/** The boxes by which entries are chosen. */
export function boxesOn({ elements }: PageModel): UiElement[] {
  return elements.filter(
    ({ isVisible, isDisabled, role }) => isVisible && !isDisabled && role === 'checkbox',
  );
}
