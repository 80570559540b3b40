/** Every text of the Runners screen. */
export const texts = {
  title: 'Runners',
  description: 'Agents, browsers and engines that run your tasks.',
  search: 'Name, provider or engine',
  list: 'Runners',
  nothingFits: 'No matching runners',
  nothingFitsHint: 'Remove a filter or shorten your search.',
  clear: 'Clear filters',
  tryIt: 'Try this runner',
  itsRuns: 'View runs',
  whyOff: 'Why it is off',
  unverified: 'Built from the provider’s documentation and not yet tested against the live service.',
  needsAccount: (providers: string) =>
    `It needs an account at ${providers}. Add your own key, or ask the operator to configure one.`,
  ownKey: (provider: string) => `Your ${provider} key`,
  ownKeyNote:
    'Stored encrypted and never shown again. The provider bills your account; Switchyard charges only the platform fee.',
  setting: (name: string) => `Operator setting for all workspaces: ${name}`,
  missing: 'Required',
  testFirst: 'Test the key before storing it',
  store: 'Store key',
  stored: 'Your key is stored. Its value is never shown.',
  replace: 'Replace key',
  remove: 'Remove key',
  removeTitle: (provider: string) => `Remove your ${provider} key?`,
  removeNote: 'Runners that need this key turn off immediately. The key stays valid at the provider.',
  removed: 'Key removed',
  accepted: (provider: string) => `${provider} accepted the key. Key stored.`,
  untested: (provider: string) => `Key stored without a test: ${provider} has no low-cost way to test it.`,
  saved: 'Key stored',
  test: 'Test runner',
  testTitle: (name: string) => `Test ${name}?`,
  testNote: (price: string) => `Runs one small task at the provider for about ${price}.`,
  testing: 'Testing. An agent can take several minutes.',
  testPassed: 'Test passed',
  testFailed: 'Test failed',
  differences: 'Differences',
  differs: 'The provider’s responses have differed from its documentation since',
  health: 'Health',
  until: 'Until',
  day: '24 hours',
  week: '7 days',
  successByDay: 'Success by day',
  lastFaults: 'Recent failures',
  noAttempts: 'Not used in this workspace in the last 7 days.',
  can: 'Capabilities',
  about: 'About',
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
  javascript: 'Runs page scripts',
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
