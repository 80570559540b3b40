import { type RunParams, webAddress } from '@switchyard/sdk';
import { CommandError } from '../terminal/exit-codes.ts';
import { readSchema } from './schema-file.ts';

/** The options that describe a task, as `run`, `estimate` and `learn` take them. */
export interface TaskOptions {
  url?: string;
  schema?: string;
  routing?: string;
  sla?: 'balanced' | 'cheapest' | 'fastest' | 'most_reliable';
  maxCost?: string;
  credential?: string;
  questions?: boolean;
}

export async function taskOf(task: string, options: TaskOptions): Promise<RunParams> {
  if (task.trim() === '')
    throw new CommandError('The task is empty.', 'Say what to do: switchyard run "..."');
  const { url, schema, routing, sla, maxCost, credential } = options;
  return {
    task,
    // Left out, every runner may ask; `true` would leave only runners that can.
    allow_interaction: options.questions,
    ...(url !== undefined && { url: webAddress(url) }),
    ...(schema !== undefined && { output_schema: await readSchema(schema) }),
    ...(routing !== undefined && { routing: routing.includes(',') ? namesOf(routing) : routing }),
    ...(sla !== undefined && { sla_profile: sla }),
    ...(maxCost !== undefined && { max_cost_usd: amountOf(maxCost, '--max-cost') }),
    ...(credential !== undefined && { credential_id: credential }),
  };
}

/** A chain of runners. */
function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

export function amountOf(text: string, option: string): number {
  const amount = Number(text.replace(/^\$/, ''));
  if (Number.isFinite(amount) && amount > 0) return amount;
  throw new CommandError(`${option} is not a dollar amount: ${text}.`, 'Use a number such as 0.25.');
}
