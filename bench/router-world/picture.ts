import { mean } from './figures.ts';
import type { Record as Played } from './simulate.ts';

const SHOWN: Record<string, string> = {
  'this router': '#1d6fd1',
  LinUCB: '#b8651b',
  'Thompson, pooled': '#7a4fb5',
  'Thompson, global': '#4d8a3d',
  'best static chain': '#8a8f98',
};
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [860, 420, 64, 190, 40, 52];
const POINTS = 48;

/** The share of the gap between random and oracle that each router closes, as runs go by. */
export function learningCurve(played: ReadonlyMap<string, Played[]>): string {
  const count = played.get('oracle')?.[0]?.runs.length ?? 1;
  const edges = Array.from({ length: POINTS + 1 }, (_, at) => Math.round(count * (at / POINTS) ** 1.6));
  const worth = (name: string, from: number, until: number) =>
    mean(
      (played.get(name) ?? []).flatMap(({ runs }) =>
        runs.slice(from, until).flatMap((run) => run?.utility ?? []),
      ),
    );
  const x = (run: number) => LEFT + (WIDTH - LEFT - RIGHT) * (run / count) ** (1 / 1.6);
  const y = (gap: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, Math.min(1, (gap - 0.3) / 0.7)));
  const curves = Object.entries(SHOWN).map(([name, colour]) => {
    const points = edges.slice(1).flatMap((until, at) => {
      const from = edges[at] ?? 0;
      if (until - from < 20) return [];
      const low = worth('random', from, until);
      const gap = (worth(name, from, until) - low) / (worth('oracle', from, until) - low);
      return [{ x: x((from + until) / 2), y: y(gap) }];
    });
    const path = points
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
      .join('');
    return { name, colour, path, end: points.at(-1)?.y ?? 0 };
  });
  const labels = spaced(curves.map(({ end }) => end));
  const grid = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map(
    (gap) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(gap)}" y2="${y(gap)}" stroke="#d8dce2"/><text x="${LEFT - 8}" y="${y(gap) + 4}" text-anchor="end">${gap.toFixed(1)}</text>`,
  );
  const ticks = [0, 500, 2_000, 5_000, 12_000, 25_000, 50_000]
    .filter((run) => run <= count)
    .map(
      (run) =>
        `<text x="${x(run)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${run.toLocaleString('en')}</text>`,
    );
  const lines = curves.map(
    ({ name, colour, path }, at) =>
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${name === 'this router' ? 3 : 1.6}"/><text x="${WIDTH - RIGHT + 8}" y="${(labels[at] ?? 0) + 4}" fill="${colour}" font-weight="${name === 'this router' ? 700 : 400}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="#3a3f47">
<title>How fast the router learns</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
<text x="${LEFT}" y="22" font-size="15" font-weight="600">Share of the way from random choice to an oracle, as the router learns</text>
${grid.join('\n')}
${ticks.join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle">runs so far</text>
${lines.join('\n')}
</svg>
`;
}

/** Labels at their curves' ends, moved apart where they would cover each other. */
function spaced(wanted: number[]): number[] {
  const order = wanted.map((_, at) => at).sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  const placed = [...wanted];
  for (let at = 1; at < order.length; at += 1) {
    const [above, below] = [order[at - 1] ?? 0, order[at] ?? 0];
    placed[below] = Math.max(placed[below] ?? 0, (placed[above] ?? 0) + 16);
  }
  return placed;
}
