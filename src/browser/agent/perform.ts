import { type Agent, DONE, type Outcome, rest, see, stuck } from './agent-context.ts';
import { actOn } from './hands/act-on.ts';
import { addEntry } from './hands/add-entry.ts';
import { checkOut } from './hands/check-out.ts';
import { clickEach } from './hands/click-each.ts';
import { clickTarget, closeTarget, describe, openTarget, pressNamed, resolve } from './hands/click-target.ts';
import { newEntry } from './hands/compose.ts';
import { countBehind } from './hands/count-behind.ts';
import { doDeedOnItem } from './hands/deed-on-item.ts';
import { doDeedOnMany } from './hands/deed-on-many.ts';
import { arrangeByDragging, dragAll, dragTo, sortByDragging } from './hands/drag.ts';
import { download } from './hands/files.ts';
import { fillByMention } from './hands/fill-by-mention.ts';
import { fillFrom, submitForm } from './hands/fill-form.ts';
import { fillFromPage } from './hands/fill-from-page.ts';
import { click, focus, hover, labelOf, selectText } from './hands/hands.ts';
import { carried, makeChoice, tickByVerb } from './hands/make-choices.ts';
import { moveByList, moveCard } from './hands/move-card.ts';
import { moveInto } from './hands/move-into.ts';
import { openAsked } from './hands/open-asked.ts';
import { doubleClick, rightClick } from './hands/other-clicks.ts';
import { putInto } from './hands/put-into.ts';
import { rate } from './hands/rate.ts';
import { resize, resizeTo } from './hands/resize.ts';
import { turnTo, turnToNamed } from './hands/results.ts';
import { scrollToEnd, scrollToThing } from './hands/scroll.ts';
import { notFound, searchFor, statedSearchField } from './hands/search.ts';
import { selectPart } from './hands/select-part.ts';
import { setPairs, stepBy } from './hands/set-pairs.ts';
import { putBeside, shift } from './hands/shift.ts';
import { arrangeByArrows, sortByArrows } from './hands/sort-by-arrows.ts';
import { tickBoxes } from './hands/tick-boxes.ts';
import { fieldFor, typeEntries } from './hands/type-entries.ts';
import { uploadFile } from './hands/upload-file.ts';
import { holds } from './language/condition.ts';
import type { Entry, Intent } from './language/intent.ts';
import { namesIn } from './language/object-words.ts';
import { readTarget, type Target } from './language/read-target.ts';
import { readParts, type SearchPart } from './language/search-parts.ts';
import { normalize, wordsOf } from './language/words.ts';
import { outcome } from './outcome.ts';
import { classifyNumbers, copyText, remember, workOut } from './remember.ts';
import { isAtHand } from './sight/at-hand.ts';
import { findField, isField, readFieldValues } from './sight/fields.ts';
import { type Located, locate } from './sight/locate.ts';
import { matchTarget } from './sight/match-target.ts';
import { thingFor } from './sight/things.ts';
import { logIn } from './sign-in/log-in.ts';
import { signIn } from './sign-in/sign-in.ts';
import { addEach } from './skills/add-each.ts';
import { editText } from './skills/edit-text.ts';
import { feelFor } from './skills/feel.ts';
import { guess } from './skills/guess.ts';
import { nameFigure } from './skills/name-figure.ts';
import { playNoughts } from './skills/noughts.ts';
import { playPairs } from './skills/pairs.ts';
import { pressNumbers } from './skills/press-numbers.ts';
import { pressUntil, pressWhen, waitFor } from './skills/press-until.ts';
import { runCommand, useShell } from './skills/shell.ts';
import { sortBy } from './skills/sort-by.ts';
import { drawFigure, pressSpot } from './skills/spot.ts';
import { styleText } from './skills/style-text.ts';
import { tickAlike } from './skills/tick-alike.ts';
import { doAsTold } from './talk/do-as-told.ts';

/** Carries one intent out on the page as it is now. */
export async function perform(agent: Agent, intent: Intent): Promise<Outcome> {
  const missing = isOfFound(intent) ? notFound(agent) : null;
  return (
    missing ??
    (await putInto(agent, intent)) ??
    (ON_MANY.has(intent.kind) ? await doDeedOnMany(agent, intent.source) : null) ??
    performPlainly(agent, intent)
  );
}

const ON_MANY = new Set<Intent['kind']>(['act', 'set', 'drag', 'type', 'tick', 'unknown']);

/** What is done with the thing that was searched for, or with one of those that were found. */
function isOfFound(intent: Intent): boolean {
  switch (intent.kind) {
    case 'act':
    case 'download':
    case 'rate':
    case 'drag':
      return true;
    case 'open':
    case 'click':
      return intent.target.isPronoun || intent.target.kind === 'result' || intent.target.kind === 'item';
    default:
      return false;
  }
}

