export const texts = {
  title: 'Home',
  figures: 'Today against the seven days before',
  today: 'Since midnight UTC',
  noWeek: 'No runs last week',
  runs: 'Runs',
  latest: 'Latest',
  allRuns: 'View all runs',
  success: 'Success',
  spend: 'Spend',
  median: 'Median time',
  live: 'Running now',
  nothingLive: 'No runs in progress.',
  waiting: 'Waiting for your answer',
  week: 'Runs by day',
  runners: 'Runners',
  allRunners: 'View all runners',
  try: 'Try a task',
  welcome: 'Run your first task',
  welcomeWhy:
    'This task reads the demo shop included in your installation. No model, key or internet access needed.',
  welcomeOwn: 'Or enter any site and describe the task.',
  task: 'Task',
  url: 'URL',
  run: 'Run',
  next: 'Next steps',
  snippet: 'Call it from your code',
  alerts: 'Spend limits',
  keySpent: (name: string) => `The key "${name}" reached its spend limit and cannot start runs`,
  keySpends: (name: string, percent: number) => `The key "${name}" used ${percent}% of its spend limit`,
  seeKeys: 'View keys',
} as const;

/** Setup steps, the most useful first. */
export const NEXT = [
  {
    title: 'Add a model',
    why: 'A language model answers harder questions about a page and grades results.',
    action: 'View models',
    to: '/models',
  },
  {
    title: 'Add a provider key',
    why: 'Hosted agents and browsers are used as soon as their key is stored. The provider bills you directly.',
    action: 'View runners',
    to: '/runners',
  },
] as const;
