import { actOn } from './act-on.ts';
import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from './agent-context.ts';
import { choose, setSlider } from './choose.ts';
import { dragTo, sortByDragging } from './drag.ts';
import { findField, isField, readFieldValues } from './fields.ts';
import { fillFrom, submitForm } from './fill-form.ts';
import { click, focus, hover, labelOf, pressKey, scrollTo, selectText, tick, typeText, upload } from './hands.ts';
import type { Entry, Intent, Value } from './intent.ts';
import { keyOf, type Located, locate, nextPage, seek } from './locate.ts';
import { lookUp } from './look-up.ts';
import { matchTarget, SURE } from './match-target.ts';
import type { UiElement } from './page-model.ts';
import { numberIn } from './pick-extreme.ts';
import { readTarget, type Target } from './read-target.ts';
import { searchFor, statedSearchField } from './search.ts';
import { setField, stepTo } from './set-field.ts';
import { solve } from './solve.ts';
import { normalize, similarity } from './words.ts';

/** Carries one intent out on the page as it is now. */
export async function perform(agent: Agent, intent: Intent): Promise<Outcome> {
  switch (intent.kind) {
    case 'click':
      return clickTarget(agent, intent.target, intent.times);
    case 'key':
      return pressSomewhere(agent, intent.key);
    case 'type':
      return typeEntries(agent, intent.entries);
    case 'choose':
      return choose(agent, intent);
    case 'tick':
      return tickBoxes(agent, intent);
    case 'set':
      return setPairs(agent, intent);
    case 'open':
      return openTarget(agent, intent.target);
    case 'close':
      return closeTarget(agent, intent.target);
    case 'scroll':
      return scroll(agent, intent.target, intent.to);
    case 'hover':
      return onTarget(agent, intent.target, (at) => hover(agent, at.scene, at.element));
    case 'focus':
      return focusField(agent, intent.target);
    case 'highlight':
      return highlight(agent, intent.target);
    case 'drag':
      return dragTo(agent, intent.from, intent.to);
    case 'copy':
      return copyText(agent, intent.from);
    case 'search':
      return search(agent, intent.query, intent.source);
    case 'sort':
      return intent.isDrag ? sortByDragging(agent, intent.isDescending) : sortBy(agent, intent.by, intent.isDescending);
    case 'login':
      return logIn(agent, intent.username, intent.password);
    case 'find':
      return remember(agent, intent.phrase, intent.target);
    case 'solve':
      return workOut(agent, intent.phrase);
    case 'classify':
      return classifyNumbers(agent);
    case 'goto':
      return goTo(agent, intent.url);
    case 'back':
      await agent.run.front.goBack({ waitUntil: 'domcontentloaded', timeout: 10_000 }).catch(() => null);
      await rest(agent);
      return DONE;
    case 'wait':
      await agent.clock.sleep(300, agent.signal);
      await rest(agent, 8_000);
      return DONE;
    case 'download':
      return download(agent, intent.target);
    case 'upload':
      return uploadFile(agent, intent.field, intent.content);
    case 'act':
      return actOn(agent, intent);
    case 'fill':
      return (await fillFrom(agent, intent.source)) > 0 ? DONE : fillAfterOpening(agent, intent.verb, intent.source);
    case 'submit':
      return submitForm(agent, intent.verb, intent.source);
    case 'ask':
    case 'follow':
      return DONE;
  }
}

async function onTarget(agent: Agent, target: Target, work: (at: Located) => Promise<boolean>): Promise<Outcome> {
  const found = await locate(agent, resolve(agent, target));
  if (!found) return stuck(`there is no ${describe(target)}`);
  return (await work(found)) ? DONE : stuck(`"${labelOf(found.element)}" could not be used`);
}

function describe(target: Target): string {
  const words = [target.ordinal ? `number ${target.ordinal}` : '', target.colour, target.shape, target.text ? `"${target.text}"` : '', target.kind, target.near ? `near "${target.near}"` : ''];
  return words.filter(Boolean).join(' ') || 'such thing';
}

