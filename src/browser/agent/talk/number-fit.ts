import type { Control } from './controls.ts';
import type { Fact } from './facts.ts';
import { rootsOf, type Talk } from './talk.ts';

const HEADS = new Set(
  'person guest adult passenger travel traveler traveller visitor seat participant attende friend player member head personne gast gaste persona covers party'.split(
    ' ',
  ),
);
const HEAD_LABEL =
  /\b(?:guests?|people|persons?|party|passengers?|travell?ers?|visitors?|seats?|attendees|participants?|personnes|personas|personen|gäste|covers|how many)\b/iu;
const WE =
  /\b(?:we are|we're|there are|there will be|there'll be|the|party of|nous sommes|on sera|nous serons|somos|wir sind|for|pour|para|für)\s*$/iu;
const AGE_LABEL = /\b(?:age|alter|âge|edad|how old)\b/iu;

/** How well a number of the task fits a field for numbers: by what is counted, what stands before it, or what is left. */
export function numberFit(
  control: Control,
  fact: Fact,
  talk: Talk,
  { controls, facts }: { controls: Control[]; facts: Fact[] },
): number {
  const { words, text } = talk;
  const offered = control.options.map((option) => option.label.replace(/\d+/gu, ' ')).join(' ');
  const label = rootsOf(`${control.label} ${control.row} ${offered.slice(0, 200)}`);
  const row = control.row === '' ? null : control.row.split(' ');
  const after = words.slice(fact.end + 1, fact.end + 5).filter(({ part }) => part === words[fact.end]?.part);
  const before = words
    .slice(Math.max(0, fact.start - 5), fact.start)
    .filter(({ sentence }) => sentence === words[fact.start]?.sentence);
  if (row) return row.some((root) => [...before, ...after].some(({ stem }) => stem === root)) ? 0.9 : 0;
  const counted = after.findIndex(({ stem }) => label.includes(stem));
  const other = after.findIndex(({ stem }) =>
    controls.some((one) => one !== control && rootsOf(one.label).includes(stem)),
  );
  // "2 day tickets Saturday" is nearer to that than to "Day ticket Friday".
  const names = rootsOf(control.label);
  const unsaid =
    names.filter((root) => !after.some(({ stem }) => stem === root)).length / (names.length || 1);
  if (counted >= 0 && (other < 0 || counted <= other)) return 1 - 0.1 * counted - 0.05 * unsaid;
  if (counted >= 0) return 0.45;
  const lead = text.slice(0, words[fact.start]?.at ?? 0);
  const isHeads =
    (after[0] !== undefined && HEADS.has(after[0].stem)) ||
    before.some(({ stem, part }) => HEADS.has(stem) && part + 1 === words[fact.start]?.part) ||
    /^\s*of us\b/iu.test(text.slice(words[fact.end]?.end ?? 0)) ||
    (WE.test(lead) &&
      other < 0 &&
      !/^(?:eur|euro|minut|hour|night|day|week|month|year)/u.test(after[0]?.stem ?? ''));
  if (HEAD_LABEL.test(control.label) && isHeads) return 0.85;
  if (AGE_LABEL.test(control.label) && other < 0) {
    if (/^(?:year|jahr|ans|ano)/u.test(after[0]?.stem ?? '')) return 0.95;
    if (/\b(?:is|am|i'm|aged?|of|turned|turns)\s*$/iu.test(lead)) return 0.7;
  }
  if (before.some(({ stem, part }) => label.includes(stem) && part === words[fact.start]?.part)) return 0.6;
  const open = controls.filter(({ kind }) => kind === control.kind);
  const left = facts.filter(({ kind }) => kind === 'number');
  return open.length === 1 && left.length === 1 ? 0.35 : 0;
}
