export const texts = {
  title: 'Status',
  ok: 'Everything works',
  degraded: 'Something is wrong',
  okHelp: 'The service answers, and its database does.',
  downHelp:
    'The database does not answer. Runs under way go on when it is back; new ones are refused with a time to come again.',
  drainHelp: 'This instance is shutting down and takes nothing new.',
  database: 'Database',
  since: 'Up since',
  checked: 'Checked',
  success: 'Runs that succeeded, 24 h',
  deliveries: 'Webhooks delivered, 24 h',
  load: 'Places for runs in use',
  learning: 'Places for learning in use',
  none: 'None yet',
  public: 'Anybody can read the same figures at',
} as const;