/** "it" and "the right answer" stand for what came before. */
function resolve(agent: Agent, target: Target): Target {
  if (target.isPronoun && agent.about) return { ...readTarget('', []), text: agent.about };
  if (agent.remembered !== null && /\b(?:right|correct|answer|result|solution)\b/iu.test(target.text) && !target.isQuoted) return { ...target, text: agent.remembered, kind: null };
  if (target.near === null && agent.about && !target.isPronoun) return { ...target, near: agent.about };
  return target;
}

async function clickTarget(agent: Agent, target: Target, times: number): Promise<Outcome> {
  const wanted = resolve(agent, target);
  if (wanted.kind === 'result' && wanted.text === '') return clickResult(agent, wanted.ordinal ?? 1);
  // What the task spoke of before is a hint only: "find the mail by Ann" ... "press Send".
  const isHinted = wanted.near !== target.near && wanted.near !== null;
  const beside = isHinted ? matchTarget((await see(agent)).model, wanted)[0] : null;
  const found = await locate(agent, isHinted && (beside?.score ?? 0) < SURE ? { ...wanted, near: target.near } : wanted);
  if (!found) return stuck(`there is no ${describe(wanted)}`);
  return (await click(agent, found.scene, found.element, times)) ? DONE : stuck(`"${labelOf(found.element)}" could not be clicked`);
}

/** The n-th entry of a list of results, also when it stands on a later page. */
async function clickResult(agent: Agent, ordinal: number): Promise<Outcome> {
  let wanted = ordinal;
  for (let page = 0; page < 20 && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const results = resultsOf(scene.model.elements);
    const hit = wanted < 0 ? results.at(-1) : results[wanted - 1];
    if (hit) return (await click(agent, scene, hit)) ? DONE : stuck('the result could not be opened');
    const next = nextPage(scene.model);
    if (!next || !(await click(agent, scene, next))) break;
    wanted -= results.length;
  }
  return stuck(`there is no result number ${ordinal}`);
}

/** The largest family of like links that are not page numbers. */
function resultsOf(elements: UiElement[]): UiElement[] {
  const links = elements.filter((element) => element.isVisible && element.isClickable && !element.isEditable && element.name !== '' && !/^\d+$|^(?:next|previous|prev|[<>«»‹›]+)$/u.test(normalize(element.name)) && element.role !== 'button');
  const families = [...Map.groupBy(links, (element) => element.signature).values()];
  return families.sort((one, other) => other.length - one.length || other.map(({ name }) => name.length).reduce((sum, length) => sum + length, 0) - one.map(({ name }) => name.length).reduce((sum, length) => sum + length, 0))[0] ?? [];
}

async function pressSomewhere(agent: Agent, key: string): Promise<Outcome> {
  const scene = await see(agent);
  const field = scene.model.elements.find((element) => element.isFocused) ?? scene.model.elements.findLast((element) => isField(element) && agent.filled.has(keyOf(element)));
  if (field) return (await pressKey(agent, scene, field, key)) ? DONE : stuck(`${key} could not be pressed`);
  await agent.run.front.keyboard.press(key).catch(() => {});
  await rest(agent);
  return DONE;
}

