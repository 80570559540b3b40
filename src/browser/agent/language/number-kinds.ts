/** "the even numbers", "numbers greater than 20", "multiples of 3": what is true of every number that is meant; null when nothing is said of numbers. */
export function numbersMeant(words: string): ((number: number) => boolean) | null {
  const said = words.toLowerCase();
  if (!/\b(?:numbers?|multiples|integers|digits|values)\b/u.test(said)) return null;
  // "Mark the numbers as odd or even" means all of them.
  if (/\bodd\b/u.test(said) && /\beven\b/u.test(said)) return null;
  const parity = /\b(even|odd)\b/u.exec(said)?.[1];
  const factor = /\b(?:multiples\s+of|divisible\s+by)\s+(\d+)/u.exec(said)?.[1];
  const span = /\bbetween\s+(-?\d+)\s+and\s+(-?\d+)/u.exec(said);
  const more = /\b(greater|more|higher|larger|bigger|above|over)\s+(?:than\s+)?(-?\d+)/u.exec(said)?.[2];
  const less = /\b(less|lower|smaller|fewer|below|under)\s+(?:than\s+)?(-?\d+)/u.exec(said)?.[2];
  const isPrime = /\bprime\b/u.test(said);
  const tests: ((number: number) => boolean)[] = [];
  if (parity) tests.push((number) => Math.abs(number) % 2 === (parity === 'odd' ? 1 : 0));
  if (factor) tests.push((number) => number % Number(factor) === 0);
  if (span) tests.push((number) => number >= Number(span[1]) && number <= Number(span[2]));
  if (more) tests.push((number) => number > Number(more));
  if (less) tests.push((number) => number < Number(less));
  if (isPrime) tests.push(isPrimeNumber);
  return tests.length === 0 ? null : (number) => tests.every((test) => test(number));
}

function isPrimeNumber(number: number): boolean {
  if (number < 2) return false;
  for (let by = 2; by * by <= number; by += 1) if (number % by === 0) return false;
  return true;
}
