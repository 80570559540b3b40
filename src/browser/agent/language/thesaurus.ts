import { KIND_OF } from './kinds-of-things.ts';
import { normalize, stem } from './words.ts';

/** Words of nearly one meaning, a group to a line. A word may stand in several. */
const GROUPS = `
big large huge enormous giant gigantic massive great immense vast colossal grand sizable
small little tiny mini miniature minute petite compact slight
fast quick rapid speedy swift hasty fleet brisk prompt
slow sluggish unhurried gradual leisurely
happy glad joyful cheerful merry content delighted pleased jolly elated joyous
sad unhappy gloomy miserable sorrowful depressed blue melancholy down upset
angry mad furious irate annoyed cross enraged livid
cold chilly freezing icy frosty cool frigid wintry
hot warm boiling scorching burning heated torrid fiery
smart clever intelligent bright brilliant wise gifted brainy
stupid dumb foolish silly unwise idiotic dull
rich wealthy affluent prosperous loaded
poor needy broke penniless impoverished destitute
begin start commence initiate launch open
end finish stop conclude complete terminate close cease final halt
house home dwelling residence building cabin cottage
car automobile vehicle auto truck
boat ship vessel yacht ferry
beautiful pretty lovely gorgeous attractive stunning handsome
ugly hideous unattractive unsightly
good fine excellent great nice superb wonderful
bad awful terrible poor evil horrible dreadful wicked
new fresh modern recent novel latest
old ancient aged elderly antique archaic vintage
strong powerful mighty sturdy tough robust muscular
weak feeble frail fragile delicate faint
easy simple effortless straightforward plain
hard difficult tough challenging tricky
hard solid firm rigid stiff
soft gentle tender fluffy smooth
loud noisy deafening blaring
quiet silent calm still hushed peaceful tranquil serene
brave courageous bold fearless heroic valiant daring
afraid scared frightened fearful terrified
fear terror dread horror panic fright
fire flame flames blaze inferno fires burning
water liquid aqua rain
sea ocean marine waters
river stream creek brook
rock stone boulder pebble rocks
mountain hill peak summit
wind breeze gale gust
storm tempest thunderstorm hurricane
rain shower drizzle downpour
forest woods woodland jungle
road street avenue lane route path highway
city town metropolis urban
country nation state land
child kid youngster infant toddler baby
man male gentleman guy fellow
woman female lady girl
friend pal buddy companion mate
enemy foe opponent rival adversary
doctor physician medic
teacher instructor educator tutor
student pupil learner scholar
worker employee laborer staff
boss manager chief leader supervisor
king monarch ruler emperor
money cash currency funds wealth
job work occupation profession career employment
answer reply response respond
ask question inquire query request
say tell speak talk state utter
shout yell scream cry holler
look see watch view observe gaze stare glance
hear listen
think ponder consider reflect believe
know understand comprehend realize
like enjoy love adore
love adore affection passion
hate despise detest loathe dislike
help assist aid support
hurt harm injure damage wound
fix repair mend restore
break smash shatter crack destroy
destroy ruin demolish wreck
make create build construct produce form
change alter modify adjust transform vary
choose select pick decide opt
buy purchase acquire
sell vend trade market
give donate provide offer grant
take grab seize
get obtain acquire receive gain
keep retain hold preserve
throw toss hurl fling pitch
run sprint jog dash race
walk stroll march wander hike
jump leap hop spring bound
go leave depart exit
arrive come reach
eat consume devour dine
drink sip beverage gulp
food meal nourishment cuisine
sleep nap rest slumber doze
tired exhausted weary sleepy fatigued
dirty filthy grimy unclean muddy
clean tidy spotless neat pure
empty vacant blank hollow void
full packed filled stuffed
wet damp moist soaked
dry arid parched
thin slim slender skinny lean narrow
fat obese overweight chubby plump
tall high lofty towering
short brief small
wide broad
near close nearby adjacent
far distant remote
true correct right accurate real
false wrong incorrect untrue fake
wrong incorrect mistaken
mistake error fault blunder
strange odd weird unusual peculiar bizarre curious
normal usual ordinary common typical regular
funny amusing humorous comical hilarious
important significant major vital crucial essential
rare scarce uncommon unusual
many numerous several lots
whole entire complete total all
part piece portion section segment bit
group team band crew
idea thought concept notion
plan scheme strategy program
problem issue trouble difficulty
danger peril risk hazard threat
safe secure protected
dangerous risky hazardous unsafe perilous
war battle conflict fight combat
fight battle struggle brawl
peace harmony calm
win triumph victory succeed
lose fail defeat
prize award reward trophy
gift present
game match sport
song tune melody music
picture image photo drawing painting
book novel volume
story tale narrative
letter note message mail
trip journey voyage travel tour
way path method manner
place location spot site area
shop store market boutique
sick ill unwell
healthy fit well
die perish expire
dead deceased lifeless
kill murder slay
rude impolite
polite courteous respectful
kind nice caring generous friendly
mean cruel nasty unkind
lazy idle inactive
busy occupied active engaged
honest truthful sincere
lie fib deceive
hide conceal cover
show display reveal exhibit present
shut close
allow permit let
forbid ban prohibit
sure certain positive confident
maybe perhaps possibly
dog puppy canine hound
cat kitten feline kitty
horse pony stallion mare
pig hog swine
chicken hen rooster
rug carpet mat
couch sofa settee
cup mug glass
bag sack purse
shoe boot sneaker footwear
hat cap
coat jacket
pants trousers jeans
garbage trash rubbish waste litter
gap hole opening space
edge border rim margin
top summit peak
bottom base foundation
center middle core centre
dark dim gloomy shadowy black
light bright luminous
shiny glossy gleaming
sharp pointed keen
flat level even
rough coarse uneven bumpy
bend curve twist
cut slice chop
join connect unite link attach
divide split separate
mix blend combine stir
gather collect assemble
spread scatter
push shove press
pull drag tug
carry haul transport
lift raise elevate
drop fall plunge
grow increase expand rise
shrink reduce decrease lessen
amount quantity number
error bug defect
quick-witted sharp
jail prison
lawyer attorney
police cop officer
movie film
airplane plane aircraft jet
bike bicycle
autumn fall
evening night dusk
morning dawn sunrise
sweet sugary
sour tart acidic
tasty delicious yummy
smell scent odor aroma
pain ache hurt suffering
cure heal remedy
pride dignity
panicking panic panicked alarmed
kids children
ok okay confirm accept yes
cancel abort
continue proceed resume next
submit send
delete remove erase
edit modify change
save store keep
search find lookup
settings preferences options
profile account
`;

