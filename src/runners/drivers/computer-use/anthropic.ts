import { createAnthropic } from '@ai-sdk/anthropic';
import { z } from 'zod';
import type { ComputerVendor, ScreenAction } from '../../../agent/index.ts';
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

/** Models leave members out, or send null: then the mouse stays where it is. */
const place = z.tuple([z.number(), z.number()]).nullish().catch(null);
const count = (usual: number) =>
  z
    .number()
    .nullish()
    .catch(null)
    .transform((value) => value ?? usual);
const Input = z.object({
  action: z.string(),
  coordinate: place,
  start_coordinate: place,
  text: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  repeat: count(1),
  duration: count(1),
  scroll_amount: count(3),
  scroll_direction: z
    .enum(['up', 'down', 'left', 'right'])
    .nullish()
    .transform((direction) => direction ?? 'down'),
});
/** One notch of a wheel. */
const NOTCH = 100;

function actionOf(read: z.infer<typeof Input>): ScreenAction {
  const { action, text, repeat, duration } = read;
  const [x, y] = read.coordinate ?? [];
  const here = x === undefined || y === undefined ? null : { x, y };
  const keys = text === '' ? [] : text.split('+');
  const away = NOTCH * read.scroll_amount;
  switch (action) {
    case 'left_click':
      return { kind: 'click', ...here, keys };
    case 'right_click':
      return { kind: 'click', ...here, keys, button: 'right' };
    case 'middle_click':
      return { kind: 'click', ...here, keys, button: 'middle' };
    case 'double_click':
      return { kind: 'click', ...here, keys, times: 2 };
    case 'triple_click':
      return { kind: 'click', ...here, keys, times: 3 };
    case 'mouse_move':
      return here ? { kind: 'move', ...here } : { kind: 'look' };
    case 'left_mouse_down':
      return { kind: 'down' };
    case 'left_mouse_up':
      return { kind: 'up' };
    case 'left_click_drag': {
      if (!here) return { kind: 'look' };
      const [fromX = here.x, fromY = here.y] = read.start_coordinate ?? [];
      return { kind: 'drag', path: [{ x: fromX, y: fromY }, here], keys };
    }
    case 'scroll': {
      const dx = { left: -away, right: away, up: 0, down: 0 }[read.scroll_direction];
      const dy = { up: -away, down: away, left: 0, right: 0 }[read.scroll_direction];
      return { kind: 'scroll', ...here, dx, dy, keys };
    }
    case 'type':
      return { kind: 'type', text };
    case 'key':
      return { kind: 'key', keys, times: repeat };
    case 'wait':
      return { kind: 'wait', seconds: duration };
    default:
      return { kind: 'look' };
  }
}
