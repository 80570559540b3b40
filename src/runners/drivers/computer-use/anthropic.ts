import { createAnthropic } from '@ai-sdk/anthropic';
import { z } from 'zod';
import type { ComputerVendor, ScreenAction } from '../../../page-agent/index.ts';
import { pictureResult } from './picture-result.ts';

/** The computer toolset of the Messages API: an action is a call, and several may come at once. */
export const vendor: ComputerVendor = {
  async connect({ baseUrl, apiKey, model }, fetch) {
    const anthropic = createAnthropic({ baseURL: baseUrl, apiKey, fetch });
    const off = { enabled: false };
    const configs = { zoom: off, hold_key: off, cursor_position: off };
    return {
      model: anthropic(model),
      tools: { computer: anthropic.tools.computerToolset_20260801({ configs }) },
    };
  },
  read({ name, input }) {
    if (name !== 'computer') return null;
    const read = Input.safeParse(input).data;
    return { actions: read ? [actionOf(read)] : [] };
  },
  answer: pictureResult,
};

const place = z.tuple([z.number(), z.number()]);
const Input = z.object({
  action: z.string(),
  coordinate: place.default([0, 0]),
  start_coordinate: place.optional(),
  text: z.string().default(''),
  repeat: z.number().default(1),
  duration: z.number().default(1),
  scroll_amount: z.number().default(3),
  scroll_direction: z.enum(['up', 'down', 'left', 'right']).default('down'),
});
/** One notch of a wheel. */
const NOTCH = 100;

function actionOf(read: z.infer<typeof Input>): ScreenAction {
  const { action, text, repeat, duration } = read;
  const [x, y] = read.coordinate;
  const [fromX, fromY] = read.start_coordinate ?? [x, y];
  const held = text === '' ? [] : text.split('+');
  const away = NOTCH * read.scroll_amount;
  switch (action) {
    case 'left_click':
      return { kind: 'click', x, y, keys: held };
    case 'right_click':
      return { kind: 'click', x, y, keys: held, button: 'right' };
    case 'middle_click':
      return { kind: 'click', x, y, keys: held, button: 'middle' };
    case 'double_click':
      return { kind: 'click', x, y, keys: held, times: 2 };
    case 'triple_click':
      return { kind: 'click', x, y, keys: held, times: 3 };
    case 'mouse_move':
      return { kind: 'move', x, y };
    case 'left_mouse_down':
      return { kind: 'down' };
    case 'left_mouse_up':
      return { kind: 'up' };
    case 'left_click_drag':
      return {
        kind: 'drag',
        path: [
          { x: fromX, y: fromY },
          { x, y },
        ],
      };
    case 'scroll': {
      const dx = { left: -away, right: away, up: 0, down: 0 }[read.scroll_direction];
      const dy = { up: -away, down: away, left: 0, right: 0 }[read.scroll_direction];
      return { kind: 'scroll', x, y, dx, dy };
    }
    case 'type':
      return { kind: 'type', text };
    case 'key':
      return { kind: 'key', keys: held, times: repeat };
    case 'wait':
      return { kind: 'wait', seconds: duration };
    default:
      return { kind: 'look' };
  }
}
