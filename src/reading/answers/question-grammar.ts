/** The kind of value that a question wants. */
export type Expected = 'date' | 'number' | 'money' | 'name' | 'duration' | null;

/** One thing that can be asked for, and how it is asked in other languages than English. */
interface Asking {
  /** The beginning of such a question, by language. */
  asks: Partial<Record<Language, string>>;
  /** What pages call the value. */
  implied: string;
  expects: Expected;
  /** Words of the question that say no more than that. */
  said: string;
}

type Language = 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pl' | 'pt' | 'ja';

/** The first that fits counts: what is asked more closely stands before what is asked in general. */
const ASKINGS: readonly Asking[] = [
  {
    asks: {
      de: 'wie schwer(?!\\p{L})',
      fr: 'combien p[eè]se',
      es: 'cu[aá]nto pesan?(?!\\p{L})',
      it: 'quanto pesa(?!\\p{L})',
      nl: 'hoe zwaar(?!\\p{L})|hoeveel weegt',
      pl: 'ile wa[żz]y',
      pt: 'quanto pesa(?!\\p{L})',
    },
    implied: 'weight',
    expects: 'number',
    said: 'schwer zwaar pese pesa pesan weegt wazy',
  },
  {
    asks: {
      de: 'wann (?:beginn|start|f[äa]ng)\\p{L}*|ab wann(?!.*(?:frei|verf[üu]gbar))',
      fr: 'quand (?:commence|d[ée]bute)|[àa] partir de quand',
      es: 'cu[aá]ndo (?:empieza|comienza|inicia)\\p{L}*',
      it: 'quando (?:inizia|comincia)\\p{L}*',
      nl: 'wanneer (?:begint|start)',
      pl: 'kiedy (?:zaczyna|rozpoczyna)\\p{L}*',
      pt: 'quando (?:come[çc]a|inicia)\\p{L}*',
    },
    implied: 'start',
    expects: 'date',
    said: 'beginnt beginnen startet starten fangt commence commencent debute debutent empieza empiezan comienza comienzan inicia inizia iniziano comincia begint start zaczyna sie rozpoczyna comeca an',
  },
  {
    asks: {
      de: 'wann (?:ende|h[öo]rt)\\p{L}*',
      fr: "quand (?:finit|se termine|s[’']ach[eè]ve)",
      es: 'cu[aá]ndo (?:termina|acaba|finaliza)\\p{L}*',
      it: 'quando (?:finisce|termina)\\p{L}*',
      nl: 'wanneer (?:eindigt|stopt)',
      pl: 'kiedy (?:ko[ńn]czy)\\p{L}*',
      pt: 'quando (?:termina|acaba)\\p{L}*',
    },
    implied: 'end',
    expects: 'date',
    said: 'endet enden hort auf finit termine acheve termina terminan acaba acaban finaliza finisce eindigt stopt konczy sie se',
  },
  {
    asks: {
      de: 'wie lange(?!\\p{L})',
      fr: 'combien de temps|quelle est la dur[ée]e',
      es: 'cu[aá]nto tiempo|cu[aá]nto dura\\p{L}*|cu[aá]l es la duraci[óo]n',
      it: 'quanto (?:tempo|dura)\\p{L}*|qual [èe] la durata',
      nl: 'hoe lang(?!\\p{L})|wat is de duur',
      pl: 'jak d[łl]ugo|ile (?:czasu|trwa)\\p{L}*',
      pt: 'quanto (?:tempo|dura)\\p{L}*|qual [ée] a dura[çc][ãa]o',
      ja: 'どのくらい',
    },
    implied: 'duration time',
    expects: 'duration',
    said: 'lange temps tiempo lang tempo dlugo czasu trwa trwaja dauert dure dura duran duurt durano duree dauer duracion durata duracao duur ist gilt',
  },
  {
    asks: {
      de: 'ab wie ?viel(?:en)? jahren|ab welchem alter|wie alt muss|was ist das mindestalter',
      fr: "[àa] partir de quel [âa]ge|quel est l[’'][âa]ge minim",
      es: 'a partir de qu[eé] edad|cu[aá]l es la edad m[íi]nima',
      it: "da che et[àa]|da quale et[àa]|qual [èe] l[’']et[àa] minima",
      nl: 'vanaf welke leeftijd|wat is de minimumleeftijd',
      pl: 'ile lat|od ilu lat|od jakiego wieku',
      pt: 'a partir de que idade|qual [ée] a idade m[íi]nima',
      ja: '.*何歳',
    },
    implied: 'age',
    expects: 'number',
    said: 'lat jahr jahren alter age edad eta leeftijd idade wieku minima minimo minimum 歳',
  },
  {
    asks: {
      de: '(?:was|wie ?viel) kost\\p{L}*|wie teuer(?!\\p{L})',
      fr: 'combien co[uû]te\\p{L}*',
      es: 'cu[aá]nto (?:ha |han )?c(?:ue|o)st\\p{L}*|cu[aá]nto vale\\p{L}*',
      it: 'quanto (?:cost[ai]\\p{L}*|si paga|viene)',
      nl: '(?:hoeveel|wat) kost\\p{L}*',
      pl: 'ile kosztuj\\p{L}*',
      pt: 'quanto custa\\p{L}*',
      ja: '.*いくら',
    },
    implied: 'price cost',
    expects: 'money',
    said: 'kostet kosten teuer coute coutent cuesta cuestan vale valen kost costa costano paga viene custa custam kosztuje kosztuja',
  },
  {
    asks: {
      de: 'wann(?!\\p{L})|um wie ?viel uhr|an welchem tag',
      fr: 'quand(?!\\p{L})|[àa] quelle (?:heure|date)|quel jour',
      es: 'cu[aá]ndo(?!\\p{L})|a qu[eé] hora|(?:en )?qu[eé] (?:d[íi]a|fecha)',
      it: 'quando(?!\\p{L})|a che ora|(?:in )?(?:che|quale) (?:giorno|data)',
      nl: 'wanneer(?!\\p{L})|hoe laat(?!\\p{L})|op welke (?:dag|datum)',
      pl: 'kiedy(?!\\p{L})|o kt[óo]rej|w kt[óo]ry dzie[ńn]',
      pt: 'quando(?!\\p{L})|a que horas|(?:em )?que dia',
      ja: '.*(?:いつ|何曜日|何時)',
    },
    implied: 'date time day',
    expects: 'date',
    said: 'heure uhr hora horas ora ktorej godzinie giorno dia jour dag tag laat data date fecha datum 時',
  },
  {
    asks: {
      de: 'wo(?!\\p{L})',
      fr: 'o[uù] (?:est|a|se|sont)(?!\\p{L})',
      es: 'd[oó]nde(?!\\p{L})',
      it: 'dove(?!\\p{L})',
      nl: 'waar(?!\\p{L})',
      pl: 'gdzie(?!\\p{L})',
      pt: 'onde(?!\\p{L})',
      ja: '.*どこ',
    },
    implied: 'location address place city',
    expects: null,
    said: 'lieu befindet sich liegt findet statt trouve situe encuentra celebra imparte realiza lugar trova tiene si bevindt zich znajduje sie fica',
  },
  {
    asks: {
      de: 'wer(?!\\p{L})',
      fr: 'qui(?!\\p{L})',
      es: 'qui[eé]n(?:es)?(?!\\p{L})',
      it: 'chi(?!\\p{L})',
      nl: 'wie (?:is|heeft)(?!\\p{L})',
      pl: 'kto(?!\\p{L})',
      pt: 'quem(?!\\p{L})',
      ja: '.*誰',
    },
    implied: 'author name person',
    expects: 'name',
    said: '',
  },
];

const LOOKS = ASKINGS.map((asking) => ({
  ...asking,
  look: new RegExp(`^[¿¡\\s]*(?:${Object.values(asking.asks).join('|')})`, 'iu'),
}));

/** What a question in another language than English asks for. */
export function askingOf(text: string): Pick<Asking, 'implied' | 'expects' | 'said'> | undefined {
  return LOOKS.find(({ look }) => look.test(text));
}
