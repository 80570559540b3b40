import type { Agent } from '../agent.ts';
import type { AgentEnd } from '../agent-end.ts';
import { isField } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { likelihoodOf } from './claim.ts';
import type { Command } from './command.ts';
import { proofOf } from './proof.ts';

/** The proof of the deed with its likelihood; else "not confirmed". */
export function proven(
  agent: Agent,
  plan: readonly Command[],
  start: Scene,
  after: Scene,
): Pick<AgentEnd, 'code' | 'reason' | 'report'> & Partial<AgentEnd> {
  const { journal, traces } = agent;
  const acting = plan.filter(({ kind }) => kind !== 'ask' && kind !== 'say');
  const kinds = acting.map(({ kind }) => kind);
  const proof = proofOf(agent, kinds, start, after);
  const visible = after.model.elements.filter(({ isVisible }) => isVisible);
  const evidence = proof && {
    task: journal.scrub(acting.map(toldIn).join('. ')).replace(/\{\{[\w.]+\}\}/gu, ' '),
    traces,
    proof,
    isSilent: after.text === start.text && after.model.url === start.model.url,
    isAsking: visible.some(
      (one) =>
        one.role === 'dialog' ||
        one.role === 'alertdialog' ||
        (isField(one) && !one.isReadonly && one.value === '' && !one.isFraming && one.role !== 'searchbox'),
    ),
  };
  const likely = evidence && likelihoodOf(evidence);
  if (evidence && likely !== null)
    return { code: null, reason: '', report: journal.scrub(evidence.proof.words), likely, evidence };
  const reason = proof
    ? `it was tried, and the page does not show that every part of it is done. ${journal.scrub(proof.words)}`
    : 'it was tried, and nothing on the page shows that it is done';
  return { code: 'not_confirmed', reason, report: '' };
}

/** The words of a command that have to be met; what a file is to hold is in the file. */
function toldIn(command: Command): string {
  // The verb that begins a sentence is no name.
  const source = command.source.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  return command.kind === 'upload' && command.text ? source.replace(command.text, ' ') : source;
}
