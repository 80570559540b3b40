/** The trials of the browser agent's benchmarks, several at once, and their table by kind. */
export interface Trial {
  name: string;
  kind: string;
  isRight: boolean;
  /** Whether the agent claims to be done, and whether it is so sure that no grader would be asked. */
  isClaimed: boolean;
  isSure?: boolean;
  ms: number;
  /** The events, for the search of a cause. */
  note: string;
}

/** With less confidence the judge would ask a grader. */
export const SURE = 0.6;

export async function runTrials<Item, Tried extends Trial>(
  items: Item[],
  attempt: (item: Item) => Promise<Tried>,
  { parallel, verbose }: { parallel: number; verbose: boolean },
): Promise<Tried[]> {
  const queue = [...items];
  const trials: Tried[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const trial = await attempt(next);
      trials.push(trial);
      if (!trial.isRight && verbose)
        console.log(
          `  ${trial.isClaimed ? 'wrongly done: ' : ''}${trial.name} (${Math.round(trial.ms)} ms): ${trial.note}`,
        );
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return trials;
}

export function printTrials(trials: Trial[], unit: string): void {
  const columns = ['tries', 'right', 'wrongly done', 'and sure', 'median']
    .map((name, at) => name.padStart([7, 8, 14, 10, 10][at] ?? 0))
    .join('');
  const width = Math.max(12, ...trials.map(({ kind }) => kind.length + 2));
  console.log(`${'kind'.padEnd(width)}${unit.padStart(7)}${columns}`);
  const byKind = Map.groupBy(trials, ({ kind }) => kind);
  for (const [kind, group] of [...byKind].sort(([one], [other]) => one.localeCompare(other)))
    console.log(line(kind.padEnd(width), group));
  console.log(line('all'.padEnd(width), trials));
}

function line(kind: string, group: Trial[]): string {
  const right = group.filter(({ isRight }) => isRight).length;
  const wrong = group.filter(({ isRight, isClaimed }) => isClaimed && !isRight);
  const sure = wrong.filter(({ isSure }) => isSure ?? true);
  const times = group.map(({ ms }) => ms).sort((one, other) => one - other);
  const names = new Set(group.map(({ name }) => name.replace(/\?.*/, ''))).size;
  const share = (count: number) => `${((100 * count) / Math.max(1, group.length)).toFixed(1)} %`;
  const median = `${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms`;
  return `${kind}${String(names).padStart(7)}${String(group.length).padStart(7)}${share(right).padStart(8)}${share(wrong.length).padStart(14)}${share(sure.length).padStart(10)}${median.padStart(10)}`;
}

/** The share of claims that are false. */
export function printClaims(trials: Trial[]): void {
  const claims = trials.filter(({ isClaimed }) => isClaimed);
  const sure = claims.filter(({ isSure }) => isSure ?? true);
  for (const [name, group] of [
    ['claims', claims],
    [`of ${SURE} and more`, sure],
  ] as const) {
    const wrong = group.filter(({ isRight }) => !isRight).length;
    const share = ((100 * wrong) / Math.max(1, group.length)).toFixed(1);
    console.log(`${name}: ${group.length}, ${wrong} of them false (${share} %)`);
  }
}
