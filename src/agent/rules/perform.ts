import { click, tick } from '../actions/actions.ts';
import { awaitReply } from '../actions/await-reply.ts';
import { uploadFile } from '../actions/upload-file.ts';
import { DONE, failed, type Outcome, rest, see } from '../agent.ts';
import { isPressable, isTicked, labelOf, type UiElement } from '../observation/page-model.ts';
import type { Located } from '../observation/scene.ts';
import { logIn } from '../sign-in/log-in.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { similarity, stemsOf, tellingStems } from '../words.ts';
import { addToBasket } from './basket.ts';
import { choose, setValue } from './choose.ts';
import type { Command, Target } from './command.ts';
import { download } from './download.ts';
import { confirmDialog, fillGiven, submit } from './fill-form.ts';
import { find } from './find.ts';
import { goBack, goTo } from './go-to.ts';
import { matches } from './match.ts';
import { search } from './search.ts';
import { meant, type TaskProgress } from './task-progress.ts';

/** Carries one command out on the current page. */
export async function perform(progress: TaskProgress, command: Command): Promise<Outcome> {
  const { agent } = progress;
  switch (command.kind) {
    case 'ask':
    case 'say':
      return DONE;
    case 'unknown':
      return failed(`"${command.source}" needs a language model`);
    case 'find':
      progress.about = command.target.phrase;
      return DONE;
    case 'goto':
      return goTo(agent, command.url);
    case 'back':
      await goBack(agent);
      await rest(agent);
      return DONE;
    case 'click':
    case 'open':
      return press(progress, command.target, command.kind === 'open');
    case 'set':
      if (command.value === '') return failed('the task does not give the code');
      return setValue(progress, command.field, command.value);
    case 'choose':
      return choose(progress, command.values, command.field);
    case 'tick':
      return tickAll(progress, command.targets, command.isOn);
    case 'search':
      return search(progress, command.query);
    case 'login':
      if (agent.login && command.password === '') return signIn(agent);
      return logIn(agent, command.username, command.password);
    case 'download':
      return download(progress, { ...command.target, phrase: meant(progress, command.target.phrase) });
    case 'upload':
      return uploadFile(agent, command);
    case 'basket':
      return addToBasket(progress, command.target, command.count);
    case 'fill':
      await goToForm(progress, command.source);
      return (await fillGiven(progress, command.source)) === 0
        ? failed('no form on the page takes the given values')
        : DONE;
    case 'submit':
      return submit(progress, command.verb);
  }
}

/** "The contact form" may be on the page behind a link of that name. */
async function goToForm({ agent }: TaskProgress, source: string): Promise<void> {
  const name = /\b(?:the|our|your|an?)\s+((?:[\p{L}-]+\s+){1,3}?)(?:form|page)\b/iu.exec(source)?.[1] ?? '';
  const wanted = tellingStems(name);
  const scene = await see(agent);
  const bears = ({ name: label }: UiElement) =>
    wanted.length > 0 && wanted.every((stem) => stemsOf(label).includes(stem));
  const isHere = scene.model.elements.some((one) => /^h[12]$/u.test(one.tag) && one.isVisible && bears(one));
  const link = scene.model.elements.find((one) => isPressable(one) && one.role === 'link' && bears(one));
  if (link && !isHere) await click(agent, scene, link);
}

/** Presses the button or follows the link of that name. */
async function press(progress: TaskProgress, target: Target, isOpen: boolean): Promise<Outcome> {
  const { agent } = progress;
  const phrase = meant(progress, target.phrase);
  const { model } = await see(agent);
  const heading = model.elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? '';
  if (isOpen && similarity(heading, phrase) > 0.9) return DONE;
  const found = await find(agent, (page) => matches(page, { ...target, phrase })[0] ?? null);
  if (!found) {
    // A button that is switched off until the form is complete.
    const closed = model.elements.find((one) => one.isDisabled && similarity(one.name, phrase) > 0.9);
    return closed ? submit(progress, closed.name) : failed(`"${target.quoted ?? phrase}" is not on the page`);
  }
  const { scene, element } = found;
  const [next] = progress.ahead;
  // A box of the browser may ask for the value of the next command.
  const value = next?.kind === 'set' && next.field === '' ? next.value : null;
  agent.run.promptText = value;
  const isPressed = await click(agent, scene, element);
  const isTaken = value !== null && agent.run.promptText === null;
  agent.run.promptText = null;
  if (!isPressed) return failed(`"${labelOf(element)}" could not be used`);
  if (isTaken) {
    agent.journal.line({ action: 'fill', role: 'dialog', value, url: scene.model.url });
    progress.answered = next;
  }
  progress.unsent = null;
  progress.about = phrase;
  const led = await leadsSomewhere(progress, found);
  if (!led.ok) return led;
  await awaitReply(agent);
  return confirmDialog(progress, labelOf(element), scene.model);
}

/** The time for a link to lead somewhere: on a busy machine its window or page comes late. */
const LEADS_MS = 2_500;

/** A link that leaves the page unchanged has led nowhere. */
async function leadsSomewhere({ agent }: TaskProgress, { scene, element }: Located): Promise<Outcome> {
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

async function tickAll(progress: TaskProgress, names: readonly string[], isOn: boolean): Promise<Outcome> {
  const { agent } = progress;
  for (const phrase of names) {
    const target: Target = { phrase, quoted: null, kind: 'box' };
    const found = await find(agent, (model) => {
      const boxes = model.elements.filter((one) => isTicked(one) && !one.isDisabled);
      return matches(model, target, boxes)[0] ?? null;
    });
    if (!found) return failed(`"${phrase}" is not on the page`);
    if (!(await tick(agent, found.scene, found.element, isOn)))
      return failed(`"${labelOf(found.element)}" could not be used`);
  }
  progress.unsent ??= 'save';
  return DONE;
}
