import type { Agent } from '../agent-context.ts';
import { speaksOfDeed } from '../language/told-deeds.ts';
import type { UiElement } from '../sight/page-model.ts';

/** Takes what was just done for a deed of the task where it is called so, or where only a sign tells what it does. */
export function showDeed(
  { undone, unsaved }: Agent,
  { name, text, placeholder, hints, href, role }: UiElement,
  { script, value = '' }: { script: string; value?: string },
): void {
  if (undone.size === 0) return;
  const label = name || text || placeholder;
  // A way to somewhere does nothing yet, whatever it is called.
  const isWay = role === 'link' && href !== '' && !/^(?:#|javascript:)/iu.test(href);
  const isSet = script === 'check' || script === 'press' || script === 'drag' || script === 'upload';
  const isSign = script === 'click' && !/\p{L}/u.test(label);
  const isSent = script === 'click' && unsaved !== null && SENDING.test(label.trim());
  for (const deed of undone)
    if (isSet || isSign || isSent || (!isWay && speaksOfDeed(deed, `${label} ${hints} ${value}`)))
      undone.delete(deed);
}

const SENDING =
  /^(?:submit|send|ok|okay|apply|save|confirm|go|continue|add|update|yes|done|finish|sign ?up|join|pay|next|proceed)\b/iu;
