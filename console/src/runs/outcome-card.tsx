import type { RunDetails, Timeline } from '@switchyard/sdk';
import { AnswerCard } from './answer-card.tsx';
import { FailureCard } from './failure-card.tsx';
import { failureOf, foundIn } from './outcome.ts';
import { Ranking } from './ranking.tsx';
import { useRunAgain } from './run-again.tsx';

/** The answer or the failure of a run that is over, and the ranking of a sweep. */
export function Outcome({ run, timeline }: { run: RunDetails; timeline: Timeline | undefined }) {
  const [runAgain, dialog] = useRunAgain(run.id, timeline?.request);
  const found = foundIn(run);
  const failure = failureOf(run);
  return (
    <>
      {found && <AnswerCard run={run} found={found} timeline={timeline} onAgain={() => runAgain?.({})} />}
      {failure && <FailureCard failure={failure} onAgain={(change) => runAgain?.(change)} />}
      {run.learning_ranking && <Ranking ranking={run.learning_ranking} />}
      {dialog}
    </>
  );
}
