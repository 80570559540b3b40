import type { UiElement } from './page-model.ts';

/**
 * Runs in the page, alone: what is drawn on a canvas is no element, so its picture is taken apart. Every patch of one
 * colour that is not the ground becomes one, with its outline told by the corners of its hull.
 */
export function collectDrawn(page: { nodes: Element[]; elements: UiElement[] }): UiElement[] {
  const LEAST = 14;
  const MOST = 120;
  const found: UiElement[] = [];
  for (const owner of page.elements)
    if (owner.tag === 'canvas' && owner.isVisible && found.length < MOST) found.push(...patchesOf(owner));
  return found;

  function patchesOf(owner: UiElement): UiElement[] {
    const canvas = page.nodes[owner.node] as HTMLCanvasElement;
    const { width, height } = canvas;
    if (width * height === 0 || width * height > 600_000) return [];
    let data: Uint8ClampedArray;
    try {
      const context = canvas.getContext('2d');
      if (!context) return [];
      data = context.getImageData(0, 0, width, height).data;
    } catch {
      return [];
    }
    const keys = new Int32Array(width * height);
    const counts = new Map<number, number>();
    for (let at = 0; at < keys.length; at += 1) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * at, 4 * at + 4);
      const key = alpha < 128 ? -1 : ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
      keys[at] = key;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const ground = [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? -1;
    const seen = new Uint8Array(keys.length);
    const patches: UiElement[] = [];
    for (let at = 0; at < keys.length && patches.length < MOST; at += 1) {
      if (seen[at] || keys[at] === ground || keys[at] === -1) continue;
      const pixels = flood(keys, seen, at, width, height);
      if (pixels.length >= LEAST) patches.push(elementOf(owner, canvas, pixels, data, patches.length));
    }
    return patches.filter(({ box }) => box.width > 3 && box.height > 3);
  }

  function flood(keys: Int32Array, seen: Uint8Array, start: number, width: number, height: number): number[] {
    const key = keys[start];
    const pixels: number[] = [];
    const open = [start];
    seen[start] = 1;
    while (open.length > 0) {
      const at = open.pop() as number;
      pixels.push(at);
      const x = at % width;
      const y = (at - x) / width;
      for (const [nextX, nextY] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = nextY * width + nextX;
        const isInside = nextX >= 0 && nextY >= 0 && nextX < width && nextY < height;
        if (!isInside || seen[next] || keys[next] !== key) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
    return pixels;
  }

  function elementOf(
    owner: UiElement,
    canvas: HTMLCanvasElement,
    pixels: number[],
    data: Uint8ClampedArray,
    index: number,
  ): UiElement {
    const points = pixels.map((at) => [at % canvas.width, Math.floor(at / canvas.width)] as [number, number]);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, top] = [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))];
    const [wide, high] = [
      xs.reduce((a, b) => Math.max(a, b)) - left + 1,
      ys.reduce((a, b) => Math.max(a, b)) - top + 1,
    ];
    const scaleX = owner.box.width / canvas.width;
    const scaleY = owner.box.height / canvas.height;
    const middle = pixels[Math.floor(pixels.length / 2)] ?? 0;
    const [red, green, blue] = data.subarray(4 * middle, 4 * middle + 3);
    const box = {
      x: owner.box.x + left * scaleX,
      y: owner.box.y + top * scaleY,
      width: wide * scaleX,
      height: high * scaleY,
    };
    return {
      ...owner,
      name: '',
      text: '',
      hints: '',
      isClickable: false,
      canScroll: false,
      colour: `rgb(${red}, ${green}, ${blue})`,
      shape: shapeOf(points, wide, high),
      box,
      inside: { x: (left + wide / 2) * scaleX, y: (top + high / 2) * scaleY },
      signature: `drawn ${index}`,
    };
  }

  /** A hull that fills its box is a rectangle, one as round as can be a circle; between them corners tell. */
  function shapeOf(points: [number, number][], wide: number, high: number): string {
    const hull = hullOf(points);
    const isEven = Math.abs(wide - high) <= 0.12 * Math.max(wide, high);
    const sides = hull.map((point, at) => {
      const next = hull[(at + 1) % hull.length] ?? point;
      return {
        length: Math.hypot(next[0] - point[0], next[1] - point[1]),
        cross: point[0] * next[1] - next[0] * point[1],
      };
    });
    const around = sides.reduce((sum, { length }) => sum + length, 0);
    const area = Math.abs(sides.reduce((sum, { cross }) => sum + cross, 0)) / 2;
    const roundness = (4 * Math.PI * area) / (around * around || 1);
    if (area > 0.92 * (wide - 1) * (high - 1)) return isEven ? 'rectangle square' : 'rectangle';
    if (roundness > 0.93) return 'circle';
    const corners = simplified(hull, 0.045 * Math.hypot(wide, high)).length;
    if (corners > 6 && !isEven) return 'ellipse';
    const names = ['', '', 'line', 'triangle', 'quadrilateral', 'pentagon', 'hexagon', 'heptagon', 'octagon'];
    return names[corners] ?? 'polygon';
  }

  function hullOf(points: [number, number][]): [number, number][] {
    const sorted = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    const half = (list: [number, number][]) => {
      const hull: [number, number][] = [];
      for (const point of list) {
        for (;;) {
          const [a, b] = [hull.at(-2), hull.at(-1)];
          if (!a || !b) break;
          if ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
          hull.pop();
        }
        hull.push(point);
      }
      return hull.slice(0, -1);
    };
    return [...half(sorted), ...half(sorted.reverse())];
  }

  /** Takes away, one after the other, the corners that matter least. */
  function simplified(hull: [number, number][], slack: number): [number, number][] {
    const kept = [...hull];
    while (kept.length > 3) {
      const heights = kept.map((point, at) => {
        const [a, b] = [
          kept.at(at - 1) as [number, number],
          kept[(at + 1) % kept.length] as [number, number],
        ];
        const base = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        return Math.abs((b[0] - a[0]) * (a[1] - point[1]) - (a[0] - point[0]) * (b[1] - a[1])) / base;
      });
      const least = Math.min(...heights);
      if (least > slack) break;
      kept.splice(heights.indexOf(least), 1);
    }
    return kept;
  }
}
