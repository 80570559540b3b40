import type { z } from 'zod';
import type { ProviderSession } from '../contract.ts';
import type {
  Ended,
  HostedProvider,
  HostedTask,
  PostOptions,
  Progress,
  ProviderApi,
} from './hosted-provider.ts';

/** The many providers whose task is made by one call, looked at by another and stopped by a third. */
interface PlainAgent<View>
  extends Pick<HostedProvider, 'headers' | 'idempotencyHeader' | 'pollIntervalMs' | 'forget'> {
  create(
    task: HostedTask,
  ): { path: string; body: object } & Pick<PostOptions<unknown>, 'query' | 'timeoutMs'>;
  /** The reference of the task, or its result if the provider returns it immediately. */
  created: z.ZodType<Begun | Ended>;
  view(reference: string): string;
  shape: z.ZodType<View>;
  read(view: View, reference: string, api: ProviderApi): Progress | Promise<Progress>;
  stop?(reference: string): Parameters<ProviderApi['end']>;
}

interface Begun {
  reference: string;
  session?: ProviderSession | null;
}

export function plainAgent<View>(wire: PlainAgent<View>): HostedProvider {
  const { create, created, view, shape, read, stop, ...rest } = wire;
  const end = stop && ((reference: string, api: ProviderApi) => api.end(...stop(reference)));
  return {
    ...rest,
    async start(task, api) {
      const { path, body, ...more } = create(task);
      const undo = end && (async (made: Begun | Ended) => 'reference' in made && end(made.reference, api));
      const idempotencyKey = task.attemptId;
      const made = await api.post(path, body, created, { ...more, undo, idempotencyKey });
      if ('state' in made) return made;
      const { reference, session } = made;
      api.session(session ?? { id: reference });
      return { reference };
    },
    poll: async (reference, api) => read(await api.get(view(reference), shape), reference, api),
    stop: end,
  };
}
