const SIDE = String.raw`the\s+(?:(?:left|right)(?:[\s-]hand)?(?:\s+(?:list|box|column|side|panel))?|(?:list|box|column|side|panel)\s+on\s+the\s+(?:left|right))`;
const TRANSFER = new RegExp(
  String.raw`^(?:please\s+)?(?:move|transfer|shift|bring|take)\s+(.+?)\s+(?:(?:over|across)\s+)?(?:from\s+${SIDE}\s+)?(?:over\s+)?(?:in)?to\s+${SIDE}[.!]*$`,
  'iu',
);

/** "Move A and B to the list on the right": what goes over; none where nothing goes from one side to the other. */
export function readTransfer(task: string): string[] {
  const things = task.trim().match(TRANSFER)?.[1] ?? '';
  return things
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/u)
    .map((thing) => thing.replace(/^["“](.*)["”]$/u, '$1').trim())
    .filter((thing) => thing !== '');
}
