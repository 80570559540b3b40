import type { PageTools } from '../../src/agent/index.ts';
import type { Deed } from './agent-scenarios.ts';
import type { Hands } from './run-scenario.ts';

/** Our own tools for a scripted scenario. */
export function ownHands(tools: PageTools, isRefused: (text: string) => boolean = refused): Hands {
  let seen = '';
  return {
    async observe() {
      seen = await tools.observe();
      return seen;
    },
    find: (observation, name) => {
      const entries = [...observation.matchAll(/\[(\d+)\] (.*?)(?= \*?\[\d+\] |\n|$)/gu)];
      const exact = entries.find(([, , entry]) => entry?.includes(`"${name}"`));
      return (exact ?? entries.find(([, , entry]) => entry?.includes(name)))?.[1] ?? null;
    },
    async act(deed, ref, onto) {
      const file = /^Downloaded so far: (\S+)$/mu.exec(seen)?.[1];
      const [name, input] =
        deed.act === 'read' ? ['read', { file }] : callOf(deed, Number(ref), Number(onto));
      const text = await tools.act({ name, input });
      return { text, isOk: !isRefused(text) };
    },
  };
}

function refused(text: string): boolean {
  return text.startsWith('Not done') || text.includes('Nothing changed on the page');
}

function callOf({ act, on, that = '' }: Deed, n: number, to: number): [name: string, input: object] {
  const [x, y] = that.split(',').map(Number);
  const calls: Record<Deed['act'], [string, object]> = {
    click: ['click', { n }],
    double: ['click', { n, count: 2 }],
    right: ['click', { n, button: 'right' }],
    shift: ['click', { n, modifiers: ['Shift'] }],
    type: ['type', { n, text: that }],
    append: ['type', { n, text: that, clear: false }],
    submit: ['type', { n, text: that, submit: true }],
    press: ['press', { keys: that }],
    select: ['select', { n, options: [that] }],
    check: ['check', { n, on: true }],
    hover: ['hover', { n }],
    drag: ['drag', { from: n, to }],
    scroll: ['scroll', { n, direction: 'down' }],
    upload: ['upload', { n, name: 'notes.txt', text: 'Some notes.' }],
    wait: ['wait', { text: that }],
    gone: ['wait', { gone: that }],
    accept: ['dialog', { accept: true, ...(that && { text: that }) }],
    dismiss: ['dialog', { accept: false }],
    tab: ['tab', { tab: Number(that) }],
    back: ['back', {}],
    open: ['go', { url: that }],
    read: ['read', {}],
    look: ['find', { text: on ?? '' }],
    point: ['click_at', { x, y }],
  };
  return calls[act];
}