async function performPlainly(agent: Agent, intent: Intent): Promise<Outcome> {
  switch (intent.kind) {
    case 'click':
      return intent.isDouble
        ? onTarget(agent, intent.target, (at) => doubleClick(agent, at.scene, at.element))
        : clickTarget(agent, intent.target, intent.times);
    case 'each':
      return clickEach(agent, intent);
    case 'until':
      return pressUntil(agent, intent);
    case 'when':
      return pressWhen(agent, intent);
    case 'name-figure':
      return nameFigure(agent);
    case 'spot':
      return pressSpot(agent, intent);
    case 'draw':
      return drawFigure(agent, intent);
    case 'style':
      return styleText(agent, intent);
    case 'edit':
      return editText(agent, intent);
    case 'alike':
      return carried(agent, () => tickAlike(agent, intent));
    case 'play':
      return intent.game === 'pairs' ? playPairs(agent) : playNoughts(agent);
    case 'feel':
      return feelFor(agent, intent);
    case 'shell':
      return useShell(agent, intent);
    case 'if': {
      const { model, text } = await see(agent);
      return performAll(agent, holds(model, text, intent.condition) ? intent.whenTrue : intent.whenFalse);
    }
    case 'command':
      return runCommand(agent, intent.line);
    case 'context':
      return onTarget(agent, intent.target, (at) => rightClick(agent, at.scene, at.element));
    case 'arrange':
      return (await arrangeByArrows(agent, intent.names)) ?? arrangeByDragging(agent, intent.names);
    case 'size':
      return resizeTo(agent, intent);
    case 'resize':
      return resize(agent, intent);
    case 'shift':
      return shift(agent, intent);
    case 'beside':
      return putBeside(agent, intent);
    case 'step':
      return stepBy(agent, intent);
    case 'rate':
      return rate(agent, intent);
    case 'add':
      return addEach(agent, intent);
    case 'guess':
      return guess(agent, intent);
    case 'key':
      return pressNamed(agent, intent.key, intent.source);
    case 'type':
      return putOrType(agent, intent);
    case 'choose':
      return makeChoice(agent, intent);
    case 'tick':
      return (await doDeedOnItem(agent, intent.source)) ?? carried(agent, () => tickBoxes(agent, intent));
    case 'set':
      return (await doDeedOnItem(agent, intent.source)) ?? setPairs(agent, intent);
    case 'open':
      if (isAtHand((await see(agent)).model, intent.source)) return DONE;
      return (
        (await turnTo(agent, intent.source)) ??
        (await openByVerb(agent, intent)) ??
        openTarget(agent, intent.target)
      );
    case 'close':
      return closeTarget(agent, intent.target);
    case 'scroll':
      return intent.to === 'thing'
        ? scrollToThing(agent, intent.target)
        : scrollToEnd(agent, intent.target, intent.to);
    case 'picture':
      return intent.target
        ? onTarget(agent, intent.target, (at) => hover(agent, at.scene, at.element))
        : DONE;
    case 'hover':
      return onTarget(agent, intent.target, (at) => hover(agent, at.scene, at.element));
    case 'focus':
      return focusField(agent, intent.target);
    case 'highlight':
      return highlight(agent, intent.target);
    case 'drag':
      if (intent.isAll) return dragAll(agent, intent.from, intent.to);
      return (
        (/^(?:move|file)\b/iu.test(intent.source) ? await doDeedOnItem(agent, intent.source) : null) ??
        (/^move\b/iu.test(intent.source) && intent.from.text !== ''
          ? await moveInto(agent, intent.from.text, intent.to.text, false)
          : null) ??
        (await moveByList(agent, intent.from.text, intent.to.text)) ??
        dragTo(agent, intent.from, intent.to)
      );
    case 'copy':
      return copyText(agent, intent.from, intent.phrase);
    case 'search':
      return search(agent, intent.query, intent.source);
    case 'sort':
      return intent.isDrag
        ? ((await sortByArrows(agent, intent.isDescending)) ?? sortByDragging(agent, intent.isDescending))
        : sortBy(agent, intent.by, intent.isDescending);
    case 'login':
      return agent.login && (intent.username === '' || intent.password === '')
        ? signIn(agent)
        : logIn(agent, intent.username, intent.password);
    case 'find':
      return remember(agent, intent.phrase, intent.target);
    case 'solve':
      return workOut(agent, intent.phrase);
    case 'numbers':
      return pressNumbers(agent, intent.source);
    case 'classify':
      return classifyNumbers(agent);
    case 'goto':
      return goTo(agent, intent.url);
    case 'back':
      await agent.run.front.goBack({ waitUntil: 'domcontentloaded', timeout: 10_000 }).catch(() => null);
      await rest(agent);
      return DONE;
    case 'wait':
      return waitFor(agent, intent.until);
    case 'download':
      return download(agent, intent.target, intent.limit);
    case 'upload':
      return uploadFile(agent, intent);
    case 'act':
      return (
        (await tickByVerb(agent, intent)) ??
        (await doDeedOnItem(agent, intent.source)) ??
        (await addEntry(agent, intent.source)) ??
        actOn(agent, intent)
      );
    case 'fill':
      return (await fillByMention(agent, intent.source)) + (await fillFrom(agent, intent.source)) > 0 ||
        (FROM_PAGE.test(intent.source) && (await fillFromPage(agent)) > 0)
        ? DONE
        : fillAfterOpening(agent, intent.verb, intent.source);
    case 'submit':
      return submitForm(agent, intent.verb, intent.source);
    case 'unknown':
      return (await doAsTold(agent, intent.source)) ?? stuck(`"${intent.source}" was not understood`);
    case 'ask':
      await turnToNamed(agent, intent.source);
      await openAsked(agent, intent.source);
      return DONE;
    case 'detail':
    case 'follow':
      return DONE;
  }
}

