import type { UiElement } from '../observation/page-model.ts';
import type { Desk } from './desk.ts';
import type { Pressed } from './irreversible.ts';

const FIELDS = new Set(['select', 'textarea']);

/** The button, link or dialog that a call would press, by its element, its field's form, its place or its words; null when none. */
export async function pressedBy(
  desk: Desk,
  name: string,
  input: Record<string, unknown>,
): Promise<Pressed | null> {
  const { run } = desk.agent;
  if (name === 'dialog') {
    const message = run.dialog?.message();
    return message && input.accept !== false ? { label: message, near: '' } : null;
  }
  const number = typeof input.n === 'number' ? input.n : undefined;
  const element = number === undefined ? null : (desk.view.find(desk.scene, number)?.element ?? null);
  const submits =
    input.submit === true ||
    (name === 'press' && /enter|return/iu.test(String(input.keys ?? input.key ?? '')));
  if (submits) return atFocus(desk, element);
  if (!/^(?:click|click_at|press|browser_click|mouse_click)/u.test(name)) return null;
  if (typeof input.x === 'number' && typeof input.y === 'number') return atPoint(desk, input.x, input.y);
  if (element) return FIELDS.has(element.tag) ? null : labelled(desk, element);
  // Tools of other makers name the element in words.
  return typeof input.element === 'string' ? { label: input.element, near: '' } : null;
}

async function labelled(desk: Desk, element: UiElement): Promise<Pressed> {
  const live = await desk.scene.live(element);
  const near = (await live?.evaluate(wordsAround).catch(() => '')) ?? '';
  return { label: element.name || element.text || element.value, near };
}

/** The submit button of the form of a field, or of the focused one. */
async function atFocus(desk: Desk, element: UiElement | null): Promise<Pressed | null> {
  const live = element ? await desk.scene.live(element) : null;
  const { front } = desk.agent.run;
  const found = live ? live.evaluate(submitLabel) : front.evaluate(submitLabel, null);
  return found.catch(() => null);
}

/** The button at a place of a picture; of the page itself without its size. */
export function atPoint(desk: Desk, x: number, y: number, picture?: { width: number; height: number }) {
  return desk.agent.run.front.evaluate(labelAt, { x, y, picture: picture ?? null }).catch(() => null);
}

/** Runs in the page. */
function wordsAround(element: Element): string {
  const group = element.closest('dialog, [role=dialog], [role=alertdialog], form, section, aside');
  return (group?.getAttribute('aria-label') ?? '') + ' ' + (group?.textContent ?? '').slice(0, 300);
}

/** Runs in the page. */
function submitLabel(field: Element | null): { label: string; near: string } | null {
  const at = field ?? document.activeElement;
  if (!at || at.tagName === 'TEXTAREA') return null;
  const isButton = at.matches('button, [role=button], a, input[type=submit], input[type=button]');
  const form = at.closest('form');
  const button = isButton
    ? at
    : form?.querySelector(
        'button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]',
      );
  if (!button) return null;
  const label =
    button.getAttribute('aria-label') || (button as HTMLInputElement).value || button.textContent || '';
  return { label, near: `${form?.getAttribute('role') ?? ''} ${form?.getAttribute('action') ?? ''}` };
}

/** Runs in the page. */
function labelAt(place: {
  x: number;
  y: number;
  picture: { width: number; height: number } | null;
}): { label: string; near: string } | null {
  const { width, height } = place.picture ?? { width: innerWidth, height: innerHeight };
  const inside = document.elementFromPoint((place.x * innerWidth) / width, (place.y * innerHeight) / height);
  const at = inside?.closest(
    'button, a, [role=button], [role=link], [role=menuitem], input[type=submit], input[type=button]',
  );
  if (!at) return null;
  const label = at.getAttribute('aria-label') || (at as HTMLInputElement).value || at.textContent || '';
  return {
    label,
    near: (at.closest('dialog, [role=dialog], form, section')?.textContent ?? '').slice(0, 300),
  };
}
