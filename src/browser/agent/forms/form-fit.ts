import { linkFit } from '../../../reading/site/link-fit.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Control } from '../talk/controls.ts';
import { type Fact, factsOf } from '../talk/facts.ts';
import { isAsking } from '../talk/is-talk.ts';
import { type Match, match } from '../talk/reconcile.ts';
import type { Talk } from '../talk/talk.ts';
import { isLetter, isToBeFound } from './errand.ts';
import { isEmptyControl, isRequired, isTerms } from './lacking.ts';
import { seekingButton, wantsSeeking } from './seeking.ts';
import { hasNext } from './verdict.ts';

const CONTACT = new Set<Control['kind']>(['email', 'phone']);
const NAME = /\b(?:name|first|last|surname)\b/iu;

/** How well the form of a page suits the errand, from 0 to 1; any form takes a name and an address, so that alone is little. */
export function formFit(model: PageModel, talk: Talk): number {
  const found = match(model, talk);
  const { controls, settings } = found;
  if (settings.length === 0 || controls.every(isSearch)) return 0;
  const contacts = settings.filter(isContact).length;
  const told = settings.filter((setting) => !isContact(setting) && setting.value !== false);
  // That just this can be chosen says more than a field that takes any day.
  const weight = told.reduce((sum, { control }) => sum + (control.kind === 'choice' ? 1.5 : 1), 0);
  const isForWords = isLetter(talk.goal) && controls.some(({ kind }) => kind === 'long');
  const matters = weight + (isForWords ? 1 : 0);
  const words = Math.min(1, linkFit({ name: headOf(model), hints: '' }, talk.text, 60) * 1.5);
  if (matters === 0 && words < 0.3) return 0;
  const lacking = lackingOf(found).length;
  // The first of several steps has no place yet for most of it.
  const cover = hasNext(model) ? Math.max(0.7, coverOf(found, talk)) : coverOf(found, talk);
  const blank = without(found).filter(({ kind }) => kind === 'date').length;
  const fit =
    0.15 * Math.min(1, contacts / 2) +
    0.4 * Math.min(1, matters / 3) +
    0.25 * words +
    0.2 * cover -
    0.1 * blank;
  const share = seekingButton(model) && !wantsSeeking(talk.goal) ? SEEKING_SHARE : 1;
  return share * Math.max(0, fit - 0.1 * Math.min(3, lacking));
}

/** A form that only looks something up is the last place for doing something. */
const SEEKING_SHARE = 0.5;

/** What is done otherwise than by filling in. */
const OTHERWISE =
  /\b(?:click|press|hit|tap)(?!\s+(?:on\s+)?(?:the\s+)?(?:submit|send|save|register|ok)\b)|\b(?:scroll|hover|drag|untick|uncheck|search|find|open|delete|remove)\b|\bmark\b.{1,60}\bas\s+(?:done|complete|completed|finished|read|unread)\b/iu;

/** Whether the open page asks for just what the task tells: several things, each of them in its place. */
export function isFormFor(model: PageModel, talk: Talk): boolean {
  if (isAsking(talk.goal) || isToBeFound(talk.goal.replace(FILLING, ' ')) || OTHERWISE.test(talk.goal))
    return false;
  const found = match(model, talk);
  const isEnough = found.settings.length >= ENOUGH_TOLD || isFull(found, talk);
  if (!isEnough || lackingOf(found).length > 0) return false;
  const given = found.settings.map(({ value }) => String(value));
  const loose = factsOf(talk).filter(
    ({ start, value, isWanted }) =>
      isWanted && !found.used.has(start) && !given.some((text) => text.includes(value)),
  );
  // What a closed list offers is not seen yet.
  const lists = without(found).filter(({ kind, options }) => kind === 'choice' && options.length === 0);
  return loose.length <= lists.length && loose.every(({ kind }) => kind === 'name' || kind === 'quote');
}

/** Ways of giving a value, which say nothing of the order of things. */
const FILLING = /\b(?:type|tick|press|hit|tap|click)\b/giu;
const ENOUGH_TOLD = 4;

/** "Submit a reading of 48213 for 9 October": little is told, but it is all that the form asks for. */
function isFull(found: Match, { goal }: Talk): boolean {
  const open = without(found).filter((control) => isEmptyControl(control) && !isTerms(control));
  return HANDING_IN.test(goal) && found.settings.length > 0 && open.length === 0;
}

const HANDING_IN =
  /^(?:please\s+)?(?:submit|send|report|record|register|file|hand\s+in|book|reserve|request|schedule|order|apply)\b(?!.*\b(?:and|then)\b)/iu;

const CERTAIN = new Set<Fact['kind']>(['email', 'phone', 'date', 'time', 'street', 'card', 'quote']);

/** How much of what can be told for sure has a place in the form. */
function coverOf({ used }: Match, talk: Talk): number {
  const facts = factsOf(talk).filter(({ kind }) => CERTAIN.has(kind));
  return facts.length === 0 ? 1 : facts.filter(({ start }) => used.has(start)).length / facts.length;
}

function isContact({ control }: Match['settings'][number]): boolean {
  return CONTACT.has(control.kind) || (control.kind === 'text' && NAME.test(control.label));
}

function isSearch({ element }: Control): boolean {
  return element.type === 'search' || element.role === 'searchbox';
}

/** Fields that must be filled in and that the task says nothing of. */
function lackingOf(found: Match): Control[] {
  return without(found).filter(
    (control) => isRequired(control) && isEmptyControl(control) && !isTerms(control),
  );
}

function without({ controls, settings }: Match): Control[] {
  const set = new Set(settings.map(({ control }) => control));
  return controls.filter((control) => !set.has(control));
}

/** What the page says it is for. */
function headOf({ title, elements }: PageModel): string {
  const isHead = ({ isVisible, isFraming, tag, role }: UiElement) =>
    isVisible && !isFraming && (/^h[12]$/u.test(tag) || tag === 'legend' || role === 'button');
  const heads = elements.filter(isHead).map(({ name }) => name);
  // The name of the site stands in every title.
  const [own = ''] = title.split(/\s[|–—-]\s/u);
  return [own, ...heads.slice(0, 8)].join(' ');
}
