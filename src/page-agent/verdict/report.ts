import type { PageModel } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';

/** A person reads it: what the page announces comes first, the rest only as far as it helps. */
const MOST_CHARS = 600;

/**
 * What the page shows at the end, in its own words: what it announces, else what is new on it, else its heading and
 * first lines. A report of the state, never of what was done.
 */
export function endReport(before: Scene | null, after: Scene, messages: string[]): string {
  const said = new Set(before ? announcements(before.model) : []);
  const announced = [...messages.slice(-2), ...announcements(after.model).filter((text) => !said.has(text))];
  const old = new Set(before?.text.split('\n').map((line) => line.trim()));
  const lines = after.text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const fresh = lines.filter((line) => !old.has(line));
  const shown = [...announced, ...(fresh.length > 0 ? fresh : announced.length > 0 ? [] : lines)];
  const heading =
    after.model.elements.find((element) => element.isVisible && element.tag === 'h1')?.name ?? '';
  const parts = [after.model.title, heading, ...shown]
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return `The page now shows: ${[...new Set(parts)].join('\n').slice(0, MOST_CHARS)}\n(${after.model.url})`;
}

/** Messages the page marks as such. */
export function announcements(model: PageModel): string[] {
  return model.elements
    .filter(
      (element) =>
        element.isVisible &&
        (['alert', 'status', 'alertdialog'].includes(element.role) ||
          /\b(?:alert|success|error|message|notice|toast|flash|confirmation)\b/u.test(element.hints)) &&
        (element.text !== '' || element.name !== ''),
    )
    .map((element) => (element.name.length > element.text.length ? element.name : element.text))
    .filter((text) => text.length > 2)
    .slice(0, 4);
}
