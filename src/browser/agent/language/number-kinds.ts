/** "the even numbers", "numbers greater than 20", "multiples of 3": what is true of every number that is meant; null when nothing is said of numbers. */
export function numbersMeant(words: string): ((number: number) => boolean) | null {
  const said = words.toLowerCase();
  if (!/\b(?:numbers?|multiples|integers|digits|values)\b/u.test(said) && !RANGE.test(said)) return null;
  // "Mark the numbers as odd or even" means all of them.
  if (/\bodd\b/u.test(said) && /\beven\b/u.test(said)) return null;
  const parity = /\b(even|odd)\b/u.exec(said)?.[1];
  const factor = /\b(?:multiples\s+of|divisible\s+by)\s+(\d+)/u.exec(said)?.[1];
  const span = /\bbetween\s+(-?\d+)\s+and\s+(-?\d+)/u.exec(said) ?? RANGE.exec(said);
  const more = /\b(greater|more|higher|larger|bigger|above|over)\s+(?:than\s+)?(-?\d+)/u.exec(said)?.[2];
  const less = /\b(less|lower|smaller|fewer|below|under)\s+(?:than\s+)?(-?\d+)/u.exec(said)?.[2];
  const isPrime = /\bprime\b/u.test(said);
  const tests: ((number: number) => boolean)[] = [];
  if (parity) tests.push((number) => Math.abs(number) % 2 === (parity === 'odd' ? 1 : 0));
  if (factor) tests.push((number) => number % Number(factor) === 0);
  const [low = 0, high = 0] = [Number(span?.[1]), Number(span?.[2])].toSorted((one, other) => one - other);
  if (span) tests.push((number) => number >= low && number <= high);
  if (more) tests.push((number) => number > Number(more));
  if (less) tests.push((number) => number < Number(less));
  if (isPrime) tests.push(isPrimeNumber);
  return tests.length === 0 ? null : (number) => tests.every((test) => test(number));
}

/** "From 1 to 9", "9 down to 1": they are taken in that order. */
export function orderOfNumbers(words: string): 'up' | 'down' | null {
  const [, first, last] = RANGE.exec(words.toLowerCase()) ?? [];
  return first === undefined ? null : Number(first) > Number(last) ? 'down' : 'up';
}

const RANGE = /\b(-?\d+)\s+(?:to|through|up to|down to)\s+(-?\d+)\b/u;

function isPrimeNumber(number: number): boolean {
  if (number < 2) return false;
  for (let by = 2; by * by <= number; by += 1) if (number % by === 0) return false;
  return true;
}

/** "Two numbers whose sum is 12": how many, and what is true of them together; null when nothing such is said. */
export function numbersTogether(
  words: string,
): { count: number; isRight: (numbers: number[]) => boolean } | null {
  const match = TOGETHER.exec(words);
  if (!match) return null;
  const [, many = '', operation = '', result = ''] = match;
  const reduce = OPERATIONS.find(([name]) => name.test(operation))?.[1];
  const count = ['two', 'three', 'four'].indexOf(many.toLowerCase()) + 2;
  return reduce ? { count, isRight: (numbers) => numbers.reduce(reduce) === Number(result) } : null;
}

const TOGETHER =
  /\b(two|three|four)\s+(?:numbers|tiles|cards|buttons|boxes|squares|digits|cells|values)\s+(?:whose|which|that|with)\s+(?:have\s+)?(?:an?\s+|the\s+|their\s+)?(sum|total|product|difference|add(?:ed)?(?:\s+up)?|sum up|multipl\p{L}+|make|equal)\b[^\d-]{0,20}(-?\d+)/iu;

const OPERATIONS: readonly [RegExp, (one: number, other: number) => number][] = [
  [/product|multipl/iu, (one, other) => one * other],
  [/difference/iu, (one, other) => Math.abs(one - other)],
  [/./u, (one, other) => one + other],
];
