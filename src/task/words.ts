/** Words of questions and pages, made comparable: case, accents and endings do not count. */

export function wordsOf(text: string): string[] {
  const spaced = UNSPACED.test(text) ? setApart(text) : text;
  return (
    spaced
      .replace(COMPOUND, '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[łøđıß]/g, (letter) => WHOLE_LETTERS[letter] ?? letter)
      .match(/[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu) ?? []
  ).map((word) =>
    word
      .replace(/['’]s?$/u, '')
      .replace(/['’](?:s|re|ve|ll|d|m)$/u, '')
      .replace(/^(?:[cdjlmnst]|qu|dell|nell|all|un)['’]/u, ''),
  );
}

/** Two words for one thing that the last word alone does not name: a cable car is no car. */
const COMPOUND = new RegExp(
  'cable car, sleeping car, dining car, hot dog, guinea pig, ice cream, sea lion, water main, spring onion'
    .split(', ')
    .map((pair) => `(?<=(?<!\\p{L})${pair.replace(' ', ') (?=')}s?(?!\\p{L}))`)
    .join('|'),
  'giu',
);

/** Letters that do not decompose into a letter and a mark. */
const WHOLE_LETTERS: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' };

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u;
let segmenter: Intl.Segmenter | undefined;

function setApart(text: string): string {
  return [...segments(text)].map(({ segment }) => segment).join(' ');
}

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return segmenter.segment(text.slice(0, 5_000));
}

/** A rough English stem, good enough for two spellings of one word to meet. Both sides go through it. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return IRREGULAR.get(word) ?? word;
  const known = IRREGULAR.get(word);
  if (known) return known;
  // `organiser` and `organizer` are one word.
  let root = word.replace(/(?<=[a-z]{3})is(?=(?:e[drs]?|ers?|ing|ations?)$)/, 'iz');
  if (/(?:[^aeiou]ies)$/.test(root)) root = `${root.slice(0, -3)}y`;
  else if (/(?:x|ch|sh|ss|zz)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root)) root = root.slice(0, -1);
  if (root.length > 5 && root.endsWith('ing')) root = undouble(root.slice(0, -3));
  else if (root.length > 4 && root.endsWith('ed')) root = undouble(root.slice(0, -2));
  // `hired` comes from `hire`.
  if (
    root.length === 3 &&
    word.length > 4 &&
    /^[^aeiou][aeiou][^aeiouwxy]$/.test(root) &&
    !/([a-z])\1(?:ed|ing)$/.test(word)
  )
    root += 'e';
  if (root.length > 8 && root.endsWith('ship')) root = root.slice(0, -4);
  if (root.length > 6 && root.endsWith('ee')) root = root.slice(0, -2);
  if (root.length > 5 && /(?:ion|ity|ance|ence)$/.test(root))
    root = root.replace(/(?:ion|ity|ance|ence)$/, '');
  if (root.length > 6 && root.endsWith('al')) root = root.slice(0, -2);
  if (root.length > 5 && /(?:er|or)$/.test(root)) root = undouble(root.slice(0, -2));
  if (root.length > 4 && /[ey]$/.test(root)) root = root.slice(0, -1);
  return root;
}

function undouble(root: string): string {
  return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

/** Months of five languages by their English short form, which tables use. */
const MONTHS = Object.fromEntries(
  `jan january januar janvier enero, feb february februar fevrier febrero, mar march marz mars marzo, apr april avril abril,
   may mai mayo, jun june juni juin junio, jul july juli juillet julio, aug august aout agosto,
   sep sept september septembre septiembre, oct october oktober octobre octubre okt, nov november novembre noviembre,
   dec december dezember decembre diciembre dez`
    .split(/,\s*/)
    .flatMap((line) => {
      const [short = '', ...names] = line.trim().split(' ');
      return names.map((name) => [name, short]);
    }),
);

/** Of "stories" and "movies" only the first comes from a word in "y". */
const IN_IE =
  'movie cookie calorie rookie selfie brownie smoothie hoodie zombie foodie newbie pie tie lie'.split(' ');

const IRREGULAR = new Map(
  Object.entries({
    ...Object.fromEntries(
      IN_IE.flatMap((word) => [
        [word, word],
        [`${word}s`, word],
      ]),
    ),
    // A store is no story.
    story: 'story',
    stories: 'story',
    people: 'person',
    starter: 'starter',
    starters: 'starter',
    scorer: 'scorer',
    scorers: 'scorer',
    closure: 'clos',
    closures: 'clos',
    mails: 'email',
    player: 'player',
    players: 'player',
    men: 'man',
    women: 'woman',
    children: 'child',
    wrote: 'writ',
    written: 'writ',
    won: 'win',
    wins: 'win',
    lost: 'lose',
    sold: 'sell',
    paid: 'pay',
    built: 'build',
    made: 'make',
    began: 'begin',
    begun: 'begin',
    took: 'take',
    taken: 'take',
    takes: 'take',
    gave: 'give',
    came: 'come',
    went: 'go',
    gone: 'go',
    bought: 'buy',
    ran: 'run',
    held: 'hold',
    kept: 'keep',
    sent: 'send',
    spent: 'spend',
    grew: 'grow',
    grown: 'grow',
    rose: 'rise',
    risen: 'rise',
    fell: 'fall',
    fallen: 'fall',
    drove: 'drive',
    flew: 'fly',
    chose: 'choose',
    chosen: 'choose',
    spoke: 'speak',
    knew: 'know',
    known: 'know',
    met: 'meet',
    opened: 'open',
    left: 'leave',
    cost: 'cost',
    costs: 'cost',
    data: 'data',
    this: 'this',
    price: 'pric',
    priced: 'pric',
    taught: 'teach',
    led: 'lead',
    leads: 'lead',
    leader: 'lead',
    max: 'maximum',
    min: 'minimum',
    employer: 'employer',
    locality: 'localit',
    employers: 'employer',
    avg: 'averag',
    qty: 'quantity',
    tel: 'telephon',
    phone: 'telephon',
    diff: 'dif',
    mail: 'email',
    'e-mail': 'email',
    centre: 'center',
    colour: 'color',
    colours: 'color',
    metre: 'meter',
    metres: 'meter',
    license: 'licence',
    died: 'death',
    dies: 'death',
    die: 'death',
    dead: 'death',
    born: 'birth',
    married: 'marr',
    sets: 'set',
    party: 'party',
    parties: 'party',
    county: 'county',
    counties: 'county',
    rating: 'rat',
    ratings: 'rat',
    rated: 'rat',
    weighs: 'weigh',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    ...MONTHS,
    twelve: '12',
  }),
);

const STOP = new Set(
  `a an the and or but of in on at by for from to with without into onto over under between as is are was were be been being am
   do does did done has have had having can could will would shall should may might must it its this that these those there here
   he she they them their his her our your my we you i me us what which who whom whose when where why how much many
   if then than so such not no any all each every both some most more less least few only just also too very
   please tell give gave given got told get show extract look fetch say says said name called
   page site website webpage web article text currently now still already today exactly about per one ones go navigate
   want need like know provide write output following according shown displayed listed
   mentioned given stated next anything something else available exist exists through anybody anyone somebody someone everybody everyone up out off down within until till since away other
   was ist der die das den dem ein eine wie viel viele wann wo wer welche welcher welches hat sind im am von und
   le la les un une des du de est quel quelle quels quelles combien quand ou qui que il elle ce cette a
   faut fait peut doit dure quoi on y sera etre quelqu
   el los las ha han sido esta estan estado cual cuales cuanto cuantos cuanta cuantas cuando donde quien que es son tiene del hay
   zu zum zur fur bei bis auf aus als auch sich wird werden wurde kann konnen ich sie ihr ihre mein meine lautet lauten welchem welchen gibt
   au aux dans par avec sur sont se sa ses leur
   por para con en una uno lo al se su sus puede pueden como lleva llevan
   wat het een van hoe hij zij wordt kan zijn voor naar hoeveel welke welk wanneer waar er kun je me om moet staan
   il lo gli della dei nel quanto quanti quante quale quali chi e sono ci
   di che si ho hai i al alla dal dalla del dello delle degli nella nelle sul sulla da cosa dove quando perche piu c
   t ils elles vous nous je tu dont ete etait
   czy jest sa jak jaki jaka jakie jakim jakiego kto gdzie kiedy dlaczego ile w we z ze na od po przez dla lub sie to ten ta te tej tego mozna trzeba nie ma byc u za przy co ktory ktora ktore
   em nas nos com pelo pela ha tem pode sao quanto custa por
   o os as um uma do da dos das qual quais quanto quantos onde quem
   は が の を に で と も へ や か です ます だ ください くだ さい 教え 一覧 リスト て いくら 使え ます か 何 いつ どこ 誰 どの ある あり この その
   的 是 了 在 和 什么 多少 哪 哪里 吗 呢 请`
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => [word, word.normalize('NFKD').replace(/\p{M}/gu, '')]),
);

/** Words that help a sentence along; they count only where the page uses them too. */
const SOFT = new Set(
  `run offer leave include contain belong appear use happen come hold work sell serve provide depart keep make need require
   game match person people time unit piece version kind type sort number amount way thing must mean let allow right be reach
   policy period space rule term status limit restriction original customer friendly
   see feature different member take place ticket thread discussion forum menu list table directory catalog catalogue feed screen various new current
   last get receive expect located position bring stay buy order feel look answer question value information info
   weigh publish change discount earn owe borrow start arrive depart park contact ship deliver apply join study
   add create build ask handle deal fund win live perform air launch range result show man notig erforderlich notwendig necessary necessaire obligatoire necesario obligatorio worth affected kaufen bekommen acheter comprar obtener comprare kupic kriegen marcado anotado erzielt geschossen marque inscrit segnato strzelil
   kommt kommen findet statt stattfindet entstehen entsteht lauft beginnt beginnen startet endet brauche brauchen benotige stammt stammen gehort liegt befindet heisst braucht
   trouve commence finit sera seront fera coutent affiches affichees empieza empiezan celebra celebran termina necesito queda encuentra cae dura
   trova inizia finisce serve ammonta ammontano situato situata comeca fica acontece fecha abre custam begint vindt plaats ligt duurt kunnen moet krijg
   whole entire gra graja zaczyna konczy znajduje odbywa kosztuje byl byla bylo beda bedzie`
    .split(/\s+/)
    .map(stem),
);

export function isSoftWord(word: string): boolean {
  return SOFT.has(word);
}

/** The stems of the words that carry a text's meaning, in order, each once. */
export function contentStems(text: string): string[] {
  const words = wordsOf(text);
  const particles = new Set([...text.toLowerCase().matchAll(PARTICLE)].map((match) => match[1]));
  const isDying = /\b(?:did|does|will|to|he|she|they)\s(?:[\p{L}'’]+\s){0,3}die\b/iu.test(text);
  const isKept = (word: string) => !STOP.has(word) || particles.has(word) || (word === 'die' && isDying);
  return [...new Set(words.filter(isKept).map(stem))];
}

/** In "check-out" and "sign in" the little word makes the meaning. */
const PARTICLE = /(?:\p{L}{2}-|\b(?:check|sign|log|opt|built)\s)(in|out|up|off|on|down)(?!\p{L})/gu;

/** All stems of a text, for looking words up in it. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** `priceUsd` as `price_usd`. */
export function snakeCase(key: string): string {
  return key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}

/** `priceUsd`, `price_usd` and `product-card__price` in words. */
export function nameWords(name: string): string[] {
  const known = wordsByName.get(name);
  if (known) return [...known];
  const words = splitName(name);
  if (wordsByName.size >= MAX_KNOWN_NAMES) wordsByName.clear();
  wordsByName.set(name, words);
  return [...words];
}

/** The same few names come up for every row of a list. */
const wordsByName = new Map<string, readonly string[]>();
const MAX_KNOWN_NAMES = 5_000;

function splitName(name: string): string[] {
  if (name.trim() === '#') return [stem('position')];
  return wordsOf(
    name
      .replace(/(?<!\p{L})(\p{Lu})[/&](\p{Lu})(?!\p{L})/gu, '$1$2')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replace(/(?<=\p{L}{3})(?=\d{2}(?:_|$))/gu, ' ')
      .replace(/(?<![\p{L}])(\d{2,})([a-z]{1,2})(?![\p{L}\d])/gu, '$1 $2')
      .replace(/[_\-./:]+/g, ' '),
  ).map(stem);
}
