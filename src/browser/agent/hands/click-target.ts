import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { isOtherDeed } from '../language/deeds.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { kinship } from '../language/thesaurus.ts';
import { canonical, holdsPhrase, normalize, wordsOf } from '../language/words.ts';
import { answersOn } from '../sight/asking.ts';
import { isField } from '../sight/fields.ts';
import { goBack, keyOf, type Located, locate, nextPage } from '../sight/locate.ts';
import { matchTarget, SURE } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { closedPlace, countedName, nthTab } from '../sight/panels.ts';
import { inRowOf } from '../sight/row-of.ts';
import type { Scene } from '../sight/scene.ts';
import { openerBeside, thingFor, thingsOn } from '../sight/things.ts';
import { byTooltip } from '../skills/hover-names.ts';
import { turnOver } from '../skills/turn-over.ts';
import { isMenuSign } from './choose.ts';
import { enabled } from './enabled.ts';
import { submitButton } from './fill-form.ts';
import { click, labelOf, pressKey, typeText } from './hands.ts';
import { doubleClick } from './other-clicks.ts';
import { clickResult } from './results.ts';

export function describe(target: Target): string {
  const words = [
    target.ordinal ? `number ${target.ordinal}` : '',
    target.colour,
    target.shape,
    target.text ? `"${target.text}"` : '',
    target.kind,
    target.near ? `near "${target.near}"` : '',
  ];
  return words.filter(Boolean).join(' ') || 'such thing';
}

/** "it" and "the right answer" stand for what came before. */
export function resolve(agent: Agent, target: Target): Target {
  if (target.isPronoun && agent.about) return { ...readTarget('', []), text: agent.about };
  if (
    agent.remembered !== null &&
    /\b(?:right|correct|answer|result|solution)\b/iu.test(target.text) &&
    !target.isQuoted
  )
    return { ...target, text: agent.remembered, kind: null };
  if (target.near === null && agent.about && !target.isPronoun) return { ...target, near: agent.about };
  return target;
}

/** "Find the row whose status is late and press its button": of several that look the same the one of what was found. */
function ofSought({ sought }: Agent, model: PageModel, wanted: Target): Target {
  const [first, second] = sought && wanted.restrictions.length === 0 ? matchTarget(model, wanted) : [];
  const isUnclear = first !== undefined && second !== undefined && second.score > first.score - 0.02;
  return sought && isUnclear && wanted.ordinal === null
    ? { ...wanted, restrictions: sought.restrictions, extreme: sought.extreme }
    : wanted;
}

export async function clickTarget(agent: Agent, target: Target, times: number): Promise<Outcome> {
  const start = await see(agent);
  const place = closedPlace(start.model, target);
  if (place) await click(agent, start, place);
  const told = countedName(start.model, resolve(agent, target));
  const wanted = ofSought(agent, (await see(agent)).model, told);
  if (nthTab(start.model, wanted)) return openTarget(agent, target);
  if (wanted.kind === 'item' && wanted.text === '' && wanted.extreme?.of === 'date')
    return clickNewest(agent, wanted);
  if (
    (wanted.kind === 'result' || (wanted.kind === 'item' && wanted.ordinal !== null)) &&
    wanted.text === '' &&
    !wanted.colour &&
    !wanted.shape
  )
    return clickResult(agent, wanted.ordinal ?? 1, wanted);
  // What the task spoke of before is a hint only: "find the mail by Ann" ... "press Send".
  const isHinted = wanted.near !== target.near && wanted.near !== null;
  const { model } = await see(agent);
  const beside = isHinted ? matchTarget(model, wanted)[0] : null;
  const plain = { ...wanted, near: target.near };
  // Of several that look the same only the hint can tell; it may stand on a later page.
  const [first, second] = isHinted ? matchTarget(model, plain) : [];
  const isUnclear = second !== undefined && first !== undefined && second.score > first.score - 0.02;
  const isFurther = isHinted && (await isOnLaterPage(agent, wanted.near ?? ''));
  const isLoose = isHinted && (beside?.score ?? 0) < SURE && !isUnclear && !isFurther;
  const found =
    (wanted.text === '' && !wanted.shape ? await byComparing(agent, wanted) : null) ??
    (await locate(agent, isLoose ? plain : wanted));
  const isOfPage = wanted.kind === null || (wanted.kind === 'item' && isPageOf(model, wanted.text));
  if (!found && wanted.ordinal !== null && !wanted.isQuoted && isOfPage)
    return clickResult(agent, wanted.ordinal, wanted);
  const meant =
    found ??
    (await byComparing(agent, wanted)) ??
    (await byMeaning(agent, wanted)) ??
    (await byLabel(agent, wanted)) ??
    (await bySending(agent, wanted)) ??
    (await byFiltering(agent, wanted)) ??
    (await byTooltip(agent, wanted));
  if (!meant) return (await turnOver(agent, wanted)) ?? stuck(`there is no ${describe(wanted)}`);
  const ready = await enabled(agent, meant);
  return (await click(agent, ready.scene, ready.element, times))
    ? DONE
    : stuck(`"${labelOf(meant.element)}" could not be clicked`);
}

