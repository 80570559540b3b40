import { stem } from '../words/words.ts';
import { askingOf, type Expected } from './question-grammar.ts';

/** What the shape of a question asks for without naming it. `said` are words it uses for that and nothing else. */
export function impliedBy(text: string): { implied: string[]; expects: Expected; said: Set<string> } {
  const rules: readonly (readonly [RegExp, string, Expected, string])[] = [
    [
      /\bhow (?:far|long|much time) (?:ahead|in advance|beforehand)\b|\bhow much notice\b/i,
      'notice advance',
      'duration',
      'far long ahead much',
    ],
    [/\bhow heavy\b|\bhow much (?:does|do|did) .{1,80} weigh\b/i, 'weight', 'number', ''],
    [
      /\bhow many (?:people|residents|inhabitants) (?:live|are living)\b/i,
      'population inhabitants',
      'number',
      'people live residents inhabitants living',
    ],
    [
      /^whom? (?:do|should|can|could|must) (?:i|we|you) (?:contact|ask|write to|turn to|speak to|talk to|get in touch with)\b/i,
      'contact',
      'name',
      'contact ask write turn speak talk get touch',
    ],
    [
      /\b(?:what|which) number\b.*\b(?:ring|call|dial|phone)\b/i,
      'telephone',
      'number',
      'number ring call dial',
    ],
    [/^what (?:does|did) .{1,60} do(?: for a living)?\??$/i, 'role position occupation', null, 'living'],
    [/^when can (?:i|we|you) (?:visit|come)\b/i, 'open hours', null, 'visit come'],
    [/\bwhat (?:does|do|did) .{1,60} (?:sell|go) for\b/i, 'price cost', 'money', 'sell go'],
    [/\bhow (?:well |highly )?(?:is|are) .{1,60} rated\b/i, 'rating', 'number', 'well highly'],
    [
      /^(?:what|which) (?:kind|type|sort|genre) of .{1,40} (?:is|are|was)\b/i,
      'genre category type kind',
      null,
      '',
    ],
    [
      /^who (?:is behind|organi[sz]e[sd]|is organi[sz]ing|puts on|is putting on)\b/i,
      'organizer',
      'name',
      'behind organize organise put',
    ],
    [
      /^who (?:makes|manufactures|produces)\b|^(?:what|which) company (?:makes|made)\b/i,
      'manufacturer brand',
      'name',
      'company make',
    ],
    [
      /^(?:is|are) .{1,80}? (?:available|in stock)\W*$|^can (?:i|we|you) (?:still )?(?:buy|order|get) (?:it|this|them|one)(?: now| today)?\W*$/i,
      'availability',
      null,
      'still buy order stock',
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
    [/^wie hoch\b|^wie lautet\b/i, '', null, 'hoch'],
    [
      /\bhow much (?:is|are|does|do|did|was|were|will|would)\b|\bhow expensive\b|\bwhat does .{1,80} cost\b/i,
      'price cost',
      'money',
      'expensive',
    ],
    [
      /\bwhat (?:does|do|will|would|must|should) (?:an?(?! \d)|one|adults|children|students|seniors|members|visitors) .{0,40}?\bpay\b/i,
      'price cost',
      'money',
      'pay',
    ],
    [/\bwhat (?:does|do|will|would) .{1,60}\b(?:pay|earn)\??$/i, 'salary pay', 'money', ''],
    [/\bhow (?:tall|high)\b/i, 'height level', 'number', 'tall high'],
    [/\bhow (?:warm|hot|cold)\b/i, 'temperature', 'number', 'warm hot cold'],
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
    [/\bhow (?:big|large)\b/i, 'size area dimensions', 'number', 'big large'],
    [/^who (?:do|should|can|must) (?:i|we|you) (?:call|ring|phone)\b/i, 'telephone', null, ''],
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
    [
      /\b(?:in|at) (?:which|what) (?:city|town|place)\b|\bwhat place\b/i,
      'location address place city',
      null,
      'based held situated city town place',
    ],
    [/\bwhere\b/i, 'location address place city', null, 'based held situated'],
  ];
  const rule = rules.find(([pattern]) => pattern.test(text));
  const { implied, expects, said } = rule
    ? { implied: rule[1], expects: rule[2], said: rule[3] }
    : (askingOf(text) ?? { implied: '', expects: null, said: '' });
  const stems = (words: string) => words.split(' ').filter(Boolean).map(stem);
  return { implied: stems(implied), expects, said: new Set(stems(said)) };
}
