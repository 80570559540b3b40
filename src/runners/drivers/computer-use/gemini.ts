import { createGoogle } from '@ai-sdk/google';
import { tool } from 'ai';
import { z } from 'zod';
import type { ComputerVendor, ScreenAction, Size } from '../../../page-agent/index.ts';
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

const FUNCTIONS = [
  'open_web_browser',
  'wait_5_seconds',
  'go_back',
  'go_forward',
  'search',
  'navigate',
  'click_at',
  'hover_at',
  'type_text_at',
  'key_combination',
  'scroll_document',
  'scroll_at',
  'drag_and_drop',
];

const thousandth = z.number().default(500);
const Input = z.object({
  x: thousandth,
  y: thousandth,
  destination_x: thousandth,
  destination_y: thousandth,
  text: z.string().default(''),
  keys: z.string().default(''),
  url: z.string().default(''),
  press_enter: z.boolean().default(true),
  clear_before_typing: z.boolean().default(true),
  direction: z.enum(['up', 'down', 'left', 'right']).default('down'),
  magnitude: z.number().default(800),
  safety_decision: z
    .object({ decision: z.string().optional(), explanation: z.string().optional() })
    .optional(),
});

function actionsOf(name: string, read: z.infer<typeof Input>, screen: Size): ScreenAction[] {
  const at = (x: number, y: number) => ({ x: (x * screen.width) / 1000, y: (y * screen.height) / 1000 });
  const here = at(read.x, read.y);
  switch (name) {
    case 'click_at':
      return [{ kind: 'click', ...here }];
    case 'hover_at':
      return [{ kind: 'move', ...here }];
    case 'type_text_at': {
      const clear: ScreenAction[] = [
        { kind: 'key', keys: ['Control', 'a'] },
        { kind: 'key', keys: ['Delete'] },
      ];
      const typed: ScreenAction[] = [{ kind: 'type', text: read.text }];
      return [
        { kind: 'click', ...here },
        ...(read.clear_before_typing ? clear : []),
        ...typed,
        ...(read.press_enter ? [{ kind: 'key' as const, keys: ['Enter'] }] : []),
      ];
    }
    case 'key_combination':
      return [{ kind: 'key', keys: read.keys.split('+') }];
    case 'scroll_document':
    case 'scroll_at': {
      const by = at(read.magnitude, read.magnitude);
      const dx = { up: 0, down: 0, left: -by.x, right: by.x }[read.direction];
      const dy = { up: -by.y, down: by.y, left: 0, right: 0 }[read.direction];
      return [{ kind: 'scroll', ...here, dx, dy }];
    }
    case 'drag_and_drop':
      return [{ kind: 'drag', path: [here, at(read.destination_x, read.destination_y)] }];
    case 'navigate':
      return [{ kind: 'tool', name: 'go_to', input: { url: read.url } }];
    case 'search':
      return [{ kind: 'tool', name: 'go_to', input: { url: 'https://www.google.com/' } }];
    case 'go_back':
      return [{ kind: 'tool', name: 'go_back', input: {} }];
    case 'go_forward':
      return [{ kind: 'key', keys: ['Alt', 'ArrowRight'] }];
    case 'wait_5_seconds':
      return [{ kind: 'wait', seconds: 5 }];
    default:
      return [{ kind: 'look' }];
  }
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