/** "The cheapest product" among things that the page lists without saying what they are. */
async function byComparing(agent: Agent, target: Target): Promise<Located | null> {
  if (target.kind !== 'item' || !target.extreme) return null;
  const scene = await see(agent);
  const element = thingFor(scene.model, target);
  return element ? { scene, element } : null;
}

/** Nothing is called so: the one thing whose name means it, or is of that kind ("the animal", "a kind of tool"). */
async function byMeaning(agent: Agent, { text, near }: Target): Promise<Located | null> {
  const asked = wordsOf(/^(?:one|word|item|kind|type|thing|name)?$/iu.test(text) ? (near ?? '') : text).at(
    -1,
  );
  if (asked === undefined) return null;
  const scene = await see(agent);
  // Something is called so, and none of it stands where it should; a single one needs no place but beside what has a name.
  const called = scene.model.elements.filter(({ name }) => normalize(name) === normalize(text));
  if (near !== null && (called.length > 1 || (called.length === 1 && /\p{Lu}|\d/u.test(near)))) return null;
  const fits = scene.model.elements
    .filter(({ isVisible, isEditable, name }) => isVisible && !isEditable && wordsOf(name).length === 1)
    .map((element) => ({ element, fit: kinship(element.name, asked) }))
    .filter(({ fit }) => fit >= 0.8)
    .toSorted((one, other) => other.fit - one.fit);
  const [best] = fits;
  return best ? { scene, element: best.element } : null;
}

/** "The bar for May": of the drawn things that are told apart only by the words under, over or beside them. */
async function byLabel(agent: Agent, { text, shape, near }: Target): Promise<Located | null> {
  const label = near ?? '';
  if (label === '' || !/^(?:bar|column|slice|segment|dot|point|sector)$/iu.test(shape ?? text)) return null;
  const scene = await see(agent);
  const { elements } = scene.model;
  const words = elements.find(
    ({ isVisible, text: said }) => isVisible && normalize(said) === normalize(label),
  );
  const middle = ({ box }: UiElement) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const drawn = elements.filter(
    ({ isVisible, isHeard, isClickable, text: said }) => isVisible && (isHeard || isClickable) && said === '',
  );
  if (!words || drawn.length < 2) return null;
  const own = middle(words);
  const reach = (at: UiElement) => {
    const across = Math.abs(middle(at).x - own.x);
    const along = Math.abs(middle(at).y - own.y);
    return Math.min(across, along) * 10 + Math.max(across, along) / 100;
  };
  const [nearest] = drawn.toSorted((one, other) => reach(one) - reach(other));
  return nearest ? { scene, element: nearest } : null;
}

