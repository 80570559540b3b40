import type { Answer } from './answer.ts';
import type { PageMeant } from './answers/pointed-page.ts';
import type { Asked } from './asked.ts';
import { filledShare } from './schema/filled-share.ts';

/** A page that was read for a task. */
interface Place {
  answer: Answer | null;
  meant?: PageMeant | null;
}

/** From a front page over a list to the thing. */
const MOST_HOPS = 2;

/** Goes on from a page to the one that is meant, as long as that says no less. `open` gives null for a page that cannot be read. */
export async function readMeant<At extends Place>(
  asked: Asked,
  here: At,
  open: (url: string) => Promise<At | null>,
  hops = MOST_HOPS,
): Promise<At> {
  if (!here.meant || hops === 0) return here;
  const there = await open(here.meant.url);
  if (!there || !saysMore(asked, there.answer, here.answer)) return here;
  return readMeant(asked, there, open, here.meant.isIt ? 0 : hops - 1);
}

function saysMore({ outputSchema }: Asked, there: Answer | null, here: Answer | null): boolean {
  if (!there?.found) return false;
  if (!here?.found || outputSchema === null) return true;
  return filledShare(outputSchema, there.output) >= filledShare(outputSchema, here.output);
}
