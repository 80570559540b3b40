import { randomBytes } from 'node:crypto';
import type { LiveEvent, Switchyard } from '@switchyard/sdk';
import type { Command } from 'commander';
import pc from 'picocolors';
import { requestProvider } from '../../platform/net/provider-client.ts';
import { CommandError } from '../terminal/exit-codes.ts';
import { serviceOf } from './service.ts';

interface Options {
  forwardTo?: string;
  events?: string;
}

/** Prints the events of the workspace as they happen; `--forward-to` also sends them on, signed. */
export async function listenCommand(options: Options, command: Command): Promise<void> {
  const forwardTo = options.forwardTo === undefined ? null : addressOf(options.forwardTo);
  const types = options.events?.split(',').map((type) => type.trim());
  const { client, screen } = await serviceOf(command);
  await client.workspace.account();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  screen.note(`Listening at ${client.baseUrl}; stop with Ctrl-C.`);
  if (forwardTo) screen.note(`Forwarding to ${forwardTo}, signed with ${secret}`);
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  try {
    for await (const event of client.webhooks.events({ signal: stop.signal, ...(types && { types }) })) {
      const answer = forwardTo ? await forward(client, forwardTo, secret, event) : null;
      const { id } = event.data;
      const line = [event.created_at, pc.bold(event.type), id, event.id, answer].filter(Boolean).join('  ');
      screen.one(answer === null ? event : { ...event, forwarded: answer }, line);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  screen.note('Stopped listening.');
}

function addressOf(text: string): URL {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new CommandError(
    `--forward-to is not a valid address: ${text}.`,
    'Use an address such as localhost:3000/hooks.',
  );
}

// As for a real delivery.
const ACK_MS = 10_000;

/** The receiver's answer; it gets the headers of a real delivery. */
async function forward(client: Switchyard, url: URL, secret: string, event: LiveEvent): Promise<string> {
  const signature = await client.webhooks.testHeader(JSON.stringify(event), secret);
  const headers = { 'x-svc-signature': signature, 'x-svc-event-id': event.id };
  const answer = await requestProvider({ method: 'POST', url, headers, body: event, timeoutMs: ACK_MS });
  return answer.ok ? `HTTP ${answer.status}` : answer.reason;
}