/** "The submit button" of what was filled in, whatever the page calls it. */
async function bySending(agent: Agent, { text, isQuoted }: Target): Promise<Located | null> {
  const isMeant = !isQuoted && /^(?:submit|send|save|ok|confirm|register)$/iu.test(text);
  if (!isMeant || agent.filled.size === 0) return null;
  const scene = await see(agent);
  const element = submitButton(scene.model, text, agent.filled);
  return element && { scene, element };
}

/** A list that shows only what is typed into its filter. */
async function byFiltering(agent: Agent, target: Target): Promise<Located | null> {
  if (target.text === '' || wordsOf(target.text).length > 4) return null;
  const scene = await see(agent);
  const fields = scene.model.elements.filter(
    (element) => isField(element) && element.isEditable && !element.isFraming && element.value === '',
  );
  const [field] = fields;
  const isFilter =
    field &&
    /\b(?:filter|search|find|type to)\b/u.test(
      normalize(`${field.name} ${field.placeholder} ${field.hints}`),
    );
  if (!field || fields.length > 1 || !isFilter) return null;
  if (!(await typeText(agent, scene, field, target.text))) return null;
  const after = await see(agent);
  const match = matchTarget(after.model, target).find(({ element }) => !element.isEditable);
  return match && match.score >= SURE ? { scene: after, element: match.element } : null;
}

/** The page does not speak of it, but has more pages. */
async function isOnLaterPage(agent: Agent, name: string): Promise<boolean> {
  const { model, text } = await see(agent);
  return !holdsPhrase(text, name) && nextPage(model) !== null;
}

/** Lists without dates have the newest first. */
async function clickNewest(agent: Agent, target: Target): Promise<Outcome> {
  const scene = await see(agent);
  const thing = thingFor(scene.model, target) ?? thingsOn(scene.model)[0];
  return thing && (await click(agent, scene, thing)) ? DONE : stuck('the page lists nothing');
}

/** "The newest journal article": opened on the page called "Journal", which the menu leads to. */
async function newestOfItsPage(agent: Agent, target: Target): Promise<Outcome | null> {
  const { kind, text, extreme } = target;
  if (kind !== 'item' || text === '' || extreme?.of !== 'date') return null;
  const scene = await see(agent);
  const isThere = isPageOf(scene.model, text);
  const way = scene.model.elements.find(
    ({ isVisible, role, name }) => isVisible && role === 'link' && canonical(name) === canonical(text),
  );
  if (!isThere && !(way && (await click(agent, scene, way)))) return null;
  await rest(agent);
  return clickNewest(agent, { ...target, text: '' });
}

/** "The second news item" on the page called "News": what it lists are such items. */
function isPageOf(model: PageModel, text: string): boolean {
  const words = canonical(text).split(' ');
  const heading = model.elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? model.title;
  const called = canonical(heading).split(' ');
  return text !== '' && words.every((word) => called.includes(word));
}

/** "Press Delete" is a key, unless the page has a button of that name. */
export async function pressNamed(agent: Agent, key: string, source: string): Promise<Outcome> {
  const scene = await see(agent);
  const button = scene.model.elements.find(
    ({ isVisible, isClickable, isEditable, name }) =>
      isVisible && isClickable && !isEditable && normalize(name) === normalize(key),
  );
  return button && !/\bkey\b/iu.test(source) && (await click(agent, scene, button))
    ? DONE
    : pressSomewhere(agent, key);
}

async function pressSomewhere(agent: Agent, key: string): Promise<Outcome> {
  const scene = await see(agent);
  const field =
    scene.model.elements.find((element) => element.isFocused) ??
    scene.model.elements.findLast((element) => isField(element) && agent.filled.has(keyOf(element)));
  if (field) return (await pressKey(agent, scene, field, key)) ? DONE : stuck(`${key} could not be pressed`);
  await agent.run.front.keyboard.press(key).catch(() => {});
  await rest(agent);
  return DONE;
}

