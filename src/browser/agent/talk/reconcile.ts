import { factFor } from '../language/stated-facts.ts';
import { endOfStay, momentFor, spanTime } from '../language/stated-times.ts';
import type { PageModel } from '../sight/page-model.ts';
import { answerQuestions } from './answer-questions.ts';
import { chooseAmounts, chooseDays, chooseOptions } from './choose-options.ts';
import { type Control, controlsOn } from './controls.ts';
import { isGoing } from './cues.ts';
import { factsOf } from './facts.ts';
import { fillValues } from './fill-values.ts';
import { listedValues } from './listed-values.ts';
import type { Mention } from './mentions.ts';
import { repeatHolder, spread } from './parted-values.ts';
import type { Setting } from './setting.ts';
import type { Talk } from './talk.ts';
import { tickBoxes } from './tick-boxes.ts';

/** Looks from the page: finds for each of its controls what the task says of it. Controls it says nothing of are left out. */
export function reconcile(model: PageModel, talk: Talk, spent: ReadonlySet<number> = new Set()): Setting[] {
  return match(model, talk, spent).settings;
}

export interface Match {
  controls: Control[];
  settings: Setting[];
  /** The words of the task that have found their place. */
  used: ReadonlySet<number>;
}

export function match(model: PageModel, talk: Talk, spent: ReadonlySet<number> = new Set()): Match {
  const controls = controlsOn(model);
  const listed = listedValues(controls, talk);
  const placed = new Set(listed.flatMap(({ at }) => (at ? range(at) : [])));
  const facts = factsOf(talk, spent).filter(({ start }) => !placed.has(start));
  const moments = momentValues(without(controls, listed), talk);
  const open = without(controls, [...listed, ...moments]);
  const asked = answerQuestions(open, talk);
  const amounts = chooseAmounts(without(open, asked), facts);
  const dated = chooseDays(without(open, [...asked, ...amounts]), facts);
  const offers = without(open, [...asked, ...amounts, ...dated]);
  const chosen = [...asked, ...amounts, ...dated, ...chooseOptions(offers, talk), ...tickBoxes(offers, talk)];
  const used = new Set([...listed, ...chosen].flatMap(({ at }) => (at ? range(at) : [])));
  const heading = headingOf(model);
  const free = facts.filter(
    ({ start, end, kind, value }) =>
      !(kind === 'name' && (used.has(start) || heading.includes(value))) &&
      !(kind === 'quote' && range({ start, end }).some((at) => used.has(at))),
  );
  const left = without(open, chosen);
  const questions = askedValues(left, talk);
  const said = new Set(questions.map(({ value }) => value));
  const { settings, taken } = fillValues(
    without(left, questions),
    free.filter(({ value }) => !said.has(value)),
    talk,
  );
  const values = [...questions, ...settings];
  for (const fact of taken) for (const at of range(fact)) used.add(at);
  const plain = [...listed, ...moments, ...chosen].map(({ control, value }) => ({ control, value }));
  const stated = [...plain, ...values, ...answered(without(left, values), [...plain, ...values], talk)];
  const given = repeatHolder(controls, spread(controls, stated, facts));
  return {
    controls,
    settings: given.toSorted((one, other) => one.control.element.node - other.control.element.node),
    used,
  };
}

/** Fields for a day with a time take both. */
function momentValues(controls: Control[], talk: Talk): Setting[] {
  const fields = controls.map(({ element }) => element);
  return controls.flatMap((control) => {
    const value = momentFor(control.element, fields, talk.text);
    return value === null ? [] : [{ control, value }];
  });
}

/** Labels that are questions: "Who wrote it?", "What is it for?". */
function askedValues(controls: Control[], talk: Talk): Setting[] {
  return controls.flatMap((control) => {
    const isAsking =
      control.kind === 'text' && /\?\s*$/u.test(control.element.name || control.element.placeholder);
    const value = isAsking ? factFor(control.element, talk.goal) : null;
    return value === null ? [] : [{ control, value }];
  });
}

/** What follows from what is said: the end of a stay from its length, and what only the label tells. */
function answered(controls: Control[], settings: Setting[], talk: Talk): Setting[] {
  const known = new Set(settings.map(({ value }) => String(value)));
  return controls.flatMap((control): Setting[] => {
    const { kind, element, options } = control;
    if (kind === 'date') {
      const end = isGoing(control) ? endOfStay(talk.text) : null;
      return end === null ? [] : [{ control, value: end }];
    }
    if (kind === 'time' || kind === 'choice') {
      const time = spanTime(element, talk.text);
      const value = kind === 'time' ? time : (options.find(({ label }) => label === time)?.label ?? null);
      return value === null ? [] : [{ control, value }];
    }
    if (kind !== 'text' && kind !== 'number') return [];
    const value = factFor(element, talk.goal);
    return value === null || known.has(value) ? [] : [{ control, value }];
  });
}

function without(controls: Control[], settings: Setting[]): Control[] {
  const set = new Set(settings.map(({ control }) => control));
  return controls.filter((control) => !set.has(control));
}

function range({ start, end }: Pick<Mention, 'start' | 'end'>): number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}

/** What the page itself is about is no name of a person. */
function headingOf({ elements }: PageModel): string {
  return elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? '';
}
