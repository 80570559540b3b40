import {
  click,
  clickOtherwise,
  hover,
  pressKey,
  putValue,
  scrollTo,
  selectText,
  tick,
  typeText,
} from '../actions/actions.ts';
import { awaitReply } from '../actions/await-reply.ts';
import { clearOverlay, clearOverlays } from '../actions/overlays.ts';
import { dragBetween } from '../actions/pointer.ts';
import { type Direction, scrollPage } from '../actions/scroll-page.ts';
import { selectByLabel } from '../actions/set-field.ts';
import { uploadFile } from '../actions/upload-file.ts';
import {
  type Agent,
  type AgentOptions,
  DONE,
  failed,
  isSpent,
  newAgent,
  type Outcome,
  rest,
  see,
} from '../agent.ts';
import { type AgentEnd, endOf } from '../agent-end.ts';
import type { ScriptLine } from '../journal.ts';
import type { Healer } from '../loop/heal.ts';
import { cssPath } from '../observation/css-path.ts';
import { labelOf, type UiElement } from '../observation/page-model.ts';
import type { Located, Scene } from '../observation/scene.ts';
import { claimOf } from '../rules/claim.ts';
import type { Command } from '../rules/command.ts';
import { complaintOf } from '../rules/complaint.ts';
import { goTo } from '../rules/go-to.ts';

const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 150;
const FORMATTED = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'range', 'color']);

/** A page that has changed more than this is a task for the agent. */
const MAX_HEALINGS = 3;

/**
 * Repeats a script line by line. A step whose element is missing is healed alone; after three of them the agent goes on from there. Without
 * a healer such a step ends the repetition.
 */
export async function replayScript(
  { goal, question, plan }: { goal: string; question: string; plan: readonly Command[] },
  script: readonly ScriptLine[],
  options: AgentOptions,
  healer: Healer | null = null,
): Promise<AgentEnd> {
  const agent = newAgent(goal, options);
  await clearOverlays(agent);
  // Taking a notice away is nothing of the task, and proves nothing of it.
  Object.assign(agent, { acts: 0, traces: [], pressed: null, presses: [] });
  const start = await see(agent);
  const end = async (code: AgentEnd['code'], reason = '') =>
    endOf(agent, { code, reason, question, after: await see(agent) });
  // The first line opens the page that is open already.
  const lines = script.filter(
    ({ action }, index) => action !== 'extract' && (index > 0 || action !== 'goto'),
  );
  let healings = 0;
  let isTakenOver = false;
  for (const [index, line] of lines.entries()) {
    if (isSpent(agent)) return end('timeout', 'the time for the task was over');
    const begun = lines.slice(0, index + 1).filter(({ action }) => action === 'download').length;
    const before = agent.traces.length;
    const outcome =
      line.action === 'download'
        ? await awaitDownload(agent, line, begun)
        : await repeat(agent, line, lines[index + 1]);
    for (const trace of agent.traces.slice(before)) trace.label = line.was ?? trace.label;
    if (outcome.ok) continue;
    if (healer === null || outcome.code !== 'step_failed') return end(outcome.code, outcome.reason);
    healings += 1;
    if (healings <= MAX_HEALINGS && (await healed(agent, healer, line))) continue;
    if (!(await healer.rest(agent, line))) return end(outcome.code, outcome.reason);
    isTakenOver = true;
    break;
  }
  await rest(agent, 3_000);
  await awaitReply(agent);
  const after = await see(agent);
  const complaint = await complaintOf(agent, start, after);
  if (complaint !== null) return end('step_failed', complaint);
  const done = await end(null);
  // What the agent did by itself has other names than the plan.
  const [notice] = done.notices;
  if (isTakenOver) return { ...done, report: notice ? `The page says: "${notice}"` : '' };
  return agent.acts === 0 ? done : { ...done, ...claimOf(agent, plan, start, after) };
}

/** The proof of the task knows the element by its recorded name. */
async function healed(agent: Agent, healer: Healer, line: ScriptLine): Promise<boolean> {
  const before = agent.traces.length;
  const isHealed = await healer.step(agent, line);
  for (const trace of agent.traces.slice(before)) trace.label = line.was ?? line.name ?? trace.label;
  return isHealed;
}

