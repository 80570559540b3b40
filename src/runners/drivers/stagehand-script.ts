import type { ScriptLine } from '../contract.ts';

/** An action of Stagehand's agent: its own word for it, and the element in the words of our own browser. */
export interface Deed {
  method: string;
  value: string | null;
  /** Null for actions on the page as a whole, and where our agent would not know the element. */
  role: string | null;
  name: string | null;
  selector: string | null;
  url: string;
}

/** The deed as a line of a script; null where no line can express it. */
export function lineOf({ method, value, url, ...place }: Deed): ScriptLine | null {
  if (method === 'goto') return { action: 'goto', value: null, url, ...place };
  if (method === 'scrollPage') return { action: 'scroll', value, url, ...place };
  const action = ACTIONS[method];
  if (action === undefined || place.name === null) return null;
  return { action, value: givenOf(method, value), url, ...place };
}

const ACTIONS: Record<string, ScriptLine['action']> = {
  click: 'click',
  tap: 'click',
  doubleClick: 'click',
  fill: 'fill',
  type: 'fill',
  press: 'press',
  hover: 'hover',
  selectOption: 'select',
  selectOptionFromDropdown: 'select',
};

function givenOf(method: string, value: string | null): string | null {
  if (method === 'doubleClick') return '2';
  if (method === 'press')
    return value?.replace(/\bCtrl\b/giu, 'Control').replace(/\bCmd\b/giu, 'Meta') ?? null;
  return ['click', 'tap', 'hover'].includes(method) ? null : value;
}
