import { z } from 'zod';
import type { ScriptLine } from '../contract.ts';

/** One tool call of Stagehand's agent, once it has ended well, as lines of a script; none when it changed nothing. */
export function scriptLines(
  tool: string,
  input: Record<string, unknown>,
  output: unknown,
  url: string,
): ScriptLine[] {
  const word = (key: string) => (typeof input[key] === 'string' ? input[key] : null);
  switch (tool) {
    case 'goto':
      return [line({ action: 'goto', url: word('url') ?? url })];
    case 'navback':
      return [line({ action: 'goto', url })];
    case 'keys':
      return [line({ action: word('method') === 'type' ? 'fill' : 'press', value: word('value'), url })];
    case 'scroll':
      return [line({ action: 'scroll', value: word('direction') === 'up' ? 'top' : 'bottom', url })];
    default:
      return actionsIn(output).flatMap((action) => lineOf(action, url));
  }
}

type ActionOnPage = z.infer<typeof action>;

// As Stagehand performs it: by its own name for a method of Playwright's, at an XPath.
const action = z.object({
  selector: z.string(),
  description: z.string().default(''),
  method: z.string(),
  arguments: z.array(z.unknown()).default([]),
});
const performed = z.object({ playwrightArguments: z.union([action, z.array(action)]) });
// The library's result of a tool wraps what the tool returned.
const result = z.union([performed, z.object({ output: performed }).transform(({ output }) => output)]);

function actionsIn(output: unknown): ActionOnPage[] {
  const parsed = result.safeParse(output);
  return parsed.success ? [parsed.data.playwrightArguments].flat() : [];
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
  scroll: 'scroll',
  scrollTo: 'scroll',
  scrollIntoView: 'scroll',
};

function lineOf(
  { selector, description, method, arguments: given }: ActionOnPage,
  url: string,
): ScriptLine[] {
  const known = ACTIONS[method];
  if (known === undefined) return [];
  const value = known === 'click' || known === 'hover' || given[0] === undefined ? null : String(given[0]);
  return [line({ action: known, name: description || null, selector, value, url })];
}

export function line({
  role = null,
  name = null,
  selector = null,
  value = null,
  url = null,
  ...rest
}: Partial<ScriptLine> & Pick<ScriptLine, 'action'>): ScriptLine {
  return {
    ...rest,
    role,
    name: name?.slice(0, 500) ?? null,
    selector,
    value: value?.slice(0, 5_000) ?? null,
    url,
  };
}
