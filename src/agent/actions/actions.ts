import type { ElementHandle } from 'playwright-core';
import { type Agent, rest } from '../agent.ts';
import type { ScriptLine } from '../journal.ts';
import { cssPath } from '../observation/css-path.ts';
import { isHarmless } from '../observation/harmless.ts';
import { isPressable, labelOf, type PageModel, type UiElement } from '../observation/page-model.ts';
import { wordsNear } from '../observation/rows.ts';
import type { Scene } from '../observation/scene.ts';
import { normalize } from '../words.ts';
import { endPress, type Press, startPress } from './press.ts';
import { GONE, refusalOf } from './refusal.ts';

const ACT_LIMIT_MS = 5_000;
const KEY_LIMIT_MS = 1_000;

export interface Point {
  x: number;
  y: number;
}

interface Deed {
  action: string;
  script: ScriptLine['action'];
  /** What was typed or chosen, as far as it may be told. */
  value?: string;
}

/** What stands for a secret in steps and scripts. */
export type Placeholder =
  | '{{credential.username}}'
  | '{{credential.password}}'
  | '{{totp}}'
  /** What the owner said to a question of the site. */
  | '{{answer}}';

/** Does one thing to one element and writes it down. False when the page, or a task that only asks, does not let us. */
export async function act(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  deed: Deed,
  work: (live: ElementHandle<HTMLElement>) => Promise<unknown>,
): Promise<boolean> {
  if (agent.onlyReads && !isHarmless(element, deed.script)) return false;
  const { run, clock, journal } = agent;
  const startedAt = clock.mono();
  agent.acts += 1;
  const live = await scene.live(element);
  let ok = false;
  let selector: string | null = null;
  const isSecret = element.type === 'password' && deed.value !== undefined;
  if (isSecret || isHidden(agent, deed.value)) run.camera.conceal();
  if (agent.pressed) await endPress(agent.pressed, startedAt);
  const press = isPress(element, deed) ? await begin(agent, scene, element, startedAt) : null;
  agent.refusal = live ? '' : GONE;
  if (live) {
    selector = await live.evaluate(cssPath).catch(() => null);
    run.acceptsDialogs = true;
    const working = work(live).then(
      () => '',
      (error: unknown) => refusalOf(error, live),
    );
    // The page stands still as long as its dialog is open, and so does what opened it.
    agent.refusal = await Promise.race([working, run.dialogOpens().then(() => '')]);
    ok = agent.refusal === '';
    if (ok && !run.dialog) await rest(agent);
    run.acceptsDialogs = false;
  }
  const label = labelOf(element);
  const value = isSecret ? '' : (deed.value ?? '');
  agent.traces.push({
    action: deed.script,
    label,
    value,
    near: wordsNear(scene.model, element),
    namesakes: namesakesOf(scene.model, element),
    isOk: ok && (run.dialog !== null || (await isKept(live, deed, agent))),
  });
  if (ok) agent.pressed = press;
  if (ok && press) agent.presses.push(press);
  // Whoever typed it and however it was found: it is a secret from now on.
  if (isSecret && !isPlaceholder(deed.value)) journal.hide(deed.value ?? '', '{{credential.password}}');
  journal.step({
    action: deed.action,
    target: label,
    detail: isSecret ? '••••' : (deed.value ?? null),
    url: run.front.url(),
    ok,
    durationMs: clock.mono() - startedAt,
  });
  if (ok)
    journal.line({
      action: deed.script,
      role: element.role || element.tag,
      name: label,
      selector,
      value: isSecret ? '{{credential.password}}' : (deed.value ?? null),
      url: scene.model.url,
    });
  return ok;
}

/** How many visible elements of the same role are called like it, itself included. */
function namesakesOf({ elements }: PageModel, element: UiElement): number {
  const label = normalize(labelOf(element));
  return elements.filter(
    (one) => one.isVisible && one.role === element.role && normalize(labelOf(one)) === label,
  ).length;
}

