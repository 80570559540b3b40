/** Reads an instruction word for word like an agent, without knowledge of the generator. */
export function solve(instruction: string, puzzle: string): string {
  let words = puzzle.split(' ');
  for (const part of instruction.replace(/^From the words of the puzzle: /, '').split('; ')) {
    const step = part.replace(/^then /, '');
    const letter = /letter "(.)"/.exec(step)?.[1];
    if (step.startsWith('take every second')) words = words.filter((_, at) => at % 2 === 1);
    else if (step.startsWith('take every third')) words = words.filter((_, at) => at % 3 === 2);
    else if (letter) words = words.filter((word) => word.indexOf(letter) < 0);
    else if (/even number of letters/.test(step)) words = words.filter((word) => !(word.length & 1));
    else if (/first four words/.test(step)) words.length = Math.min(4, words.length);
    else if (/last four words/.test(step)) words.splice(0, words.length - 4);
    else if (/opposite order/.test(step)) words.reverse();
    else if (/sort/.test(step)) words.sort();
    else if (/move the first one/.test(step)) words.push(...words.splice(0, 1));
    else if (/backwards/.test(step)) words = words.map((word) => word.split('').reverse().join(''));
    else if (/vowels/.test(step)) words = words.map((word) => word.split(/[aeiou]/).join(''));
    else if (/first and the last/.test(step)) words = words.map((word) => `${word[0]}${word.at(-1)}`);
    else if (/how many characters/.test(step)) words = words.map((word) => word + String(word.length));
    else if (/remove the first letter/.test(step)) words = words.map((word) => word.substring(1));
    else if (/remove the first two/.test(step)) words = words.map((word) => word.substring(2));
    else if (/^join them/.test(step)) {
      const joint = ['hyphen', 'underscore', 'full stop'].findIndex((name) => step.includes(name));
      words = [words.join(['-', '_', '.'][joint] ?? '')];
    } else if (/upper case/.test(step)) words = words.map((word) => word.toUpperCase());
    else if (!/lower case/.test(step)) throw new Error(`an unknown step: ${step}`);
  }
  return words.join(' ');
}
