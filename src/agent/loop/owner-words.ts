/** An agent's question to the owner: robot checks are nothing for them. */
export const ROBOT_CHECK =
  /captcha|(?:not|are you) (?:a )?(?:robot|human)|human verification|(?:characters|letters|text) (?:you see|shown|in the (?:image|picture))/iu;

/** The owner reads this: no control characters, no markup. */
export function plainWords(question: string): string {
  return question
    .replaceAll(/[\p{C}<>]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 400);
}
