import { writeFile } from 'node:fs/promises';
import type { Run, Switchyard } from '@switchyard/sdk';
import type { Command } from 'commander';
import { CommandError } from '../terminal/exit-codes.ts';
import { serviceOf } from './service.ts';

interface Word {
  correct?: boolean;
  wrong?: boolean;
  answer?: string;
  note?: string;
}

/** Says whether the answer of a run is right. */
export async function give(
  id: string,
  { correct, wrong, answer, note }: Word,
  command: Command,
): Promise<void> {
  if ((correct ?? false) === (wrong ?? false))
    throw new CommandError(
      'Say --correct or --wrong.',
      `switchyard feedback give ${id} --wrong --answer "..."`,
    );
  const { client, screen } = await serviceOf(command);
  const run = await client.runs.feedback(id, { correct: correct === true, answer, note });
  screen.done(run, `Noted: the answer of ${run.id} is ${correct ? 'right' : 'wrong'}.`);
}

/** Every judged run as one JSON object per line, for tuning the judge. */
export async function exportAll(options: { out?: string }, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const lines: string[] = [];
  for (const feedback of ['correct', 'wrong'] as const)
    for await (const run of client.runs.list({ feedback, limit: 100 })) lines.push(await lineOf(client, run));
  if (options.out === undefined) for (const line of lines) screen.line(line);
  else await writeFile(options.out, lines.map((line) => `${line}\n`).join(''));
  screen.note(`${lines.length} judged ${lines.length === 1 ? 'run' : 'runs'}.`);
}

async function lineOf(client: Switchyard, run: Run): Promise<string> {
  const { data: messages } = await client.runs.inputItems(run.id);
  const task = messages
    .flatMap(({ content }) => content.map((part) => (part.type === 'input_text' ? part.text : part.filename)))
    .join('\n\n');
  const { id, status, url, runner, output, answer, error, quality, evidence, feedback } = run;
  return JSON.stringify({
    id,
    task,
    url,
    status,
    runner,
    output,
    answer,
    error,
    quality,
    evidence,
    feedback,
  });
}