/** Whether the field or box has what it was given. What is gone with its page has been taken. */
async function isKept(
  live: ElementHandle<HTMLElement> | null,
  { script, value = '' }: Deed,
  agent: Agent,
): Promise<boolean> {
  if (!live || !['fill', 'select', 'check'].includes(script) || isHidden(agent, value)) return true;
  return live
    .evaluate(
      (node, [wanted, how]) => {
        const { value: text, checked, selectedOptions } = node as HTMLInputElement & HTMLSelectElement;
        if (!node.isConnected) return true;
        if (how === 'check') return checked === undefined || String(checked) === wanted;
        if (how === 'select')
          return [...(selectedOptions ?? [])].map(({ label }) => label.trim()).join(', ') === wanted.trim();
        return text === undefined || text === '' || text.includes(wanted) || wanted.includes(text);
      },
      [value, script] as const,
    )
    .catch(() => true);
}

/** A button, the key that sends what was written, or a file: the page answers to each. */
function isPress(element: UiElement, { script, value }: Deed): boolean {
  return (
    (script === 'click' && isPressable(element) && element.role !== 'link') ||
    (script === 'press' && value === 'Enter') ||
    script === 'upload'
  );
}

function begin({ run }: Agent, { text, model }: Scene, element: UiElement, at: number): Promise<Press> {
  return startPress(run, { name: labelOf(element), text, url: model.url, at });
}

function isHidden({ journal }: Agent, value: string | undefined): boolean {
  return value !== undefined && (isPlaceholder(value) || journal.scrub(value) !== value);
}

function isPlaceholder(text: string | undefined): boolean {
  return /^\{\{[\w.]+\}\}$/u.test(text ?? '');
}

export function click(agent: Agent, scene: Scene, element: UiElement, times = 1): Promise<boolean> {
  const value = times > 1 ? String(times) : undefined;
  return act(agent, scene, element, { action: 'click', script: 'click', value }, async (live) => {
    for (let count = 0; count < times; count += 1) await press(agent, live);
  });
}

/** With the other button, or twice in a row. */
export function clickOtherwise(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  way: 'right' | 'double',
): Promise<boolean> {
  const how = way === 'right' ? ({ button: 'right' } as const) : { clickCount: 2 };
  return clickAs(agent, scene, element, how);
}

export interface ClickWay {
  button?: 'left' | 'right' | 'middle';
  clickCount?: number;
  modifiers?: ('Alt' | 'Control' | 'Meta' | 'Shift')[];
}

/** A click with any button, real double clicks, and keys held meanwhile. */
export function clickAs(agent: Agent, scene: Scene, element: UiElement, way: ClickWay): Promise<boolean> {
  const { button = 'left', clickCount = 1, modifiers = [] } = way;
  const counted = clickCount === 2 ? 'double' : clickCount > 2 ? String(clickCount) : '';
  const value = [...modifiers, button === 'left' ? '' : button, counted].filter(Boolean).join(' ');
  const deed = { action: `${value} click`.trim(), script: 'click' as const, ...(value && { value }) };
  return act(agent, scene, element, deed, (live) =>
    // What is known to be in the way seldom goes by itself.
    press(agent, live, way, element.isDisabled || element.isCovered ? HOPELESS_LIMIT_MS : STILL_LIMIT_MS),
  );
}

/** How long an element may take to come to rest before it counts as one that moves. */
const STILL_LIMIT_MS = 3_000;
const HOPELESS_LIMIT_MS = 1_200;

