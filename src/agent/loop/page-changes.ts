import type { Agent } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { linesOf, quoted } from './page-lines.ts';
import type { PageView } from './page-view.ts';

const MOST_NEW = 10;

/** What was there before an action, to tell what it changed. */
export interface Before {
  scene: Scene;
  url: string;
  title: string;
  tabs: number;
  messages: number;
  downloads: number;
  failures: number;
}

export function beforeAction({ run }: Agent, scene: Scene): Before {
  return {
    scene,
    url: run.front.url(),
    title: scene.model.title,
    tabs: run.context.pages().length,
    messages: run.messages.length,
    downloads: run.downloads.length,
    failures: run.failures.length,
  };
}

/** The changes that an action made, for its result; `target` is the element that it acted on. */
export function changesSince(
  { run, journal }: Agent,
  view: PageView,
  before: Before,
  now: Scene,
  target: UiElement | null,
): string[] {
  const { dialog, messages, downloads, failures } = run;
  const said: string[] = [];
  // Quoting and cutting would hide a secret from the redactor.
  const plain = (text: string) => journal.scrub(text);
  if (dialog)
    said.push(`A ${dialog.type()} is open: ${quoted(plain(dialog.message()), 300)}. Answer it with dialog.`);
  for (const message of messages.slice(before.messages, before.messages + 5))
    said.push(`A message box said: ${quoted(plain(message), 300)}.`);
  const tabs = run.context.pages().length;
  if (tabs !== before.tabs)
    said.push(`${tabs > before.tabs ? 'A new tab opened' : 'A tab closed'}; ${tabs} are open.`);
  for (const file of downloads.slice(before.downloads, before.downloads + 5))
    said.push(`Downloaded ${quoted(plain(file.suggestedFilename()))}.`);
  for (const { method, url, status } of failures.slice(before.failures, before.failures + 3))
    said.push(`A request failed: ${method} ${plain(url).slice(0, 120)} ${status}.`);
  const url = run.front.url();
  if (url !== before.url) said.push(`The address is now ${plain(url).slice(0, 200)}.`);
  if (dialog) return said;
  if (now.model.title !== before.title) said.push(`The title is now ${quoted(now.model.title)}.`);
  const isOther = documentOf(now) !== documentOf(before.scene);
  if (isOther && url === before.url) said.push('The page was loaded again.');
  if (!isOther) said.push(...fieldChanges(before.scene, now, target), ...newLines(before.scene, now, view));
  return said;
}

function documentOf({ model }: Scene): number {
  return Math.floor((model.elements[0]?.id ?? 0) / 1_000_000);
}

/** The states of the element that was acted on. */
function fieldChanges(before: Scene, { model }: Scene, target: UiElement | null): string[] {
  const earlier = target && before.model.elements.find(({ id }) => id === target.id);
  const now = target && model.elements.find(({ id }) => id === target.id);
  if (!earlier || !now) return target ? ['The element is gone.'] : [];
  const isSecret = now.type === 'password' || now.autocomplete.includes('one-time-code');
  const said: string[] = [];
  if (now.value !== earlier.value) said.push(`Its value is now ${isSecret ? '"••••"' : quoted(now.value)}.`);
  if (now.isChecked !== earlier.isChecked && now.isChecked !== null)
    said.push(`It is now ${now.isChecked ? 'checked' : 'unchecked'}.`);
  if (now.isExpanded !== earlier.isExpanded && now.isExpanded !== null)
    said.push(`It is now ${now.isExpanded ? 'expanded' : 'collapsed'}.`);
  if (now.isSelected !== earlier.isSelected && now.isSelected !== null)
    said.push(`It is now ${now.isSelected ? 'selected' : 'not selected'}.`);
  if (now.isDisabled !== earlier.isDisabled)
    said.push(`It is now ${now.isDisabled ? 'disabled' : 'enabled'}.`);
  if (now.problem !== earlier.problem && now.problem !== '')
    said.push(`It is invalid: ${quoted(now.problem)}.`);
  if (now.above !== earlier.above || (now.canScroll && now.below !== earlier.below))
    said.push(`${now.above} px of it are above, ${Math.max(0, now.below)} px below.`);
  return said;
}

function newLines(before: Scene, now: Scene, view: PageView): string[] {
  const said: string[] = [];
  const { above, below } = now.model;
  if (above !== before.model.above)
    said.push(`Scrolled: ${above} px of the page above, ${Math.max(0, below)} px below.`);
  const [old, fresh] = [linesOf(before.model), linesOf(now.model)].map((lines) =>
    lines.map((line) => view.textOf(line).replace(/ focused\b/gu, '')),
  );
  const left = new Map<string, number>();
  for (const line of old ?? []) left.set(line, (left.get(line) ?? 0) + 1);
  const added = (fresh ?? []).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
  const gone = [...left].filter(([, count]) => count > 0).map(([line]) => line);
  if (added.length > 0) {
    const more = added.length > MOST_NEW ? `\n(and ${added.length - MOST_NEW} more lines)` : '';
    said.push(
      `New on the page:\n${added
        .slice(0, MOST_NEW)
        .map((line) => line.slice(0, 160))
        .join('\n')}${more}`,
    );
  } else if (gone.length > 0)
    said.push(
      `Gone from the page: ${gone
        .slice(0, 3)
        .map((line) => quoted(line, 100))
        .join(', ')}${gone.length > 3 ? ` and ${gone.length - 3} more lines` : ''}.`,
    );
  return said;
}
