import { amountIn } from './amount-asked.ts';
import { isMetBy, ruleIn } from './answer-rule.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

const MOST_CHARS = 600;

/**
 * "What do I pay if I cancel three days before?" where the sentence found holds for seven and more: what holds for three
 * stands further on in the paragraph, or nowhere.
 */
export function inItsCase({ page }: PageIndex, answer: Answer, { text, form }: Question): Answer | undefined {
  const asked = form === 'value' && CASE.test(text) ? amountIn(text, text) : null;
  const rule = asked && ruleIn(answer.output, asked.measure);
  if (!rule || isMetBy(rule, asked.amount)) return answer;
  const around = page.blocks.find(({ text: block }) => block.includes(answer.output))?.text ?? '';
  const isMore = around.indexOf(answer.output) + answer.output.length < around.length;
  return isMore && around.length <= MOST_CHARS ? { ...answer, output: around } : undefined;
}

const CASE =
  /\b(?:if|when|after|in case)\b.*(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)/i;
