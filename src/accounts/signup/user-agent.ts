// The first product of the header names the caller: an agent with its own name may well be built on one of these.
const GENERIC =
  /^(?:curl|wget|python-requests|(?:python-)?httpx|node-fetch|undici|axios|got|go-http-client|okhttp|java|libwww|postmanruntime)(?![a-z0-9])/i;

/** The name of an HTTP library, which says nothing about the caller. */
export function isGeneric(userAgent: string | null): boolean {
  return userAgent === null || userAgent.trim() === '' || GENERIC.test(userAgent.trim());
}
