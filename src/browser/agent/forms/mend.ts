import { type Agent, see } from '../agent-context.ts';
import { typeText } from '../hands/hands.ts';
import { freeText } from '../hands/mend-form.ts';
import { dayLike, readDay } from '../language/read-date.ts';
import { apply, twin } from '../talk/apply.ts';
import { type Control, controlsOn } from '../talk/controls.ts';
import { factsOf } from '../talk/facts.ts';
import type { Talk } from '../talk/talk.ts';
import { emptyOnes, isRequired, isTerms, neutralOption } from './lacking.ts';
import type { Verdict } from './verdict.ts';

const MISSING = /\b(?:missing|fill|required|needed|empty|every field|all fields|tell us|please enter)\b/iu;

type Refusal = Extract<Verdict, { kind: 'refused' }>;

/** Does what the complaint of a form asks for, as far as that invents nothing. False when there is nothing to do about it. */
export async function mend(agent: Agent, talk: Talk, { complaint, control }: Refusal): Promise<boolean> {
  return (await rewrite(agent, complaint, control)) || (await giveMissing(agent, talk, complaint));
}

const PATTERN = /\b[DMY]{1,4}([./ -])[DMY]{1,4}\1[DMY]{2,4}\b/iu;

/** The same value in the form that is wanted. */
async function rewrite(agent: Agent, complaint: string, named: Control | null): Promise<boolean> {
  const controls = controlsOn((await see(agent)).model).filter(({ element }) => element.value !== '');
  const pattern = PATTERN.exec(complaint)?.[0];
  if (pattern !== undefined) {
    const dated = controls.find(({ kind, element }) => kind !== 'date' && readDay(element.value) !== null);
    const day = dated && readDay(dated.element.value);
    const value = day && dayLike(pattern, day);
    return dated !== undefined && !!value && retype(agent, dated, value);
  }
  const here = named && controls.find(({ label }) => label === named.label);
  if (
    here &&
    /\b(?:digits|numbers?) only\b|\bonly (?:digits|numbers)\b|\b(?:no|without) (?:spaces|blanks)\b/iu.test(
      complaint,
    )
  ) {
    const value = here.element.value.replace(/[^\p{L}\p{N}@.+-]/gu, '');
    return value !== here.element.value && retype(agent, here, value);
  }
  return false;
}

async function retype(agent: Agent, { element }: Control, value: string): Promise<boolean> {
  const scene = await see(agent);
  const field = twin(scene, element);
  return field !== null && typeText(agent, scene, field, value);
}

/** What was left empty and can be given without a choice of one's own. */
async function giveMissing(agent: Agent, talk: Talk, complaint: string): Promise<boolean> {
  let count = 0;
  const controls = controlsOn((await see(agent)).model);
  for (const control of emptyOnes(controls)) {
    const isMeant = complaint.toLowerCase().includes(control.label.toLowerCase());
    const isFree = isMeant || isRequired(control) || (control.kind === 'long' && MISSING.test(complaint));
    const text = isFree ? freeText(control.element, talk.goal) : null;
    const value = isTerms(control)
      ? true
      : (neutralOption(control) ?? text ?? onlyLeft(control, controls, talk));
    if (value !== null && (await apply(agent, { control, value }))) count += 1;
  }
  return count > 0;
}

/** One field is empty, and one thing that the task names has no place yet: "It is a Dawes Galaxy." */
function onlyLeft(control: Control, controls: Control[], talk: Talk): string | null {
  const empty = emptyOnes(controls).filter(({ kind }) => kind === 'text');
  const held = controls.map(({ element }) => element.value).join('\n');
  const open = factsOf(talk).filter(({ kind, value }) => kind === 'name' && !held.includes(value));
  const chosen = controls.flatMap(({ element }) => element.options.filter(({ isSelected }) => isSelected));
  const left = open.filter(({ value }) => !chosen.some(({ label }) => label.includes(value)));
  return control === empty[0] && empty.length === 1 && left.length === 1 ? (left[0]?.value ?? null) : null;
}
