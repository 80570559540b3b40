export const texts = {
  title: 'Status',
  ok: 'Everything works',
  degraded: 'Something is wrong',
  okHelp: 'The service and its database answer.',
  downHelp:
    'The database does not answer. Runs under way go on when it is back; new ones are refused with a time to come again.',
  drainHelp: 'This instance is shutting down and takes nothing new.',
  database: 'Database',
  since: 'Up since',
  checked: 'Checked',
  success: 'Runs that succeeded, 24 h',
  deliveries: 'Webhooks delivered, 24 h',
  load: 'Run capacity in use',
  learning: 'Learning capacity in use',
  none: 'None yet',
  public: 'Public address',
} as const;
