import { findPhone } from '../values/convert-value.ts';
import { writtenDuration } from '../values/duration.ts';
import { isThing } from '../words/concepts.ts';
import type { Answer } from './answered.ts';
import type { Fact } from './fact.ts';
import { findFact } from './find-fact.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

export function answerFact(index: PageIndex, question: Question): Answer | undefined {
  const found = findFact(index, question);
  if (!found || found.fact.name.length === 0) return undefined;
  return { output: factText(index, found.fact), coverage: found.coverage };
}

function factText(index: PageIndex, fact: Fact): string {
  const value = fact.parts?.join(', ') ?? String(fact.value);
  if (isThing(fact.name, 'telephone')) return findPhone(value) ?? value;
  if (/^PT?\d/.test(value)) return writtenDuration(value) ?? value;
  if (!/^[\d.,]+$/.test(value) || !isThing(fact.name, 'price')) return value;
  const currency = index.facts.find(({ name, node }) => node === fact.node && isThing(name, 'currency'));
  return currency ? `${value} ${currency.value}` : value;
}