/** "Put the card X into Done" says the same as "put X into the field Done". */
async function putOrType(
  agent: Agent,
  { entries, source }: Extract<Intent, { kind: 'type' }>,
): Promise<Outcome> {
  const added = /^(?:add|put)\b/iu.test(source) ? await addEntry(agent, source) : null;
  if (added) return added;
  const [entry, ...more] = entries;
  const letter = entry && more.length === 0 ? await writeTo(agent, entry, source) : null;
  if (letter) return letter;
  const typed = await typeEntries(agent, entries);
  const isPut = /^(?:put|place)\b/iu.test(source) && entry?.value.kind === 'literal' && more.length === 0;
  if (typed.ok || !isPut || entry.value.kind !== 'literal') return typed;
  return (await moveCard(agent, entry.value.text, entry.field)) ?? typed;
}

/** `Write "..." to Ann` where the page has no field called so, but her conversation: it is sent to her. */
async function writeTo(agent: Agent, { value, field }: Entry, source: string): Promise<Outcome | null> {
  if (value.kind !== 'literal' || !/^(?:write|say|send)\b/iu.test(source) || !/^\p{Lu}/u.test(field))
    return null;
  const { model } = await see(agent);
  const isListed = model.elements.some(
    ({ isVisible, isHeard, isEditable, name }) =>
      isVisible && isHeard && !isEditable && name.startsWith(field),
  );
  if (!isListed || findField(model, field, null) !== null) return null;
  const phrase = `the message "${value.text}" to ${field}`;
  return actOn(agent, { kind: 'act', verb: 'send', object: readTarget('the message', []), phrase, source });
}

/** "View the invoice of Ann" where every row has a control called "View". Null where the page has none. */
async function openByVerb(
  agent: Agent,
  { target, source }: Extract<Intent, { kind: 'open' }>,
): Promise<Outcome | null> {
  const [, verb = '', phrase = ''] = source.match(/^(view|show|open)\s+(.+)$/iu) ?? [];
  const { model } = await see(agent);
  const controls = model.elements.filter(
    ({ isVisible, isClickable, name }) => isVisible && isClickable && normalize(name) === normalize(verb),
  );
  if (verb === '' || target.near === null || controls.length < 2) return null;
  return actOn(agent, { kind: 'act', verb: normalize(verb), object: target, phrase, source });
}

/** The page itself has what goes into its form. */
const FROM_PAGE =
  /\b(?:each|every)\s+(?:label|field|heading|name)\b|\b(?:values?|data|details|information|facts)\b.*\b(?:table|list|card|text|note|above|below|shown|given|page)\b/iu;

