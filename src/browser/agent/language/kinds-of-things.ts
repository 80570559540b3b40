import { stem } from './words.ts';

/** Kinds and what is of them; the first word is the kind. A kind may itself be of another. */
const KINDS = `
fruit apple banana cherry grape lemon mango orange peach plum pear kiwi strawberry pineapple melon watermelon lime apricot fig berry raspberry blueberry blackberry cranberry currant papaya quince nectarine coconut date pomegranate grapefruit tangerine mandarin guava lychee
vegetable carrot potato onion cabbage spinach broccoli lettuce pea bean cucumber pepper tomato radish celery leek garlic turnip beet beetroot cauliflower zucchini courgette aubergine eggplant kale pumpkin squash asparagus artichoke parsnip corn fennel
animal mammal bird fish insect reptile pet dog cat horse cow pig sheep goat lion tiger bear elephant wolf fox rabbit mouse deer monkey zebra giraffe rat hamster donkey camel kangaroo koala panda leopard cheetah gorilla ape squirrel hedgehog otter beaver seal whale dolphin bat badger moose frog toad spider snail crab lobster octopus worm hare pony bull lamb kitten puppy hippo rhino
reptile snake lizard crocodile turtle tortoise alligator gecko iguana
bird sparrow eagle owl parrot crow duck goose hen pigeon robin swan hawk penguin chicken rooster turkey raven seagull gull stork falcon peacock ostrich flamingo magpie swallow finch dove
fish salmon tuna trout shark cod herring carp pike eel sardine mackerel haddock
insect ant bee fly beetle butterfly mosquito wasp moth cricket grasshopper dragonfly ladybird ladybug
plant flower tree grass bush fern moss cactus
flower rose tulip lily daisy orchid violet sunflower carnation iris poppy daffodil lavender peony
tree oak pine maple birch willow elm cedar palm spruce fir beech ash poplar larch
tool hammer saw wrench drill screwdriver pliers axe shovel chisel spade rake hoe file plane vice spanner ladder
furniture chair table sofa bed desk shelf cabinet wardrobe bench couch stool armchair dresser bookcase cupboard
clothing clothes garment shirt trousers dress coat hat sock shoe skirt jacket glove scarf sweater jeans boot blouse cap belt tie suit pants shorts vest hoodie pyjamas
vehicle car bus truck train bicycle bike motorcycle plane airplane boat ship van tram ferry lorry scooter taxi tractor helicopter subway submarine wagon sled canoe
instrument violin piano guitar drum flute trumpet cello harp clarinet saxophone trombone oboe banjo accordion viola organ
metal copper iron gold silver steel tin lead zinc aluminium aluminum brass bronze nickel platinum mercury
gem diamond ruby emerald sapphire pearl opal topaz amethyst
color colour red green blue yellow purple orange black white pink brown grey gray violet turquoise cyan magenta beige maroon navy teal indigo gold silver crimson lilac
country france spain italy germany japan china brazil india norway canada egypt kenya chile sweden denmark finland poland portugal greece turkey mexico peru argentina austria belgium switzerland netherlands ireland russia ukraine iceland australia hungary romania vietnam thailand korea cuba nepal
city paris london rome berlin madrid tokyo oslo lisbon vienna prague dublin athens warsaw helsinki geneva turin riga budapest moscow beijing cairo sydney chicago boston toronto seattle barcelona munich hamburg amsterdam brussels stockholm copenhagen
continent africa asia europe america antarctica australia
planet mercury venus earth mars jupiter saturn uranus neptune
month january february march april may june july august september october november december
day weekday monday tuesday wednesday thursday friday saturday sunday
season spring summer autumn winter fall
sport football tennis basketball hockey golf swimming rugby cricket volleyball baseball soccer skiing boxing cycling rowing badminton judo karate fencing handball
drink beverage water juice tea coffee milk wine beer soda lemonade cocoa cider whisky
food fruit vegetable bread cheese rice pasta meat soup cake egg butter pizza salad sandwich noodle sausage bacon honey yogurt cereal biscuit cookie chocolate ham steak pancake
job profession occupation doctor teacher nurse lawyer farmer baker driver engineer dentist pilot chef cook plumber carpenter electrician butcher tailor waiter policeman fireman painter musician actor writer scientist librarian architect accountant
shape circle square triangle rectangle oval pentagon hexagon star diamond
number one two three four five six seven eight nine ten
body hand foot arm leg head eye nose ear mouth knee elbow shoulder finger toe neck chin back stomach
weather rain snow sun wind storm fog cloud hail thunder lightning
building house church school hospital hotel museum library castle tower factory barn bank station theatre
utensil cutlery fork knife spoon ladle spatula whisk
family relative mother father sister brother aunt uncle cousin grandmother grandfather daughter son nephew niece
emotion feeling joy anger fear sadness love hate envy pride surprise disgust
language english german french spanish italian portuguese russian chinese japanese arabic dutch greek swedish polish
currency dollar euro pound yen franc peso rupee krone
toy doll puzzle ball kite lego teddy
appliance oven fridge refrigerator dishwasher toaster microwave kettle blender
`;

/** By the root of a word the roots of the kinds it is of. */
export const KIND_OF: ReadonlyMap<string, ReadonlySet<string>> = kindsOf();

function kindsOf(): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const line of KINDS.trim().split('\n')) {
    const [kind = '', ...members] = line.split(' ');
    for (const member of members)
      kinds.set(stem(member), (kinds.get(stem(member)) ?? new Set()).add(stem(kind)));
  }
  // A sparrow is a bird, and so an animal.
  for (const own of kinds.values())
    for (const kind of [...own]) for (const wider of kinds.get(kind) ?? []) own.add(wider);
  return kinds;
}
