/**
 * "Rename a.txt to b.txt and move it into Taxes", "like Ann's comment and reply to Bob's": what a later deed of the same
 * sentence leaves out stands in the one before it. Only names that cannot be mistaken are carried over.
 */
export function sameThing(text: string): string {
  return text.replace(RENAMED, '$1 $2').replace(NAMED, '$1 $2').replace(OWNED, '$1 $2');
}

const NAME = String.raw`"[^"]{1,80}"|“[^”]{1,80}”|[\p{L}\p{N}][\p{L}\p{N}_-]*\.\p{L}[\p{L}\p{N}]{1,4}`;
const LATER = String.raw`,?\s+(?:and|then)\s+(?:then\s+)?(?:move|put|drag|file|assign|share|star|pin|tag|label|archive|copy|duplicate|download|delete|remove|mark|set|open|close|publish)`;

/** What is renamed goes by its new name from then on. */
const RENAMED = new RegExp(
  String.raw`((?:rename|retitle)\s+(?:${NAME})\s+(?:in)?to\s+(${NAME})${LATER})\s+(?:it|that|this)\b`,
  'iu',
);
const NAMED = new RegExp(
  String.raw`((?:move|put|drag|file|copy|duplicate|open|find|star|tag|label)\s+(?:the\s+)?(?:\p{Ll}+\s+)?(${NAME})[^.;"“]{0,60}?${LATER})\s+(?:it|that|this)\b`,
  'iu',
);
/** "Ann's comment … to Bob's": the same kind of thing of somebody else. */
const OWNED =
  /((?<!\p{L})\p{Lu}[\p{L}-]*['’]s\s+(\p{Ll}{3,})\b[^.;]*?\b(?:and|then|but)\b[^.;]*?\p{Lu}[\p{L}-]*['’]s)(?=\s*(?:[.!,;]|$))/u;
