import type { Desk } from './desk.ts';
import { noted, OK } from './tools.ts';

interface Point {
  x: number;
  y: number;
}

/** An order of a model that works by pictures; places are pixels of its last picture. */
export type ScreenAction =
  /** Where the mouse is, when no place is named; `keys` are held meanwhile. */
  | ({
      kind: 'click';
      button?: 'left' | 'right' | 'middle';
      times?: number;
      keys?: string[];
    } & Partial<Point>)
  | ({ kind: 'move' } & Point)
  | { kind: 'down' | 'up' }
  | { kind: 'look' }
  | { kind: 'drag'; path: Point[]; keys?: string[] }
  | ({ kind: 'scroll'; dx: number; dy: number; keys?: string[] } & Partial<Point>)
  | { kind: 'forward' }
  | { kind: 'type'; text: string }
  | { kind: 'key'; keys: string[]; times?: number }
  | { kind: 'wait'; seconds: number }
  /** One of our own tools by another name. */
  | { kind: 'tool'; name: string; input: object };

export interface Size {
  width: number;
  height: number;
}

const MAX_TYPED = 20_000;
const MAX_WAIT_SECONDS = 10;
const MAX_TIMES = 30;

/** With the mouse and the keyboard of the open page; answers what the model is told. */
export async function actOnScreen(
  desk: Desk,
  action: Exclude<ScreenAction, { kind: 'tool' } | { kind: 'look' }>,
  picture: Size,
): Promise<string> {
  const { run, clock, signal } = desk.agent;
  const { mouse, keyboard } = run.front;
  const page = await run.front.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const at = ({ x, y }: Point) =>
    [(x * page.width) / picture.width, (y * page.height) / picture.height] as const;
  const holding = async (keys: string[] = [], act: () => Promise<unknown>) => {
    const held = keys.map(keyName);
    for (const key of held) await keyboard.down(key);
    await act().finally(async () => {
      for (const key of held.toReversed()) await keyboard.up(key);
    });
  };
  return noted(desk, action.kind, targetOf(action), async () => {
    switch (action.kind) {
      case 'click': {
        const { button = 'left', times = 1, x, y } = action;
        await holding(action.keys, async () => {
          if (x !== undefined && y !== undefined)
            return mouse.click(...at({ x, y }), { button, clickCount: times });
          for (let clickCount = 1; clickCount <= times; clickCount += 1) {
            await mouse.down({ button, clickCount });
            await mouse.up({ button, clickCount });
          }
        });
        return OK;
      }
      case 'move':
        await mouse.move(...at(action));
        return OK;
      case 'down':
        await mouse.down();
        return OK;
      case 'up':
        await mouse.up();
        return OK;
      case 'drag': {
        const [start, ...rest] = action.path;
        if (!start) return 'There is no place to drag from.';
        await holding(action.keys, async () => {
          await mouse.move(...at(start));
          await mouse.down();
          for (const point of rest) await mouse.move(...at(point), { steps: 8 });
          await mouse.up();
        });
        return OK;
      }
      case 'scroll': {
        const { x, y, dx, dy } = action;
        if (x !== undefined && y !== undefined) await mouse.move(...at({ x, y }));
        await holding(action.keys, () => mouse.wheel(dx, dy));
        return OK;
      }
      case 'forward':
        await run.front.evaluate(() => history.forward());
        return OK;
      case 'type':
        await keyboard.type(action.text.slice(0, MAX_TYPED));
        return OK;
      case 'key':
        for (let time = 0; time < Math.min(action.times ?? 1, MAX_TIMES); time += 1)
          await keyboard.press(action.keys.map(keyName).join('+'));
        return OK;
      case 'wait':
        await clock.sleep(Math.min(action.seconds, MAX_WAIT_SECONDS) * 1_000, signal);
        return OK;
    }
  });
}

function targetOf(action: ScreenAction): string | null {
  if ('x' in action && action.x !== undefined && action.y !== undefined)
    return `${Math.round(action.x)},${Math.round(action.y)}`;
  if (action.kind === 'type') return action.text;
  return action.kind === 'key' ? action.keys.join('+') : null;
}

/** By the names that X, browsers and people give them. */
const KEYS: Record<string, string> = {
  ctrl: 'Control',
  option: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  super: 'Meta',
  win: 'Meta',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  prior: 'PageUp',
  next: 'PageDown',
};
const NAMES =
  'Control Alt Shift Meta Enter Escape Tab Space Backspace Delete Insert Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight';
for (const name of NAMES.split(' ')) KEYS[name.toLowerCase()] = name;

function keyName(key: string): string {
  const plain = key.trim().toLowerCase().replaceAll(/[_\s]/gu, '');
  if (/^f\d\d?$/u.test(plain)) return plain.toUpperCase();
  return KEYS[plain] ?? (key.length === 1 ? key : plain);
}

/** Of a JPEG, from its header; null when it is none. */
export function sizeOf(jpeg: Uint8Array): Size | null {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const mark = bytes[at + 1] ?? 0;
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
}
