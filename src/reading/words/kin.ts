import { stem, wordsOf } from '../../task/index.ts';

/** Words that speak of one everyday matter, one matter on a line. */
const MATTERS = `
cost price pay fee fare charge rate tariff rent expensive cheap spend money bill
free gratis complimentary
refund return reimburse exchange
cancel cancellation terminate notice
discount reduction concession reduced off saving
buy purchase order sell sale shop store
contact call phone telephone email write enquiry
deliver delivery ship shipping dispatch postage
guarantee warranty cover
start begin launch commence open found establish
end finish close stop expire last
close closed shut closure
age old young
size big large area dimension
weight weigh heavy gram kilogram
hold capacity volume fit contain litre seat
duration long length take last time minute hour week
build construct built erect complete
repair fix mend replace solve
broken break damage faulty fault
boss manager head lead chief director
found founder establish start set
author write wrote creator
employee staff people work team
marry husband wife spouse partner
child kid son daughter baby infant family
prize award medal honour win
study university college degree
population inhabitant resident people live
height tall high elevation altitude
depth deep
width wide
distance far away kilometre mile
temperature hot warm cold degree
eat food dish meal menu
leave depart departure
arrive arrival land reach
late delay overdue
dog pet cat animal
car vehicle drive park parking
bike bicycle cycle
bus train tram ferry boat coach
doctor gp physician
medicine drug tablet dose
allergy allergen
vegan vegetarian
vote election poll
beat defeat win lose
score goal result point
require need must mandatory required
maximum limit most up
minimum least
deadline closing apply
book booking reserve reservation
subscribe membership member join
born birth
die death dead
job role position occupation career
lift elevator
wheelchair accessible step ramp disabled
toilet wc
wifi internet
`;

const byWord = new Map<string, Set<number>>();
for (const [index, line] of MATTERS.trim().split('\n').entries())
  for (const word of wordsOf(line).map(stem)) byWord.set(word, (byWord.get(word) ?? new Set()).add(index));

/** How near two stems are: 1 the same, less where one is a form of the other or both speak of one matter, else 0. */
export function nearness(one: string, other: string): number {
  if (one === other) return 1;
  if (isWordForm(one, other)) return 0.9;
  const mine = byWord.get(one);
  const theirs = mine && byWord.get(other);
  if (!theirs) return 0;
  for (const matter of mine) if (theirs.has(matter)) return 0.6;
  return 0;
}

/** `saturates` and `saturated`, `demo` and `demonstration`: one word with another end. */
export function isWordForm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4 || /\d/.test(long)) return false;
  if (long.startsWith(short)) return long.length - short.length <= (short.length < 5 ? 2 : 4);
  let same = 0;
  while (short[same] === long[same] && same < short.length) same += 1;
  return same >= 5 && short.length - same <= 2 && long.length - same <= 3;
}
