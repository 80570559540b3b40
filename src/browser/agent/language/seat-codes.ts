const CODE = /\b[A-Z]\d{1,2}\b|\b\d{1,2}[A-Z]\b/gu;
const NUMBERS = String.raw`\d{1,2}(?:\s*(?:,\s*(?:and\s+)?|and|&|to|[-–])\s*\d{1,2})*`;
const IN_ROW = new RegExp(
  String.raw`\bseats?\s+(?:numbers?\s+)?(${NUMBERS})\s*,?\s+(?:in|of|from)\s+row\s+([A-Z])\b`,
  'iu',
);
const BEHIND_ROW = new RegExp(
  String.raw`\brow\s+([A-Z])\b,?\s+(?:and\s+)?seats?\s+(?:numbers?\s+)?(${NUMBERS})`,
  'iu',
);

/** The seats that the words name, by their codes: "C4 and C5", "seats 4 and 5 in row C", "row C, seats 4 to 6". */
export function seatCodes(words: string): string[] {
  const told = IN_ROW.exec(words);
  const turned = BEHIND_ROW.exec(words);
  const [numbers, row] = told ? [told[1], told[2]] : [turned?.[2], turned?.[1]];
  if (numbers === undefined || row === undefined) return words.match(CODE) ?? [];
  const spread = numbers.replace(
    /(\d{1,2})\s*(?:to|[-–])\s*(\d{1,2})/gu,
    (_whole, from: string, to: string) =>
      Array.from(
        { length: Math.max(0, Number(to) - Number(from)) + 1 },
        (_, index) => Number(from) + index,
      ).join(' '),
  );
  return (spread.match(/\d+/gu) ?? []).map((number) => `${row.toUpperCase()}${number}`);
}