export async function openTarget(agent: Agent, target: Target): Promise<Outcome> {
  const scene = await see(agent);
  const wanted = countedName(scene.model, resolve(agent, target));
  const tab = nthTab(scene.model, wanted);
  if (tab) return (await click(agent, scene, tab)) ? DONE : stuck(`"${labelOf(tab)}" could not be opened`);
  const isMenu = wanted.kind === 'list' || wanted.kind === 'menuitem';
  const sign = isMenu && wanted.near ? inRowOf(scene.model, wanted.near, isMenuSign)[0] : undefined;
  if (sign && (await click(agent, scene, sign))) return DONE;
  if (
    wanted.kind === 'menuitem' ||
    /^(?:menu|main menu)$/iu.test(wanted.text) ||
    (wanted.kind === 'list' && wanted.text === '')
  ) {
    const found = await locate(agent, { ...wanted, kind: 'button', text: wanted.text || 'menu' });
    return found && (await click(agent, found.scene, found.element)) ? DONE : stuck('there is no menu');
  }
  const closed = scene.model.elements.filter(
    (element) =>
      element.isVisible &&
      (element.isExpanded === false ||
        (element.isClickable && ['heading', ''].includes(element.role) && element.tag !== 'label')),
  );
  if (wanted.text === '' && wanted.kind === 'section' && wanted.ordinal === null) {
    const header = closed.find((element) => element.isExpanded === false) ?? closed[0];
    return header && (await click(agent, scene, header)) ? DONE : stuck('there is nothing to open');
  }
  // "Open the tree": what is there already needs no opening.
  if (
    /^(?:tree|list|page|form|table|calendar|inbox|site|website|sections?|tabs?|app)$/iu.test(wanted.text) &&
    wanted.near === null &&
    matchTarget(scene.model, wanted)[0]?.score !== 1
  )
    return DONE;
  if (
    wanted.ordinal !== null &&
    wanted.text !== '' &&
    wanted.kind === null &&
    !wanted.isQuoted &&
    (matchTarget(scene.model, wanted)[0]?.score ?? 0) < SURE
  )
    return clickResult(agent, wanted.ordinal, wanted);
  if (wanted.kind === 'item' && wanted.ordinal !== null && isPageOf(scene.model, wanted.text))
    return clickResult(agent, wanted.ordinal, wanted);
  const newest = await newestOfItsPage(agent, wanted);
  if (newest) return newest;
  if (wanted.kind === 'item' && wanted.text === '' && wanted.extreme?.of === 'date')
    return clickNewest(agent, wanted);
  if (wanted.ordinal !== null && wanted.text === '' && (wanted.kind === 'result' || wanted.kind === 'item'))
    return clickResult(agent, wanted.ordinal, wanted);
  const dot = dotFor(scene.model, wanted.text);
  if (dot) return (await click(agent, scene, dot)) ? DONE : stuck(`${wanted.text} could not be opened`);
  const found =
    (await locate(agent, wanted)) ??
    (await soleOpener(agent, wanted)) ??
    // Another entry of the same menu is open.
    ((await goBack(agent)) ? await locate(agent, wanted) : null);
  if (!found || (!wanted.isQuoted && isOtherDeed(found.element, `open ${wanted.text}`)))
    return stuck(`there is no ${describe(wanted)}`);
  if (
    found.element.isExpanded === true ||
    (found.element.role === 'tab' && found.element.isSelected === true)
  )
    return DONE;
  return (await pressOpen(agent, found)) ? DONE : stuck(`"${labelOf(found.element)}" could not be opened`);
}

