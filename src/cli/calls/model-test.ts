import type { Command } from 'commander';
import pc from 'picocolors';
import { EXIT } from '../terminal/exit-codes.ts';
import { brief, usd } from '../terminal/format.ts';
import { table } from '../terminal/table.ts';
import { serviceOf } from './service.ts';

/** Tests the service's language model and lists the roles that it can fill. */
export async function modelTestCommand(
  model: string | undefined,
  _: object,
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const exam = await client.call('models.examine', { body: model ? { model } : {} });
  const heading = `${pc.bold(exam.model)}  ${exam.context_tokens} tokens of context, ${exam.tokens_per_second ?? '?'} tokens/s, ten steps for ${usd(exam.ten_step_task_usd)}`;
  const checks = table(
    [
      { head: 'CHECK', of: ({ name }) => name },
      { head: '', of: ({ ok }) => (ok ? pc.green('yes') : pc.red('no')) },
      { head: 'DETAIL', of: ({ detail }) => brief(detail, 160) },
    ],
    exam.checks,
  );
  const roles = table(
    [
      { head: 'ROLE', of: ({ role }) => role },
      { head: '', of: ({ fit }) => (fit ? pc.green('fit') : pc.red('not fit')) },
      { head: 'REASON', of: ({ reason }) => reason },
    ],
    exam.roles,
  );
  const body = exam.error ? [exam.error.message] : [...checks, '', ...roles];
  screen.one(exam, heading, '', ...body, '');
  if (exam.error || exam.roles.every(({ fit }) => !fit)) process.exitCode = EXIT.failed;
}
