import { bareClause, clausesOf, isNothingToDo, ruleTask } from '../../task/index.ts';
import type { Command, Kind } from './command.ts';
import { readCommands } from './read-command.ts';
import { readTarget } from './target.ts';

export interface AgentTask {
  /** What to do, in words; more lines are more to do. */
  goal: string;
  /** The same step by step, where the caller tells it so. */
  steps: readonly string[];
  /** The task wants something done; a task that only asks is led to where it asks and no further. */
  acts: boolean;
}

/** What leaves a site as it was. */
const READING = new Set<Kind>(['ask', 'wait']);
/** What leads to where something is read. */
const LEADING = new Set<Kind>(['goto', 'open', 'turn', 'back', 'scroll', 'search']);

/** What the task says to do, in its order. With steps, the goal only says what is asked in the end. */
export function planOf(task: AgentTask): Command[] {
  const { goal, steps, acts } = ruleTask(task);
  const told = steps.flatMap(commandsIn);
  const whole = commandsIn(withoutAddress(goal));
  const plan = told.some(({ kind }) => kind !== 'say' && kind !== 'ask')
    ? settled([...told, ...whole.filter(({ kind }) => kind === 'ask')])
    : settled([...whole, ...told]);
  return acts
    ? plan
    : plan.filter(({ kind }) => kind === 'picture' || READING.has(kind) || LEADING.has(kind));
}

function commandsIn(words: string): Command[] {
  return clausesOf(words)
    .flatMap((clause) => bareClause(clause).split(PLACE_FIRST))
    .filter((clause) => !THANKS.test(clause) && !isNothingToDo(clause))
    .map((clause) => (/["”'’]$/u.test(clause) ? clause : clause.replace(ENDING, '')))
    .flatMap(readCommands);
}

const ENDING = /(?:[,;.!\s]|[,\s](?:please|thanks|thank you)(?=\W*$))+$/iu;
const THANKS = /^(?:thanks|thank you|cheers|many thanks|best regards|greetings)\b/iu;
/** "In my settings turn on X": between the place and what is to be done there. */
const PLACE_FIRST =
  /(?<=^(?:in|on|under|at)\s+(?:my|the|this|our)\s+[\p{L}\s-]{2,40})\s+(?=(?:turn|set|change|click|choose|select|open|add|delete|remove|tick|type|enter|move)\s)/iu;

/** Whether a task leads somewhere else before it is answered. */
export function leadsOn(plan: readonly Command[]): boolean {
  return plan.some(({ kind }) => LEADING.has(kind));
}

/** The part of a task that asks for an answer; '' where none does. */
export function questionIn(plan: readonly Command[]): string {
  return plan
    .filter(({ kind }) => kind === 'ask')
    .map(({ source }) => source)
    .join(' ');
}

export function questionOf(task: AgentTask): string {
  return questionIn(planOf(task));
}

const PLACE = /^(?:in|on|under|from|at|for|with|using|via|within|as)\b/iu;
const SEEKING = /^(?:find|locate|look (?:up|for)|get)\s+(?!out\b|me\b|us\b)/iu;

/** Statements go to what they are about; what is to be found for something else to be done with it is no question. */
function settled(commands: Command[]): Command[] {
  const plan: Command[] = [];
  let ahead = '';
  for (const [index, command] of commands.entries()) {
    const last = plan.at(-1);
    const isActed = (other: Command) => !READING.has(other.kind) && other.kind !== 'say';
    const next = commands[index + 1];
    // "Approve and merge X": the thing is told once.
    if (command.kind === 'do' && command.target.phrase === '' && next?.kind === 'do')
      command.target = next.target;
    if (command.kind === 'say') {
      const goesBack = last !== undefined && isActed(last) && !PLACE.test(command.source);
      if (goesBack) last.source = `${last.source}. ${command.source}`;
      else ahead = `${ahead} ${command.source},`;
      continue;
    }
    const isSought =
      command.kind === 'ask' && SEEKING.test(command.source) && commands.slice(index + 1).some(isActed);
    const meant: Command = isSought
      ? { kind: 'find', target: readTarget(command.source.replace(SEEKING, '')), source: command.source }
      : command;
    if (meant.kind === 'ask' && last?.kind === 'ask') last.source = `${last.source} and ${meant.source}`;
    else
      plan.push({
        ...meant,
        source: `${ahead} ${meant.source}`.trim(),
        ...(PLACE.test(ahead.trim()) && { within: ahead.trim() }),
      });
    ahead = '';
  }
  const last = plan.at(-1);
  if (ahead === '') return plan;
  const rest = ahead.trim().replace(/,$/u, '');
  if (last === undefined || last.kind === 'ask')
    return [...plan.slice(0, -1), { kind: 'ask', source: `${last?.source ?? ''} ${rest}`.trim() }];
  last.source = `${last.source}. ${rest}`;
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
