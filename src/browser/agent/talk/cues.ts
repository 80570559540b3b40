import type { Control } from './controls.ts';
import type { Mention } from './mentions.ts';
import { rootsOf, type Talk } from './talk.ts';

/** How far from a word the control is spoken of: what stands before counts as nearer, other sentences hardly. */
export function nearest(control: Control, index: number, talk: Talk): Place | null {
  const own = new Set(cuesOf(control));
  const word = talk.words[index];
  const places = talk.words.flatMap(({ stem, part, sentence }, at) => {
    if (!own.has(stem) || at === index || !word) return [];
    const isBefore = at < index;
    const far = (sentence === word.sentence ? 0 : 30) + (part === word.part ? 0 : 4) + (isBefore ? 0 : 3);
    return [{ isBefore, distance: Math.abs(at - index) + far }];
  });
  return places.toSorted((one, other) => one.distance - other.distance)[0] ?? null;
}

interface Place {
  isBefore: boolean;
  distance: number;
}

export function isCloser(one: Place, other: Place | null): boolean {
  return other === null || one.distance <= other.distance;
}

export function cueDistance(control: Control, { start }: Mention, talk: Talk): number {
  const isShared = control.row !== '' || isBegin(control.label) || isEnd(control.label);
  return isShared ? (nearest(control, start, talk)?.distance ?? 99) : 0;
}

const BEGIN =
  'from start begin leav depart departur first outward collect land out von ab depart desde'.split(' ');

const END = 'to until till return back last end destination arriv arrival bis retour home hasta friend'.split(
  ' ',
);

/** The words by which a task speaks of a control: its row, its label, and for the ends of a span the words for them. */
function cuesOf({ label, row }: Control): string[] {
  const roots = rootsOf(label);
  const side = isEnd(label) ? END : isBegin(label) ? BEGIN : [];
  return row !== '' && side.length === 0
    ? row.split(' ')
    : [...roots.filter((root) => root !== 'locat'), ...side];
}

function isBegin(label: string): boolean {
  return /^(?:from|start|begin|depart|first|check-?in|outward|leaving|von|anreise|départ|desde)/iu.test(
    label,
  );
}

function isEnd(label: string): boolean {
  return /^(?:to\b|return|end|last|until|till|destination|check-?out|bis|abreise|retour|hasta)/iu.test(label);
}

const ENDING =
  /\b(?:depart\p{L}*|leav\p{L}*|goes? home|back|return\p{L}*|until|till|last (?:day|night)|check-?out|end)\b/iu;

export function isComing({ label }: Control): boolean {
  return isBegin(label) || /\b(?:arriv\p{L}*|first (?:day|night))\b/iu.test(label);
}

export function isGoing({ label }: Control): boolean {
  return isEnd(label) || ENDING.test(label);
}
