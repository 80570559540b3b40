import type { Control } from './controls.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import type { Placed } from './setting.ts';
import { rootsOf, type Talk } from './talk.ts';

/** What a task says about questions that are answered with yes or no, or all on one scale. */
export function answerQuestions(controls: Control[], talk: Talk): Placed[] {
  const questions = controls.filter(({ kind, label }) => kind === 'choice' && label !== '');
  return [...answerYesNo(questions, talk), ...answerAlike(questions, talk)];
}

/** "I don't smoke, I own a car": each statement answers the question for it. */
function answerYesNo(questions: Control[], talk: Talk): Placed[] {
  return questions.flatMap((control): Placed[] => {
    const yes = control.options.find(({ label }) => /^yes\b/iu.test(label));
    const no = control.options.find(({ label }) => /^no\b/iu.test(label));
    const [at] = mentionsOf(talk, topicOf(control.label)).filter(({ share }) => share >= ENOUGH);
    if (!yes || !no || control.options.length > 3 || !at) return [];
    const said = talk.words[at.end + 1]?.raw ?? '';
    const isYes = /^(?:yes|no)$/iu.test(said) ? /^yes$/iu.test(said) : at.isWanted;
    return [{ control, value: (isYes ? yes : no).label, at }];
  });
}

const ENOUGH = 0.6;

/** "Do you have any allergies?" asks about allergies. */
function topicOf(label: string): string {
  return label
    .replace(
      /^(?:do|did|does|are|is|were|was|have|has|will|would|can|could|may|should)\s+(?:you|we|your|there|the|it)\s+/iu,
      '',
    )
    .replace(/^(?:(?:currently|ever|also|like|to|want|have|had|been|be|got|any|an?|the)\s+)+/iu, '')
    .replace(/[?*:\s]+$/u, '');
}

/** "I agree that A and strongly disagree that B": of questions on one scale each takes what is said with it. */
function answerAlike(questions: Control[], talk: Talk): Placed[] {
  const families = Map.groupBy(questions, ({ options }) => options.map(({ label }) => label).join('|'));
  return [...families.values()].flatMap((family) => {
    const asked = family
      .flatMap((control) => {
        const [at] = mentionsOf(talk, control.label).filter(({ share }) => share >= ENOUGH);
        return at && !isYesNo(control) ? [{ control, at }] : [];
      })
      .toSorted((one, other) => one.at.start - other.at.start);
    return asked.length > 1 ? placeAlike(asked, talk) : [];
  });
}

function isYesNo({ options }: Control): boolean {
  return options.length < 4 && options.some(({ label }) => /^yes\b/iu.test(label));
}

interface Asked {
  control: Control;
  at: Mention;
}

/** What stands before the first question is said before each of them; else each comes after. */
function placeAlike(asked: Asked[], talk: Talk): Placed[] {
  const [first] = asked;
  if (!first) return [];
  const isBefore = spokenIn(first.control, 0, first.at.start, talk) !== null;
  return asked.flatMap(({ control, at }, index): Placed[] => {
    const from = isBefore ? (asked[index - 1]?.at.end ?? -1) + 1 : at.end + 1;
    const to = isBefore ? at.start : (asked[index + 1]?.at.start ?? talk.words.length);
    const value = spokenIn(control, from, to, talk);
    return value === null ? [] : [{ control, value, at }];
  });
}

/** The answer with the most words of which all are said there in a row. */
function spokenIn({ options }: Control, from: number, to: number, { words }: Talk): string | null {
  const stems = words.slice(from, to).map(({ stem }) => stem);
  const isSaid = (roots: string[]) =>
    stems.some((_, start) => roots.every((root, index) => stems[start + index] === root));
  const said = options
    .map(({ label }) => ({ label, roots: rootsOf(label) }))
    .filter(({ roots }) => roots.length > 0 && isSaid(roots))
    .toSorted((one, other) => other.roots.length - one.roots.length);
  return said[0]?.label ?? null;
}
