import {
  isField,
  isInside,
  isPressable,
  keyOf,
  type PageModel,
  type UiElement,
} from '../observation/page-model.ts';
import { holdsPhrase, normalize, similarity, wordsOf } from '../words.ts';

const FINAL =
  /^(?:submit|save|send|finish|done|confirm|apply|ok|okay|go|search|find|log ?in|sign ?in|sign ?up|register|create|order|place|book|reserve|subscribe|complete|pay|check ?out|update|add|post|publish|verify|continue|next|request|transfer|join|proceed|reply|share|invite|vote|upload|buy|change|set)\b/u;
const AWAY =
  /\b(?:cancel|reset|clear|back|previous|close|delete|remove|forgot|logout|log out|sign out)\b|^[×✕✖✗🗑]\uFE0F?$/u;
const COUNTING = /^[-−–+＋➕➖]$/u;
const SEND_SIGN = /^(?:➤|➢|➣|✈️?|📤|📨|✉️?|⏎|↵|➜|⮞)$/u;

/** The button that sends what has been filled in: its name, what it does, and how near it stands to the fields. */
export function submitButton(model: PageModel, verb: string, filled: ReadonlySet<string>): UiElement | null {
  const used = model.elements.filter((element) => isField(element) && filled.has(keyOf(element)));
  const others = used.filter(({ type, role }) => type !== 'search' && role !== 'searchbox');
  const fields = others.length > 0 ? others : used;
  const last = fields.at(-1);
  const buttons = model.elements.filter(
    (element) => isPressable(element) && element.name.length < 60 && isButton(element),
  );
  const part = partOf(model, fields, buttons);
  const scored = buttons.map((element) => {
    const name = plainName(element);
    const byVerb = Math.max(
      similarity(name, verb),
      wordsOf(verb).some((word) => word.length > 2 && holdsPhrase(name, word)) ? 0.5 : 0,
    );
    const isAway = AWAY.test(name || element.hints) && !AWAY.test(normalize(verb));
    const isAfter = last !== undefined && element.node > last.node;
    const score =
      (FINAL.test(name) ? 0.3 : 0) +
      byVerb +
      (isAfter ? 0.3 - Math.min(0.25, (element.node - last.node) / 200) : 0) +
      (element.type === 'submit' || /\b(?:submit|primary)\b/u.test(element.hints) ? 0.2 : 0) +
      (part !== null && isInside(model, element.node, part) ? 0.4 : 0) -
      (isAway ? 0.8 : 0) -
      (element.isFraming && !byVerb ? 0.3 : 0);
    return { element, score };
  });
  const best = scored.sort(
    (one, other) => other.score - one.score || other.element.node - one.element.node,
  )[0];
  return best && best.score > 0.25 ? best.element : null;
}

/** The same, also where it is switched off for now. */
export function closedButton(model: PageModel, verb: string, filled: ReadonlySet<string>): UiElement | null {
  const elements = model.elements.map((element) =>
    element.role === 'button' ? { ...element, isDisabled: false } : element,
  );
  const meant = submitButton({ ...model, elements }, verb, filled);
  return model.elements.find(({ node, isDisabled }) => isDisabled && node === meant?.node) ?? null;
}

function isButton(element: UiElement): boolean {
  const { role, tag, href, hints, name } = element;
  if (COUNTING.test(name.trim())) return false;
  const isScripted = (role === '' && tag !== 'label') || (role === 'link' && /^#?$/u.test(href));
  return (
    role === 'button' ||
    /\b(?:btn|button|submit)\b/u.test(hints) ||
    (isScripted && FINAL.test(plainName(element)))
  );
}

/** The smallest part of the page that holds all of these fields and one of the buttons at least. */
function partOf(model: PageModel, fields: UiElement[], buttons: UiElement[]): number | null {
  const [first] = fields;
  if (!first) return null;
  for (let at = model.parents[first.node] ?? -1; at >= 0; at = model.parents[at] ?? -1) {
    const holds = ({ node }: UiElement) => isInside(model, node, at);
    if (fields.every(holds) && buttons.some((one) => holds(one) && !AWAY.test(plainName(one)))) return at;
  }
  return null;
}

/** Without the arrows and pictures around it; a mere sign goes by what the page calls it. */
function plainName({ name, hints }: UiElement): string {
  if (SEND_SIGN.test(name.trim())) return 'send';
  const words = normalize(name).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return words || (hints.split(' ').find((hint) => FINAL.test(hint)) ?? normalize(name));
}
