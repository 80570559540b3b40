import type { Llm, LlmReply } from '../../platform/llm.ts';
import { userMessage } from '../../platform/llm-messages.ts';
import type { LlmFailure } from '../../platform/llm-refusal.ts';
import { fenced } from './extract.ts';
import { offeredTools } from './loop-tools.ts';
import { SYSTEM, taskPrompt } from './prompt.ts';
import { TOOLS } from './tools.ts';

/** The model's first step on a page, with the prompt and the tools of the loop. */
export function askFirstStep(
  llm: Llm,
  { task, page, today, signal }: { task: string; page: string; today: string; signal: AbortSignal },
): Promise<LlmReply | LlmFailure> {
  const asked = {
    goal: task,
    steps: [],
    successCriteria: null,
    outputSchema: null,
    startUrl: 'https://shop.example/',
  };
  return llm.ask({
    system: SYSTEM,
    messages: [userMessage(taskPrompt(asked, today)), userMessage(`The page now:\n${fenced(page)}`)],
    tools: offeredTools(TOOLS),
    mustCall: true,
    signal,
  });
}
