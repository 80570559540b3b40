import type { ArgsOf } from '@switchyard/sdk';
import type { Command } from 'commander';
import { brief, minute, status } from '../terminal/format.ts';
import { serviceOf } from './service.ts';

type Events = NonNullable<ArgsOf<'webhooks.create'>['body']['events']>;

/** The endpoints that hear of the ends and questions of runs. */
export async function webhooksList(_options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.list(
    [
      { head: 'WEBHOOK', of: ({ id }) => id },
      {
        head: 'STATE',
        of: ({ disabled, disabled_reason }) => (disabled ? `off: ${brief(disabled_reason, 40)}` : 'on'),
      },
      { head: 'LAST', of: ({ last_http_status }) => String(last_http_status ?? '-'), right: true },
      { head: 'AT', of: ({ last_delivery_at }) => minute(last_delivery_at) },
      { head: 'URL', of: ({ url }) => brief(url, 100) },
    ],
    await client.webhooks.list().all(),
    'No webhooks. Add one with `switchyard webhooks add <url>`.',
  );
}

export async function webhooksAdd(
  url: string,
  options: { events?: string },
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const events = options.events?.split(',').map((type) => type.trim()) as Events | undefined;
  const made = await client.webhooks.create({ url, ...(events && { events }) });
  screen.done(made, made.secret);
  screen.note(`Added ${made.id}. Its secret is shown only now.`);
}

export async function webhooksRemove(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.done(await client.webhooks.delete(id), `Removed ${id}.`);
}

export async function webhooksTest(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const sent = await client.webhooks.test(id);
  screen.done(sent, `Queued ${sent.id}. See \`switchyard webhooks deliveries ${id}\`.`);
}

export async function webhooksDeliveries(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.list(
    [
      { head: 'DELIVERY', of: (delivery) => delivery.id },
      { head: 'STATUS', of: (delivery) => status(delivery.status) },
      { head: 'EVENT', of: ({ type }) => type },
      { head: 'HTTP', of: ({ last_http_status }) => String(last_http_status ?? '-'), right: true },
      { head: 'RUN', of: ({ response_id }) => response_id },
      { head: 'ERROR', of: ({ last_error }) => brief(last_error, 60) },
    ],
    await client.webhooks.deliveries(id, { limit: 50 }).all(50),
    'Nothing was delivered yet.',
  );
}

export async function webhooksRedeliver(
  id: string,
  delivery: string,
  _options: unknown,
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.done(
    await client.webhooks.redeliver(id, delivery),
    `Queued ${delivery} again, with the same event id.`,
  );
}
