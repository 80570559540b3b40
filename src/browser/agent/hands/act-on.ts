import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { errandFit } from '../language/errand-place.ts';
import type { Intent } from '../language/intent.ts';
import { namesIn, objectWords } from '../language/object-words.ts';
import { listOf } from '../language/read-choose.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { canonical, holdsPhrase, normalize, similarity, stem, wordsOf } from '../language/words.ts';
import { meantBy } from '../sight/beside.ts';
import { isField } from '../sight/fields.ts';
import { kindScore } from '../sight/kind-score.ts';
import { keyOf, type Located, locate, seek } from '../sight/locate.ts';
import { allowedBy, type Match, nearScore, SURE } from '../sight/match-target.ts';
import { isInside, itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import { pickExtreme } from '../sight/pick-extreme.ts';
import { inRowOf } from '../sight/row-of.ts';
import { headsOf } from '../sight/table-heads.ts';
import { isAbout, speakingOf, thingFor, wayFrom } from '../sight/things.ts';
import { pressAndGoOn, replyHere } from './act-form.ts';
import { assignInRow } from './assign.ts';
import { checkOut } from './check-out.ts';
import { compose } from './compose.ts';
import { enterAccount, enterPlace } from './enter-place.ts';
import { fillFrom, submitForm } from './fill-form.ts';
import { click, labelOf, tick } from './hands.ts';
import { narrowList } from './narrow-list.ts';
import { pickSlot } from './pick-slot.ts';
import { pickVariants } from './pick-variants.ts';
import { narrowBy, searchFor, statedSearchField } from './search.ts';
import { transfer } from './transfer.ts';

type Act = Extract<Intent, { kind: 'act' }>;

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
  const ticked = (await tickConsent(agent, wanted)) ?? (await sayYes(agent, wanted));
  if (ticked) return ticked;
  const moved = /^(?:add|remove|move|transfer|assign|take)$/u.test(verb)
    ? await transfer(agent, listOf(phrase.replace(/\s+(?:to|from|into|back to)\s+(?:the|my)?.*$/iu, ''), []))
    : null;
  if (moved) return moved;
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
  const replied = await replyHere(agent, wanted);
  if (replied) return replied;
  const slot = await slotFor(agent, wanted);
  if (slot) return pressAndGoOn(agent, slot, wanted);
  const plain = plainTarget(wanted.object);
  if (await openThing(agent, wanted.object)) {
    const written = PUTS.test(verb) ? null : await fillOpened(agent, wanted);
    if (written) return written;
    // The page is the thing's own: what told it from the others says nothing any more.
    const place = phrase.match(/\b(?:in)?to\s+(?:the|my|your)\s.+$/iu)?.[0] ?? '';
    const control = await controlFor(agent, { ...wanted, object: plain, phrase: place }, 2);
    if (control) return use(agent, control, wanted);
  } else if (await openObject(agent, wanted)) {
    const written = COMPOSED.test(verb) ? await compose(agent, wanted) : await fillOpened(agent, wanted);
    if (written) return written;
    const control = await controlFor(agent, { ...wanted, object: plain }, 2);
    if (control) return use(agent, control, wanted);
  }
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

/** What the page at hand has for it: controls of that name, a form that the words have values for. */
async function actHere(agent: Agent, wanted: Act): Promise<Outcome | null> {
  const { verb, object, source } = wanted;
  const assigned = await assignInRow(agent, wanted);
  if (assigned) return assigned;
  const each = await actOnEach(agent, wanted);
  if (each) return each;
  const filled =
    (await fillFrom(agent, source)) +
    (await tickNamed(agent, wanted)) +
    (await pickSlot(agent, wanted)) +
    (await pickOptions(agent, wanted));
  const direct = filled > 0 ? null : await controlFor(agent, wanted);
  if (direct) return use(agent, direct, wanted);
  if (filled === 0) return null;
  const own = controlIn((await see(agent)).model, {
    ...wanted,
    object: { ...wanted.object, extreme: null },
    phrase: '',
  });
  const told = own && (await controlFor(agent, wanted));
  if (told && told.element.role === 'button') return pressAndGoOn(agent, told, wanted);
  if (own && own.score >= SURE && own.element.role === 'button' && !object.extreme)
    return pressAndGoOn(agent, { scene: await see(agent), element: own.element }, wanted);
  if (agent.isSendAhead) return DONE;
  const sent = await submitForm(agent, object.extreme ? 'search' : verb, source);
  if (!sent.ok) return sent;
  const after = await controlFor(agent, wanted, 2);
  return after && object.extreme ? use(agent, after, wanted) : DONE;
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
  const control = await controlFor(agent, adding, 2);
  if (!control) return null;
  const added = await pressAndGoOn(agent, control, { ...adding, phrase: wanted.phrase, source: '' });
  return added.ok && /@|,\s*\S+.*,/u.test(wanted.source) ? checkOut(agent, wanted.source) : added;
}

function plainTarget(object: Target): Target {
  return { ...object, near: null, extreme: null, ordinal: null, restrictions: [] };
}

/** The page that was opened has a form for it: it is filled in before anything on it is pressed. */
async function fillOpened(agent: Agent, { verb, source }: Act): Promise<Outcome | null> {
  return (await fillFrom(agent, source)) > 0 ? submitForm(agent, verb, source) : null;
}

function sureControl(model: PageModel, wanted: Act, isHidden: boolean): Match | null {
  const match = controlIn(model, wanted, isHidden);
  return match && match.score >= SURE ? match : null;
}

/** What goes somewhere by a press alone. */
const PUTS = /^(?:add|put|buy|order|purchase)$/u;

/** What is done by writing something: the form comes before any button called so. */
const COMPOSED = /^(?:write|reply|respond|answer|comment|post|send|message|review|leave|ask)$/u;

/** "Reorder every product with a stock below 5": the control of each that is meant. */
async function actOnEach(agent: Agent, { verb, object, phrase }: Act): Promise<Outcome | null> {
  if (object.restrictions.length === 0 || !/^(?:every|all|each)\b/iu.test(phrase)) return null;
  const { model } = await see(agent);
  const controls = model.elements.filter(
    (element) => element.isVisible && element.isClickable && verbScore(element, verb, '') >= 0.75,
  );
  const meant = allowedBy(model, controls, object.restrictions);
  for (const control of meant) {
    const scene = await see(agent);
    const now = scene.model.elements.find(({ node, tag }) => node === control.node && tag === control.tag);
    if (!now || isSpent(agent) || !(await click(agent, scene, now)))
      return stuck(`"${labelOf(control)}" could not be pressed`);
  }
  return controls.length > 1 ? DONE : null;
}

/** The control named like the verb, whatever it is for. */
async function lastResort(agent: Agent, wanted: Act): Promise<Located | null> {
  const scene = await see(agent);
  const object = { ...wanted.object, extreme: null, restrictions: [] };
  const bare = controlIn(scene.model, { ...wanted, object, phrase: '' });
  const isOne =
    scene.model.elements.filter(({ name, isVisible }) => isVisible && name === bare?.element.name).length ===
    1;
  return bare && isOne && bare.score >= 0.9 ? { scene, element: bare.element } : null;
}

/** The empty place beside the time the task names: where a calendar takes a new entry. */
async function slotFor(agent: Agent, wanted: Act): Promise<Located | null> {
  if (!/^(?:create|add|schedule|book|make|plan|put|set)$/u.test(wanted.verb)) return null;
  const scene = await see(agent);
  const time = wanted.phrase.match(/\b\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\b\.?)|\b\d{1,2}:\d{2}\b/iu)?.[0];
  const isPlace = ({ text, isEditable, box }: UiElement) => text === '' && !isEditable && box.width > 10;
  const place = time ? inRowOf(scene.model, time, isPlace)[0] : undefined;
  return place ? { scene, element: place } : null;
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

const NARROWING = /^(?:filter|narrow|refine|limit|restrict)$/u;

/** "... and confirm": the way on of whatever asks back now; where nothing asks, it has been confirmed already. */
async function sayYes(agent: Agent, { verb, phrase, object }: Act): Promise<Outcome | null> {
  const isBare =
    object.isPronoun ||
    /^(?:when(?:ever)?\s.*|if\s.*|this|that|the\s+(?:action|choice|question|dialog(?:ue)?|prompt|deletion|cancellation|removal|order|booking))?$/iu.test(
      phrase.trim(),
    );
  if (verb !== 'confirm' || !isBare) return null;
  const scene = await see(agent);
  const shown = scene.model.elements.filter(
    ({ isVisible, isCovered, isClickable, isEditable }) =>
      isVisible && !isCovered && isClickable && !isEditable,
  );
  const yes = [/^(?:confirm|yes)\b/u, /^(?:ok|okay|sure|continue|proceed|i(?:'| a)m sure)\b/u]
    .map((way) => shown.find(({ name }) => way.test(normalize(name))))
    .find((button) => button !== undefined);
  if (yes) return (await click(agent, scene, yes)) ? DONE : stuck(`"${labelOf(yes)}" could not be pressed`);
  return agent.acts > 0 ? DONE : null;
}

/** "accept the terms", "agree to be called", "mute notifications": a box that says so. */
async function tickConsent(agent: Agent, { verb, source, phrase }: Act): Promise<Outcome | null> {
  const scene = await see(agent);
  const boxes = scene.model.elements.filter(
    (element) => ['checkbox', 'switch'].includes(element.role) && !element.isDisabled,
  );
  const named = boxes.find(
    ({ name, isVisible }) => isVisible && similarity(name, `${verb} ${phrase}`) >= 0.95,
  );
  if (named)
    return (await tick(agent, scene, named, true)) ? DONE : stuck(`"${named.name}" could not be ticked`);
  if (!/^(?:accept|agree|subscribe|confirm|consent|opt|unsubscribe)$/u.test(verb)) return null;
  const best = boxes
    .map((element) => ({
      element,
      score: Math.max(
        similarity(element.name, source),
        similarity(element.name, phrase),
        holdsAll(element.name, phrase) ? 0.8 : 0,
      ),
    }))
    .sort((one, other) => other.score - one.score)[0];
  if (!best || best.score < 0.35) return null;
  return (await tick(agent, scene, best.element, verb !== 'unsubscribe'))
    ? DONE
    : stuck(`"${best.element.name}" could not be ticked`);
}

/** "Filter by category Mugs": boxes called so are ticked. */
async function tickNamed(agent: Agent, { verb, phrase }: Act): Promise<number> {
  if (!NARROWING.test(verb)) return 0;
  const scene = await see(agent);
  const boxes = scene.model.elements.filter(
    ({ isVisible, role, isChecked, name }) =>
      isVisible && ['checkbox', 'radio'].includes(role) && isChecked === false && holdsPhrase(phrase, name),
  );
  let count = 0;
  for (const box of boxes) if (await tick(agent, scene, box, true)) count += 1;
  return count;
}

function holdsAll(text: string, phrase: string): boolean {
  const there = canonical(text).split(' ');
  const words = canonical(phrase)
    .split(' ')
    .filter((word) => word.length > 2 && word !== 'the');
  return words.length > 0 && words.every((word) => there.includes(word));
}

async function controlFor(agent: Agent, intent: Act, tries = 1): Promise<Located | null> {
  for (let round = 0; round < tries; round += 1) {
    const scene = await see(agent);
    const match = controlIn(scene.model, intent);
    if (match && match.score >= SURE) return { scene, element: match.element };
    if (round + 1 < tries) await agent.clock.sleep(150, agent.signal);
  }
  return null;
}

/** The control named like the verb that belongs to the object. */
function controlIn(model: PageModel, { verb, object, phrase }: Act, isHidden = false): Match | null {
  const controls = model.elements.filter(
    (element) =>
      element.isVisible !== isHidden &&
      (element.isClickable || kindScore(element, 'icon') === 1) &&
      !element.isEditable &&
      !isField(element) &&
      element.role !== 'heading' &&
      !isOtherPlace(element, verb, phrase),
  );
  const named = controls
    .map((element) => ({ element, fit: verbScore(element, verb, phrase) }))
    .filter(({ fit }) => fit >= 0.5)
    .sort((one, other) => other.fit - one.fit);
  const top = named[0]?.fit ?? 0;
  const alike = named.filter(({ fit }) => fit >= top - 0.15).map(({ element }) => element);
  const peers = object.restrictions.length > 0 ? allowedBy(model, alike, object.restrictions) : alike;
  if (peers.length === 0) return null;
  if (object.extreme) {
    const meant = speakingOf(model, peers, object.text);
    const best = pickExtreme(model, meant.length > 0 ? meant : peers, object.extreme);
    return best && alike.length > 1 ? { element: best, score: 0.95 } : null;
  }
  if (isCounted(object)) {
    const own = peers.at((object.ordinal ?? 0) > 0 ? (object.ordinal ?? 0) - 1 : -1);
    return own && alike.length > 1 ? { element: own, score: 0.95 } : null;
  }
  if (alike.length > 1 && object.restrictions.length > 0 && object.text === '')
    return { element: peers[0] as UiElement, score: 0.95 };
  if (phrase === '') return { element: peers[0] as UiElement, score: top };
  const words = telling(phrase, verb);
  const names = namesIn(words);
  const scored = peers.map((element) => {
    const own = `${element.name} ${element.group}`;
    const around =
      peers.length === 1
        ? ''
        : `${wholeTextOf(model, itemOf(model, element, peers))} ${headsOf(model, element)}`;
    // Of several alike the one is meant whose row has the name.
    if (peers.length > 1 && names.length > 0 && !names.some((name) => holdsPhrase(`${own} ${around}`, name)))
      return { element, score: 0 };
    const fit =
      words === ''
        ? 1
        : Math.max(
            nearScore(`${own} ${around}`, words),
            object.near ? nearScore(`${own} ${around}`, object.near) : 0,
          );
    return { element, score: 0.5 * top + 0.5 * fit };
  });
  const meant = peers.length > 1 && words !== '' ? meantBy(model, peers, words) : null;
  for (const one of scored) if (one.element === meant) one.score = Math.max(one.score, 0.5 * top + 0.3);
  const best = scored.sort((one, other) => other.score - one.score)[0];
  if (!best) return null;
  // One control of that name and nothing else to tell it by: it is meant, if its page speaks of the object.
  if (peers.length === 1) {
    const page = model.elements.map((element) => element.text).join(' ');
    const speaks = words === '' ? 1 : nearScore(`${best.element.name} ${page} ${model.title}`, words);
    return {
      element: best.element,
      score: 0.45 * top + 0.5 * Math.max(speaks, isWholeName(best.element, verb, phrase) ? 1 : 0),
    };
  }
  return best;
}

/** "Book a table" in the frame around the content is not where a room is booked. */
function isOtherPlace({ isFraming, role, name }: UiElement, verb: string, phrase: string): boolean {
  return isFraming && role === 'link' && wordsOf(name).length > 2 && errandFit(name, verb, phrase) === 0;
}

function isWholeName(element: UiElement, verb: string, phrase: string): boolean {
  return similarity(element.name, `${verb} ${phrase}`) > 0.75;
}

function verbScore(element: UiElement, verb: string, phrase: string): number {
  const name = element.name || element.hints;
  const first = wordsOf(canonical(name))[0] ?? '';
  const asked = canonical(verb);
  const whole = similarity(name, `${verb} ${phrase}`);
  if (isNounIn(name, asked)) return 0;
  const exact = similarity(name, verb);
  const leads = first === asked ? 0.75 : 0;
  const hinted = element.name.length <= 2 || element.text === '' ? 0.75 * similarity(element.hints, verb) : 0;
  const isCalled = element.name.length <= 2 && wordsOf(element.hints).includes(verb) ? 0.97 : 0;
  const byTitle = canonical(element.hints).split(' ').includes(asked) && element.name.length <= 2 ? 0.8 : 0;
  const marked =
    verb === 'mark'
      ? Math.max(
          ...wordsOf(phrase)
            .slice(-3)
            .map((word) => verbScore(element, word === 'mark' ? 'star' : word, '')),
        )
      : 0;
  // A name that only repeats the object is the object, not what acts on it.
  const says = canonical(name).split(' ').includes(asked) || canonical(name).split(' ').includes(stem(asked));
  return Math.max(says ? whole : 0, exact, leads, hinted, isCalled, byTitle, marked);
}

/** "Guest book", "your order": the word that could be told to do something is the name of a thing. */
function isNounIn(name: string, verb: string): boolean {
  const words = wordsOf(canonical(name));
  return (
    words.length > 1 &&
    words.at(-1) === verb &&
    words[0] !== verb &&
    !/^(?:to|please|now)$/u.test(words.at(-2) ?? '') &&
    NOUNS.has(verb)
  );
}

const NOUNS = new Set(['book', 'buy', 'post', 'review', 'text', 'rate', 'report', 'answer', 'question']);

/** The words of the object that tell it from others. */
function telling(phrase: string, verb: string): string {
  // A name in quotes right after the verb is the object; later ones are what is to be said.
  return objectWords(phrase.replace(/^(?:the\s+\p{Ll}+\s+)?["“]([^"”]*)["”]/u, '$1'))
    .replace(/\b(?:with|saying)\s+(?:the\s+)?(?:text|message|words?|star|flag)?.*$/iu, ' ')
    .replace(
      /\b(?:to|from)\s+(?:the\s+|my\s+|your\s+)(?:\p{L}+\s)?(?:cart|basket|bag|trolley|wish ?list|favou?rites|list|inbox)\b/giu,
      ' ',
    )
    .replace(/(?<=\S\s)(?:to|as)\s+\S+\s*$/iu, ' ')
    .replace(
      /\b(?:the|a|an|email|e-mail|mail|message|post|product|item|entry|user|by|from|of|for|to|it|with|one|this|that|'s)\b/giu,
      ' ',
    )
    .replace(new RegExp(`\\b${verb.replace(/[^\p{L}]/gu, '')}\\b`, 'giu'), ' ')
    .replace(/['’]s\b/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** One "Delete" for a list with boxes works on what is ticked: the row of the object is ticked first. */
async function markObject(agent: Agent, at: Located, { verb, phrase }: Act): Promise<Located> {
  const { model } = at.scene;
  const boxes = model.elements.filter(({ isVisible, role }) => isVisible && role === 'checkbox');
  const isInRow =
    boxes.length > 1 && boxes.some((box) => isInside(model, at.element.node, itemOf(model, box, boxes)));
  const meant = boxes.length > 1 && !isInRow ? meantBy(model, boxes, telling(phrase, verb)) : null;
  if (!meant || meant.isChecked === true || at.element.role === 'checkbox') return at;
  await tick(agent, at.scene, meant, true);
  const scene = await see(agent);
  const element = scene.model.elements.find((one) => one.isVisible && keyOf(one) === keyOf(at.element));
  return element ? { scene, element } : at;
}

async function use(agent: Agent, at: Located, intent: Act): Promise<Outcome> {
  if (['checkbox', 'switch', 'radio'].includes(at.element.role))
    return (await tick(agent, at.scene, at.element, true))
      ? DONE
      : stuck(`"${labelOf(at.element)}" could not be used`);
  return pressAndGoOn(agent, await markObject(agent, at, intent), intent);
}

/** "The second result", "the last product": told by its place in a list alone. */
function isCounted({ ordinal, kind, text }: Target): boolean {
  return ordinal !== null && text === '' && (kind === 'result' || kind === 'item');
}

/** Opens one of the things the page lists, told by its place or by comparing; searches the site where it does not list them. */
async function openThing(agent: Agent, object: Target): Promise<boolean> {
  if (!isCounted(object) && object.extreme === null) return false;
  const here = await see(agent);
  const isListed = object.text === '' || isAbout(here.model, object.text) || !statedSearchField(here.model);
  const isNarrowed = !isListed && (await narrowList(agent, object.text));
  if (!isListed && !isNarrowed) await searchFor(agent, object.text);
  const scene = isListed ? here : await see(agent);
  const thing = thingFor(scene.model, isNarrowed ? { ...object, text: '' } : object);
  return thing !== null && click(agent, scene, thing);
}

/** Opens the thing the task speaks of, or looks for it with the page's own search. */
async function openObject(agent: Agent, intent: Act): Promise<boolean> {
  const words = telling(intent.phrase, intent.verb);
  if (words === '' || isSpent(agent)) return false;
  const [name] = namesIn(words);
  const named = { ...readTarget('', []), text: name?.includes(' ') ? name : words };
  const found = (await linkCalled(agent, name)) ?? (await locate(agent, named));
  if (found && !['radio', 'checkbox'].includes(found.element.role)) {
    const way = wayFrom(found.scene.model, found.element) ?? found.element;
    if (!(await click(agent, found.scene, way))) return false;
    const after = await see(agent);
    if (after.text !== found.scene.text || after.model.url !== found.scene.model.url) return true;
  }
  // A search knows the name of a thing, and seldom what else is said of it.
  if (!(await searchFor(agent, name ?? words))) return false;
  const direct = await controlFor(agent, intent);
  if (direct) return true;
  const hit = await locate(agent, named);
  return (
    hit !== null &&
    holdsPhrase(`${hit.element.name} ${hit.element.text}`, wordsOf(named.text)[0] ?? '') &&
    click(agent, hit.scene, hit.element)
  );
}

/** A link that is called just so, before anything that only shares a word with it. */
async function linkCalled(agent: Agent, name: string | undefined): Promise<Located | null> {
  const scene = await see(agent);
  const element = scene.model.elements.find(
    (link) =>
      name && link.isVisible && link.role === 'link' && !link.isFraming && similarity(link.name, name) > 0.96,
  );
  return element ? { scene, element } : null;
}
