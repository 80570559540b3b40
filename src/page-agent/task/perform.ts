import { DONE, failed, type Outcome, rest, see } from '../agent.ts';
import { awaitReply } from '../hands/await-reply.ts';
import { click, clickOtherwise, hover, scrollTo, tick } from '../hands/hands.ts';
import { dragBetween, middleOf } from '../hands/pointer.ts';
import { scrollPage } from '../hands/scroll-page.ts';
import { did } from '../hands/set-field.ts';
import { uploadFile } from '../hands/upload-file.ts';
import type { Command } from '../language/command.ts';
import type { Target } from '../language/target.ts';
import { isPressable, isTicked, labelOf, twinOf } from '../sight/page-model.ts';
import type { Located } from '../sight/scene.ts';
import { logIn } from '../sign-in/log-in.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { similarity, stemsOf, strongStems, tellingStems } from '../words.ts';
import { addToBasket } from './basket.ts';
import { choose, setValue } from './choose.ts';
import { type Course, meant } from './course.ts';
import { doDeed } from './deed.ts';
import { download } from './download.ts';
import { fillGiven, followThrough, submit } from './fill-form.ts';
import { find, nextPage, pageNumbered } from './find.ts';
import { goBack, goTo } from './go-to.ts';
import { matches } from './match.ts';
import { mainOf, pick, rowsLike } from './pick.ts';
import { search } from './search.ts';
import { boxesMeant } from './several.ts';
import { sortBy } from './sort.ts';

/** Carries one command out on the page as it is now. */
export async function perform(course: Course, command: Command): Promise<Outcome> {
  const { agent } = course;
  const { source } = command;
  switch (command.kind) {
    case 'ask':
    case 'say':
    case 'picture':
      return DONE;
    case 'find':
      course.about = command.target.phrase;
      await reveal(course, command.target);
      return DONE;
    case 'wait':
      await rest(agent, 10_000);
      return DONE;
    case 'goto':
      return goTo(agent, command.url);
    case 'back':
      await goBack(agent);
      await rest(agent);
      return DONE;
    case 'click':
      return press(course, command);
    case 'open':
      return open(course, command);
    case 'set':
      if (isDescription(command.value, source))
        return failed(`"${command.value}" has to be worked out, which takes a language model`);
      return setValue(course, command.field, command.value, source);
    case 'choose':
      return (
        (await tickMany(course, source.replace(/^\S+\s+/u, ''), true)) ??
        choose(course, command.values, command.field, source)
      );
    case 'tick':
      return tickAll(course, command);
    case 'search':
      return search(course, command.query);
    case 'sort':
      return sortBy(course, command.by, command.isDescending);
    case 'turn':
      return turn(course, command.to);
    case 'scroll':
      return scroll(course, command);
    case 'login':
      if (agent.login && command.password === '') return signIn(agent);
      return logIn(agent, command.username, command.password);
    case 'download':
      return download(course, { ...command.target, phrase: meant(course, command.target.phrase) });
    case 'upload':
      return uploadFile(agent, command);
    case 'drag':
      return drag(course, command.from, command.to);
    case 'basket':
      return addToBasket(course, command.target, command.count);
    case 'fill': {
      await goToForm(course, source);
      if ((await fillGiven(course, source)) === 0)
        return failed('there is no form on the page for what the task gives');
      return DONE;
    }
    case 'submit':
      return submit(course, command.verb, '');
    case 'do':
      return doDeed(course, command.verb, command.target, source);
  }
}

/** "The contact form" may be on the page that a link of that name leads to. */
async function goToForm({ agent }: Course, source: string): Promise<void> {
  const name = /\b(?:the|our|your|an?)\s+((?:[\p{L}-]+\s+){1,3}?)(?:form|page)\b/iu.exec(source)?.[1] ?? '';
  const wanted = tellingStems(name);
  const scene = await see(agent);
  const isHere = scene.model.elements.some(
    (one) =>
      one.isVisible && /^h[12]$/u.test(one.tag) && wanted.some((stem) => stemsOf(one.name).includes(stem)),
  );
  const link = scene.model.elements.find(
    (one) =>
      isPressable(one) &&
      one.role === 'link' &&
      wanted.length > 0 &&
      tellingStems(one.name).length <= wanted.length + 1 &&
      wanted.every((stem) => stemsOf(one.name).includes(stem)),
  );
  if (link && !isHere) await click(agent, scene, link);
}

