import type { Agent } from './agent-context.ts';
import { freshLines } from './hands/mend-form.ts';
import { tellsOfDeed } from './language/told-deeds.ts';
import type { Scene } from './sight/scene.ts';

/** The deed of the task that neither a press nor the page tells of; null when all are told of. */
export function missingDeed(
  { undone, run, instruction }: Agent,
  names: readonly string[],
  start: Scene,
  after: Scene,
): string | null {
  const said = [...freshLines(start.text, after.text), ...run.messages].join('\n');
  const isGone = names.some((name) => start.text.includes(name) && !after.text.includes(name));
  const isOfText = /\b(?:text|words?|letters?|lines?|sentences?|fields?|tags?|chips?)\b/iu.test(instruction);
  if (isGone || isOfText) return null;
  return [...undone].find((deed) => !tellsOfDeed(deed, said)) ?? null;
}