const MEANINGS = new Map<string, Set<number>>();
for (const [index, line] of GROUPS.trim().split('\n').entries())
  for (const word of line.split(' '))
    MEANINGS.set(stem(word), (MEANINGS.get(stem(word)) ?? new Set()).add(index));

/** Whether the word is known at all, as a meaning or as a kind. */
export function canMean(word: string): boolean {
  const root = stem(normalize(word));
  return MEANINGS.has(root) || [...KIND_OF.values()].some((kinds) => kinds.has(root));
}

/** Whether the word names a kind of things that could be listed without being called so. */
export function isKind(word: string): boolean {
  const root = stem(normalize(word));
  return !PLAIN.has(root) && [...KIND_OF.values()].some((kinds) => kinds.has(root));
}

/** Kinds the page itself has: these are looked for as they stand there. */
const PLAIN = new Set(['number', 'color', 'shape', 'day', 'month', 'job', 'body'].map(stem));

/** How near two words are in meaning: 1 the same word, then one group, then one root; 0 for strangers. */
export function kinship(one: string, other: string): number {
  const [first, second] = [stem(normalize(one)), stem(normalize(other))];
  if (first === second) return 1;
  const [here, there] = [MEANINGS.get(first), MEANINGS.get(second)];
  if (here && there && [...here].some((meaning) => there.has(meaning))) return 0.9;
  if (KIND_OF.get(first)?.has(second) || KIND_OF.get(second)?.has(first)) return 0.8;
  const root = commonStart(first, second);
  if (root >= 4 && root >= 0.7 * Math.min(first.length, second.length)) return 0.6;
  // A friend of a friend is better than nothing.
  return here && there && sharesFriend(here, there) ? 0.4 : 0;
}

function sharesFriend(here: Set<number>, there: Set<number>): boolean {
  return [...MEANINGS.values()].some(
    (meanings) =>
      meanings.size > 1 &&
      [...meanings].some((at) => here.has(at)) &&
      [...meanings].some((at) => there.has(at)),
  );
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