/** A description of the value and not the value: "the code from the mail", '"Ann" in capitals'. */
function isDescription(value: string, source: string): boolean {
  const isQuoted = ['"', '“', "'", '‘'].some((sign) => source.includes(`${sign}${value}`));
  return !isQuoted && /^(?:the|its|their|this|that|these|your)\s|["“”]/iu.test(value);
}

/** Presses what is called so. */
async function press(
  course: Course,
  { target, times, way, source }: Extract<Command, { kind: 'click' }>,
): Promise<Outcome> {
  const { agent } = course;
  const found = (await nthOfAll(course, target)) ?? (await locate(course, target));
  if (!found) return missing(target);
  const { scene, element } = found;
  if (target.quoted === null) course.about = meant(course, target.phrase);
  if (way === 'hover') return did(await hover(agent, scene, element), element);
  if (way !== 'once') return did(await clickOtherwise(agent, scene, element, way), element);
  const [next] = course.ahead;
  agent.run.promptText = next?.kind === 'set' && next.field === '' ? next.value : null;
  if (!(await click(agent, scene, element, times))) return failed(`"${labelOf(element)}" could not be used`);
  if (agent.run.promptText === null && next?.kind === 'set' && next.field === '') {
    // A box of the browser has asked for it.
    course.answered = next;
    agent.journal.line({ action: 'fill', role: 'dialog', value: next.value, url: scene.model.url });
  }
  agent.run.promptText = null;
  course.unsent = null;
  course.delayed = null;
  const led = await leadsSomewhere(course, found);
  if (!led.ok) return led;
  if (target.quoted === null) course.about = meant(course, target.phrase);
  await awaitReply(agent);
  return source.includes('"') ? DONE : followThrough(course, labelOf(element), '', scene.model);
}

async function open(
  course: Course,
  { target, source }: Extract<Command, { kind: 'open' }>,
): Promise<Outcome> {
  const { agent } = course;
  if (/^(?:close|collapse)\b/iu.test(source)) return doDeed(course, 'close', target, source);
  const { model } = await see(agent);
  const heading = model.elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? '';
  const phrase = meant(course, target.phrase);
  if (target.extreme === null && target.ordinal === null && similarity(heading, phrase) > 0.9) return DONE;
  const found =
    (await nthOfAll(course, target)) ??
    (await locate(course, target)) ??
    (await locateBehind(course, target));
  if (!found) return missing(target);
  course.about = phrase;
  if (!(await click(agent, found.scene, found.element)))
    return failed(`"${labelOf(found.element)}" could not be used`);
  return leadsSomewhere(course, found);
}

/** How long a link may take to show that it leads somewhere: on a busy machine its window or page comes late. */
const LEADS_MS = 2_500;

/** A link that leaves the page as it was has led nowhere. */
async function leadsSomewhere({ agent }: Course, { scene, element }: Located): Promise<Outcome> {
  const { run, clock, signal } = agent;
  const isLink = element.role === 'link' && /^(?!#|javascript:)\S/u.test(element.href);
  const isThere = URL.parse(element.href, scene.model.url)?.href === scene.model.url;
  if (!isLink || isThere) return DONE;
  const start = clock.mono();
  for (;;) {
    if (run.front.url() !== scene.model.url || run.downloads.length > 0) return DONE;
    if ((await see(agent)).text !== scene.text) return DONE;
    if (clock.mono() - start > LEADS_MS) return failed(`"${labelOf(element)}" led nowhere`);
    await clock.sleep(100, signal);
  }
}

/** "The 9th result" may stand on a further page of the list. Null where this page has it, or nothing is counted. */
async function nthOfAll(
  { agent }: Course,
  { ordinal, kind, phrase, extreme }: Target,
): Promise<Located | null> {
  if (kind !== 'row' || ordinal === null || ordinal < 1 || extreme) return null;
  let before = 0;
  for (let page = 0; page < 10; page += 1) {
    const scene = await see(agent);
    const rows = rowsLike(scene.model, phrase.replace(/\bsearch\b/iu, ''));
    const row = rows[ordinal - before - 1];
    const element = row && mainOf(scene.model, row);
    if (element) return { scene, element };
    before += rows.length;
    const next = nextPage(scene.model) ?? pageNumbered(scene.model, page + 2);
    if (!next || rows.length === 0 || !(await click(agent, scene, next))) return null;
  }
  return null;
}

/** "The newest journal article" may stand on the page that is called "Journal". */
async function locateBehind(course: Course, target: Target): Promise<Located | null> {
  if (target.extreme === null && target.ordinal === null) return null;
  const { agent } = course;
  const scene = await see(agent);
  const wanted = tellingStems(target.phrase);
  const way = scene.model.elements.find(
    (one) =>
      isPressable(one) &&
      one.role === 'link' &&
      stemsOf(one.name).length > 0 &&
      stemsOf(one.name).every((stem) => wanted.includes(stem)),
  );
  if (!way || !(await click(agent, scene, way))) return null;
  return locate(course, target);
}

async function locate(course: Course, target: Target): Promise<Located | null> {
  const wanted = { ...target, phrase: meant(course, target.phrase) };
  const { about, agent } = course;
  return find(agent, (model) => pick(model, wanted, about), { words: `${wanted.phrase} ${about}` });
}

function missing({ quoted, phrase }: Target): Outcome {
  return failed(`there is no "${quoted ?? phrase}" on the page`);
}

/** Shows the subject of the next commands: by turning pages, where the page does not name it yet. */
async function reveal({ agent }: Course, target: Target): Promise<void> {
  const { text } = await see(agent);
  const shown = new Set(stemsOf(text));
  const names = strongStems(`of ${target.phrase}`);
  if (names.length === 0 || names.every((stem) => shown.has(stem))) return;
  await find(agent, (model) => pick(model, target), { words: target.phrase });
}

async function tickAll(
  course: Course,
  { targets, isOn, source }: Extract<Command, { kind: 'tick' }>,
): Promise<Outcome> {
  const { agent } = course;
  const many = await tickMany(course, source.replace(/^\S+\s+(?:off\s+|on\s+)?/u, ''), isOn);
  if (many) return many;
  for (const words of targets) {
    const target: Target = {
      phrase: words,
      quoted: null,
      kind: 'box',
      ordinal: null,
      extreme: null,
      many: null,
    };
    const found = await find(
      agent,
      (model) =>
        matches(
          model,
          target,
          model.elements.filter((one) => isTicked(one) && !one.isDisabled),
        )[0] ?? null,
      { canTurn: false },
    );
    if (found) {
      if (!(await tick(agent, found.scene, found.element, isOn)))
        return failed(`"${labelOf(found.element)}" could not be used`);
      course.unsent ??= 'save';
      continue;
    }
    const done = await doDeed(course, source.split(/\s/u)[0] ?? '', target, source);
    if (!done.ok) return done;
  }
  return DONE;
}

/** All boxes that have something in common; and no others, where the task says so. Null where it names single ones. */
async function tickMany(course: Course, words: string, isOn: boolean): Promise<Outcome | null> {
  const { agent } = course;
  const { model } = await see(agent);
  const isExact = /\b(?:exactly|only|just)\b/iu.test(words);
  const boxes = boxesMeant(model, words.replace(/^sure\s+(?:that\s+)?|\b(?:exactly|only|just)\s+/giu, ''));
  if (!boxes || boxes.length === 0) return null;
  const others = isExact ? model.elements.filter((one) => isTicked(one) && !boxes.includes(one)) : [];
  for (const [box, wanted] of [
    ...boxes.map((one) => [one, isOn] as const),
    ...others.map((one) => [one, !isOn] as const),
  ]) {
    const scene = await see(agent);
    const now = twinOf(scene.model, box) ?? box;
    if (now.isChecked !== wanted && !(await tick(agent, scene, now, wanted)))
      return failed(`"${labelOf(box)}" could not be used`);
  }
  course.unsent ??= 'save';
  return DONE;
}

async function turn({ agent }: Course, to: 'next' | 'previous' | number): Promise<Outcome> {
  const scene = await see(agent);
  const name =
    to === 'previous' ? /^(?:prev(?:ious)?(?: page)?|newer|‹|«|←)$/iu : new RegExp(`^(?:page )?${to}$`, 'iu');
  const button =
    to === 'next'
      ? nextPage(scene.model)
      : scene.model.elements.find((one) => isPressable(one) && name.test(one.name.trim()));
  return button
    ? did(await click(agent, scene, button), button)
    : failed(`the page has no way to page "${to}"`);
}

async function scroll(
  course: Course,
  { to, target }: Extract<Command, { kind: 'scroll' }>,
): Promise<Outcome> {
  const { agent } = course;
  const found = target && (await locate(course, target));
  if (target) {
    course.about = target.phrase;
    const live = found && (await found.scene.live(found.element));
    await live?.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => undefined);
    return found ? DONE : missing(target);
  }
  const { model, ...scene } = await see(agent);
  const area = model.elements.find(
    ({ canScroll, isVisible, tag }) =>
      canScroll && isVisible && tag !== 'textarea' && tag !== 'html' && tag !== 'body',
  );
  if (area) await scrollTo(agent, { model, ...scene }, area, to);
  await agent.run.front.evaluate(scrollPage, to).catch(() => undefined);
  agent.acts += 1;
  agent.journal.step({ action: 'scroll', target: null, detail: to, url: model.url, ok: true, durationMs: 0 });
  agent.journal.line({ action: 'scroll', value: to, url: model.url });
  await rest(agent, 2_000);
  return DONE;
}

async function drag(course: Course, from: Target, to: Target): Promise<Outcome> {
  const [held, goal] = [await locate(course, from), await locate(course, to)];
  if (!held) return missing(from);
  if (!goal) return missing(to);
  const [start, end] = [await middleOf(held.scene, held.element), await middleOf(goal.scene, goal.element)];
  if (!start || !end) return failed('it cannot be reached');
  return did(
    await dragBetween(course.agent, held.scene, held.element, start, end, goal.element),
    held.element,
  );
}
