import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { isSeeking, wantsSeeking } from '../forms/seeking.ts';
import type { Act } from '../language/intent.ts';
import { namesIn } from '../language/object-words.ts';
import { listOf } from '../language/read-choose.ts';
import { readTime } from '../language/read-date.ts';
import type { Target } from '../language/read-target.ts';
import { seatCodes } from '../language/seat-codes.ts';
import { canonical, holdsPhrase, normalize, wordsOf } from '../language/words.ts';
import { meantBy } from '../sight/beside.ts';
import { crossingOf } from '../sight/crossing.ts';
import { isField, isForAddressee } from '../sight/fields.ts';
import { keyOf, type Located, seek } from '../sight/locate.ts';
import { type Match, SURE } from '../sight/match-target.ts';
import { isInside, itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { headsOf } from '../sight/table-heads.ts';
import { controlIn, telling, verbScore } from '../sight/verb-control.ts';
import { PUTS, pickDays, pressAndGoOn, replyHere, sayThere } from './act-form.ts';
import { actOnRows } from './act-on-rows.ts';
import { assignInRow } from './assign.ts';
import { checkOut } from './check-out.ts';
import { compose } from './compose.ts';
import { answerBack, tickConsent } from './consent.ts';
import { enterAccount, enterPlace } from './enter-place.ts';
import { fillFrom, submitButton, submitForm } from './fill-form.ts';
import { fillInTurn } from './fill-in-turn.ts';
import { fillLate, writeQuoted } from './fill-late.ts';
import { click, labelOf, tick } from './hands.ts';
import { keeperOf, lastResort } from './last-resort.ts';
import { HANDS_OUT, narrowByName, pressFilter } from './narrow-list.ts';
import { controlFor, openObject, openThing } from './open-thing.ts';
import { entryOfOwnMenu } from './own-menu.ts';
import { pickSeats } from './pick-seats.ts';
import { pickSlot } from './pick-slot.ts';
import { pickVariants } from './pick-variants.ts';
import { replyInRow } from './reply-in-row.ts';
import { narrowBy, notFound } from './search.ts';
import { setCounts } from './set-counts.ts';
import { takeByTyping } from './suggestions.ts';
import { takeBest } from './take-best.ts';
import { transfer } from './transfer.ts';

/**
 * Any other verb: "buy the lamp", "forward the mail from Ann to Bob", "book the cheapest flight". Pages have controls
 * named like the verb; the object says which one, and the rest goes into the form that follows.
 */
export async function actOn(agent: Agent, intent: Act): Promise<Outcome> {
  const { verb } = intent;
  const phrase = intent.phrase.replace(
    /\b(?:it|them|him|her|(?:that|this)\s+(?:e-?mail|mail|message|post|tweet|item|entry|user|person|contact|one|product|article|comment|photo|song))\b/iu,
    agent.about ?? 'it',
  );
  const object = intent.object.isPronoun && agent.sought ? agent.sought : intent.object;
  const wanted: Act = { ...intent, phrase, object };
  const ticked =
    (await tickConsent(agent, wanted)) ??
    (await answerBack(agent, wanted)) ??
    (await replyInRow(agent, wanted));
  if (ticked) return ticked;
  const moved = MOVES.test(verb) ? await transfer(agent, entriesIn(phrase)) : null;
  if (moved) return moved;
  const offered = NARROWING.test(verb) ? await narrowByName(agent, phrase) : null;
  if (offered) return offered;
  const here = await actHere(agent, wanted);
  if (here) return here;
  const narrowed = NARROWING.test(verb) ? await narrowBy(agent, phrase) : null;
  if (narrowed) return narrowed;
  if (await enterPlace(agent, verb, telling(phrase, verb))) {
    const there = await actInPlace(agent, wanted);
    if (there) return there;
  }
  if (await enterAccount(agent, phrase)) {
    const held = await seek(agent, (model, isHidden) => sureControl(model, wanted, isHidden));
    if (held) return use(agent, held, wanted);
  }
  const added = verb === 'add' ? await addByTyping(agent, wanted.object.text) : null;
  if (added) return added;
  const replied = await replyHere(agent, wanted);
  if (replied) return replied;
  const slot = await slotFor(agent, wanted);
  if (slot === 'taken') return stuck(`what is told is taken: ${intent.source}`);
  if (slot) return pressAndGoOn(agent, slot, wanted);
  const plain = plainTarget(wanted.object);
  const before = new Set((await see(agent)).model.elements.filter(isField).map(keyOf));
  const isThing = await openThing(agent, wanted.object);
  const opened = isThing || (await openObject(agent, wanted));
  if (typeof opened === 'object') return use(agent, opened, wanted);
  if (isThing) {
    const written = PUTS.test(verb) ? null : await fillOpened(agent, wanted);
    if (written) return written;
    // The page is the thing's own: what told it from the others says nothing any more.
    const place = phrase.match(/\b(?:in)?to\s+(?:the|my|your)\s.+$/iu)?.[0] ?? '';
    const control = await controlFor(agent, { ...wanted, object: plain, phrase: place }, 2);
    if (control) return use(agent, control, wanted);
  } else if (opened) {
    const written = COMPOSED.test(verb)
      ? ((await compose(agent, wanted)) ?? (await sayThere(agent, wanted, before)))
      : await fillOpened(agent, wanted);
    if (written) return written;
    const control = await controlFor(agent, { ...wanted, object: plain }, 2);
    if (control) return use(agent, control, wanted);
  }
  const missing = notFound(agent);
  if (missing) return missing;
  const bought = await buyHere(agent, wanted);
  if (bought) return bought;
  const found = await seek(agent, (model, isHidden) => controlIn(model, wanted, isHidden));
  if (found) return use(agent, found, wanted);
  const composed = await compose(agent, wanted);
  if (composed) return composed;
  const last = await lastResort(agent, wanted);
  if (last) return use(agent, last, wanted);
  return stuck(`nothing on the page does "${intent.source}"`);
}

/** What puts entries from one list into the other. */
const MOVES = /^(?:add|remove|move|transfer|assign|unassign|take|grant|revoke|give|allow|include|exclude)$/u;

/** The entries that are named, by their marks where they have some. */
function entriesIn(phrase: string): string[] {
  const quoted = [...phrase.matchAll(/"([^"]+)"|“([^”]+)”/gu)].map(([, one, other]) => one ?? other ?? '');
  if (quoted.length > 0) return quoted;
  return listOf(phrase.replace(/\s+(?:to|from|into|back to)\s+(?:the|my)?.*$/iu, ''), []);
}

/** A box that takes several entries and offers what fits while one types. */
async function addByTyping(agent: Agent, value: string): Promise<Outcome | null> {
  const boxes = (await see(agent)).model.elements.filter(
    (element) => isField(element) && element.isEditable && element.role === 'combobox',
  );
  return value !== '' && boxes.length === 1 ? takeByTyping(agent, value) : null;
}

/** What the page at hand has for it: controls of that name, a form that the words have values for. */
async function actHere(agent: Agent, wanted: Act): Promise<Outcome | null> {
  const { verb, object, source, phrase } = wanted;
  const assigned = await assignInRow(agent, wanted);
  if (assigned) return assigned;
  const each = (await actOnRows(agent, wanted)) ?? (await setCounts(agent, wanted));
  if (each) return each;
  if (COMPOSED.test(verb)) await openAddressee(agent, phrase);
  // Which places are free depends on the showing.
  const hasSeats = seatCodes(phrase).length > 0;
  const shown = hasSeats ? await pickSlot(agent, wanted) : 0;
  const seats = await pickSeats(agent, phrase);
  if (!seats.ok) return seats;
  const days = await pickDays(agent, wanted);
  if (days && !days.ok) return days;
  const filled =
    seats.count +
    (days ? 1 : 0) +
    (await fillInTurn(agent, source)) +
    (await fillFrom(agent, source)) +
    (hasSeats ? shown : await pickSlot(agent, wanted)) +
    (await pickOptions(agent, wanted)) +
    (await writeQuoted(agent, wanted));
  const direct = filled > 0 ? null : ((await controlFor(agent, wanted)) ?? (await keeperOf(agent, wanted)));
  if (direct) return use(agent, direct, wanted);
  const listed = filled > 0 ? null : await entryOfOwnMenu(agent, telling(phrase, verb), verb, phrase);
  if (listed) return pressAndGoOn(agent, listed, wanted);
  if (filled === 0) return null;
  if (HANDS_OUT.test(verb)) await pressFilter(agent);
  const own = controlIn((await see(agent)).model, {
    ...wanted,
    object: { ...wanted.object, extreme: null },
    phrase: '',
  });
  const told = own && (await controlFor(agent, wanted));
  if (told && told.element.role === 'button') return pressAndGoOn(agent, told, wanted);
  if (own && own.score >= SURE && own.element.role === 'button' && !object.extreme)
    return pressAndGoOn(agent, { scene: await see(agent), element: own.element }, wanted);
  if (object.restrictions.length > 0 && own === null && (await isOfferedOtherwise(agent, verb)))
    return stuck(`nothing that is offered is as told: ${source}`);
  const isAtOnce =
    NARROWING.test(verb) && submitButton((await see(agent)).model, verb, agent.filled) === null;
  if (agent.isSendAhead || isAtOnce) return DONE;
  const sent = await submitForm(agent, object.extreme ? 'search' : verb, source);
  if (!sent.ok) return sent;
  if (!object.extreme) {
    // "Buy tickets for the 15:24 train": the press has only brought up what there is to buy.
    const pressed = agent.pressed?.name ?? '';
    const isOnlyLooked = isSeeking({ name: pressed }) && !wantsSeeking(source);
    const found = own || !(PUTS.test(verb) || isOnlyLooked) ? null : await controlFor(agent, wanted);
    if (found) return use(agent, found, wanted);
    return isOnlyLooked ? stuck(`"${pressed}" only looks for something, and nothing was done with it`) : DONE;
  }
  const best = await takeBest(agent, source);
  if (best) return best;
  const after =
    (await controlFor(agent, wanted, 12)) ?? (await controlFor(agent, { ...wanted, verb: 'select' }));
  return after ? use(agent, after, wanted) : stuck(`nothing on the page does "${source}"`);
}

/** Several things have a control for the deed, and no other button is meant by it. */
async function isOfferedOtherwise(agent: Agent, verb: string): Promise<boolean> {
  const { elements } = (await see(agent)).model;
  const controls = elements.filter(
    (element) =>
      element.isVisible && element.isClickable && !isField(element) && verbScore(element, verb, '') >= 0.7,
  );
  return controls.length > 1;
}

/** Where such things are done: a list has a control for each of them, on this page or a later one; else there is a form. */
async function actInPlace(agent: Agent, wanted: Act): Promise<Outcome | null> {
  const { model } = await see(agent);
  const controls = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      !element.isFraming &&
      !isField(element) &&
      verbScore(element, wanted.verb, '') >= 0.5,
  );
  if (controls.length < 2) return wanted.object.extreme ? null : fillOpened(agent, wanted);
  const here = await actHere(agent, wanted);
  if (here || wanted.object.extreme) return here;
  const found = await seek(agent, (page, isHidden) => sureControl(page, wanted, isHidden));
  return found && use(agent, found, wanted);
}