async function typeEntries(agent: Agent, entries: Entry[]): Promise<Outcome> {
  for (const entry of entries) {
    const outcome = await typeEntry(agent, entry);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function typeEntry(agent: Agent, { value, field, target, isEverywhere }: Entry): Promise<Outcome> {
  if (value.kind === 'pattern') return typePattern(agent, value, field, target);
  const text = await valueText(agent, value);
  if (text === null) return stuck(`the page does not show ${value.kind === 'lookup' ? `the ${value.phrase}` : 'the value'}`);
  if (isSecretField(field)) agent.journal.hide(text, '{{credential.password}}');
  if (isEverywhere) {
    const count = (await see(agent)).model.elements.filter((element) => isField(element) && element.isEditable).length;
    for (let index = 0; index < count; index += 1) {
      const scene = await see(agent);
      const element = scene.model.elements.filter((candidate) => isField(candidate) && candidate.isEditable)[index];
      const outcome = element ? await setField(agent, { scene, element }, text) : DONE;
      if (!outcome.ok) return outcome;
    }
    return DONE;
  }
  const at = await fieldFor(agent, field, target);
  return at ? setField(agent, at, text) : stuck(`there is no field ${field === '' ? 'to type into' : `"${field}"`}`);
}

function isSecretField(name: string): boolean {
  return /\b(?:password|passphrase|pin|secret|passcode)\b/iu.test(name);
}

async function fieldFor(agent: Agent, field: string, target: Target | null): Promise<Located | null> {
  const find = (model: Parameters<typeof findField>[0]) => {
    const used = new Set(model.elements.filter((element) => agent.filled.has(keyOf(element)) && element.value !== '').map(({ node }) => node));
    return findField(model, field, target, field === '' && !target?.ordinal ? used : new Set()) ?? (field === '' ? null : soleField(model.elements));
  };
  const scene = await see(agent);
  const element = find(scene.model);
  if (element) return element.isCovered ? seek(agent, (model, isHidden) => (isHidden ? null : asMatch(find(model))), 1) : { scene, element };
  return seek(agent, (model, isHidden) => (isHidden ? null : asMatch(find(model))));
}

/** The only field there is, is meant whatever it is called. */
function soleField(elements: UiElement[]): UiElement | null {
  const fields = elements.filter((element) => isField(element) && element.isEditable);
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

function asMatch(element: UiElement | null) {
  return element ? { element, score: 0.9 } : null;
}

async function valueText(agent: Agent, value: Value): Promise<string | null> {
  if (value.kind === 'literal') return value.text;
  const scene = await see(agent);
  if (value.kind === 'remembered') {
    if (agent.remembered !== null) return agent.remembered;
    return solve(scene.model, scene.text, agent.instruction);
  }
  if (value.kind === 'lookup') {
    if (/^(?:sum|total|result|answer|product|difference)\b/iu.test(value.phrase)) return agent.remembered ?? solve(scene.model, scene.text, value.phrase) ?? lookUp(scene.model, scene.text, value.phrase);
    return lookUp(scene.model, scene.text, value.phrase) ?? agent.remembered;
  }
  return null;
}

/** "an item that starts with Po": types the beginning and takes the suggestion that fits. */
async function typePattern(agent: Agent, value: Extract<Value, { kind: 'pattern' }>, field: string, target: Target | null): Promise<Outcome> {
  const at = await fieldFor(agent, field, target);
  if (!at) return stuck('there is no field to type into');
  agent.filled.add(keyOf(at.element));
  const before = new Set(at.scene.model.elements.map((element) => element.name));
  await typeText(agent, at.scene, at.element, value.starts || value.contains || value.ends);
  const fits = (name: string) => {
    const text = normalize(name);
    return text.startsWith(normalize(value.starts)) && text.endsWith(normalize(value.ends)) && text.includes(normalize(value.contains));
  };
  for (let wait = 0; wait < 12; wait += 1) {
    const scene = await see(agent);
    const entry = scene.model.elements.find((element) => element.isVisible && !element.isEditable && element.name !== '' && !before.has(element.name) && fits(element.name));
    if (entry) return (await click(agent, scene, entry)) ? DONE : stuck('the suggestion could not be taken');
    await agent.clock.sleep(80, agent.signal);
  }
  return stuck('no suggestion fits');
}

async function tickBoxes(agent: Agent, { names, isAll, isOn, source }: Extract<Intent, { kind: 'tick' }>): Promise<Outcome> {
  const isBox = (element: UiElement) => ['checkbox', 'switch', 'menuitemcheckbox'].includes(element.role) && !element.isDisabled;
  if (isAll) {
    const count = (await see(agent)).model.elements.filter(isBox).length;
    for (let index = 0; index < count && !isSpent(agent); index += 1) {
      const scene = await see(agent);
      const box = scene.model.elements.filter(isBox)[index];
      if (box && box.isChecked !== isOn && !(await tick(agent, scene, box, isOn))) return stuck(`"${labelOf(box)}" could not be ticked`);
    }
    return count > 0 ? DONE : stuck('there are no boxes to tick');
  }
  for (const name of names) {
    const target: Target = { ...readTarget('', []), text: name };
    const found = await seek(agent, (model, isHidden) => {
      const boxes = model.elements.filter((element) => (isBox(element) || element.role === 'radio') && (isHidden ? !element.isVisible : true));
      const best = boxes.map((element) => ({ element, score: similarity(element.name, name) })).sort((one, other) => other.score - one.score)[0];
      return best && best.score >= 0.5 ? { element: best.element, score: Math.max(0.66, best.score) } : (matchTarget(model, target, { isHidden })[0] ?? null);
    });
    if (!found) return stuck(`there is no box "${name}" (${source})`);
    if (!isBox(found.element) && found.element.role !== 'radio') await click(agent, found.scene, found.element);
    else if (!(await tick(agent, found.scene, found.element, isOn))) return stuck(`"${name}" could not be ticked`);
  }
  return DONE;
}

async function setPairs(agent: Agent, { pairs, hint, source }: Extract<Intent, { kind: 'set' }>): Promise<Outcome> {
  for (const [index, { field, value }] of pairs.entries()) {
    const outcome = await setPair(agent, field, value, hint, index, source);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function setPair(agent: Agent, field: string, value: string, hint: string | null, index: number, source: string): Promise<Outcome> {
  if (isSecretField(field)) agent.journal.hide(value, '{{credential.password}}');
  const scene = await see(agent);
  if (field === '' || /^sliders?$/iu.test(field)) {
    const sliders = scene.model.elements.filter((element) => isField(element) && element.role === 'slider');
    const slider = sliders[index];
    return slider && sliders.length > 1 ? setField(agent, { scene, element: slider }, value) : setSlider(agent, '', value);
  }
  const element = findField(scene.model, field, null);
  const radio = scene.model.elements.find((candidate) => candidate.role === 'radio' && similarity(candidate.group, field) > 0.6 && similarity(candidate.name, value) > 0.8);
  if (radio) return (await tick(agent, scene, radio, true)) ? DONE : stuck(`"${value}" could not be chosen`);
  if (element) return setField(agent, { scene, element }, value);
  const stepped = numberIn(value) === null ? null : scene.model.elements.find((candidate) => candidate.isVisible && /^-?\d+$/u.test(candidate.text) && similarity(candidate.hints, field) > 0.5);
  if (stepped) return stepTo(agent, stepped, value);
  const late = await fieldFor(agent, field, null);
  if (late) return setField(agent, late, value);
  return choose(agent, { kind: 'choose', values: [value], target: { ...readTarget('', []), text: value }, field, hint: hint === 'slider' ? 'slider' : null, source });
}

async function openTarget(agent: Agent, target: Target): Promise<Outcome> {
  const wanted = resolve(agent, target);
  if (wanted.kind === 'menuitem' || /^(?:menu|main menu)$/iu.test(wanted.text) || (wanted.kind === 'list' && wanted.text === '')) {
    const found = await locate(agent, { ...wanted, kind: 'button', text: wanted.text || 'menu' });
    return found && (await click(agent, found.scene, found.element)) ? DONE : stuck('there is no menu');
  }
  const scene = await see(agent);
  const closed = scene.model.elements.filter((element) => element.isVisible && (element.isExpanded === false || (element.isClickable && ['heading', ''].includes(element.role) && element.tag !== 'label')));
  if (wanted.text === '' && wanted.kind === 'section' && wanted.ordinal === null) {
    const header = closed.find((element) => element.isExpanded === false) ?? closed[0];
    return header && (await click(agent, scene, header)) ? DONE : stuck('there is nothing to open');
  }
  // "Open the tree": what is there already needs no opening.
  if (/^(?:tree|list|page|form|table|calendar|inbox|site|website|sections?|tabs?|app)$/iu.test(wanted.text) && matchTarget(scene.model, wanted)[0]?.score !== 1) return DONE;
  const found = await locate(agent, wanted);
  if (!found) return stuck(`there is no ${describe(wanted)}`);
  if (found.element.isExpanded === true || (found.element.role === 'tab' && found.element.isSelected === true)) return DONE;
  return (await click(agent, found.scene, found.element)) ? DONE : stuck(`"${labelOf(found.element)}" could not be opened`);
}

async function closeTarget(agent: Agent, target: Target): Promise<Outcome> {
  const name: Target = { ...readTarget('', []), text: 'close', near: target.text || null };
  const found = await locate(agent, name);
  if (found) return (await click(agent, found.scene, found.element)) ? DONE : stuck('the close button does not work');
  const other = await locate(agent, { ...name, text: 'cancel', near: null });
  if (other && (await click(agent, other.scene, other.element))) return DONE;
  return pressSomewhere(agent, 'Escape');
}

async function scroll(agent: Agent, target: Target, to: 'top' | 'bottom'): Promise<Outcome> {
  const scene = await see(agent);
  const areas = scene.model.elements.filter((element) => element.isVisible && element.canScroll);
  const named = target.text === '' ? null : (matchTarget(scene.model, target).find(({ element }) => element.canScroll)?.element ?? null);
  const area = named ?? (target.kind === 'textarea' ? areas.find((element) => element.tag === 'textarea') : null) ?? areas[0];
  if (area) return (await scrollTo(agent, scene, area, to)) ? DONE : stuck('nothing could be scrolled');
  await agent.run.front.evaluate((end) => window.scrollTo({ top: end === 'top' ? 0 : document.documentElement.scrollHeight }), to).catch(() => {});
  await rest(agent);
  return DONE;
}

async function focusField(agent: Agent, target: Target): Promise<Outcome> {
  const at = await fieldFor(agent, target.kind === 'field' || target.ordinal ? target.text : target.text, target);
  return at && (await focus(agent, at.scene, at.element)) ? DONE : stuck('there is no such field');
}

async function highlight(agent: Agent, target: Target): Promise<Outcome> {
  const scene = await see(agent);
  const texts = scene.model.elements.filter((element) => element.isVisible && (element.text.length > 20 || element.tag === 'p') && element.role !== 'button');
  const paragraphs = texts.filter((element) => element.tag === 'p');
  const pool = paragraphs.length > 0 ? paragraphs : texts;
  const element = target.ordinal ? (target.ordinal < 0 ? pool.at(-1) : pool[target.ordinal - 1]) : (matchTarget(scene.model, target).find(({ element: match }) => match.text.length > 20)?.element ?? pool.toSorted((one, other) => other.text.length - one.text.length)[0]);
  return element && (await selectText(agent, scene, element)) ? DONE : stuck('there is no such text');
}

async function copyText(agent: Agent, from: Target): Promise<Outcome> {
  const scene = await see(agent);
  const areas = scene.model.elements.filter((element) => element.isVisible && element.isEditable && element.value !== '');
  const wantsField = from.kind === 'textarea' || from.kind === 'field' || from.text === '';
  const pool = from.kind === 'textarea' ? areas.filter((element) => element.tag === 'textarea' || element.tag !== 'input') : areas;
  const area = from.ordinal ? (from.ordinal < 0 ? pool.at(-1) : pool[from.ordinal - 1]) : pool[0];
  if (wantsField && area) {
    agent.remembered = area.value;
    return DONE;
  }
  const words = [from.text, from.near ? `of ${from.near}` : ''].filter(Boolean).join(' ').replace(/\s+from\s+.*$/iu, '');
  const value = lookUp(scene.model, scene.text, from.text) ?? lookUp(scene.model, scene.text, words) ?? matchTarget(scene.model, from)[0]?.element.text ?? null;
  agent.remembered = value;
  return value === null ? stuck('there is nothing to copy') : DONE;
}

async function search(agent: Agent, query: string, source: string): Promise<Outcome> {
  const { model } = await see(agent);
  const field = statedSearchField(model);
  const labelled = readFieldValues(model, source).filter(({ element }) => element.node !== field?.node);
  if (labelled.length > 0 && (await fillFrom(agent, source)) > 0) return submitForm(agent, 'search', source);
  const words = query.replace(/^(?:the\s+)?(?:product|item|word|term|phrase)s?\s+(?=\S)/iu, '');
  if (await searchFor(agent, words)) return DONE;
  const opener = await locate(agent, { ...readTarget('', []), text: 'search' });
  if (opener) {
    await click(agent, opener.scene, opener.element);
    if (await searchFor(agent, words)) return DONE;
  }
  return stuck('the page has no search');
}

async function sortBy(agent: Agent, by: string, isDescending: boolean): Promise<Outcome> {
  const scene = await see(agent);
  const list = scene.model.elements.find((element) => element.tag === 'select' && isField(element) && element.options.some(({ label }) => similarity(label, by) > 0.4));
  if (list) return setField(agent, { scene, element: list }, `${by} ${isDescending ? 'descending high to low' : ''}`.trim());
  const heading = matchTarget(scene.model, { ...readTarget('', []), text: by }).toSorted((one, other) => Number(other.element.role === 'columnheader') - Number(one.element.role === 'columnheader') || other.score - one.score)[0]?.element;
  if (!heading || !(await click(agent, scene, heading))) return stuck(`nothing sorts by "${by}"`);
  if (!isDescending) return DONE;
  const again = await see(agent);
  const twin = again.model.elements.find((element) => keyOf(element) === keyOf(heading)) ?? heading;
  return (await click(agent, again, twin)) ? DONE : stuck(`nothing sorts by "${by}"`);
}

/** Name and password into the fields for them, opening the form first where the page hides it behind a button. */
async function logIn(agent: Agent, username: string, password: string): Promise<Outcome> {
  agent.journal.hide(password, '{{credential.password}}');
  if (username === '' && password === '') return clickTarget(agent, { ...readTarget('', []), text: 'log in' }, 1);
  for (let round = 0; round < 3; round += 1) {
    const scene = await see(agent);
    const secret = scene.model.elements.find((element) => isField(element) && element.type === 'password') ?? findField(scene.model, 'password', null);
    const name = nameField(scene.model.elements, secret);
    if (name && username !== '' && !(secret && name.node === secret.node)) {
      const put = await setField(agent, { scene, element: name }, username);
      if (!put.ok) return put;
      if (!secret) {
        await submitForm(agent, 'next', '');
        continue;
      }
    }
    if (secret) {
      const now = await see(agent);
      const field = now.model.elements.find((element) => isField(element) && keyOf(element) === keyOf(secret)) ?? secret;
      return password === '' ? DONE : setField(agent, { scene: now, element: field }, password);
    }
    const opener = await locate(agent, { ...readTarget('', []), text: 'log in' });
    if (!opener || !(await click(agent, opener.scene, opener.element))) break;
  }
  return stuck('there is no login form');
}

function nameField(elements: UiElement[], secret: UiElement | null): UiElement | null {
  const fields = elements.filter((element) => isField(element) && element.isEditable && element.type !== 'password' && element.role !== 'searchbox' && element.type !== 'search');
  const named = fields.find((element) => element.autocomplete.includes('username') || /\b(?:user|username|login|e-?mail|account)\b/u.test(normalize(`${element.name} ${element.placeholder} ${element.hints}`)));
  return named ?? fields.findLast((element) => secret !== null && element.node < secret.node) ?? null;
}

/** Keeps in mind what later clauses speak of, and its value when the page shows one. */
async function remember(agent: Agent, phrase: string, target: Target): Promise<Outcome> {
  const scene = await see(agent);
  agent.about = target.near ?? (target.text || null);
  agent.remembered = lookUp(scene.model, scene.text, phrase) ?? agent.remembered;
  return DONE;
}

async function workOut(agent: Agent, phrase: string): Promise<Outcome> {
  const scene = await see(agent);
  agent.remembered = solve(scene.model, scene.text, phrase);
  return agent.remembered === null && !/^how many|^count/iu.test(phrase) ? stuck('there is nothing that could be worked out') : DONE;
}

/** Rows of a number and a choice between odd and even. */
async function classifyNumbers(agent: Agent): Promise<Outcome> {
  const { model } = await see(agent);
  const numbers = model.elements.filter((element) => element.isVisible && /^[-−]?\d+$/u.test(element.text));
  for (const number of numbers) {
    const scene = await see(agent);
    const word = Math.abs(numberIn(number.text) ?? 0) % 2 === 1 ? 'odd' : 'even';
    const choice = scene.model.elements.find((element) => element.node > number.node && element.isVisible && element.isClickable && (normalize(element.name) === word || normalize(element.value) === word));
    if (choice && !(await click(agent, scene, choice))) return stuck(`${number.text} could not be marked`);
  }
  return numbers.length > 0 ? DONE : stuck('there are no numbers');
}

async function goTo(agent: Agent, url: string): Promise<Outcome> {
  const startedAt = agent.clock.mono();
  const problem = await agent.run.goto(url, 30_000);
  await rest(agent, 8_000);
  const ok = problem === null;
  agent.journal.step({ action: 'goto', target: url, detail: null, url: agent.run.front.url(), ok, durationMs: agent.clock.mono() - startedAt });
  if (ok) agent.journal.line({ action: 'goto', url });
  return ok ? DONE : stuck(`${url} could not be opened`);
}

/** Clicks what starts the download and waits for it to begin. */
async function download(agent: Agent, target: Target): Promise<Outcome> {
  const before = agent.run.downloads.length;
  const words = [target.text, target.near ?? ''].join(' ').trim();
  const found = await seek(agent, (model, isHidden) => {
    const links = model.elements.filter((element) => element.isVisible !== isHidden && element.isClickable && !element.isEditable);
    const best = links.map((element) => ({ element, score: Math.max(similarity(element.name, words), similarity(element.name, `download ${words}`)) + (/\b(?:pdf|csv|xlsx?|zip|download)\b/u.test(normalize(`${element.name} ${element.href}`)) ? 0.15 : 0) })).sort((one, other) => other.score - one.score)[0];
    return best ?? null;
  });
  if (!found) return stuck(`there is nothing to download (${words})`);
  await click(agent, found.scene, found.element);
  for (let wait = 0; wait < 50 && agent.run.downloads.length === before && !isSpent(agent); wait += 1) await agent.clock.sleep(100, agent.signal);
  if (agent.run.downloads.length === before) return stuck('no download began');
  agent.journal.line({ action: 'download', name: labelOf(found.element), role: found.element.role, url: found.scene.model.url });
  return DONE;
}

async function uploadFile(agent: Agent, field: string, content: string): Promise<Outcome> {
  const scene = await see(agent);
  const inputs = scene.model.elements.filter((element) => element.type === 'file' && !element.isDisabled);
  const element = field === '' ? inputs[0] : (inputs.toSorted((one, other) => similarity(other.name, field) - similarity(one.name, field))[0] ?? inputs[0]);
  if (!element) return stuck('there is no place for a file');
  const isName = /^[\w .-]{1,80}\.[a-z0-9]{2,5}$/iu.test(content);
  const name = isName ? content : 'upload.txt';
  const buffer = Buffer.from(isName || content === '' ? `${name}\n` : content);
  return (await upload(agent, scene, element, { name, mimeType: mimeOf(name), buffer })) ? DONE : stuck('the file could not be attached');
}

function mimeOf(name: string): string {
  const types: Record<string, string> = { txt: 'text/plain', csv: 'text/csv', json: 'application/json', pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' };
  return types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** The form may stand behind a link or button named like the task. */
async function fillAfterOpening(agent: Agent, verb: string, source: string): Promise<Outcome> {
  const opener = await locate(agent, { ...readTarget('', []), text: verb });
  if (!opener || !(await click(agent, opener.scene, opener.element))) return stuck('there is no form to fill in');
  return (await fillFrom(agent, source)) > 0 ? DONE : stuck('there is no form to fill in');
}
