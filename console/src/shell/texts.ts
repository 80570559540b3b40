export const texts = {
  offline: 'The service does not answer. What you see may be old; it is asked again.',
  signedOut: 'You are signed out',
  signedOutWhy:
    'Your session ended, or somebody signed out in another window. Sign in to go on from this place.',
  signIn: 'Sign in',
  palette: 'Search screens, actions, runs and runners',
  nothingFits: 'Nothing fits.',
  shortcuts: 'Keyboard shortcuts',
  docs: 'Docs',
} as const;