/** Where nothing is called "buy", it goes into the cart, and from there to the checkout when the words say who gets it. */
async function buyHere(agent: Agent, wanted: Act): Promise<Outcome | null> {
  if (canonical(wanted.verb) !== 'buy') return null;
  const adding = { ...wanted, verb: 'add', object: plainTarget(wanted.object), phrase: 'to the cart' };
  const control = (await addOfThing(agent, wanted)) ?? (await controlFor(agent, adding, 2));
  if (!control || control === 'several') return null;
  const added = await pressAndGoOn(agent, control, { ...adding, phrase: wanted.phrase, source: '' });
  return added.ok && /@|,\s*\S+.*,/u.test(wanted.source) ? checkOut(agent, wanted.source) : added;
}

/** Where every thing of a list has its own "Add": that of the thing; null where there is one "Add" at most. */
async function addOfThing(agent: Agent, { verb, phrase }: Act): Promise<Located | 'several' | null> {
  const scene = await see(agent);
  const adding = scene.model.elements.filter(
    (element) => element.isVisible && element.role === 'button' && verbScore(element, 'add', '') >= 0.7,
  );
  if (adding.length < 2) return null;
  const element = meantBy(scene.model, adding, telling(phrase, verb));
  return element ? { scene, element } : 'several';
}

