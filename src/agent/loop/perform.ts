import type { LlmToolCall } from '../../platform/llm.ts';
import { see } from '../agent.ts';
import type { Journal } from '../journal.ts';
import { emptyModel, type Scene } from '../observation/scene.ts';
import type { Desk } from './desk.ts';
import { beforeAction, changesSince } from './page-changes.ts';
import { NOT_PUBLIC, TOOLS } from './tools.ts';

const NOTHING_CHANGED = 'Nothing changed on the page.';
/** Their effect is not on the page itself, or they say it themselves. */
const SELF_EVIDENT = new Set(['upload', 'wait', 'tab', 'scroll', 'go', 'sign_in', 'ask_owner']);

/** Hidden before anything is quoted or cut, for the redactor does not find a changed secret. */
function withoutSecrets(scene: Scene, { redactor, scrub }: Journal): Scene {
  if (redactor.isEmpty) return scene;
  const { model } = scene;
  const elements = model.elements.map((element) => ({
    ...element,
    ...Object.fromEntries(
      Object.entries(element).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, scrub(value)]] : [],
      ),
    ),
    options: element.options.map((option) => ({ ...option, label: scrub(option.label) })),
  }));
  return {
    ...scene,
    model: { ...model, elements, scrub, title: scrub(model.title), url: scrub(model.url) },
  };
}

/** The page as it is now. As long as a dialog is open, it cannot be looked at: the last look stays. */
export async function lookAgain(desk: Desk): Promise<void> {
  const { run, journal } = desk.agent;
  if (run.dialog) return;
  const scene = await Promise.race([see(desk.agent), run.dialogOpens().then(() => null)]);
  if (scene && !run.dialog) desk.scene = withoutSecrets(scene, journal);
}

/**
 * Runs the calls of one turn in order and returns a result for each. When one of them changes the page under the others
 * (another address, a dialog, another tab), the rest is refused with the reason.
 */
export async function performAll(
  desk: Desk,
  calls: readonly LlmToolCall[],
  tools: typeof TOOLS = TOOLS,
): Promise<string[]> {
  const results: string[] = [];
  let obstacle = '';
  for (const call of calls) {
    if (call.name === 'finish' && calls.length > 1)
      results.push('Not done: finish must be the only call of a turn.');
    else if (obstacle !== '' || desk.isUnanswered || desk.finish)
      results.push(`Not done: ${obstacle || 'the task is over'}. Look at the page first.`);
    else {
      const { run } = desk.agent;
      const { front, dialog } = run;
      const document = documentOf(desk);
      results.push(await perform(desk, call, tools));
      if (run.dialog && run.dialog !== dialog) obstacle = 'a dialog opened';
      else if (run.front !== front) obstacle = 'another tab is in front';
      else if (documentOf(desk) !== document)
        obstacle = `the page changed to ${run.front.url().slice(0, 200)}`;
    }
  }
  return results;
}

function documentOf({ scene, agent }: Desk): string {
  const document = Math.floor((scene.model.elements[0]?.id ?? 0) / 1_000_000);
  return `${document} ${agent.run.front.url()}`;
}

/** Runs one call and says what it changed on the page. */
export async function perform(desk: Desk, call: LlmToolCall, tools: typeof TOOLS = TOOLS): Promise<string> {
  const { agent } = desk;
  const { run } = agent;
  const tool = tools[call.name];
  if (call.problem !== null || !tool) return `Not done: ${call.problem ?? `there is no tool ${call.name}`}.`;
  const input = tool.input.safeParse(call.input);
  if (!input.success) {
    const [issue] = input.error.issues;
    return `Not done: the input of ${call.name} is invalid: ${issue?.path.join('.') || 'input'}: ${issue?.message}.`;
  }
  if (run.dialog && tool.changesPage && call.name !== 'dialog')
    return `Not done: a ${run.dialog.type()} of the page is open. Answer it with dialog first.`;
  const wasRefused = run.isRefused;
  const before = beforeAction(agent, desk.scene);
  desk.target = null;
  try {
    const said = await tool.act(desk, input.data);
    if (!tool.changesPage) return said;
    await lookAgain(desk);
    const isRefused = run.isRefused && !wasRefused && !said.includes(NOT_PUBLIC);
    const refused = isRefused ? [`The page that it leads to was not opened: ${NOT_PUBLIC}.`] : [];
    const changes = changesSince(agent, desk.view, before, desk.scene, desk.target);
    const all = [...refused, ...changes];
    const isRefusal = said.startsWith('Not done') || SELF_EVIDENT.has(call.name);
    return [said, ...(all.length > 0 ? all : isRefusal ? [] : [NOTHING_CHANGED])].join(' ');
  } catch (error) {
    agent.signal.throwIfAborted();
    if (run.hasCrashed) throw error;
    await lookAgain(desk).catch(() => {
      desk.scene = { ...desk.scene, model: emptyModel(run.front.url()) };
    });
    return 'Not done: the page did not answer.';
  }
}
