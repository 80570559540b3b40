import type { WebSocket } from 'ws';
import type { CdpClient } from '../browser/cdp-client.ts';
import type { Clock } from '../platform/clock.ts';

const MAX_WAITING_BYTES = 64_000_000;
const BEHIND_MS = 30_000;

/** Sends to a client that reads; one that does not is disconnected before its messages fill the memory. */
export function relayTo(socket: WebSocket, clock: Clock): (text: string) => void {
  let behindSince: number | null = null;
  return (text) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text);
    if (socket.bufferedAmount === 0) behindSince = null;
    else behindSince ??= clock.mono();
    const isBehind = behindSince !== null && clock.mono() - behindSince > BEHIND_MS;
    if (isBehind || socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
  };
}

/** Hands a client's messages on. While one of them takes time, the next ones wait in the network and fill no memory. */
export function takeFrom(socket: WebSocket, pass: (text: string) => Promise<void> | null): void {
  let waiting = 0;
  const settle = () => {
    waiting -= 1;
    if (waiting === 0) socket.resume();
  };
  socket.on('message', (data) => {
    const passing = pass(String(data));
    if (!passing) return;
    waiting += 1;
    socket.pause();
    void passing.catch(() => socket.close(1011)).finally(settle);
  });
}

/** A client drives its part of a browser from its first message to its end. Throws when the browser does not answer. */
export async function drive(
  socket: WebSocket,
  joining: Promise<CdpClient>,
  onLeft: () => void,
): Promise<void> {
  let joined: CdpClient | null = null;
  takeFrom(socket, (text) =>
    joined ? joined.send(text) : joining.then((one) => one.send(text) ?? undefined),
  );
  try {
    joined = await joining;
  } catch (error) {
    onLeft();
    throw error;
  }
  const leave = () => {
    joined?.end();
    onLeft();
  };
  if (socket.readyState === socket.OPEN) socket.once('close', leave);
  else leave();
}