function plainTarget(object: Target): Target {
  return { ...object, near: null, extreme: null, ordinal: null, restrictions: [] };
}

/** The page that was opened has a form for it: it is filled in before anything on it is pressed. */
async function fillOpened(agent: Agent, { verb, source }: Act): Promise<Outcome | null> {
  if ((await fillFrom(agent, source)) === 0) return null;
  if (!HANDS_OUT.test(verb)) return submitForm(agent, verb, source);
  await pressFilter(agent);
  return null;
}

function sureControl(model: PageModel, wanted: Act, isHidden: boolean): Match | null {
  const match = controlIn(model, wanted, isHidden);
  return match && match.score >= SURE ? match : null;
}

/** What is done by writing something: the form comes before any button called so. */
const COMPOSED = /^(?:write|reply|respond|answer|comment|post|send|message|review|leave|ask)$/u;

/** The empty place beside the time the task names: where a calendar takes a new entry. */
async function slotFor(agent: Agent, wanted: Act): Promise<Located | 'taken' | null> {
  if (!/^(?:create|add|schedule|book|make|plan|put|set)$/u.test(wanted.verb)) return null;
  const scene = await see(agent);
  const time = wanted.phrase.match(/\b\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\b\.?)|\b\d{1,2}:\d{2}\b/iu)?.[0];
  const isPlace = ({ tag, name, text, isEditable, box }: UiElement) =>
    name === '' && text === '' && !isEditable && box.width > 10 && !/^t[hr]$/u.test(tag);
  const isHour = ({ isVisible, isHeard, isEditable, text }: UiElement) =>
    isVisible && isHeard && !isEditable && text.length < 10 && readTime(text) === readTime(time ?? '');
  const controls =
    time === undefined
      ? []
      : inRowOf(scene.model, time, (one) => one.isClickable && verbScore(one, wanted.verb, '') >= 0.7);
  const headed = controls.filter((control) =>
    wordsOf(headsOf(scene.model, control)).some(
      (word) => word.length > 2 && holdsPhrase(wanted.phrase, word),
    ),
  );
  const own = headed.length === 1 ? headed[0] : controls.length === 1 ? controls[0] : undefined;
  if (own) return { scene, element: own };
  const named = time === undefined ? [] : ofNameAndTime(scene.model, wanted.phrase, time);
  if (named.length > 0) {
    const free = named.find((element) => isPlace(element) || (element.isHeard && FREE.test(element.text)));
    return free ? { scene, element: free } : 'taken';
  }
  const place =
    time === undefined
      ? undefined
      : (crossing(scene.model, time, wanted.phrase, isPlace) ??
        inRowOf(scene.model, time, isPlace)[0] ??
        scene.model.elements.find(isHour));
  return place ? { scene, element: place } : null;
}

