import { type CreateRun, webAddress } from '@switchyard/sdk';
import { hasSecret } from '../secret-words.ts';
import { texts } from './texts.ts';

/** A task as it is being written; kept in the address, so that it can be shared and survives a reload. */
export interface Draft {
  task: string;
  url: string;
  /** JSON Schema as text; empty for none. */
  schema: string;
  routing: string;
  profile: string;
  ceiling: string;
  /** The id of a stored login; empty for none. */
  credential: string;
  questions: boolean;
  /** Runners side by side, instead of the routing. */
  compare: string[];
}

export const MOST_COMPARED = 4;

/** Reads any address. */
export function readDraft(raw: Record<string, unknown>): Draft {
  const text = (name: string) => (raw[name] === undefined ? '' : String(raw[name]));
  return {
    task: text('task'),
    url: text('url'),
    schema: typeof raw.schema === 'object' ? JSON.stringify(raw.schema, null, 2) : text('schema'),
    routing: text('routing') || 'smart',
    profile: text('profile') || 'balanced',
    ceiling: text('ceiling'),
    credential: text('credential'),
    questions: text('questions') === 'true',
    compare: listOf(raw.compare).slice(0, MOST_COMPARED),
  };
}

export function listOf(raw: unknown): string[] {
  return String(raw ?? '')
    .split(',')
    .filter(Boolean);
}

/** The part of it for the address: everything that differs from the default. */
export function searchOf(draft: Draft): Record<string, string | undefined> {
  const { task, url, schema, routing, profile, ceiling, credential, questions, compare } = draft;
  return {
    // An address is kept in histories and logs, and shared.
    task: hasSecret(task) ? undefined : task || undefined,
    url: url || undefined,
    schema: schema || undefined,
    routing: routing === 'smart' ? undefined : routing,
    profile: profile === 'balanced' ? undefined : profile,
    ceiling: ceiling || undefined,
    credential: credential || undefined,
    questions: questions ? 'true' : undefined,
    compare: compare.join(',') || undefined,
  };
}

export type Problems = Partial<Record<'task' | 'schema' | 'ceiling', string>>;

export function problemsOf({ task, schema, ceiling }: Draft): Problems {
  const amount = Number(ceiling);
  return {
    ...(task.trim() === '' && { task: texts.noTask }),
    ...(schemaOf(schema).problem !== null && { schema: schemaOf(schema).problem ?? '' }),
    ...(ceiling !== '' && !(amount > 0) && { ceiling: texts.ceilingBad }),
  };
}

export function schemaOf(text: string): { value: unknown; problem: string | null } {
  if (text.trim() === '') return { value: undefined, problem: null };
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    return { value: undefined, problem: texts.schemaBroken + (error as Error).message };
  }
}

/** The request, the same for a run, an estimate and the snippets. */
export function requestOf(draft: Draft, routing = draft.routing): CreateRun {
  const { value: schema } = schemaOf(draft.schema);
  const url = draft.url.trim();
  return {
    task: draft.task.trim(),
    ...(url && { url: webAddress(url) }),
    ...(schema !== undefined && { output_schema: schema }),
    routing,
    ...(routing === 'smart' && draft.profile !== 'balanced' && { sla_profile: draft.profile as 'cheapest' }),
    ...(Number(draft.ceiling) > 0 && { max_cost_usd: Number(draft.ceiling) }),
    ...(draft.credential && { credential_id: draft.credential }),
    ...(draft.questions && { allow_interaction: true }),
  };
}
