/** An address as people type it. Without a scheme it is https, and http for this machine. */
export function webAddress(typed: string): string {
  if (/^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(typed)) return typed;
  const isLoopback = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/?#]|$)/i.test(typed);
  return `${isLoopback ? 'http' : 'https'}://${typed}`;
}
