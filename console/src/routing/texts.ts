/** Every text of the Routing screen. */
export const texts = {
  title: 'Routing',
  description: 'Which runner works best for your sites.',
  range: 'Range',
  sweep: 'Start a sweep',
  emptyTitle: 'Nothing to learn from yet',
  empty:
    'Every run teaches smart routing. A sweep teaches it fastest: many runners try one task, and the price is shown first.',
  success: 'Smart runs that succeed',
  costPerSuccess: 'Cost per success',
  single: 'Always the best single runner',
  noSingle: 'Not enough runs yet',
  exploration: 'Exploration',
  changes: 'What changed this week',
  noChanges: 'Nothing beyond chance: the last seven days look like the four weeks before.',
  heatMap: 'Success by runner and site',
  heatMapNote:
    'The busiest of your sites and runners. Pale cells rest on few attempts. A cell opens its runs.',
  noHeatMap: 'No attempt on any site in this range.',
  curve: 'Success of the first choice',
  curveNote: 'How often the runner that smart routing chose first succeeded. Rising means that it learns.',
  cost: 'Cost per success over time',
  costNote: 'All that smart runs cost, divided by those that succeeded.',
  gains: 'Smart routing against one runner',
  gainsNote:
    'More (or less) success than always taking that runner on the same sites. Grey: chance may explain it.',
  noGains: 'No runner was the first choice ten times yet; before that a comparison would be a guess.',
  calibration: 'Do predictions come true?',
  calibrationNote: 'On the dashed line, predictions came true. Larger dots rest on more attempts.',
  explorationCurve: 'Exploration over time',
  explorationNote:
    'The share of smart runs that began with a runner to learn about, and not with the best known one.',
  little: (have: number, need: number, what: string) =>
    `${have} ${what} in this range. From ${need} on there is a curve; fewer would be noise.`,
  fewDays: (runs: number) =>
    `All ${runs} smart runs of this range are of a day or two; a curve needs some days more.`,
} as const;

export const ranges = [
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 28 days' },
  { value: '90', label: 'Last 90 days' },
];

export const sweepTexts = {
  title: 'Start a sweep',
  description:
    'Many runners try the same task, wave after wave. You learn who does it best; smart routing learns it too.',
  task: 'Task',
  taskHint: 'As you would say it to a person.',
  url: 'Address of the page',
  mode: 'How far',
  modes: [
    { value: 'learning', label: 'Until a wave succeeds (9 runners at a time)' },
    { value: 'learning-all', label: 'Every runner that is on' },
  ],
  ceiling: 'Spend at most (USD)',
  ceilingHint: 'Nothing more starts once this is spent. Left empty, the limit of the service holds.',
  price: 'Show the price',
  about: 'About',
  atMost: 'At most',
  runners: 'Runners',
  credits: 'Your credits do not cover it.',
  change: 'Change the task',
  start: (price: string) => `Start for about ${price}`,
  live: 'The sweep runs. You can close this: it goes on.',
  open: 'Open the run',
  over: 'The sweep is over.',
  stop: 'Cancel the sweep',
  needTask: 'A task is needed.',
  needUrl: 'A whole address is needed, such as https://shop.example/p/1.',
  needCeiling: 'A number above 0, or nothing.',
} as const;