/** "Room Elm at 11:00": what stands where the line of the one crosses that of the other. */
function ofNameAndTime(model: PageModel, phrase: string, time: string): UiElement[] {
  const isTime = ({ text }: UiElement) => text.length < 10 && readTime(text) === readTime(time);
  return namesIn(phrase)
    .map((name) => crossingOf(model, isTime, ({ text }) => canonical(text) === canonical(name)))
    .reduce((found, other) => (found.length > 0 ? found : other), []);
}

const FREE = /^(?:free|available|open|book|reserve|\+|[-–])$/iu;

/** Where the row of a time crosses the column of the day that the words name. */
function crossing(
  model: PageModel,
  time: string,
  words: string,
  isPlace: (element: UiElement) => boolean,
): UiElement | undefined {
  const label = model.elements.find(
    ({ isVisible, text }) => isVisible && text.length < 10 && readTime(text) === readTime(time),
  );
  if (!label) return undefined;
  const middle = label.box.y + label.box.height / 2;
  const spoken = wordsOf(words);
  const isHeaded = (element: UiElement) =>
    wordsOf(headsOf(model, element)).some(
      (head) => head.length > 2 && /\p{L}/u.test(head) && spoken.some((word) => word.startsWith(head)),
    );
  return model.elements.find(
    (element) =>
      element.isVisible &&
      isPlace(element) &&
      element.box.y <= middle &&
      middle <= element.box.y + element.box.height &&
      isHeaded(element),
  );
}

