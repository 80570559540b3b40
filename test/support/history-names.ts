import type { AttemptOutcome } from '../../src/routing/port.ts';
import type { TaskType } from '../../src/task/index.ts';

const FIRST = [
  'harbor',
  'northwind',
  'alder',
  'copper',
  'lumen',
  'meadow',
  'quarry',
  'birch',
  'summit',
  'cinder',
  'willow',
  'granite',
];
const SECOND = [
  'books',
  'tools',
  'market',
  'travel',
  'health',
  'news',
  'parts',
  'homes',
  'jobs',
  'stays',
  'records',
  'foods',
];

/** `site17.example` as a name that people could have given it. */
export function siteName(domain: string): string {
  const at = Number(/\d+/.exec(domain)?.[0] ?? 0);
  const round = Math.floor(at / (FIRST.length * SECOND.length));
  const first = FIRST[at % FIRST.length];
  const second = SECOND[(at * 5 + Math.floor(at / FIRST.length)) % SECOND.length];
  return `${first}-${second}${round === 0 ? '' : round}.example`;
}

const TASKS: Record<TaskType, { goal: string; path: string; answer: string }> = {
  extract: {
    goal: 'What does this product cost, and is it in stock?',
    path: '/p/4711',
    answer: '$48.00, in stock',
  },
  form: {
    goal: 'Ask for a quote for 40 units.',
    path: '/quote',
    answer: 'The quote was asked for: reference Q-20418.',
  },
  download: { goal: 'Download the latest price list.', path: '/downloads', answer: 'price-list.pdf' },
  search: { goal: 'Find the three cheapest offers.', path: '/search', answer: '$31.90, $33.00 and $34.50' },
  multistep: {
    goal: 'Compare the two newest models and put the lighter one in the basket.',
    path: '/models',
    answer: 'The Fell 2 (410 g) is in the basket.',
  },
  monitor: {
    goal: 'Has the delivery date changed?',
    path: '/orders/status',
    answer: 'No: it is still 24 November.',
  },
};

/** The request of such a task, as it is stored. */
export function requestOf({ taskType, slaProfile }: AttemptOutcome, site: string) {
  const { goal, path } = TASKS[taskType];
  const reading = {
    acts: false,
    asks: { kind: 'question' },
    text: goal,
    sites: [],
    file: null,
    searchWords: [],
    type: taskType,
    needsLogin: false,
    isMulti: false,
  };
  return {
    model: 'svc',
    task: {
      goal,
      instructions: null,
      url: `https://${site}${path}`,
      steps: [],
      successCriteria: null,
      outputSchema: null,
      reading,
    },
    routing: 'smart',
    slaProfile,
    maxFallbacks: 5,
    maxCostMicro: null,
    timeBudgetMs: null,
    credentialId: null,
    hasOwnSecrets: false,
    sessionReuse: true,
    allowInteraction: null,
    interactionTimeoutMs: 240_000,
    normalize: false,
    background: false,
    metadata: {},
    textFormat: { format: { type: 'text' } },
    inputChars: goal.length,
    isMulti: false,
    routingNote: null,
    custody: null,
  };
}

const REASONS = {
  succeeded: 'The page answers it.',
  empty: 'The page has nothing of what was asked.',
  blocked: 'The site showed a challenge instead of the page.',
  failed: 'The runner ended without an answer.',
};
const CODES = { blocked: 'blocked', failed: 'run_failed' } as const;

/** The outcome of a run whose telling attempt was this one. */
export function outcomeOf({ taskType, verdict }: AttemptOutcome, site: string) {
  const { path, answer } = TASKS[taskType];
  const isAnswered = verdict === 'succeeded';
  const reason = REASONS[verdict];
  const isError = verdict === 'blocked' || verdict === 'failed';
  return {
    output: isAnswered ? answer : null,
    answer: isAnswered ? answer : null,
    answerPresent: isAnswered,
    quality: { verdict, confidence: isAnswered ? 0.86 : 0.7, reason, source: 'deterministic' },
    blockReason: verdict === 'blocked' ? 'captcha' : null,
    deliverables: null,
    finalUrl: `https://${site}${path}`,
    httpStatus: 200,
    title: null,
    error: isError ? { code: CODES[verdict], message: reason } : null,
  };
}
