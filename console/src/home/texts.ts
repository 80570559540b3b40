export const texts = {
  title: 'Home',
  live: 'Running now',
  nothingLive: 'Nothing is running.',
  waiting: 'Questions for you',
  nothingWaiting: 'No run waits for a person.',
} as const;