async function repeat(agent: Agent, line: ScriptLine, next: ScriptLine | undefined): Promise<Outcome> {
  if (line.action === 'wait') return DONE;
  if (line.role === 'dialog') {
    if (agent.run.promptText !== null) return failed('the browser did not ask as before');
    agent.journal.line(line);
    return DONE;
  }
  agent.run.promptText = next?.role === 'dialog' ? next.value : null;
  if (line.action === 'goto') return goTo(agent, line.url ?? '');
  if (line.action === 'upload')
    return uploadFile(agent, { field: line.name ?? '', name: line.value ?? '', text: null });
  if (line.action === 'scroll' && line.name === null) return scrollAll(agent, line);
  const found = await find(agent, line, next);
  // A notice that did not come this time need not be taken away.
  if (found === 'not needed') return DONE;
  if (found === null) return failed(`"${line.name}" is not where it was (${line.action})`);
  return (await again(agent, found, line))
    ? DONE
    : failed(`"${line.name}" did not let itself ${line.action}`);
}

async function again(agent: Agent, { scene, element }: Located, line: ScriptLine): Promise<boolean> {
  const value = line.value ?? '';
  switch (line.action) {
    case 'click':
      if (value === 'double' || value === 'right') return clickOtherwise(agent, scene, element, value);
      return click(agent, scene, element, Number(value) || 1);
    case 'fill':
      return FORMATTED.has(element.type)
        ? putValue(agent, scene, element, value)
        : typeText(agent, scene, element, value);
    case 'select': {
      const labels = element.isMultiple ? value.split(', ') : [value];
      return (await selectByLabel(agent, scene, element, labels)).ok;
    }
    case 'check':
      return tick(agent, scene, element, value === 'true');
    case 'press': {
      const [key = '', times] = value.split(' ');
      return pressKey(agent, scene, element, key, Number(times) || 1);
    }
    case 'hover':
      return hover(agent, scene, element);
    case 'scroll':
      return scrollTo(agent, scene, element, value === 'top' || value === 'down' ? value : 'bottom');
    case 'highlight':
      return selectText(agent, scene, element);
    case 'drag':
      return drag(agent, scene, element, value);
    default:
      return false;
  }
}

/** Of the page as a whole; it loads more, and what comes next waits for that. */
async function scrollAll(agent: Agent, line: ScriptLine): Promise<Outcome> {
  const hasScrolled = await agent.run.front
    .evaluate(scrollPage, { direction: (line.value ?? 'down') as Direction })
    .then(
      () => true,
      () => false,
    );
  if (!hasScrolled) return failed('the page did not let itself scroll');
  await rest(agent, 2_000);
  agent.journal.line(line);
  return DONE;
}

async function drag(agent: Agent, scene: Scene, element: UiElement, value: string): Promise<boolean> {
  const [gripX = 0, gripY = 0, farX = 0, farY = 0] = value.split(/[ ,]/u).map(Number);
  const live = await scene.live(element);
  await live?.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => undefined);
  const box = await live?.boundingBox().catch(() => null);
  if (!box) return false;
  const from = { x: box.x + gripX, y: box.y + gripY };
  return dragBetween(agent, scene, element, from, { x: from.x + farX, y: from.y + farY });
}

/** The element of a line, as soon as it is there. */
async function find(
  agent: Agent,
  line: ScriptLine,
  next: ScriptLine | undefined,
): Promise<Located | 'not needed' | null> {
  const endsAt = agent.clock.mono() + PATIENCE_MS;
  for (;;) {
    const scene = await see(agent);
    const element = await match(scene, line);
    if (element?.isCovered && (await clearOverlay(agent, scene))) continue;
    if (element) return { scene, element };
    if (line.action === 'click' && next?.name && (await match(scene, next)) !== null) return 'not needed';
    if (agent.clock.mono() > endsAt || isSpent(agent)) return null;
    await agent.clock.sleep(LOOK_EVERY_MS, agent.signal);
  }
}

/** By what a person would call it; among several of that name, the one in the same place. */
async function match(scene: Scene, line: ScriptLine): Promise<UiElement | null> {
  const named = scene.model.elements.filter(
    (element) =>
      (element.role || element.tag) === line.role &&
      labelOf(element) === line.name &&
      !element.isDisabled &&
      (element.isVisible || line.action === 'check'),
  );
  if (named.length <= 1) return named[0] ?? null;
  for (const element of named) {
    const live = await scene.live(element);
    const selector = await live?.evaluate(cssPath).catch(() => null);
    if (selector === line.selector) return element;
  }
  return null;
}

/** The click before has begun it. */
async function awaitDownload(agent: Agent, line: ScriptLine, wanted: number): Promise<Outcome> {
  const endsAt = agent.clock.mono() + PATIENCE_MS;
  while (agent.run.downloads.length < wanted && agent.clock.mono() < endsAt && !isSpent(agent))
    await agent.clock.sleep(LOOK_EVERY_MS, agent.signal);
  if (agent.run.downloads.length < wanted) return failed('no download began');
  agent.journal.line(line);
  return DONE;
}
