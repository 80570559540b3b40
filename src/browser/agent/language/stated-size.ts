/** "in size 37", "the boots in 37", "a shirt in M": the size that is asked for; null when none is. */
export function statedSize(task: string): string | null {
  const [, called, worn] = task.match(SIZE) ?? [];
  return called ?? worn ?? null;
}

const VALUE = String.raw`\d{1,3}(?:[.,]5)?|(?:\d|X{0,3})(?:XS|XL|S|L)|M`;
const SIZE = new RegExp(
  String.raw`\b[Ss]ize:?\s+(${VALUE})(?![\p{L}\p{N}])|\bin\s+(?:an?\s+)?(\d{2}(?:[.,]5)?|X{0,3}[SL]|M)(?=[.,;!?]|$|\s+(?:and|please|to|into)\b)`,
  'u',
);
