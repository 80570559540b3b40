/** Every text of the Models screen. */
export const texts = {
  title: 'Models',
  description: 'The language model that this service uses for its own work.',
  none: 'No language model',
  noneNote: 'Reading, replay and rule-based checks work without one. Connect one to turn on the rest.',
  model: 'In use',
  uses: 'Used for',
  on: 'On',
  off: 'Off: no model',
  test: 'Test connection',
  testNote: 'Sends one short prompt, free of charge.',
  testing: 'Waiting for the model …',
  answered: (time: string) => `Answered in ${time}.`,
  found: 'Found but not used',
  providers: 'Runners with their own models',
  providersNote: 'Hosted agents bring their own model. Each runner lists which.',
  seeRunners: 'View runners',
  exam: 'Examination',
  examine: 'Examine',
  examineAgain: 'Examine again',
  examining: 'Examining. A slow model takes up to three minutes.',
  examineNote:
    'Seven prompts about a page of the demo shop show what the model can do, how fast, and at which price.',
  passed: 'Passed',
  notPassed: 'Failed',
  fitFor: 'Fit for',
  price: 'Task with 10 steps',
  speed: 'Output',
  context: 'Context',
  cost: 'Examination',
} as const;

export const useNames: Record<string, string> = {
  agent: 'Browsing',
  grade: 'Grading answers',
  normalize: 'Structured answers',
};

export const sources: Record<string, string> = {
  setting: 'Operator setting',
  key: 'API key in the environment',
  local: 'Found on this machine',
};

export const checkNames = {
  tools: 'Tool calls',
  json: 'JSON',
  vision: 'Vision',
  context: 'Context',
  speed: 'Speed',
  caching: 'Caching',
} as const;

export const roleNames = { agent: 'Agent', extraction: 'Extraction', grader: 'Grading' } as const;
