import { bareClause, clausesOf, isNothingToDo, ruleTask } from '../../task/index.ts';
import type { Command, Kind } from './command.ts';
import { readCommands, readTarget } from './read-command.ts';

export interface AgentTask {
  /** The task in words, one or more lines. */
  goal: string;
  /** The same step by step, when the caller gives steps. */
  steps: readonly string[];
  /** False for a question: the page may be changed by nothing but following links. */
  acts: boolean;
}

/** Commands that lead to where something is read. */
const LEADING = new Set<Kind>(['goto', 'open', 'back', 'search']);
const IDLE = new Set<Kind>(['ask', 'say', 'find']);

/** The commands of a task, in their order. With steps, the goal only names the question at the end. */
export function planOf(task: AgentTask): Command[] {
  const { goal, steps, acts } = ruleTask(task);
  const stepped = steps.flatMap(commandsIn);
  const whole = commandsIn(withoutAddress(goal));
  const plan = stepped.some(({ kind }) => kind !== 'say' && kind !== 'ask')
    ? settled([...stepped, ...whole.filter(({ kind }) => kind === 'ask')])
    : settled([...whole, ...stepped]);
  return acts ? plan : plan.filter(({ kind }) => kind === 'ask' || LEADING.has(kind));
}

/** Whether these rules cover every command of a task; a task beyond them needs a language model. */
export function isCovered(task: AgentTask): boolean {
  const plan = planOf(task);
  return plan.some(({ kind }) => !IDLE.has(kind)) && !plan.some(({ kind }) => kind === 'unknown');
}

function commandsIn(words: string): Command[] {
  return clausesOf(words)
    .map(bareClause)
    .filter((clause) => !THANKS.test(clause) && !isNothingToDo(clause))
    .map((clause) => (/["”'’]$/u.test(clause) ? clause : clause.replace(ENDING, '')))
    .flatMap(readCommands);
}

const ENDING = /(?:[,;.!\s]|[,\s](?:please|thanks|thank you|bitte|danke)(?=\W*$))+$/iu;
const THANKS = /^(?:thanks|thank you|cheers|many thanks|best regards|greetings|danke|vielen dank)\b/iu;

/** Whether a task leads to another page before it is answered. */
export function leadsOn(plan: readonly Command[]): boolean {
  return plan.some(({ kind }) => LEADING.has(kind));
}

/** The question of a task; '' for none. */
export function questionIn(plan: readonly Command[]): string {
  return plan
    .filter(({ kind }) => kind === 'ask')
    .map(({ source }) => source)
    .join(' ');
}

export function questionOf(task: AgentTask): string {
  return questionIn(planOf(task));
}

const SEEKING = /^(?:find|locate|look (?:up|for)|get)\s+(?!out\b|me\b|us\b)/iu;

/** Context goes to the command it belongs to; "find X" before another command names its subject. */
function settled(commands: Command[]): Command[] {
  const plan: Command[] = [];
  let ahead = '';
  for (const [index, command] of commands.entries()) {
    const last = plan.at(-1);
    if (command.kind === 'say') {
      if (last && last.kind !== 'ask') last.source = `${last.source}. ${command.source}`;
      else ahead = `${ahead} ${command.source},`;
      continue;
    }
    const isSought =
      command.kind === 'ask' &&
      SEEKING.test(command.source) &&
      commands.slice(index + 1).some(({ kind }) => !IDLE.has(kind));
    const source = `${ahead} ${command.source}`.trim();
    ahead = '';
    if (isSought)
      plan.push({ kind: 'find', target: readTarget(command.source.replace(SEEKING, '')), source });
    else if (command.kind === 'ask' && last?.kind === 'ask') last.source = `${last.source} and ${source}`;
    else plan.push({ ...command, source });
  }
  const rest = ahead.trim().replace(/,$/u, '');
  const last = plan.at(-1);
  if (rest === '') return plan;
  if (last) last.source = `${last.source} ${rest}`;
  else plan.push({ kind: 'ask', source: rest });
  return plan;
}

/** The start address is already open; naming it again is not a step. */
function withoutAddress(goal: string): string {
  return goal
    .replace(
      /^\s*(?:please\s+)?(?:go to|navigate to|browse to|open|visit)\s+https?:\/\/\S+?[.,]?(?:\s+(?:and|then)\s+(?:then\s+)?|\s*,\s*|\s*$|\s+)/iu,
      '',
    )
    .replace(/\s+(?:on|at|from)\s+https?:\/\/\S+/giu, '');
}
