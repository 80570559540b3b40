/** Fitted by `bench/fit-done.ts`; not to be changed by hand. */
export const DONE_WORTH = {
  base: 0.64,
  words: -0.95,
  numbers: -0.14,
  denies: -0.84,
  unmet: 0.02,
  beside: 0.44,
  missedNames: -0.6,
  deeds: -0.72,
  clauses: 0.31,
  detours: 0.6,
  isSilent: -0.32,
  saysDone: -0.55,
  freshLines: -0.29,
  isDialogOpen: -1.89,
  emptyFields: -0.46,
};
