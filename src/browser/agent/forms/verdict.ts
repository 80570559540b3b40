import { freshLines } from '../hands/mend-form.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { type Control, controlsOn } from '../talk/controls.ts';
import { emptyOnes, partsOf } from './lacking.ts';

export type Verdict =
  | { kind: 'taken' }
  /** Another part of the form, or what was given to look through before it counts. */
  | { kind: 'onward' }
  | { kind: 'refused'; reason: string; complaint: string; control: Control | null };

const COMPLAINT =
  /\b(?:please|required|requires|missing|must|invalid|not valid|cannot|can['’]t|could not|couldn['’]t|error|wrong|problem|fill|choose|enter|select|accept|need(?:s|ed)?|too (?:short|long|many|few|late|early|large)|at least|at most|sorry|unfortunately|already|taken|unavailable|not available|no longer|sold out|fully booked|closed|declined|refused|rejected|failed|expired|do(?:es)? not|don['’]t|doesn['’]t|isn['’]t|is not|incorrect|bitte|fehlt|ungültig|erforderlich|obligatoire|veuillez)\b/iu;
const REFUSAL =
  /\b(?:sorry|unfortunately|could not|couldn['’]t|cannot be|can['’]t be|failed|declined|refused|rejected|not available|unavailable|sold out|fully booked|went wrong|already (?:taken|booked|registered|exists))\b/iu;
const SUCCESS =
  /\b(?:thanks?|thank you|success\p{L}*|received|confirmed|confirmation|booked|reserved|registered|submitted|sent|welcome|completed?|done|see you|we(?:['’]ll| will)|has been|have been|on its way|expect you|saved|updated|created|all set|almost (?:done|there)|check your (?:inbox|e-?mails?(?! address)|mail)|congratulations|danke|merci|gracias|grazie)\b/iu;

/** What came of pressing the button of a form, judged by what the page says and what is still there. */
export function judge(before: Scene, after: Scene, status: number, isSearch = false): Verdict {
  const [old, now] = [controlsOn(before.model), controlsOn(after.model)];
  const known = new Set(old.map(nameIn));
  const still = now.filter((control) => known.has(nameIn(control)));
  const lines = freshLines(before.text, after.text);
  const isSameForm =
    old.length > 0 && still.length >= Math.min(old.length, now.length) / 2 && still.length > 0;
  const complaint = complaintIn(before, after, lines, isSameForm || status >= 400);
  if (status >= 400 || (isSameForm && complaint !== null))
    return refused(after.model, [old, now], complaint ?? 'it gives no reason');
  // What was found stands beside the form that looked for it.
  if (isSameForm && isSearch && lines.length > 0) return { kind: 'taken' };
  if (isSameForm) {
    const isCleared = still.some((control) => wasFilled(control, old)) === false;
    const isSaid = lines.some((line) => SUCCESS.test(line));
    const isNew = now.length > still.length;
    if (isNew && !isSaid) return { kind: 'onward' };
    if (isCleared || isSaid) return { kind: 'taken' };
    return refused(after.model, [old, now], lines[0] ?? 'nothing happened');
  }
  if (isMade(before.model, after.model)) return { kind: 'taken' };
  const head = lines.slice(0, 6).join(' ');
  if (now.length === 0 && REFUSAL.test(head))
    return refused(after.model, [old, now], lines.find((line) => REFUSAL.test(line)) ?? head);
  const isList = now.every(({ element }) => element.type === 'search' || element.role === 'searchbox');
  if (!isList && !SUCCESS.test(head)) return { kind: 'onward' };
  if (confirmButton(after.model, head) || (!SUCCESS.test(head) && hasNext(after.model)))
    return { kind: 'onward' };
  return { kind: 'taken' };
}

/** The page of what was made: its heading is what was written into the form, and it asks for nothing of that any more. */
function isMade({ url, elements }: PageModel, after: PageModel): boolean {
  if (after.url === url || hasNext(after)) return false;
  const given = elements
    .filter(({ isVisible, isEditable, value }) => isVisible && isEditable && value.trim().length > 3)
    .map(({ value }) => value.trim());
  const heads = after.elements.filter(({ isVisible, tag }) => isVisible && /^h[12]$/u.test(tag));
  return heads.some(({ name, text }) =>
    given.some((value) => [name, text].some((head) => head.trim().startsWith(value))),
  );
}

function nameIn({ label, kind }: Control): string {
  return `${label}|${kind}`;
}

/** It holds what it held when the form was sent. */
function wasFilled(control: Control, old: Control[]): boolean {
  const was = old.find((one) => nameIn(one) === nameIn(control));
  const text = (one: Control) =>
    partsOf(one)
      .map(({ value, isChecked }) => `${value}${isChecked ?? ''}`)
      .join();
  return (
    control.kind !== 'choice' &&
    control.kind !== 'box' &&
    was !== undefined &&
    was.element.value !== '' &&
    text(was) === text(control)
  );
}

/** What is new on the page and speaks against the form. */
function complaintIn(before: Scene, after: Scene, lines: string[], isStill: boolean): string | null {
  const marked = markedIn(after.model);
  const old = new Set(markedIn(before.model));
  const fresh =
    marked.find((text) => !old.has(text)) ??
    (isStill ? marked.find((text) => COMPLAINT.test(text)) : undefined);
  if (fresh !== undefined && !SUCCESS.test(fresh)) return fresh;
  // "Select" on everything that was found is a button, and no request.
  const pressable = new Set(
    after.model.elements
      .filter(({ isVisible, isClickable }) => isVisible && isClickable)
      .map(({ name }) => name),
  );
  return (
    lines.find(
      (line) =>
        line.length < 200 &&
        COMPLAINT.test(line.replace(AFTERWARDS, ' ')) &&
        !/\*$/u.test(line) &&
        !pressable.has(line.trim()),
    ) ?? null
  );
}

/** "Please check your inbox": what is left to do once the form was taken, and not in it. */
const AFTERWARDS =
  /\bplease\s+(?:wait\b|(?:(?:\p{L}+\s+){1,4}?(?:in|into|at|on|from|to)?\s*)?(?:your|the|our)\s+(?:inbox|mailbox|e-?mails?(?!\s+address)|mail|messages|phone|spam\s+folder|link|reference)\b)/giu;

function markedIn({ elements }: PageModel): string[] {
  const isMark = ({ isVisible, role, hints, isEditable, tag }: UiElement) =>
    isVisible &&
    !isEditable &&
    tag !== 'form' &&
    (role === 'alert' || /\b(?:errors?|invalid|danger|wrong|problem|warning|feedback)\b/iu.test(hints));
  return elements
    .filter(isMark)
    .map(({ text, name }) => text || name)
    .filter((text) => text.length > 2);
}

/** Names the field that the complaint stands at, and what else was left empty. */
function refused(model: PageModel, [old, controls]: [Control[], Control[]], complaint: string): Verdict {
  const at = model.elements.findLast(
    ({ isVisible, text, name }) => isVisible && (text === complaint || name === complaint),
  );
  const before = at ? controls.filter((control) => partsOf(control).some(({ node }) => node < at.node)) : [];
  const control = before.at(-1) ?? null;
  // What was sent empty; some sites give the whole form back so.
  const empty = emptyOnes(old)
    .filter((one) => one.label !== control?.label && one.kind !== 'long')
    .slice(0, 3)
    .map(({ label }) => `"${label}"`);
  const words = complaint.slice(0, 200).replace(/[.\s]+$/u, '');
  const label = control?.label.replace(complaint, '').trim() ?? '';
  const named = label !== '' && !words.includes(label) ? `"${label}": ${words}` : words;
  const reason = empty.length > 0 ? `${named}; not filled in: ${empty.join(', ')}` : named;
  return { kind: 'refused', reason, complaint, control };
}

const CONFIRM =
  /^(?:confirm|place|submit|send|book|order|finish|complete|pay|yes|buy|reserve|request|accept|agree|go ahead|looks good|bestätigen|absenden|confirmer)\b/iu;

/** Nothing is left to fill in, and one button makes it count. */
export function confirmButton({ elements }: PageModel, text: string): UiElement | null {
  const buttons = elements.filter(
    ({ isVisible, isCovered, isDisabled, isClickable, isEditable, isFraming, role, name }) =>
      isVisible &&
      !isCovered &&
      !isDisabled &&
      isClickable &&
      !isEditable &&
      !isFraming &&
      role === 'button' &&
      CONFIRM.test(name.trim()) &&
      !/\b(?:another|again|new|more)\b/iu.test(name),
  );
  const isReview = /\b(?:check|review|right\?|correct\?|summary|confirm|overview|before (?:you|we))\b/iu.test(
    text,
  );
  return isReview || !SUCCESS.test(text) ? (buttons[0] ?? null) : null;
}

/** A step without a field: a calendar, a summary. */
export function hasNext({ elements }: PageModel): boolean {
  return elements.some(
    ({ isVisible, isCovered, isClickable, isFraming, role, name }) =>
      isVisible &&
      !isCovered &&
      isClickable &&
      !isFraming &&
      role === 'button' &&
      /^(?:next(?! month)|continue|proceed|weiter|suivant|siguiente)\b/iu.test(name.trim()),
  );
}
