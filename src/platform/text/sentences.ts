const SHORT =
  'Mr|Mrs|Ms|Dr|St|No|Nr|vs|ca|c|approx|Prof|Jr|Sr|Mio|Mrd|Capt|Tel|Ref|Art|Str|inkl|bzw|al|nr|tel|M|Mme';
const END = new RegExp(
  `(?<=[.!?…])(?<!(?:^|\\s)(?:${SHORT})\\.)(?<!\\d\\.(?=\\s\\p{Lu}\\p{Ll}{2,}\\s\\d{4}))["'”’)]?\\s+(?=["'“‘(]?[\\p{Lu}\\p{N}])`,
  'u',
);

export function sentencesOf(text: string): string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
