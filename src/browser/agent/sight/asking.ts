import { normalize } from '../language/words.ts';
import { isInside, type PageModel, type UiElement } from './page-model.ts';

const NO = [
  /^(?:no\b.*|cancel|dismiss|disagree|decline|keep\b.*|back|go back|never mind|not now|stay(?: here)?|abbrechen|nein|annuler|non\b.*)$/u,
  /^(?:close|x|×|✕|✖)$/u,
];
const YES = [/^(?:confirm|yes)\b/u, /^(?:ok|okay|sure|agree|accept|continue|proceed|i(?:'| a)m sure)\b/u];

/** The ways out of a question that the page asks: on, off, and away. */
export interface Answers {
  yes: UiElement | null;
  no: UiElement | null;
  close: UiElement | null;
}

export function answersOn(model: PageModel): Answers {
  const shown = model.elements.filter(
    ({ isVisible, isCovered, isClickable, isHeard, isEditable, name }) =>
      isVisible && !isCovered && (isClickable || isHeard) && !isEditable && name !== '' && name.length < 40,
  );
  const called = (ways: RegExp[], among: UiElement[]) =>
    ways.map((way) => among.find(({ name }) => way.test(normalize(name)))).find((one) => one !== undefined) ??
    null;
  const [no, close] = NO.map((way) => called([way], shown));
  const out = no ?? close ?? null;
  const others = out
    ? besideIt(
        model,
        out,
        shown.filter(({ isClickable }) => isClickable),
      ).filter(({ name }) => !NO.some((way) => way.test(normalize(name))))
    : [];
  // "Delete" beside "Cancel": the one other choice is to go on.
  const only = new Set(others.map(({ name }) => name)).size === 1 ? others[0] : null;
  return { yes: called(YES, others) ?? only ?? called(YES, shown), no: no ?? null, close: close ?? null };
}

/** The other choices of its box: those of the smallest part around it that has any. */
export function besideIt(model: PageModel, button: UiElement, buttons: UiElement[]): UiElement[] {
  for (let node = button.node, level = 0; node >= 0 && level < 4; level += 1) {
    const others = buttons.filter(
      ({ node: at }) => !isInside(model, at, button.node) && isInside(model, at, node),
    );
    if (others.length > 0) return others;
    node = model.parents[node] ?? -1;
  }
  return [];
}
