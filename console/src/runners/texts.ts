/** Every text of the Runners screen. */
export const texts = {
  title: 'Runners',
  description: 'Agents, browsers and engines that can do a task.',
  search: 'Name, provider or engine',
  list: 'Runners',
  nothingFits: 'No runner fits',
  nothingFitsHint: 'Take a filter away, or search for something shorter.',
  clear: 'Clear filters',
  tryIt: 'Try this runner',
  itsRuns: 'See its runs',
  whyOff: 'Why it is off',
  unverified: 'Nothing but the documentation of the provider: its first run may show a difference.',
  needsAccount: (providers: string) =>
    `It works under an account at ${providers}, and there is none here. A key of your own turns it on, or a setting of the operator.`,
  ownKey: (provider: string) => `Your own key at ${provider}`,
  ownKeyNote:
    'It is stored sealed and never shown again. The provider bills your account there; here only the platform fee is due.',
  setting: (name: string) => `The operator's setting for every workspace: ${name}`,
  missing: 'This part is needed.',
  testFirst: 'Try it with a cheap call first',
  store: 'Store the key',
  stored: 'A key of yours is stored. Its value is never shown.',
  replace: 'Replace it',
  remove: 'Remove it',
  removeTitle: (provider: string) => `Remove your key at ${provider}?`,
  removeNote:
    'Runners that work only under this key are off at once. The key itself stays valid at the provider.',
  removed: 'The key is removed.',
  accepted: (provider: string) => `${provider} accepted the key. It is stored.`,
  untested: (provider: string) => `The key is stored. ${provider} offers no cheap way to try it.`,
  saved: 'The key is stored.',
  test: 'Test it',
  testTitle: (name: string) => `Test ${name}?`,
  testNote: (price: string) => `It does one small task at the provider: about ${price}.`,
  testing: 'The test is running; an agent takes minutes.',
  testPassed: 'The test passed.',
  testFailed: 'The test failed.',
  differences: 'Differences',
  differs: 'Its provider answers otherwise than known since',
  health: 'Health',
  until: 'Until',
  day: '24 hours',
  week: '7 days',
  successByDay: 'Success by day',
  lastFaults: 'Last failures',
  noAttempts: 'This workspace has not used it in the last seven days.',
  can: 'What it can do',
  about: 'About it',
} as const;

export const kinds: Record<string, string> = {
  hosted_agent: 'Hosted agent',
  browser_infra: 'Browser',
  extraction: 'Extraction engine',
  open_source: 'Open source',
};

export const states: Record<string, string> = {
  available: 'On',
  needs_key: 'Needs a key',
  unreachable: 'Not installed',
  coming_soon: 'Listed only',
  probation: 'On probation',
  outage: 'Outage',
};

export const capabilities: Record<string, string> = {
  interaction_relay: 'Asks you questions',
  login: 'Signs in',
  downloads: 'Downloads files',
  javascript: 'Runs scripts of the page',
  structured_output: 'Answers in your schema',
  live_view: 'Live view',
  replay: 'Recording',
  cancel: 'Can be cancelled',
};

export const prices: Record<string, string> = {
  free: 'Free',
  cent: 'Under 1 cent',
  dime: '1 to 10 cents',
  half: '10 to 50 cents',
  more: 'Over 50 cents',
};

export const facets = {
  state: 'State',
  kind: 'Kind',
  provider: 'Provider',
  price: 'Price',
  capability: 'Capability',
  pool: 'Pool',
} as const;

export const units: Record<string, string> = {
  task: 'per task',
  step: 'per step',
  minute: 'per minute',
  hour: 'per hour',
  credit: 'per credit',
  token: 'per million tokens',
  gigabyte: 'per GB',
};