/** On the page of one thing to buy, its colour and size are chosen before it goes into the cart. */
async function pickOptions(agent: Agent, { verb, object, phrase }: Act): Promise<number> {
  if (!/^(?:add|buy|order|purchase)$/u.test(verb)) return 0;
  const { model } = await see(agent);
  const controls = model.elements.filter(
    (element) => element.isVisible && element.role === 'button' && verbScore(element, verb, '') >= 0.7,
  );
  return controls.length === 1 ? pickVariants(agent, phrase, object.text) : 0;
}

/** "Send X to Ann" where the page has no field for her name, but an entry to press: her conversation is opened. */
async function openAddressee(agent: Agent, phrase: string): Promise<void> {
  const to = phrase.match(/\bto\s+(@?\p{Lu}[\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*)?)/u)?.[1];
  const scene = await see(agent);
  const { elements } = scene.model;
  const hasField = elements.some((element) => isField(element) && isForAddressee(element));
  const entries = elements.filter(
    ({ isVisible, isHeard, isEditable, role, name }) =>
      isVisible &&
      isHeard &&
      !isEditable &&
      role !== 'button' &&
      to &&
      `${normalize(name)} `.startsWith(`${normalize(to)} `),
  );
  const [entry] = entries;
  const isOpen = elements.some(({ isSelected, name }) => isSelected === true && name === entry?.name);
  if (entry && entries.length === 1 && !hasField && !isOpen) await click(agent, scene, entry);
}

const NARROWING = /^(?:filter|narrow|refine|limit|restrict)$/u;

/** One "Delete" for a list with boxes works on what is ticked: the row of the object is ticked first. */
async function markObject(agent: Agent, at: Located, { verb, phrase }: Act): Promise<Located> {
  const { model } = at.scene;
  const boxes = model.elements.filter(
    ({ isVisible, role }) => isVisible && (role === 'checkbox' || role === 'radio'),
  );
  const isInRow =
    boxes.length > 1 && boxes.some((box) => isInside(model, at.element.node, itemOf(model, box, boxes)));
  if (boxes.length === 0) await pickDrawn(agent, at, telling(phrase, verb));
  const meant = boxes.length > 1 && !isInRow ? meantBy(model, boxes, telling(phrase, verb)) : null;
  if (!meant || meant.isChecked === true || at.element.role === 'checkbox') return at;
  await tick(agent, at.scene, meant, true);
  const scene = await see(agent);
  const element = scene.model.elements.find((one) => one.isVisible && keyOf(one) === keyOf(at.element));
  return element ? { scene, element } : at;
}

/** "Vote for X": choices that are only drawn, one of them called so, beside the one control that sends the choice. */
async function pickDrawn(agent: Agent, { scene, element: control }: Located, words: string): Promise<void> {
  const choices = scene.model.elements.filter(
    ({ isVisible, isClickable, role, href, name, node }) =>
      isVisible && isClickable && role === '' && href === '' && name !== '' && node !== control.node,
  );
  const choice = choices.find(({ name }) => lettersOf(name) !== '' && lettersOf(name) === lettersOf(words));
  const kin = choices.filter(({ signature }) => signature === choice?.signature);
  if (choice && kin.length > 1 && kin.every(({ node }) => !isInside(scene.model, control.node, node)))
    await click(agent, scene, choice);
}

/** Without pictures and signs around them. */
function lettersOf(text: string): string {
  return normalize(text).replace(/^(?:file|folder|item)\s+|^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

async function use(agent: Agent, at: Located, intent: Act): Promise<Outcome> {
  const by = wordsOf(telling(intent.phrase, intent.verb));
  const isBlind = NARROWING.test(intent.verb) && agent.filled.size === 0 && by.length > 0;
  // "Apply filter" with nothing chosen shows everything.
  if (isBlind && !by.some((word) => holdsPhrase(labelOf(at.element), word)))
    return stuck(`nothing was found to ${intent.verb} with (${intent.source})`);
  if (['checkbox', 'switch', 'radio'].includes(at.element.role))
    return (await tick(agent, at.scene, at.element, true))
      ? DONE
      : stuck(`"${labelOf(at.element)}" could not be used`);
  const filled = await fillLate(agent, at, intent);
  return pressAndGoOn(agent, await markObject(agent, filled, intent), intent);
}