/** A real mouse click, also on what moves. A hidden box or area is clicked where it is drawn. */
async function press(
  agent: Agent,
  live: ElementHandle<HTMLElement>,
  way: ClickWay = {},
  limitMs = STILL_LIMIT_MS,
): Promise<void> {
  const target = await targetOf(live);
  try {
    await target.click({ timeout: limitMs, ...way, ...(await placeIn(live)) });
  } catch (error) {
    if (String(error).includes('closed')) throw error;
    // It was pressed; only what followed took too long.
    if (String(error).includes('performing click action')) return;
    if (!String(error).includes('not stable')) throw error;
    const box = await target.boundingBox();
    const isOnTop = await target.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && (node.contains(top) || top.contains(node));
    });
    if (!box || !isOnTop) throw error;
    await agent.run.front.mouse.click(box.x + box.width / 2, box.y + box.height / 2, way);
  }
}

/** What is drawn in place of an element: the label of a hidden box, the picture of an area. */
async function targetOf(live: ElementHandle<HTMLElement>): Promise<ElementHandle<HTMLElement>> {
  const drawn = await live.evaluateHandle((node) => {
    if (node instanceof HTMLAreaElement)
      return document.querySelector(`img[usemap="#${CSS.escape(node.closest('map')?.name ?? '')}"]`) ?? node;
    const { labels } = node as HTMLInputElement;
    const { width, height } = node.getBoundingClientRect();
    const isDrawn = width > 2 && height > 2 && node.checkVisibility({ visibilityProperty: true });
    return isDrawn ? node : ([...(labels ?? [])].find((label) => label.checkVisibility()) ?? node);
  });
  return drawn.asElement() as ElementHandle<HTMLElement>;
}

/** The middle of an area in its picture. */
async function placeIn(live: ElementHandle<HTMLElement>): Promise<{ position?: Point }> {
  const position = await live.evaluate((node) => {
    if (!(node instanceof HTMLAreaElement) || !node.coords) return null;
    const [x = 0, y = 0, ...rest] = node.coords.split(',').map(Number);
    if (node.shape === 'circle') return { x, y };
    const xs = [x, ...rest.filter((_, index) => index % 2 === 0)];
    const ys = [y, ...rest.filter((_, index) => index % 2 === 1)];
    const middle = (all: number[]) => (Math.min(...all) + Math.max(...all)) / 2;
    return { x: middle(xs), y: middle(ys) };
  });
  return position ? { position } : {};
}

export function hover(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'hover', script: 'hover' }, (live) =>
    // What comes up over it while the pointer is there is what it was moved there for.
    live.hover({ timeout: STILL_LIMIT_MS }).catch(() => live.hover({ timeout: ACT_LIMIT_MS, force: true })),
  );
}

/** Types as a person does, so that pages that listen to keys notice; long texts are put in at once. */
export function typeText(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  value: string,
  shown = value,
): Promise<boolean> {
  return act(agent, scene, element, { action: 'type', script: 'fill', value: shown }, async (live) => {
    if (value === '' || value.length > 120 || value.includes('\n'))
      return live.fill(value, { timeout: ACT_LIMIT_MS });
    const hasRoom = element.maxLength < 0 || element.maxLength >= value.length;
    if (shown !== value && hasRoom && (await fillAtOnce(live, value))) return undefined;
    await live.fill('', { timeout: ACT_LIMIT_MS }).catch(() => live.click({ timeout: ACT_LIMIT_MS }));
    await live.type(value, { timeout: 10_000 });
    const now = await valueIn(live).catch(() => value);
    if (now !== value && element.maxLength < 0 && typeof now === 'string' && now.length < value.length)
      await live.fill(value, { timeout: ACT_LIMIT_MS });
    return undefined;
  });
}

/** Adds a text after what the field has. */
export function appendText(agent: Agent, scene: Scene, element: UiElement, value: string): Promise<boolean> {
  return act(agent, scene, element, { action: 'type', script: 'fill', value }, async (live) => {
    await live.click({ timeout: ACT_LIMIT_MS });
    await live.press('Control+End', { timeout: KEY_LIMIT_MS });
    await live.type(value, { timeout: 10_000 });
  });
}

