import { fileURLToPath } from 'node:url';
import { ROOMS } from './check-rooms.ts';
import { type GeneratedFile, writeGenerated } from './generated-file.ts';

// Rooms that see everything, and the three that everything sees: boxes without arrows.
const TOP = ['main', 'cli', 'embed', 'app', 'assemble', 'ground', 'gauges', 'status', 'settings'];
const BOTTOM = ['platform', 'errors', 'config'];
const [WIDTH, BOX, GAP, ROW, MARGIN] = [1_320, { width: 112, height: 34 }, 14, 76, 20];

/** docs/images/rooms.svg: the rooms in layers; an arrow is an import that the table allows and no longer path implies. */
export function mapFile(): GeneratedFile {
  return { path: fileURLToPath(new URL('../docs/images/rooms.svg', import.meta.url)), text: draw() };
}

function draw(): string {
  const imports = importsOfRooms();
  const layers = layersOf(imports);
  const height = (layers.length + 2) * ROW;
  const places = new Map(
    layers.flatMap((rooms, layer) =>
      rooms.map((room, at) => [room, { x: xOf(at, rooms.length), y: (layer + 1) * ROW }] as const),
    ),
  );
  const arrows = [...imports].flatMap(([room, targets]) =>
    [...targets]
      .filter((target) => ![...targets].some((other) => other !== target && reaches(imports, other, target)))
      .map((target) => arrow(places.get(room), places.get(target))),
  );
  const boxes = [...places].map(([room, { x, y }]) => box(room, x, y, BOX.width));
  const wide = WIDTH - 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="The rooms of src and the imports between them">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4 0 8Z" fill="#7a8a99"/></marker></defs>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${box(`${TOP.join(', ')}: see every room`, MARGIN, MARGIN, wide)}
${arrows.join('\n')}
${boxes.join('\n')}
${box(`${BOTTOM.join(', ')}: every room sees them`, MARGIN, height - ROW + MARGIN, wide)}
</svg>
`;
}

/** Without the rooms inside rooms, and with a file of a room counted as the room. */
function importsOfRooms(): Map<string, Set<string>> {
  const roomOf = (name: string) => name.split('/')[0] ?? name;
  const isDrawn = (room: string) => ![...TOP, ...BOTTOM, 'embed-types'].includes(room);
  const imports = new Map<string, Set<string>>();
  for (const [name, targets] of Object.entries(ROOMS)) {
    const room = roomOf(name);
    if (!isDrawn(room)) continue;
    const known = imports.get(room) ?? new Set();
    for (const target of targets.map(roomOf)) if (target !== room && isDrawn(target)) known.add(target);
    imports.set(room, known);
  }
  return imports;
}

/** A room is drawn one layer above the highest room that it imports. */
function layersOf(imports: Map<string, Set<string>>): string[][] {
  const depth = (room: string): number => Math.max(-1, ...[...(imports.get(room) ?? [])].map(depth)) + 1;
  const layers = Map.groupBy(imports.keys(), depth);
  return [...layers].sort(([one], [other]) => other - one).map(([, rooms]) => rooms.sort());
}

function reaches(imports: Map<string, Set<string>>, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next === to || reaches(imports, next, to));
}

function xOf(at: number, count: number): number {
  const step = Math.min(BOX.width + GAP, (WIDTH - 2 * MARGIN) / count);
  return Math.round((WIDTH - step * count + GAP) / 2 + at * step);
}

function arrow(from?: { x: number; y: number }, to?: { x: number; y: number }): string {
  if (!from || !to) return '';
  const [x1, y1, x2, y2] = [from.x + BOX.width / 2, from.y + BOX.height, to.x + BOX.width / 2, to.y - 2];
  return `<path d="M${x1} ${y1}C${x1} ${y1 + 30} ${x2} ${y2 - 30} ${x2} ${y2}" fill="none" stroke="#7a8a99" marker-end="url(#tip)"/>`;
}

function box(text: string, x: number, y: number, width: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${BOX.height}" rx="6" fill="#eef3f1" stroke="#4a6140"/><text x="${x + width / 2}" y="${y + 22}" text-anchor="middle" fill="#1f2a24">${text}</text>`;
}

if (import.meta.main) await writeGenerated(mapFile());
