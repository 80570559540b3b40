import net, { type LookupFunction, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import tls from 'node:tls';
import type { Vetted } from './gate.ts';

/** Called with every address before a connection is attempted. */
export type OnDial = (address: string, port: number) => void;

interface DialOptions {
  secure: boolean;
  onDial?: OnDial;
  signal?: AbortSignal;
}

/**
 * The only way to connect to an untrusted URL. TLS uses the name, but the addresses are the vetted ones: there is no
 * second DNS look-up between the check and the connection.
 */
export function dial(vetted: Vetted, { secure, onDial, signal }: DialOptions): Socket {
  const pinned = {
    host: vetted.host,
    port: vetted.port,
    lookup: pinnedLookup(vetted.addresses),
    autoSelectFamily: true,
  };
  const servername = net.isIP(vetted.host) ? '' : vetted.host;
  const socket = secure
    ? tls.connect({ ...pinned, servername, ALPNProtocols: ['http/1.1'] })
    : net.connect(pinned);
  if (onDial) socket.on('connectionAttempt', onDial);
  if (signal) addAbortSignal(signal, socket);
  return socket;
}

function pinnedLookup(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return (_name, options, callback) => {
    const [first] = answers;
    // Asynchronous like a real look-up, so that a listener added right after connecting does not miss the attempt.
    process.nextTick(() => {
      if (!first) callback(new Error('nothing was vetted'), '', 0);
      else if (options.all) callback(null, answers);
      else callback(null, first.address, first.family);
    });
  };
}
