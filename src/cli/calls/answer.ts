import type { Command } from 'commander';
import { askFor } from '../terminal/ask.ts';
import { CommandError } from '../terminal/exit-codes.ts';
import { brief } from '../terminal/format.ts';
import { serviceOf } from './service.ts';

/** Answers the question that a run waits on; without an answer the terminal shows the question and asks. */
export async function answerCommand(
  id: string,
  given: string | undefined,
  _options: unknown,
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const question = await client.runs.question(id);
  const answer =
    given ?? (await askFor(screen, brief(question.prompt, 300), `switchyard answer ${id} <answer>`));
  if (answer.trim() === '')
    throw new CommandError('The answer is empty.', `Question: ${brief(question.prompt, 300)}`);
  const run = await client.runs.answer(id, answer);
  screen.done(run, `Sent. ${run.id} goes on: \`switchyard watch ${run.id}\`.`);
}
