import { wordsOf } from './words.ts';

/** What controls are called that do something by one press; those of one line do the same. */
const GROUPS = `
save apply update submit confirm
delete remove discard erase trash clear empty purge destroy
cancel abort withdraw revoke terminate
add put insert
create make
send submit post publish share
unpublish
archive
unarchive restore undo
approve accept agree allow confirm
reject decline deny refuse
buy order purchase checkout pay
book reserve
subscribe join
unsubscribe leave
follow
unfollow
like favourite favorite star bookmark pin
unlike unfavourite unfavorite unstar unpin
block ban mute suspend
unblock unban unmute
report flag
reset
enable activate
disable deactivate
start resume run
stop pause end
install
uninstall
lock freeze
unlock unfreeze
duplicate copy clone
merge
complete finish done mark
resolve
reopen
rename
invite
vote upvote
downvote
transfer
redeem claim
assign
upgrade
downgrade
renew extend
refund return
donate
logout
`;

const MEANINGS = new Map<string, number[]>();
for (const [line, words] of GROUPS.trim().split('\n').entries())
  for (const word of words.split(' ')) MEANINGS.set(word, [...(MEANINGS.get(word) ?? []), line]);

/** Every verb that controls are called by. */
export const DEEDS: ReadonlySet<string> = new Set(MEANINGS.keys());

/** Links that begin so are as often called after a thing or a form: "Order history", "Book club", "Pay a bill". */
const PLACES = new Set(
  'order book post report return share copy start run end star like pin block apply update submit send pay buy create make add join donate vote invite cancel renew reset mark done complete clear empty follow leave upgrade extend transfer claim'.split(
    ' ',
  ),
);

/** The lines of meaning that a verb stands in; none for a word that is no deed. */
export function meaningsOf(word: string): readonly number[] {
  return MEANINGS.get(word) ?? [];
}

export interface NamedControl {
  name: string;
  /** Where a link leads to; '' or '#' for what a script answers. */
  href: string;
}

/** Whether a press does something, rather than showing something. */
export function isDeedNamed(control: NamedControl): boolean {
  return deedOf(control) !== null;
}

/** What the control is called to do: the first word of its name, where that is a deed. */
function deedOf({ name, href }: NamedControl): string | null {
  const [first = ''] = wordsOf(name).filter((word) => /\p{L}/u.test(word));
  const isWay = href !== '' && !/^(?:#|javascript:)/iu.test(href);
  return MEANINGS.has(first) && !(isWay && PLACES.has(first)) ? first : null;
}

/** Whether two verbs do the same. */
export function isSameDeed(one: string, other: string): boolean {
  return meaningsOf(one).some((meaning) => meaningsOf(other).includes(meaning));
}

/**
 * Whether a press on the control would do something that the task does not tell: "Save as draft" where the draft is to be
 * discarded, or only looked at. What is called after the thing itself ("Order 1026") does nothing.
 */
export function isOtherDeed(control: NamedControl, task: string): boolean {
  const deed = deedOf(control);
  if (deed === null) return false;
  const told = wordsOf(task);
  const [verb = ''] = told;
  const own = wordsOf(control.name);
  if (own.length > 1 && ` ${told.slice(1).join(' ')} `.includes(` ${own.join(' ')} `)) return false;
  return MEANINGS.has(verb) ? !isSameDeed(deed, verb) : !told.some((word) => isSameDeed(deed, word));
}

/** Whether a form is for something that the task says nothing of: what cancels an order is not sent with a newsletter. */
export function isOtherErrand(control: NamedControl, task: string): boolean {
  if (JOINING.test(control.name)) return !TO_JOIN.test(task);
  const deed = deedOf(control);
  return deed !== null && !PLAIN_DEEDS.has(deed) && isOtherDeed(control, task);
}

const JOINING = /^(?:subscribe|join|notify me|get (?:updates|news))\b/iu;
const TO_JOIN =
  /\b(?:subscri\p{L}+|join\p{L}*|sign\p{L}* (?:\p{L}+ ){0,4}up|register\p{L}*|enrol\p{L}*|member\p{L}*|news\p{L}*|updates|notif\p{L}+|mailing list|list)\b/iu;
/** What any form may be sent with. */
const PLAIN_DEEDS = new Set(
  'save apply update submit confirm add put insert create make send post publish share approve accept agree allow buy order purchase checkout pay book reserve complete finish done mark start run report claim'.split(
    ' ',
  ),
);
