import type { Intent } from './intent.ts';
import { protect } from './protect.ts';
import { readTarget, type Target } from './read-target.ts';

/** "Find the box X, then tick it", "which number is the greatest? Click it": "it" is what was spoken of before. */
export function resolvePronouns(intents: Intent[]): Intent[] {
  let spoken: Target | null = null;
  const resolved: Intent[] = [];
  for (const [index, intent] of intents.entries()) {
    // What is worked out needs no finding.
    const isSolved = intents[index - 1]?.kind === 'solve' && intents[index - 1]?.source === intent.source;
    const asked = isSolved ? null : questionToFind(intent, intents[index + 1]);
    const said: Intent = asked ?? withTarget(intent, spoken);
    spoken = targetOf(said) ?? spoken;
    const isStatement = said.kind === 'find' && said.phrase === '';
    const last = resolved.at(-1);
    // The end of a path has been pressed already.
    const isPressed =
      said.kind === 'click' && said.target.isPronoun && last?.kind === 'choose' && last.hint === 'menuitem';
    if (!isStatement && !isPressed) resolved.push(said);
  }
  return resolved;
}

function targetOf(intent: Intent): Target | null {
  if (
    intent.kind === 'find' ||
    intent.kind === 'open' ||
    intent.kind === 'hover' ||
    intent.kind === 'highlight'
  )
    return intent.target.isPronoun ? null : intent.target;
  if (intent.kind === 'choose' && intent.values.length === 1 && intent.target.text !== '')
    return intent.target.isPronoun ? null : intent.target;
  // "Reveal the code, remember it".
  return intent.kind === 'act' && SHOWING.test(intent.verb) && !intent.object.isPronoun
    ? intent.object
    : null;
}

const SHOWING = /^(?:reveal|uncover|unhide|display|generate)$/u;

function withTarget(intent: Intent, spoken: Target | null): Intent {
  if (spoken === null) return intent;
  switch (intent.kind) {
    case 'click':
    case 'hover':
    case 'highlight':
      return intent.target.isPronoun ? { ...intent, target: spoken } : intent;
    case 'find':
      return intent.target.isPronoun ? { ...intent, target: spoken, phrase: spoken.text } : intent;
    case 'tick':
      return intent.target?.isPronoun
        ? { ...intent, target: null, ...(isNamed(spoken) ? { names: [spoken.text] } : { target: spoken }) }
        : intent;
    case 'drag':
      return intent.from.isPronoun ? { ...intent, from: spoken } : intent;
    case 'choose':
      return intent.target.isPronoun
        ? { ...intent, target: spoken, values: spoken.text === '' ? [] : [spoken.text] }
        : intent;
    default:
      return intent;
  }
}

function isNamed({ text, restrictions, near }: Target): boolean {
  return text !== '' && restrictions.length === 0 && near === null;
}

/** A question whose answer is only wanted for the clause after it. */
function questionToFind(intent: Intent, next: Intent | undefined): Intent | null {
  if (intent.kind !== 'ask' || next === undefined) return null;
  const isUsed =
    (next.kind === 'click' && next.target.isPronoun) ||
    (next.kind === 'type' && next.entries.some(({ value }) => value.kind === 'remembered'));
  if (!isUsed) return null;
  const { text, tokens } = protect(intent.source.replace(/\?+\s*$/u, ''));
  const which = text.match(/^(?:which|what)\s+(.+?)\s+(is|are|has|have|shows?|comes?)\s+(.+)$/iu);
  const described = which
    ? `${which[2] === 'has' || which[2] === 'have' ? `${which[1]} with ` : ''}${which[3]} ${which[1]}`
    : text;
  const who = text.match(/^who\s+(?:has|is|have)\s+(.+)$/iu)?.[1];
  const target = readTarget(who ? `name with ${who}` : which ? described : text, tokens);
  return { kind: 'find', target, phrase: askedPhrase(intent.source), source: intent.source };
}

/** "What is Ann's room?": the room of Ann. */
function askedPhrase(question: string): string {
  const asked = question
    .replace(/\?+\s*$/u, '')
    .replace(/^(?:what|which|who|where|when|how)(?:\s+(?:is|are|was|were))?\s+/iu, '')
    .replace(
      /^(?:read|note(?:\s+down)?|report|get|look\s+up|tell(?:\s+me)?|give(?:\s+me)?|see|remember|find\s+out)\s+/iu,
      '',
    )
    .replace(/\s+(?:in|from|on|inside)\s+(?:it|there|that\s+\p{L}+)$/iu, '')
    .replace(/^(?:the|an?)\s+/iu, '');
  const owned = asked.match(/^(.+?)['’]s\s+(.+)$/u);
  return owned ? `${owned[2]} of ${owned[1]}` : asked;
}
