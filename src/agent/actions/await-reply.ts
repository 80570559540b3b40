import { type Agent, rest, see } from '../agent.ts';
import type { Scene } from '../observation/scene.ts';
import { freshLines, wordsOf } from '../words.ts';
import type { Press } from './press.ts';

/** How long a button that sends something may go without any word of the page. */
const SILENCE_MS = 2_500;
/** How long a page may say that it is at work. */
const WORK_MS = 8_000;

/** What a button is called that makes something count. */
export const SENDING =
  /^(?:save|send|submit|post|publish|update|apply|confirm|pay|buy|book|order|reserve|place|create|register|sign ?up|subscribe|join|delete|remove|ok|done|finish|request|transfer|upload|change|set|vote|answer|hand in|check ?out|add .{0,30}to|donate|rent|hire|enrol|complete|rename|move|reply|share|invite|archive|redeem)\b/iu;
/** What leads on to the next page of the same, which may be long in coming. */
const ONWARD = /^(?:continue|proceed|next(?: step)?$|log ?in|sign ?in|go on|review)\b/iu;

/**
 * Waits for the page to answer the button that was pressed last: an error, a receipt or the next step may well come late.
 * A page that has closed the button, or says that it is at work, has not answered yet.
 */
export async function awaitReply(agent: Agent): Promise<void> {
  const { pressed, clock, signal } = agent;
  if (!pressed || pressed.isAwaited) return;
  pressed.isAwaited = true;
  const start = clock.mono();
  let scene = await see(agent);
  while (clock.mono() - start < patienceFor(pressed, scene)) {
    await clock.sleep(150, signal);
    scene = await see(agent);
  }
  if (clock.mono() - start > 300) await rest(agent, 1_000);
}

/** How long after a press a page that looks like this may yet have something to say to it. */
function patienceFor(press: Pick<Press, 'name' | 'text' | 'url'>, scene: Scene): number {
  if (isAtWork(press, scene)) return WORK_MS;
  const isSilent = scene.text === press.text && scene.model.url === press.url;
  const name = press.name.trim();
  return isSilent && (SENDING.test(name) || ONWARD.test(name) || isClosed(press, scene)) ? SILENCE_MS : 0;
}

/** "…", "One moment…", "Checking availability...": new since the press, and nothing that can be pressed itself. */
function isAtWork({ text }: Pick<Press, 'text'>, { text: now, model }: Scene): boolean {
  const offered = new Set(
    model.elements
      .filter(({ isVisible, isDisabled, isClickable }) => isVisible && !isDisabled && isClickable)
      .map(({ name }) => name.trim()),
  );
  return freshLines(text, now).some(
    (line) => /(?:…|\.\.\.)$/u.test(line) && wordsOf(line).length < 5 && !offered.has(line),
  );
}

/** The button takes no second press for now. */
function isClosed({ name }: Pick<Press, 'name'>, { model }: Scene): boolean {
  return model.elements.some(
    (element) =>
      element.isVisible && element.isDisabled && element.role === 'button' && element.name === name,
  );
}
