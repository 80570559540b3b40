import { createGoogle } from '@ai-sdk/google';
import { tool } from 'ai';
import { z } from 'zod';
import type { ComputerVendor, ScreenAction, Size } from '../../../agent/index.ts';
import { pictureResult } from './picture-result.ts';

/**
 * The `computerUse` tool of `generateContent`, whose functions the model knows by itself; places are thousandths of the
 * picture. The library has no such tool, so its request is changed on the way: our declarations of the functions go
 * out, the tool comes in, and every result says the page's address.
 */
export const vendor: ComputerVendor = {
  async connect({ baseUrl, apiKey, model }, send) {
    const native = baseUrl.replace(/\/openai$/, '');
    const google = createGoogle({
      baseURL: native,
      apiKey,
      fetch: (url, init) => send(url, { ...init, body: withComputer(String(init?.body)) }),
    });
    const known = tool({ inputSchema: z.looseObject({}) });
    return { model: google(model), tools: Object.fromEntries(FUNCTIONS.map((name) => [name, known])) };
  },
  read({ name, input }, screen) {
    if (!FUNCTIONS.includes(name)) return null;
    const read = Input.safeParse(input).data;
    if (!read) return { actions: [] };
    const { decision, explanation } = read.safety_decision ?? {};
    const warning = decision === 'require_confirmation' ? (explanation ?? 'a safety check') : null;
    return { actions: actionsOf(name, read, screen), warning };
  },
  answer(call, seen) {
    const said = JSON.stringify({
      url: seen.url,
      said: seen.said,
      ...(seen.isAgreed && { safety_acknowledgement: 'true' }),
    });
    return pictureResult(call, { ...seen, said });
  },
};

/** The newer set of functions, then the legacy one: which of them a model knows is its own matter. */
const FUNCTIONS = [
  'click',
  'double_click',
  'triple_click',
  'right_click',
  'middle_click',
  'mouse_down',
  'mouse_up',
  'move',
  'type',
  'press_key',
  'hotkey',
  'key_down',
  'key_up',
  'scroll',
  'drag_and_drop',
  'wait',
  'take_screenshot',
  'navigate',
  'go_back',
  'go_forward',
  'open_web_browser',
  'wait_5_seconds',
  'search',
  'click_at',
  'hover_at',
  'type_text_at',
  'key_combination',
  'scroll_document',
  'scroll_at',
];

const number = z.coerce.number().nullish().catch(null);
const words = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const Input = z.object({
  x: number,
  y: number,
  start_x: number,
  start_y: number,
  end_x: number,
  end_y: number,
  destination_x: number,
  destination_y: number,
  text: words,
  key: words,
  keys: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  url: words,
  button: words,
  press_enter: flag,
  clear_before_typing: flag,
  seconds: number,
  duration: number,
  direction: z.enum(['up', 'down', 'left', 'right']).nullish().catch(null),
  magnitude: number,
  magnitude_in_pixels: number,
  safety_decision: z.object({ decision: words, explanation: words }).nullish().catch(null),
});
type Input = z.infer<typeof Input>;

const BUTTONS = { left: 'left', right: 'right', middle: 'middle' } as const;

function actionsOf(name: string, read: Input, screen: Size): ScreenAction[] {
  const at = (x: number, y: number) => ({ x: (x * screen.width) / 1000, y: (y * screen.height) / 1000 });
  const place = (x: Input['x'], y: Input['y']) => (x == null || y == null ? null : at(x, y));
  const here = place(read.x, read.y);
  const keys = [read.keys ?? read.key ?? []].flat().flatMap((one) => one.split('+'));
  switch (name) {
    case 'click':
    case 'click_at':
      return [{ kind: 'click', ...here, button: BUTTONS[read.button as keyof typeof BUTTONS] ?? 'left' }];
    case 'double_click':
      return [{ kind: 'click', ...here, times: 2 }];
    case 'triple_click':
      return [{ kind: 'click', ...here, times: 3 }];
    case 'right_click':
      return [{ kind: 'click', ...here, button: 'right' }];
    case 'middle_click':
      return [{ kind: 'click', ...here, button: 'middle' }];
    case 'mouse_down':
      return [{ kind: 'down' }];
    case 'mouse_up':
      return [{ kind: 'up' }];
    case 'move':
    case 'hover_at':
      return here ? [{ kind: 'move', ...here }] : [{ kind: 'look' }];
    case 'type':
    case 'type_text_at':
      return typed(read, here, name === 'type_text_at');
    case 'press_key':
    case 'hotkey':
    case 'key_combination':
      return [{ kind: 'key', keys }];
    case 'scroll':
    case 'scroll_document':
    case 'scroll_at': {
      const by = at(read.magnitude ?? 800, read.magnitude ?? 800);
      const [byX, byY] = [read.magnitude_in_pixels ?? by.x, read.magnitude_in_pixels ?? by.y];
      const direction = read.direction ?? 'down';
      const dx = { up: 0, down: 0, left: -byX, right: byX }[direction];
      const dy = { up: -byY, down: byY, left: 0, right: 0 }[direction];
      return [{ kind: 'scroll', ...(here ?? at(500, 500)), dx, dy }];
    }
    case 'drag_and_drop': {
      const from = here ?? place(read.start_x, read.start_y);
      const to = place(read.destination_x, read.destination_y) ?? place(read.end_x, read.end_y);
      return from && to ? [{ kind: 'drag', path: [from, to] }] : [{ kind: 'look' }];
    }
    case 'navigate':
      return [{ kind: 'tool', name: 'go', input: { url: read.url ?? '' } }];
    case 'search':
      return [{ kind: 'tool', name: 'go', input: { url: 'https://www.google.com/' } }];
    case 'go_back':
      return [{ kind: 'tool', name: 'back', input: {} }];
    case 'go_forward':
      return [{ kind: 'forward' }];
    case 'wait':
    case 'wait_5_seconds':
      return [{ kind: 'wait', seconds: read.seconds ?? read.duration ?? 5 }];
    default:
      return [{ kind: 'look' }];
  }
}

/** The legacy function clears the field and presses Enter unless told otherwise; the newer one does neither. */
function typed(read: Input, here: { x: number; y: number } | null, isLegacy: boolean): ScreenAction[] {
  const clear: ScreenAction[] = [
    { kind: 'key', keys: ['Control', 'a'] },
    { kind: 'key', keys: ['Delete'] },
  ];
  return [
    ...(here || isLegacy ? [{ kind: 'click' as const, ...here }] : []),
    ...((read.clear_before_typing ?? isLegacy) ? clear : []),
    { kind: 'type', text: read.text ?? '' },
    ...((read.press_enter ?? isLegacy) ? [{ kind: 'key' as const, keys: ['Enter'] }] : []),
  ];
}

interface Request {
  contents?: { parts?: { functionResponse?: { name?: string; response?: { content?: string } } }[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
}

function withComputer(body: string): string {
  const request = JSON.parse(body) as Request;
  const declared = request.tools?.flatMap(({ functionDeclarations = [] }) => functionDeclarations) ?? [];
  const own = declared.filter(({ name }) => !FUNCTIONS.includes(name));
  for (const { functionResponse: result } of request.contents?.flatMap(({ parts = [] }) => parts) ?? [])
    if (result && FUNCTIONS.includes(result.name ?? ''))
      result.response = JSON.parse(result.response?.content ?? '{}');
  const computer = { computerUse: { environment: 'ENVIRONMENT_BROWSER' } };
  return JSON.stringify({ ...request, tools: [computer, { functionDeclarations: own }] });
}
