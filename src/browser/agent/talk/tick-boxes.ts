import { normalize } from '../language/words.ts';
import type { Control } from './controls.ts';
import { type Kin, kinOf, type Mention, mentionsOf, wantedMention } from './mentions.ts';
import type { Placed } from './setting.ts';
import type { Talk } from './talk.ts';

export function tickBoxes(controls: Control[], talk: Talk): Placed[] {
  const boxes = controls.filter(({ kind }) => kind === 'box');
  const kin = kinOf(boxes.map(({ label }) => label));
  const heads = boxes.map(({ label }) => headOf(label));
  return boxes.flatMap((control): Placed[] => {
    // Of several boxes side by side one that is called by half its name is meant.
    const peers = boxes.filter(
      ({ element }) => element.group !== '' && element.group === control.element.group,
    );
    const least = bearsName(control.label, talk) ? 0.2 : peers.length > 2 ? 0.5 : 0.6;
    const head = headOf(control.label);
    const isOwnHead = head !== control.label && heads.filter((other) => other === head).length === 1;
    const said = [
      ...mentionsOf(talk, plainName(control.label), kin),
      ...(isOwnHead ? mentionsOf(talk, head, kinOf(heads)) : []),
    ].filter(
      ({ share, isReason, start }) =>
        share >= least && !isReason && isOfNamedRow(control, boxes, talk, talk.words[start]?.sentence),
    );
    const at = wantedMention(said) ?? said[0];
    if (!at) return isLeftOut(control, peers, talk, kin) ? [{ control, value: false, at: null }] : [];
    const isOn = said.every((one) => one.isWanted || one.share < at.share);
    return [{ control, value: isOn || isShunned(control, at, talk), at }];
  });
}

/** Of boxes that are called the same, one in every row, those of the rows that the same sentence speaks of. */
function isOfNamedRow(
  { label, row }: Control,
  boxes: Control[],
  { words, goal }: Talk,
  sentence = -1,
): boolean {
  const isOne = boxes.filter((other) => normalize(other.label) === normalize(label)).length < 2;
  const said = new Set(words.filter((word) => word.sentence === sentence).map(({ stem }) => stem));
  const roots = row.split(' ').filter((root) => root !== '');
  return isOne || ALL.test(goal) || (roots.length > 0 && roots.every((root) => said.has(root)));
}

const ALL = /\b(?:all|everything|each|both)\b|\bevery\s+(?:one|single|row|item|entry|task|box)\b/iu;

/** "Sport – by our own reporters" is called Sport. */
function headOf(label: string): string {
  const head = label.split(/\s+[–—-]\s|\s+\(|:\s/u)[0]?.trim() ?? '';
  return /^\p{L}[\p{L} &'’-]{2,}$/u.test(head) ? head : label;
}

/** "Yes, I would like to receive the newsletter" is the newsletter. */
function plainName(label: string): string {
  const name = label.replace(
    /^(?:yes,?\s+)?(?:please\s+)?(?:i(?:['’]d| would| want)?(?: like)?(?: to)?|send me|sign me up (?:for|to)|subscribe(?: me)? to|keep me)\s+(?:(?:receive|get|subscribe to)\s+)?(?=\p{L}{3})/iu,
    '',
  );
  return /^(?:agree|accept|have|confirm|consent|am|understand)\b/iu.test(name) ? label : name;
}

/** "Initialize with a README": a name in the middle of a label says all of it. */
function bearsName(label: string, { words }: Talk): boolean {
  const names = label.match(/(?<=\p{Ll}\s+)\p{Lu}[\p{L}\p{N}]{2,}/gu) ?? [];
  return names.some((name) => words.some(({ raw, isFirst }) => raw === name && !isFirst));
}

/** "Only for music": then none of the others. */
function isLeftOut({ element }: Control, peers: Control[], talk: Talk, kin: Kin): boolean {
  return (
    element.isChecked === true &&
    peers.some(({ label }) =>
      [...mentionsOf(talk, label, kin), ...mentionsOf(talk, headOf(label), kin)].some(
        ({ start, share, isWanted }) =>
          isWanted &&
          share >= 0.6 &&
          talk.words
            .slice(Math.max(0, start - 4), start)
            .some(
              ({ raw, part }) =>
                /^(?:only|just|nur|seulement|solo)$/iu.test(raw) && part === talk.words[start]?.part,
            ),
      ),
    )
  );
}

/** What somebody cannot have is what a list of such things wants ticked. */
function isShunned({ element }: Control, { start }: Mention, { words }: Talk): boolean {
  const own = words.filter(({ part }, at) => part === words[start]?.part && at < start);
  return (
    /allerg|intoleran|avoid|exclude/iu.test(element.group) &&
    /\b(?:can't|cannot|mustn't|don't) (?:have|eat|drink|tolerate)\b/iu.test(
      own.map(({ raw }) => raw).join(' '),
    )
  );
}
