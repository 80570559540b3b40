/** Fits weights to questions with known answers: the choice among several, and the likelihood that it is right. */

export type Weights<Name extends string> = Record<Name, number>;

/** One of several that may be chosen. */
export interface Choice<Name extends string> {
  traits: Readonly<Weights<Name>>;
  isRight: boolean;
}

const ROUNDS = 400;
const STEP = 0.05;
/** Keeps the weights of rare signs small. */
const CAUTION = 0.001;
const CHANCE_ROUNDS = 600;
const CHANCE_STEP = 0.3;
const CHANCE_CAUTION = 0.08;

/** Raises the chance of the right ones of each question against the others, by steps of their own for each weight (Adam). */
export function fitChoice<Name extends string>(
  names: readonly Name[],
  questions: readonly (readonly Choice<Name>[])[],
): Weights<Name> {
  const weights = names.map(() => 0);
  const drift = names.map(() => 0);
  const spread = names.map(() => 0);
  const known = questions
    .filter((choices) => choices.some(({ isRight }) => isRight))
    .map((choices) =>
      choices.map(({ traits, isRight }) => ({ row: names.map((name) => traits[name]), isRight })),
    );
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = weights.map((weight) => CAUTION * weight);
    for (const rows of known) {
      const chances = rows.map(({ row }) => Math.exp(product(row, weights)));
      const all = chances.reduce((sum, chance) => sum + chance, 0);
      const right = chances.reduce((sum, chance, at) => sum + (rows[at]?.isRight ? chance : 0), 0);
      for (const [at, { row, isRight }] of rows.entries()) {
        const chance = chances[at] as number;
        addTo(slope, row, (chance / all - (isRight ? chance / right : 0)) / known.length);
      }
    }
    for (const [at, steep] of slope.entries()) {
      drift[at] = 0.9 * (drift[at] as number) + 0.1 * steep;
      spread[at] = 0.999 * (spread[at] as number) + 0.001 * steep * steep;
      const pace = Math.sqrt(spread[at] / (1 - 0.999 ** round)) + 1e-8;
      weights[at] = (weights[at] as number) - (STEP * drift[at]) / (1 - 0.9 ** round) / pace;
    }
  }
  return named(names, weights);
}

/** The likelihood that a choice is right by its signs, of which `base` always is 1. */
export function fitChance<Name extends string>(
  names: readonly Name[],
  points: readonly { signs: Readonly<Weights<Name>>; isRight: boolean }[],
  /** The cost of calling a wrong choice right, relative to the opposite mistake. */
  wrongCost = 1,
): Weights<Name> {
  const rows = points.map(({ signs }) => names.map((name) => signs[name]));
  const scales = names.map((name, at) =>
    scaleOf(
      name,
      rows.map((row) => row[at] as number),
    ),
  );
  const scaled = rows.map((row) =>
    row.map((value, at) => (value - (scales[at] as Scale).middle) / (scales[at] as Scale).spread),
  );
  const weights = names.map(() => 0);
  for (let round = 0; round < CHANCE_ROUNDS; round += 1) {
    const slope = weights.map((weight, at) => (names[at] === 'base' ? 0 : CHANCE_CAUTION * weight));
    for (const [at, row] of scaled.entries()) {
      const error = 1 / (1 + Math.exp(-product(row, weights))) - Number(points[at]?.isRight);
      addTo(slope, row, (error * (points[at]?.isRight ? 1 : wrongCost)) / scaled.length);
    }
    addTo(weights, slope, -CHANCE_STEP);
  }
  return named(names, unscaled(names, weights, scales));
}

interface Scale {
  middle: number;
  spread: number;
}

/** Signs are made comparable, so that caution holds all of them back alike. */
function scaleOf(name: string, values: readonly number[]): Scale {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
  return name === 'base' || spread === 0 ? { middle: 0, spread: 1 } : { middle, spread };
}

function unscaled(names: readonly string[], weights: readonly number[], scales: readonly Scale[]): number[] {
  const raw = weights.map((weight, at) => weight / (scales[at] as Scale).spread);
  const shift = raw.reduce((sum, weight, at) => sum + weight * (scales[at] as Scale).middle, 0);
  return raw.map((weight, at) => (names[at] === 'base' ? weight - shift : weight));
}

function product(row: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += (row[at] as number) * (weights[at] as number);
  return sum;
}

function addTo(sums: number[], row: readonly number[], times: number): void {
  for (let at = 0; at < row.length; at += 1) sums[at] = (sums[at] as number) + times * (row[at] as number);
}

function named<Name extends string>(names: readonly Name[], values: readonly number[]): Weights<Name> {
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Weights<Name>;
}
