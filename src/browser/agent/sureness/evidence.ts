import type { Agent } from '../agent-context.ts';
import { freshLines } from '../hands/mend-form.ts';
import { isNamedBy, tellingNames } from '../language/telling-names.ts';
import { isField } from '../sight/fields.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import type { Trace } from './trace.ts';

/** All that there is to tell by whether a task was done: how it was told, what was done, and what the page says. */
export interface Evidence {
  task: string;
  isPlanned: boolean;
  traces: readonly Trace[];
  before: string;
  after: string;
  /** Names and texts of the task that none of what is known of the run speaks of. */
  missed: string[];
  /** What the page wrote after a press, also what it took back, and what the browser's dialogs said. */
  said: string[];
  isDialogOpen: boolean;
  /** Fields that are still empty. */
  emptyFields: number;
}

/** From where to where, and whether the task was read clause by clause rather than by what the page offers. */
export interface Course {
  start: Scene;
  after: Scene;
  isPlanned: boolean;
}

export function evidenceOf(agent: Agent, { start, after, isPlanned }: Course): Evidence {
  const { instruction, traces, presses, run, journal } = agent;
  const visible = after.model.elements.filter(({ isVisible }) => isVisible);
  const empty = visible.filter(
    (element) => isField(element) && !element.isDisabled && !element.isReadonly && element.value === '',
  );
  const chosen = (element: UiElement) =>
    element.options.filter(({ isSelected }) => isSelected).map(({ label }) => label);
  const said = [...run.messages, ...[...presses.values()].flatMap((press) => press.said)];
  const headings = visible.filter(({ role }) => role === 'heading').map(({ name }) => name);
  const held = visible
    .flatMap((element) => [
      element.isChecked || element.isSelected ? element.name : element.value,
      ...chosen(element),
    ])
    .filter(Boolean);
  const done = traces.filter(({ isOk }) => isOk);
  const known = [
    after.model.title,
    ...headings,
    ...done.flatMap(({ label, value, near }) => [label, value, near]),
    ...held,
    ...freshLines(start.text, after.text),
    ...said,
  ].join('\n');
  return {
    task: journal.scrub(instruction),
    isPlanned,
    traces,
    before: start.text,
    after: after.text,
    missed: missedNames(agent, known),
    said,
    isDialogOpen: visible.some(({ role }) => role === 'dialog' || role === 'alertdialog'),
    emptyFields: empty.length,
  };
}

/** Names and texts of the task that nothing was done to, that nothing done stood beside, and that no page told of since. */
function missedNames({ instruction, journal }: Agent, said: string): string[] {
  return tellingNames(instruction).filter((name) => journal.scrub(name) === name && !isNamedBy(name, said));
}
