export const texts = {
  title: 'Home',
  figures: 'Today against the seven days before',
  today: 'Since midnight UTC',
  noWeek: 'no run last week',
  runs: 'Runs',
  latest: 'Latest',
  allRuns: 'All runs',
  success: 'Success',
  spend: 'Spend',
  median: 'Median time',
  live: 'Running now',
  nothingLive: 'Nothing is running.',
  waiting: 'Waiting for your answer',
  week: 'Runs by day',
  runners: 'Runners',
  allRunners: 'All runners',
  try: 'Try a task',
  welcome: 'Give Switchyard its first task',
  welcomeWhy:
    'This one asks the demo shop that came with your installation. It needs no model, no key and no internet.',
  welcomeOwn: 'Name a site and what you want to know or have done there.',
  task: 'Task',
  url: 'Address',
  run: 'Run',
  next: 'What to do next',
  snippet: 'Call it from your code',
  alerts: 'Spend limits',
  keySpent: (name: string) => `The key "${name}" has reached its spend limit and starts no more runs`,
  keySpends: (name: string, percent: number) => `The key "${name}" has spent ${percent}% of its limit`,
  seeKeys: 'Show keys',
} as const;

/** Steps that make an installation useful, the most rewarding first. */
export const NEXT = [
  {
    title: 'Add a model',
    why: 'With a language model, answers are worked out of pages that say them in other words, and results are graded.',
    action: 'See models',
    to: '/models',
  },
  {
    title: 'Add a provider key',
    why: 'Hosted agents and browsers join the routing as soon as their key is stored. You pay the provider, not us.',
    action: 'See runners',
    to: '/runners',
  },
] as const;
