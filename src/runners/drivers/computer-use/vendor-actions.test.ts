/** The actions of the vendors' models, in the words of their clients. */
import { expect, test } from 'vitest';
import type { ScreenAction } from '../../../agent/index.ts';
import { vendor as anthropic } from './anthropic.ts';
import { vendor as gemini } from './gemini.ts';
import { vendor as openai } from './openai.ts';

const SCREEN = { width: 1000, height: 500 };
const call = (name: string, input: object) => ({ id: 'call_1', name, input }) as never;
const claude = (input: object) => anthropic.read(call('computer', input), SCREEN)?.actions;
const google = (name: string, input: object) => gemini.read(call(name, input), SCREEN)?.actions;

test.each<[object, ScreenAction]>([
  [
    { action: 'left_click', coordinate: null },
    { kind: 'click', keys: [] },
  ],
  [
    { action: 'left_click', text: 'shift' },
    { kind: 'click', keys: ['shift'] },
  ],
  [
    { action: 'scroll', coordinate: [5, 6], scroll_amount: 2, scroll_direction: 'up', text: 'ctrl' },
    { kind: 'scroll', x: 5, y: 6, dx: 0, dy: -200, keys: ['ctrl'] },
  ],
  [
    { action: 'scroll', coordinate: null, scroll_direction: null },
    { kind: 'scroll', dx: 0, dy: 300, keys: [] },
  ],
  [
    { action: 'left_click_drag', start_coordinate: [1, 2], coordinate: [3, 4], text: 'alt' },
    {
      kind: 'drag',
      path: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      keys: ['alt'],
    },
  ],
  [{ action: 'mouse_move' }, { kind: 'look' }],
  [
    { action: 'wait', duration: null },
    { kind: 'wait', seconds: 1 },
  ],
])('Claude: %j', (input, action) => {
  expect(claude(input)).toEqual([expect.objectContaining(action)]);
});

test.each<[string, object, ScreenAction[]]>([
  ['click', { x: 500, y: 500 }, [{ kind: 'click', x: 500, y: 250, button: 'left' }]],
  ['click', { x: 500, y: 500, button: 'right' }, [{ kind: 'click', x: 500, y: 250, button: 'right' }]],
  ['type', { text: 'Kim' }, [{ kind: 'type', text: 'Kim' }]],
  [
    'type',
    { text: 'Kim', press_enter: true },
    [
      { kind: 'type', text: 'Kim' },
      { kind: 'key', keys: ['Enter'] },
    ],
  ],
  ['press_key', { key: 'Enter' }, [{ kind: 'key', keys: ['Enter'] }]],
  ['hotkey', { keys: ['ctrl', 'c'] }, [{ kind: 'key', keys: ['ctrl', 'c'] }]],
  ['hotkey', { keys: 'ctrl+c' }, [{ kind: 'key', keys: ['ctrl', 'c'] }]],
  [
    'scroll',
    { x: 0, y: 0, direction: 'up', magnitude: 100 },
    [{ kind: 'scroll', x: 0, y: 0, dx: 0, dy: -50 }],
  ],
  ['wait', { seconds: 2 }, [{ kind: 'wait', seconds: 2 }]],
  ['move', { x: 10, y: 10 }, [{ kind: 'move', x: 10, y: 5 }]],
  ['take_screenshot', {}, [{ kind: 'look' }]],
  ['go_forward', {}, [{ kind: 'forward' }]],
  [
    'drag_and_drop',
    { start_x: 0, start_y: 0, end_x: 100, end_y: 100 },
    [
      {
        kind: 'drag',
        path: [
          { x: 0, y: 0 },
          { x: 100, y: 50 },
        ],
      },
    ],
  ],
])('Gemini, the newer functions: %s %j', (name, input, actions) => {
  expect(google(name, input)).toEqual(actions.map((action) => expect.objectContaining(action)));
});

test('Gemini, a legacy function with null members', () => {
  const actions = google('type_text_at', { x: 100, y: 100, text: 'Kim', press_enter: null });
  expect(actions?.map(({ kind }) => kind)).toEqual(['click', 'key', 'key', 'type', 'key']);
});

test('OpenAI: the buttons that go back and forward', () => {
  const click = (button: string) =>
    openai.read(call('computer', { actions: [{ type: 'click', button, x: 1, y: 2 }] }), SCREEN)?.actions;
  expect(click('back')).toEqual([{ kind: 'tool', name: 'back', input: {} }]);
  expect(click('forward')).toEqual([{ kind: 'forward' }]);
  expect(click('wheel')).toMatchObject([{ kind: 'click', button: 'middle' }]);
});

test('OpenAI: keys are held on a drag and a scroll', () => {
  const path = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ];
  const scroll = { type: 'scroll', x: 1, y: 2, scrollX: 0, scrollY: 9, keys: ['ctrl'] };
  const actions = [{ type: 'drag', path, keys: ['shift'] }, scroll, { type: 'drag', path }];
  expect(openai.read(call('computer', { actions }), SCREEN)?.actions).toMatchObject([
    { kind: 'drag', keys: ['shift'] },
    { kind: 'scroll', keys: ['ctrl'] },
    { kind: 'drag', keys: [] },
  ]);
});
