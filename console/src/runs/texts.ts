/** Every sentence of the screens Runs and Run. */
export const texts = {
  runs: 'Runs',
  runsAbout: 'Every task of this workspace, newest first.',
  noRuns: 'No run yet',
  noRunsWhy: 'A run appears here the moment a task is given, from the console, the API or an agent.',
  noneFits: 'No run fits these filters',
  noneFitsWhy: 'Widen the time, or take a filter away.',
  clearFilters: 'Clear filters',
  tryTask: 'Try a task',
  gone: 'This run is not here',
  goneWhy: 'It was deleted, its address is wrong, or it belongs to another workspace.',
  deleted: 'This run was deleted',
  deletedWhy: 'Somebody deleted it while this page was open. Its price stays in the ledger.',
  toRuns: 'All runs',
  answer: 'Answer',
  noAnswer: 'This run has no answer.',
  result: 'Result',
  verdict: 'Verdict',
  playback: 'What happened',
  decision: 'Why this runner',
  ownChoice: 'You chose the runners of this run, so nothing was weighed.',
  excluded: 'Not considered',
  cost: 'Cost',
  ledger: 'Ledger',
  files: 'Files',
  noFiles: 'This run captured no file.',
  raw: 'Raw',
  compare: 'Compare',
  compareWith: 'Compare with',
  compareWhy:
    'Choose a second run to see what differs: verdict, runner, cost, time, and every field of the answer.',
  waiting: 'This run waits for you',
  oneWaits: 'A run waits for you',
  send: 'Send answer',
  yes: 'Yes, go on',
  no: 'No, stop',
  notify: 'Notify me',
  notifyOn: 'The browser tells you when a run waits for an answer.',
  notifyOff: 'The browser does not allow notifications from this page.',
  cancel: 'Cancel run',
  cancelWhy: 'Runners stop at once. Their work until now is billed.',
  remove: 'Delete run',
  removeWhy: 'The run, its answer and its files are erased. Its price stays in the ledger.',
  again: 'Run again',
  againWith: 'Run again with',
  againWhy: 'The same task as a new run. Change the runner or the ceiling.',
  againSecrets: 'Secrets that came with the first request are not kept; this run starts without them.',
  againFiles: 'Files that came with the first request are not kept; this run starts without them.',
  noPicture: 'No picture of this moment.',
  noPictureAtAll: 'This run has no pictures: its runner reads pages without showing them.',
  firstPicture: 'Waiting for the first picture.',
} as const;

/** Why a weighed runner is not in the plan. */
export const LEFT_OUT: Record<string, string> = {
  not_worth_it: 'Not worth its price here',
  headroom: 'Over the budget of this run',
  time: 'Too slow for the time left',
  other_plan: 'Another order was better',
  tried: 'Had been tried',
};

/** Why a runner was not weighed at all. */
export const EXCLUDED: Record<string, string> = {
  custody: 'May not see this login',
  off: 'Off on this service',
  local_target: 'Cannot reach a local address',
  no_interaction_relay: 'Cannot pass on questions',
  no_login: 'Cannot sign in',
  cannot_act: 'Only reads pages',
  cannot_download: 'Brings no files',
  needs_model: 'Has no language model',
  nothing_to_replay: 'Has nothing to repeat yet',
  probation: 'On probation after failures',
};

/** The reason of a decision in two words; the sentence beside it says more. */
export const REASONS: Record<string, string> = {
  forced_by_caller: 'Your choice',
  fallback_static_chain: 'Fixed order',
  explore_floor: 'Exploring',
  explore_streak_breaker: 'Exploring after a streak',
  exploit_recent_winner: 'Recent winner',
  exploit_expected_utility: 'Best expected value',
  explore_cold_domain: 'New site',
  explore_low_confidence: 'Exploring: little is known',
  explore_budget_widening: 'Wider search within the budget',
};

export const PHASES: Record<string, string> = {
  planned: 'first choice',
  fallback: 'fallback',
  race: 'raced beside',
  widened: 'wider search',
  probe: 'probe',
};

export const SPANS = {
  queue: 'Queue',
  work: 'Work',
  wait: 'Waits for a person',
  judge: 'Judged',
} as const;
