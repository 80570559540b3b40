import type { Explanation } from '@switchyard/sdk';
import type { Command } from 'commander';
import pc from 'picocolors';
import { bar, brief, percent, seconds, usd } from '../terminal/format.ts';
import { table } from '../terminal/table.ts';
import { serviceOf } from './service.ts';

/** The decision card of a run: every candidate with its chances, and why this one. */
export async function explainCommand(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const card = await client.runs.explain(id);
  screen.one(card, ...cardLines(card, process.stdout.isTTY ? process.stdout.columns : undefined));
}

type Candidate = Explanation['candidates'][number];

function cardLines(card: Explanation, width: number | undefined): string[] {
  const { chosen, siteProfile: site, evidenceDepth: depth } = card;
  return [
    `${pc.bold(chosen.runner)}  ${chosen.strategy}: ${brief(chosen.reason, 200)}`,
    brief(card.summary, 400),
    pc.dim(
      `${card.taskType} at ${card.domain ?? 'no site'}, ${card.slaProfile}; defense ${site.defense}; ${depth.domainVisits} visits, ${depth.runnersTried} runners tried there; budget ${usd(card.budgetUsd)}`,
    ),
    '',
    ...table<Candidate>(
      [
        {
          head: 'PLAN',
          of: ({ plannedPosition }) => (plannedPosition === null ? '' : String(plannedPosition + 1)),
          right: true,
        },
        { head: 'RUNNER', of: ({ runner }) => (runner === chosen.runner ? pc.bold(runner) : runner) },
        { head: 'SUCCESS', of: ({ successProbability: share }) => `${bar(share)} ${percent(share)}` },
        { head: 'BLOCKED', of: ({ blockRisk: share }) => `${bar(share, 6)} ${percent(share)}` },
        { head: 'COST', of: ({ expectedCostUsd }) => usd(expectedCostUsd), right: true },
        { head: 'TIME', of: ({ expectedLatencyMs }) => seconds(expectedLatencyMs), right: true },
        { head: 'UTILITY', of: ({ utility }) => utility.total.toFixed(3), right: true },
        { head: 'KNOWN FROM', of: ({ priorLevel }) => priorLevel.replace('_', ' and ') },
        { head: '', of: ({ excludedBecause }) => brief(excludedBecause, 60) },
      ],
      card.candidates,
      width,
    ),
    ...card.excluded
      .slice(0, 10)
      .map((left) => pc.dim(`left out: ${left.runner}, ${brief(left.excludedBecause, 100)}`)),
    ...(card.excluded.length > 10 ? [pc.dim(`and ${card.excluded.length - 10} more left out`)] : []),
  ];
}