async function performAll(agent: Agent, intents: Intent[]): Promise<Outcome> {
  for (const intent of intents) {
    const outcome = await perform(agent, intent);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function onTarget(
  agent: Agent,
  target: Target,
  work: (at: Located) => Promise<boolean>,
): Promise<Outcome> {
  const wanted = resolve(agent, target);
  const scene = await see(agent);
  const isOfList = wanted.kind === 'item' && wanted.text === '' && wanted.ordinal !== null;
  const thing = isOfList ? thingFor(scene.model, wanted) : null;
  const found = thing ? { scene, element: thing } : await locate(agent, wanted);
  if (!found) return stuck(`there is no ${describe(target)}`);
  return (await work(found)) ? DONE : stuck(`"${labelOf(found.element)}" could not be used`);
}

async function focusField(agent: Agent, target: Target): Promise<Outcome> {
  const at = await fieldFor(
    agent,
    target.kind === 'field' || target.ordinal ? target.text : target.text,
    target,
  );
  return at && (await focus(agent, at.scene, at.element)) ? DONE : stuck('there is no such field');
}

async function highlight(agent: Agent, target: Target): Promise<Outcome> {
  const scene = await see(agent);
  const holder = scene.model.elements.findLast(
    ({ isVisible, text, value }) =>
      isVisible && target.isQuoted && `${text} ${value}`.toLowerCase().includes(target.text.toLowerCase()),
  );
  if (holder)
    return (await selectPart(agent, scene, holder, target.text))
      ? useMarker(agent)
      : stuck('the text could not be marked');
  const texts = scene.model.elements.filter(
    (element) =>
      element.isVisible && (element.text.length > 20 || element.tag === 'p') && element.role !== 'button',
  );
  const paragraphs = texts.filter((element) => element.tag === 'p');
  const pool = paragraphs.length > 0 ? paragraphs : texts;
  const element = target.ordinal
    ? target.ordinal < 0
      ? pool.at(-1)
      : pool[target.ordinal - 1]
    : (matchTarget(scene.model, target).find(({ element: match }) => match.text.length > 20)?.element ??
      pool.toSorted((one, other) => other.text.length - one.text.length)[0]);
  return element && (await selectText(agent, scene, element)) ? DONE : stuck('there is no such text');
}

/** "The year 1993, the director Ann Lee": each goes into the field of its name. */
async function searchByParts(agent: Agent, parts: SearchPart[], source: string): Promise<Outcome> {
  const done = await setPairs(agent, { kind: 'set', pairs: parts, hint: null, source });
  return done.ok ? submitForm(agent, 'search', source) : done;
}

/** Where the page has a marker of its own, what is selected is only marked by pressing that. */
async function useMarker(agent: Agent): Promise<Outcome> {
  const scene = await see(agent);
  const [marker, ...more] = scene.model.elements.filter(
    ({ isVisible, isDisabled, isClickable, name }) =>
      isVisible && !isDisabled && isClickable && MARKER.test(name.trim()),
  );
  return marker && more.length === 0 ? outcome(await click(agent, scene, marker), marker) : DONE;
}

const MARKER =
  /^(?:highlight(?:er)?|mark(?:er)?)(?:\s+(?:the\s+)?(?:selection|selected(?:\s+text)?|text|words?|it))?$/iu;

async function search(agent: Agent, query: string, source: string): Promise<Outcome> {
  // A form that counts who comes asks for one thing in each of its fields.
  if ((await countBehind(agent, query)) > 0) {
    await fillFrom(agent, source);
    return submitForm(agent, 'search', source);
  }
  const { model } = await see(agent);
  const field = statedSearchField(model);
  const labelled = readFieldValues(model, source).filter(({ element }) => element.node !== field?.node);
  if (labelled.length > 0 && (await fillFrom(agent, source)) > 0) return submitForm(agent, 'search', source);
  const parts = readParts(query);
  if (parts.length > 1 && model.elements.filter(isField).length > 1)
    return searchByParts(agent, parts, source);
  const words = query.replace(/^(?:the\s+)?(?:product|item|word|term|phrase)s?\s+(?=\S)/iu, '');
  if (await searchFor(agent, words)) {
    // "Books by Ann Lee": a search that takes every word finds nothing, and her name finds them.
    const [name] = namesIn(words);
    const isNarrower = name !== undefined && name !== words && agent.foundNothing !== null;
    if (isNarrower) await searchFor(agent, name);
    return DONE;
  }
  const opener = await locate(agent, { ...readTarget('', []), text: 'search' });
  if (opener) {
    await click(agent, opener.scene, opener.element);
    if (await searchFor(agent, words)) return DONE;
  }
  return stuck('the page has no search');
}

export async function goTo(agent: Agent, url: string): Promise<Outcome> {
  const startedAt = agent.clock.mono();
  const problem = await agent.run.goto(url, 30_000);
  await rest(agent, 8_000);
  const ok = problem === null;
  agent.journal.step({
    action: 'goto',
    target: url,
    detail: null,
    url: agent.run.front.url(),
    ok,
    durationMs: agent.clock.mono() - startedAt,
  });
  if (ok) agent.journal.line({ action: 'goto', url });
  return ok ? DONE : stuck(`${url} could not be opened`);
}

/** The form may stand behind a link or button named like the task. */
async function fillAfterOpening(agent: Agent, verb: string, source: string): Promise<Outcome> {
  const opener =
    (await locate(agent, { ...readTarget('', []), text: verb })) ?? (await newEntry(agent, source));
  if (!opener && /^check ?out/iu.test(verb)) return checkOut(agent, source);
  if (!opener || !(await click(agent, opener.scene, opener.element)))
    return stuck('there is no form to fill in');
  // "Check out" alone has nothing to fill in: the press was all.
  const isBare = wordsOf(source).length <= wordsOf(verb).length + 1;
  return isBare || (await fillFrom(agent, source)) > 0 ? DONE : stuck('there is no form to fill in');
}