/** Key by key, a page could tell others of every beginning of a secret. The last key is for pages that wait for one. */
async function fillAtOnce(live: ElementHandle<HTMLElement>, value: string): Promise<boolean> {
  try {
    await live.fill(value, { timeout: ACT_LIMIT_MS });
  } catch {
    return false;
  }
  // A page that has gone on by itself has taken it: typed once more, it would be a second answer.
  if ((await valueIn(live).catch(() => value)) !== value) return false;
  await live.press('End', { timeout: KEY_LIMIT_MS }).catch(() => undefined);
  return true;
}

function valueIn(live: ElementHandle<HTMLElement>): Promise<string | null> {
  return live.evaluate((node) => (node as HTMLInputElement).value ?? node.textContent);
}

/** Puts in a value the field itself formats (dates, ranges, colours). */
export function putValue(agent: Agent, scene: Scene, element: UiElement, value: string): Promise<boolean> {
  return act(agent, scene, element, { action: 'type', script: 'fill', value }, (live) =>
    live.fill(value, { timeout: ACT_LIMIT_MS }),
  );
}

export function selectOptions(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  labels: string[],
  indexes: number[],
): Promise<boolean> {
  return act(
    agent,
    scene,
    element,
    { action: 'select', script: 'select', value: labels.join(', ') },
    (live) =>
      live.selectOption(
        indexes.map((index) => ({ index })),
        { timeout: ACT_LIMIT_MS },
      ),
  );
}

export function tick(agent: Agent, scene: Scene, element: UiElement, isOn: boolean): Promise<boolean> {
  return act(
    agent,
    scene,
    element,
    { action: isOn ? 'check' : 'uncheck', script: 'check', value: String(isOn) },
    async (live) => {
      if (element.type !== 'checkbox' && element.type !== 'radio') {
        if (element.isChecked !== isOn) await press(agent, live);
        return;
      }
      if ((await live.isChecked()) === isOn) return;
      // A box drawn by the page hides the real one; its label works the same.
      await press(agent, live);
      if ((await live.isChecked().catch(() => isOn)) !== isOn) throw new Error('Error: it did not change');
    },
  );
}

export function pressKey(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  key: string,
  times = 1,
): Promise<boolean> {
  const value = times > 1 ? `${key} ${times}` : key;
  return act(agent, scene, element, { action: 'press', script: 'press', value }, async (live) => {
    await live.focus();
    for (let count = 0; count < times; count += 1) await live.press(key, { timeout: ACT_LIMIT_MS });
  });
}

export function scrollTo(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  to: 'top' | 'down' | 'bottom',
): Promise<boolean> {
  return act(agent, scene, element, { action: 'scroll', script: 'scroll', value: to }, (live) =>
    live.evaluate((node, end) => {
      if (end === 'down') node.scrollTop += 0.8 * node.clientHeight;
      else node.scrollTop = end === 'top' ? 0 : node.scrollHeight;
    }, to),
  );
}

export function selectText(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'highlight', script: 'highlight' }, (live) =>
    live.selectText({ timeout: ACT_LIMIT_MS }),
  );
}

export function upload(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<boolean> {
  const value = files.map(({ name }) => name).join(', ');
  return act(agent, scene, element, { action: 'upload', script: 'upload', value }, async (live) => {
    const input = await live.evaluateHandle((node) => (node as unknown as HTMLLabelElement).control ?? node);
    const isField = await input.evaluate((node) => (node as HTMLInputElement).type === 'file');
    if (isField) return (input.asElement() as typeof live).setInputFiles(files, { timeout: ACT_LIMIT_MS });
    const choosing = agent.run.front.waitForEvent('filechooser', { timeout: ACT_LIMIT_MS });
    choosing.catch(() => {});
    await press(agent, live);
    const chooser = await choosing.catch(() => {
      throw new Error('Error: it opens no file chooser');
    });
    return chooser.setFiles(files, { timeout: ACT_LIMIT_MS });
  });
}
