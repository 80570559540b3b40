import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { typeKeys } from '../hands/hands.ts';
import type { Intent } from '../language/intent.ts';
import { normalize } from '../language/words.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';

/** A terminal drawn by the page: lists the files, finds the one that is meant and gives the command. */
export async function useShell(agent: Agent, { wish }: Extract<Intent, { kind: 'shell' }>): Promise<Outcome> {
  const listed = await command(agent, 'ls');
  if (listed === null) return stuck('there is no terminal');
  if (wish.verb === 'list') return DONE;
  const wanted = normalize(wish.file);
  const names = listed.split(/\s+/u).filter((name) => /\w/u.test(name));
  const file = names.find((name) =>
    wish.isEnding
      ? normalize(name).endsWith(wanted) && name.length > wanted.length
      : normalize(name) === wanted,
  );
  if (file === undefined) return stuck(`the terminal lists no file "${wish.file}"`);
  await command(agent, `${wish.verb === 'delete' ? 'rm' : 'cat'} ${file}`);
  return DONE;
}

/** A command of its own, as it stands. A terminal that does not know it says so. */
export async function runCommand(agent: Agent, line: string): Promise<Outcome> {
  const said = await command(agent, line);
  if (said === null) return stuck('there is no terminal');
  return /\b(?:not found|no such|unknown command|invalid|wrong arguments?|usage:)/iu.test(said)
    ? stuck(`the terminal says: ${said.trim().slice(0, 120)}`)
    : DONE;
}

/** What the terminal says to a command; null when there is none. */
async function command(agent: Agent, line: string): Promise<string | null> {
  const scene = await see(agent);
  const terminal = terminalIn(scene);
  if (!terminal || !(await typeKeys(agent, scene, terminal, line))) return null;
  const before = scene.text.split('\n');
  const after = (await see(agent)).text.split('\n');
  return after
    .filter((text) => !before.includes(text))
    .join('\n')
    .replace(line, ' ');
}

function terminalIn({ model }: Scene): UiElement | undefined {
  const shown = model.elements.filter(({ isVisible }) => isVisible);
  return (
    shown.find(({ isEditable }) => isEditable) ??
    shown.find(({ hints }) => /\b(?:term(?:inal)?|console|shell|prompt)\b/u.test(hints)) ??
    shown.find(({ text }) => /^[$>#%]|[$>#%]$/u.test(text))
  );
}
