/**
 * Whether a page supports a language model's answer about it. Only the lack of any common word speaks against an answer: sums,
 * paraphrases and translations are right without standing on the page.
 */

/** None of the figures and telling words of the answer stand on the page. An answer without any is not in question. */
export function isUnsupported(answer: string, goal: string, pageText: string): boolean {
  const asked = new Set(wordsOf(goal).map(keyOf));
  const told = wordsOf(answer).filter((word) => isTelling(word) && !asked.has(keyOf(word)));
  const figures = figuresOf(answer).filter((figure) => !figuresOf(goal).includes(figure));
  if (told.length === 0 && figures.length === 0) return false;
  const shown = new Set(wordsOf(pageText).map(keyOf));
  const counted = new Set(figuresOf(pageText));
  return !told.some((word) => shown.has(keyOf(word))) && !figures.some((figure) => counted.has(figure));
}

/** Debris instead of a text: not one word of the question or the page, and marks that no sentence has. */
export function isGibberish(answer: string, goal: string, pageText: string): boolean {
  if (!/[{}<>[\]|\\^~]{3,}/.test(answer)) return false;
  const known = new Set(marksOf(`${goal} ${pageText}`));
  return !marksOf(answer).some((mark) => known.has(mark));
}

function marksOf(text: string): string[] {
  return [...wordsOf(text).map(keyOf), ...figuresOf(text)];
}

/** Scripts without spaces are read by pairs of signs. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
  return (plain.match(/\p{L}+/gu) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : [run]));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairsOf(run: string): string[] {
  const signs = [...run];
  return signs.length < 2 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** Endings change from page to answer; the beginning of a word does not. */
function keyOf(word: string): string {
  return word.slice(0, 5);
}

/** "1,200.00" as 1200, "09:30" as 930 and by its parts. */
function figuresOf(text: string): string[] {
  return (text.match(/\d[\d.,:]*/g) ?? []).flatMap((figure) => {
    const plain = figure.replace(/[.,:]+$/, '').replace(/[.,]00?$/, '');
    return [plain, ...plain.split(':').filter((part) => part !== '00')].map((part) =>
      part.replace(/[.,:]/g, '').replace(/^0+(?=\d)/, ''),
    );
  });
}

function isTelling(word: string): boolean {
  return UNSPACED.test(word) || (word.length >= 3 && !COMMON.has(word));
}

/** Words that occur in every answer. */
const COMMON = new Set(
  'the and but for are was were that this these those with from have has had will would can could may might must not yes there here its their your you our all any each some which what when where who why how than then also very only about into over under between answer answers result results page pages site website web according based show shows shown state states stated say says said list listed lists found find following information info asked question task done complete completed successfully value values given see seen following currently available please provide provided'.split(
    ' ',
  ),
);
