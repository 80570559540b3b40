/**
 * The protocols that the first bytes of a connection offer over TLS. `more` while the message is not all there, null when
 * it is not such a message. Browsers offer `h2` for pages and their parts, and never for a WebSocket.
 */
export function offeredProtocols(bytes: Buffer): string[] | 'more' | null {
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE) return null;
  if (bytes.length < 6) return 'more';
  if (bytes[1] !== 3 || bytes[5] !== CLIENT_HELLO) return null;
  const end = 5 + bytes.readUInt16BE(3);
  if (end > MOST_BYTES) return null;
  if (bytes.length < end) return 'more';
  try {
    return protocolsIn(bytes.subarray(9, end));
  } catch (error) {
    // Truncated: a length points past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const ALPN = 16;
const MOST_BYTES = 5 + 16_384;

/** RFC 8446, 4.1.2: version, random, session id, cipher suites, compression, extensions. */
function protocolsIn(hello: Buffer): string[] {
  let at = 2 + 32;
  at += 1 + hello.readUInt8(at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at);
  const end = at + 2 + hello.readUInt16BE(at);
  for (at += 2; at < end; ) {
    const type = hello.readUInt16BE(at);
    const length = hello.readUInt16BE(at + 2);
    if (type === ALPN) return namesIn(hello.subarray(at + 6, at + 4 + length));
    at += 4 + length;
  }
  return [];
}

function namesIn(list: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < list.length; ) {
    const length = list.readUInt8(at);
    names.push(list.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return names;
}
