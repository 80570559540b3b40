/** At most the first character, and the domain part's first character. */
export function maskUsername(username: string): string {
  const at = username.lastIndexOf('@');
  return at < 0 ? mask(username) : `${mask(username.slice(0, at))}@${mask(username.slice(at + 1))}`;
}

function mask(part: string): string {
  const [first = ''] = part;
  return `${first}***`;
}
