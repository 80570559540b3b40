/** Every text of the Models screen. */
export const texts = {
  title: 'Models',
  description:
    'The language model of this service: what it is used for, where it comes from, and whether it answers.',
  none: 'No language model',
  noneNote:
    'Reading, replay and deterministic checks work without one. The uses marked as off below need one.',
  model: 'In use',
  uses: 'Used for',
  on: 'On',
  off: 'Off: no model',
  test: 'Test it',
  testNote: 'Asks for one word. Nobody is billed for it.',
  testing: 'The model is being asked …',
  answered: (time: string) => `It answered in ${time}.`,
  found: 'Found and not used',
  providers: 'Runners with models of their own',
  providersNote:
    'Providers and browsers driven by a named model bring it themselves; the catalog says which.',
  seeRunners: 'See runners',
} as const;

export const useNames: Record<string, string> = {
  agent: 'Acting on pages',
  grade: 'Grading answers',
  normalize: 'Shaping answers',
};

export const sources: Record<string, string> = {
  setting: 'Set by the operator',
  key: 'Found by a key in the environment',
  local: 'Found on this machine',
};
