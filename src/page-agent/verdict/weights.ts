/** First estimates. `bench/fit-done.ts --write` replaces them by fitted ones. */
export const DONE_WORTH = {
  base: 1,
  words: -0.5,
  numbers: -0.2,
  denies: -1,
  unmet: -2,
  beside: -1,
  missedNames: -0.5,
  deeds: -0.5,
  clauses: 0,
  detours: -0.3,
  isSilent: 0,
  saysDone: 0.8,
  freshLines: 0.2,
  isDialogOpen: -1,
  emptyFields: -0.5,
};