/** Folders and files as on a desktop are only chosen by one press, and opened by two. */
async function pressOpen(agent: Agent, { scene, element }: Located): Promise<boolean> {
  const [sign] = element.isHeard ? [] : inRowOf(scene.model, element.text || element.name, isTwisty);
  if (sign) return click(agent, scene, sign);
  const way = openerBeside(scene.model, element);
  if (way) return click(agent, scene, way);
  if (!(await click(agent, scene, element))) return false;
  if (!['', 'listitem', 'row', 'cell', 'gridcell', 'option'].includes(element.role)) return true;
  const after = await see(agent);
  const twin = after.model.elements.find(
    (other) => other.node === element.node && other.tag === element.tag && other.isVisible,
  );
  const count = ({ model }: Scene) => model.elements.filter(({ isVisible }) => isVisible).length;
  const isSame =
    after.text === scene.text && after.model.url === scene.model.url && count(after) === count(scene);
  if (twin && isSame && (await isOpenedByTwo(after, twin))) await doubleClick(agent, after, twin);
  return true;
}

/** The small arrow or plus before an entry of a tree. */
function isTwisty({ isHeard, name, hints }: UiElement): boolean {
  return (
    isHeard &&
    (/^[▸▹▶►›⊞+]$/u.test(name.trim()) ||
      (!/\p{L}/u.test(name) && /\b(?:switcher|expander|caret|twist\w*|arrow|chevron)\b/u.test(hints)))
  );
}

/** "Slide 4": the fourth of a row of dots, where nothing is called so. */
function dotFor({ elements }: PageModel, text: string): UiElement | null {
  const number = Number(
    normalize(text).match(/^(?:slide|page|image|photo|picture|step|screen|card)\s+(\d{1,2})$/u)?.[1],
  );
  const isNamed = elements.some(
    ({ isVisible, name }) => isVisible && [String(number), normalize(text)].includes(normalize(name)),
  );
  if (!(number > 0) || isNamed) return null;
  const dots = elements.filter(
    ({ isVisible, isHeard, name, box }) =>
      isVisible && isHeard && name === '' && box.width > 2 && box.width < 40 && box.height < 40,
  );
  const rows = [...Map.groupBy(dots, ({ tag, box }) => `${tag} ${Math.round(box.y / 4)}`).values()];
  const row = rows.find(({ length }) => length >= Math.max(3, number));
  return row?.[number - 1] ?? null;
}

async function isOpenedByTwo(scene: Scene, element: UiElement): Promise<boolean> {
  const live = await scene.live(element);
  const isHeard = await live
    ?.evaluate((node) => {
      for (let at: Element | null = node; at; at = at.parentElement)
        if (Reflect.get(at, Symbol.for('listens-twice')) === true) return true;
      return false;
    })
    .catch(() => false);
  return isHeard === true;
}

/** "Expand the ring menu" where nothing is called so: the one sign on the page that says it opens something. */
async function soleOpener(agent: Agent, { kind }: Target): Promise<Located | null> {
  if (kind !== 'list' && kind !== 'section' && kind !== 'menuitem') return null;
  const scene = await see(agent);
  const signs = scene.model.elements.filter(
    ({ isVisible, name, text }) => isVisible && /^(?:\+|☰|⋮|…|▸|▶|▼|▾|menu)$/iu.test(text || name),
  );
  const [sign] = signs.toSorted((one, other) => Number(other.isClickable) - Number(one.isClickable));
  return sign ? { scene, element: sign } : null;
}

export async function closeTarget(agent: Agent, target: Target): Promise<Outcome> {
  const asked = await see(agent);
  const { close, no } = answersOn(asked.model);
  const isAny = target.text === '';
  if (isAny && close && (await click(agent, asked, close))) return DONE;
  const name: Target = { ...readTarget('', []), text: 'close', near: target.text || null };
  const found = await locate(agent, name);
  if (found)
    return (await click(agent, found.scene, found.element)) ? DONE : stuck('the close button does not work');
  const scene = await see(agent);
  const sign = scene.model.elements.find(
    ({ isVisible, isEditable, hints, text }) =>
      isVisible && !isEditable && text.length < 3 && /\b(?:close|dismiss|cross|times)\p{L}*/u.test(hints),
  );
  if (sign && (await click(agent, scene, sign))) return DONE;
  if (isAny && no && (await click(agent, asked, no))) return DONE;
  return pressSomewhere(agent, 'Escape');
}
