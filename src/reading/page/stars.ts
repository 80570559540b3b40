import { givenNames, textOf } from './dom.ts';

/** "3 out of 5" of stars that are drawn: signs, a class that counts them, a bar over them; undefined where there are none. */
export function starsOf(element: Element): string | undefined {
  const drawn = drawnStars(element);
  if (drawn !== undefined) return `${drawn} out of 5`;
  const names = givenNames(element);
  if (!names.some((name) => STARS.test(name)) || /[\p{L}\p{N}]/u.test(textOf(element, 40))) return undefined;
  if (isTold(element)) return undefined;
  const stars = countIn(element, names);
  return stars === undefined || stars > 5 ? undefined : `${stars} out of 5`;
}

const STARS = /(?:^|[-_])(?:stars?|rating)(?:$|[-_])/i;

/** "★★★★☆" */
function drawnStars(element: Element): number | undefined {
  if (element.childElementCount > 0) return undefined;
  const text = (element.textContent ?? '').replace(/\s+/g, '');
  return /^[★⭐]{1,5}☆{0,4}$/u.test(text) && [...text].length === 5 && !isTold(element)
    ? [...text].filter((sign) => sign !== '☆').length
    : undefined;
}

/** What is said to those who cannot see is surer. */
function isTold(element: Element): boolean {
  return /\d/.test(`${element.getAttribute('aria-label') ?? ''}${element.getAttribute('title') ?? ''}`);
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five'];

/** `star-rating Three`, `a-star-4-5`, `stars-4`, `rating-45`. */
function countIn(element: Element, names: string[]): number | undefined {
  const classes = (element.getAttribute('class') ?? '').split(/\s+/);
  const word = classes.map((name) => WORDS.indexOf(name.toLowerCase())).find((at) => at >= 0);
  if (word !== undefined) return word;
  for (const name of names) {
    const [, whole, part] = /(?:stars?|rating)\w*(?:-[a-z]+)*[-_](\d)(?:[-_.]?([05]))?$/i.exec(name) ?? [];
    if (whole !== undefined) return Number(`${whole}.${part ?? 0}`);
  }
  return undefined;
}
