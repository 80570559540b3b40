import { stem } from '../words/words.ts';

export type Expected = 'date' | 'number' | 'money' | 'name' | 'duration' | null;

/** What the shape of a question asks for without naming it. `said` are words it uses for that and nothing else. */
export function impliedBy(text: string): { implied: string[]; expects: Expected; said: Set<string> } {
  const rules: readonly (readonly [RegExp, string, Expected, string])[] = [
    [
      /\bhow heavy\b|\bhow much (?:does|do|did) .{1,80} weigh\b|\bwie schwer\b|\bhoe zwaar\b|\bcombien p[eè]se|\bcu[aá]nto pesa/i,
      'weight',
      'number',
      'schwer zwaar pese pesa',
    ],
    [/^by how much\b/i, 'change', null, 'fall rise drop gain increase decrease'],
    [/^(?:when|from when|ab wann) .{1,60}\b(?:available|free|frei|verf[üu]gbar)\b/i, 'available', 'date', ''],
    [
      /^(?:why|warum|weshalb|wieso|pourquoi|por qu[eé]|porqu[eê]|waarom|perch[eé]|dlaczego)(?!\p{L})|なぜ|どうして/iu,
      'reason',
      null,
      '',
    ],
    [/\bdeadline\b|^(?:by|until) when\b|^bis wann\b/i, 'deadline', 'date', ''],
    [
      /^(?:quelle est la durée|wie lange (?:ist|gilt)|cuál es la duración|qual è la durata|qual é a duração|wat is de duur)/i,
      'duration time',
      'duration',
      'duree dauer duracion durata duracao duur',
    ],
    [
      /^(?:ile lat|ab wie viel(?:en)? jahren|à partir de quel âge|a partir de qué edad|da che età|vanaf welke leeftijd)|何歳/i,
      'age',
      'number',
      'lat jahr jahren age edad eta leeftijd 歳',
    ],
    [/^wie hoch\b|^wie lautet\b/i, '', null, 'hoch'],
    [
      /\bwie lange\b|\bcombien de temps\b|\bcu[aá]nto tiempo\b|\bhoe lang\b|\bquanto tempo\b|\bjak d[łl]ugo|\bile czasu\b|どのくらい/iu,
      'duration time',
      'duration',
      'lange temps tiempo lang tempo dlugo czasu trwa trwaja dauert dure dura duran',
    ],
    [
      /\bwas kostet\b|\bwie ?viel kostet\b|\bcombien co[uû]te|\bcu[aá]nto (?:ha |han )?c(?:ue|o)st|\bhoeveel kost|\bwat kost\b|\bquanto cost[ai]|\bquanto si paga\b|\bquanto custa|\bile kosztuj|いくら/i,
      'price cost',
      'money',
      'kostet coute cuesta kost costa costano paga custa kosztuje kosztuja',
    ],
    [
      /^wann\b|^quand\b|^cu[aá]ndo\b|^wanneer\b|^quando\b|^kiedy\b|いつ|[àa] quelle heure|um wie ?viel uhr|a qu[eé] hora|a che ora|o kt[óo]rej|^(?:que|che) giorno|^qu[eé] d[íi]a|^quel jour|何曜日|何時/i,
      'date time day',
      'date',
      'heure uhr hora ora ktorej giorno dia jour 時',
    ],
    [
      /^wo\b|^o[uù] (?:est|a|se|sont)\b|^(?:¿\s?)?d[oó]nde\b|^waar\b|^dove\b|^gdzie\b|^onde\b|どこ/i,
      'location address place city',
      null,
      'lieu',
    ],
    [
      /^wer\b|^qui\b|^qui[eé]n(?:es)?\b|^wie (?:is|heeft)\b|^chi\b|^kto\b|^quem\b|誰/i,
      'author name person',
      'name',
      '',
    ],
    [
      /\bhow much (?:is|are|does|do|did|was|were|will|would)\b|\bhow expensive\b|\bwhat does .{1,80} cost\b/i,
      'price cost',
      'money',
      'expensive',
    ],
    [/\bhow (?:tall|high)\b/i, 'height level', 'number', 'tall high'],
    [/\bhow deep\b/i, 'depth', 'number', 'deep'],
    [
      /\bhow (?:long|quickly|soon|fast)\b/i,
      'duration length time days',
      'duration',
      'long quickly soon fast last',
    ],
    [/\bhow (?:often|frequently)\b/i, 'frequency', null, 'often frequently'],
    [/\bhow (?:strong|fast)\b/i, 'speed', null, 'strong'],
    [/^when\b.*\b(?:takes? place|held)\b/i, 'date time day', 'date', 'take place held hold'],
    [/\bhow old\b/i, 'age', 'number', 'old'],
    [/\bhow far\b/i, 'distance', 'number', 'far'],
    [/\bhow (?:big|large)\b/i, 'size area', 'number', 'big large'],
    [
      /^who\b|\bwho (?:is|was|wrote|are|teaches|made|created|runs|leads)\b/i,
      'author name person',
      'name',
      '',
    ],
    [/\b(?:what|which) (?:time|date|day)\b/i, 'date time day', 'date', 'time date day'],
    [
      /\b(?:when|what date|which date|what day|what time|until when|since when)\b/i,
      'date time day',
      'date',
      '',
    ],
    [/\bwhere\b.*\btakes? place\b/i, 'location address venue city', null, 'take place'],
    [/\bwhere\b|\bin which (?:city|town|place)\b/i, 'location address place city', null, ''],
  ];
  for (const [pattern, implied, expects, said] of rules) {
    if (pattern.test(text))
      return {
        implied: implied.split(' ').filter(Boolean).map(stem),
        expects,
        said: new Set(said.split(' ').filter(Boolean).map(stem)),
      };
  }
  return { implied: [], expects: null, said: new Set() };
}
