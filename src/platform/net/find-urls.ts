const longestText = 1_048_576;

/** Never part of a URL in running text. */
const stops = new Set([...'<>"\'`\\^{}|“”‘’«»„‹›。，、；：！？（）「」『』【】《》…']);
const closers: Record<string, string> = { ')': '(', ']': '[' };

/** The http(s) URLs that a text mentions, each once, in order. Reads at most the first 1 MB. */
export function findUrls(text: string): string[] {
  const readable = text.slice(0, longestText);
  const found = new Set<string>();
  const start = /https?:\/\//gi;
  for (let match = start.exec(readable); match; match = start.exec(readable)) {
    const end = urlEnd(readable, start.lastIndex);
    const url = trimEnd(readable, match.index, end);
    if (url.length > match[0].length) found.add(url);
    start.lastIndex = Math.max(end, start.lastIndex);
  }
  return [...found];
}

/** Up to white space, a quote, the next URL of a list, or a bracket that was opened before the URL. */
function urlEnd(text: string, from: number): number {
  const open: Record<string, number> = { '(': 0, '[': 0 };
  let at = from;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (stops.has(char) || /[\s\p{Cc}]/u.test(char)) break;
    if (char in open) open[char] = (open[char] ?? 0) + 1;
    const opener = closers[char];
    if (opener) {
      if (open[opener] === 0) break;
      open[opener] = (open[opener] ?? 0) - 1;
    }
    if ((char === ',' || char === ';') && /^https?:\/\//i.test(text.slice(at + 1, at + 9))) break;
  }
  return at;
}

/** Drops punctuation that ends the sentence, and unbalanced brackets. */
function trimEnd(text: string, from: number, to: number): string {
  let end = to;
  while (end > from && '.,;:!?*_~(['.includes(text.charAt(end - 1))) end--;
  return text.slice(from, end);
}
