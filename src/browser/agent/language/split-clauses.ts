/** Cuts an instruction (with its names and values protected) into clauses that each say one thing to do. */

import { firstThingsFirst, restate } from './restate.ts';

export interface Clause {
  text: string;
  /** "For the user @ann, ...": whom or what the clause is about. */
  about: string;
  /** "Use the slider to ...": the means. */
  means: string;
}

const VERBS =
  'double[- ]click|right[- ]click|click|press|hit|tap|push|type|enter|input|write|put|fill|insert|paste|copy|select|deselect|unselect|choose|pick|check|tick|uncheck|untick|enable|disable|activate|deactivate|turn|switch|toggle|set|change|replace|adjust|clear|erase|expand|collapse|unfold|open|close|dismiss|scroll|hover|drag|drop|move|search|sort|log|login|sign|submit|save|apply|confirm|send|book|order|buy|purchase|add|remove|delete|forward|reply|respond|find|locate|go|navigate|visit|return|wait|download|upload|attach|accept|agree|subscribe|unsubscribe|use|mark|focus|highlight|create|register|complete|finish|tell|let me know|state(?=\\s+(?:the|its|their)\\b)|report|give|read|list|get|show|extract|star|like|share|retweet|archive|follow|unfollow|view|edit|update|cancel|calculate|compute|solve|count|proceed|continue|browse|look|filter|clear|rename|post|publish|comment|rate|increase|decrease|place|checkout|check out|answer|place|reset|refresh|reload|pause|play|start|stop|draw|resize|mark|schedule|cancel|summari[sz]e|describe|print|export|import|install|join|leave|invite|assign|approve|reject|merge|resolve|reopen|suspend|zoom|crop|rotate|undo|redo|say|generate|raise|lower|reduce|make|make sure|ensure|keep|guess|mute|unmute|block|unblock|pin(?=\\s+(?:the|it|this|that)\\b)|unpin|snooze|hide|favou?rite|bookmark|unlike|unstar|upvote|downvote|vote|flag|duplicate|restore|resume|call|dial|reserve|withdraw|transfer|pay|donate|skip|shuffle|lock|unlock|connect|disconnect|repost|claim|redeem|request|arrange|rearrange|reorder|grant|revoke|unassign|run|execute|launch|decide|indicate|screenshot|take(?= .{0,40}screen)|make(?= .{0,40}screen)|remember|memori[sz]e|note(?=\\s+(?:down\\s+)?(?:the|it|its)\\b)|reveal|uncover|capture(?= .{0,40}screen)';

const SINGLE_VERBS: ReadonlySet<string> = new Set(VERBS.split('|'));

// "you use Export and Search, and ...": with a capital and a comma behind it, a verb is a name.
const VERB_AHEAD = `(?!(?-i:\\p{Lu})\\p{Ll}+\\s*,)(?=(?:${VERBS})\\b(?!\\s*(?::|=)))`;
const SPLIT = new RegExp(
  [
    `,?\\s*(?:and\\s+)?(?:then|afterwards|after\\s+that|finally|(?<!\\b(?:the|its|your|a|my)\\s)(?-i:next)(?!\\s+to))\\b,?\\s+(?:and\\s+)?`,
    `,?\\s+and\\s+(?:also\\s+|finally\\s+)?${VERB_AHEAD}`,
    `,\\s*(?:please\\s+)?${VERB_AHEAD}`,
    `\\s+(?=(?:hit|press|click)\\s+(?:on\\s+)?(?:the\\s+)?(?:[\\ue000-\\uf8ff]|submit|ok|done|enter|save|search)\\b)`,
  ].join('|'),
  'iu',
);
const LEAD =
  /^(?:(?:please|now|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|afterwards|after that|then|and|also|kindly|step \d+[:.)]?|\d+[.)]|[-*•]|you (?:should|need to|must|have to|can|may|will)|your task is to|the task is to|i (?:want|need) (?:you )?to|i would like (?:you )?to|i'd like (?:you )?to|can you|could you|would you|let's|try to|make sure to|be sure to|just|simply)\b[,:]?\s+)+/iu;

/** "First name: Ann" is the name of a field, and no first thing to do. */
const LABEL = /^\p{L}+\s+\p{L}[\p{L}\p{N} '-]{0,40}\s*[:=]\s*\S|^(?:first|last)\s+name\b/iu;

function withoutLead(text: string): string {
  const rest = text.replace(LEAD, '');
  return rest !== text && LABEL.test(text) && !startsWithVerb(rest) ? text : rest;
}

function startsWithVerb(text: string): boolean {
  return new RegExp(`^(?:${VERBS})\\b`, 'iu').test(text);
}

export function splitClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  const sentences = text.split(
    /(?<=[.!?])(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr)\.)\s+(?!\()|\n+|;\s+(?![\p{Lu}][\p{L}\p{N} '-]{0,40}[:=])/u,
  );
  const plain = firstThingsFirst(sentences).map((sentence) => restate(sentence.trim(), SINGLE_VERBS));
  for (const sentence of plain.map(withOpening)) {
    const { rest, about } = withoutContext(withoutLead(sentence.trim()));
    const parts = withoutSearch(rest)
      .split(SPLIT)
      .map((part) => part?.trim() ?? '');
    let verb = '';
    for (const [index, part] of parts.entries()) {
      let clause = withoutEnd(withoutLead(part))
        .replace(
          /(?<=\s\S+),?\s+(?:again|afterwards|after that|in the end|when (?:you are )?(?:done|finished))$/iu,
          '',
        )
        .trim();
      if (clause === '') continue;
      const first = clause.match(new RegExp(`^(${VERBS})\\b(?:\\s+on\\b)?`, 'iu'))?.[0];
      // "Press ALPHA and then BETA", "download report 1 and report 3": the verb of the clause before is meant again.
      const isMore = !first || isAnother(clause, parts[index - 1] ?? '');
      if (isMore && index > 0 && verb !== '') clause = `${verb} ${clause}`;
      verb = isMore ? verb : first;
      clauses.push({ ...withoutMeans(clause), about });
    }
  }
  return clauses.filter(
    ({ text: clause }) => !/^(?:find|use|go|and|when done|when you are done)$/iu.test(clause),
  );
}

/** "... the password Hunter2!.": the sign before the full stop belongs to the word. */
function withoutEnd(clause: string): string {
  return /\S[!?]\.$/u.test(clause) ? clause.slice(0, -1) : clause.replace(/[.!,;]+$/u, '');
}

/** A word that can be a verb, with a number behind it as in the part before: it names another thing. */
function isAnother(clause: string, before: string): boolean {
  const noun = clause.match(/^(\p{L}+)\s+[\p{N}\ue000-\uf8ff]/u)?.[1];
  return noun !== undefined && new RegExp(`\\s${noun}\\s+[\\p{N}\\ue000-\\uf8ff]`, 'iu').test(before);
}

/** Whether a sentence tells to do something right away, rather than saying how things are. */
export function beginsWithVerb(sentence: string): boolean {
  return startsWithVerb(sentence.replace(LEAD, ''));
}

/** "Update order 7: set its status": what is to be edited is opened first. "Set X, with the comment Y" are two things. */
function withOpening(sentence: string): string {
  return sentence
    .replace(
      new RegExp(
        `^((?:the|one of|this|that|an?)\\s[^:]{2,80}\\s(?:is|are|was|has|needs)\\b[^:]*):\\s+${VERB_AHEAD}`,
        'iu',
      ),
      '$1, then ',
    )
    .replace(
      new RegExp(
        `^(?:complete|finish|fill (?:in|out))\\s+the\\s+(?:\\p{L}+\\s+)?(?:set-?up|form|wizard|profile|registration|order)\\s*:\\s+${VERB_AHEAD}(.+?)[.]?$`,
        'iu',
      ),
      (_whole, steps: string) => (PRESSING.test(steps) ? steps : `${steps}, then submit the form`),
    )
    .replace(
      new RegExp(
        `^((?:solve|answer|calculate|compute|work out|do|complete)\\s[^:]{2,40}):\\s+${VERB_AHEAD}`,
        'iu',
      ),
      '$1, then ',
    )
    .replace(
      new RegExp(`^(?:update|edit|modify|change)\\s+([^:.]{2,60}):\\s+${VERB_AHEAD}`, 'iu'),
      'edit $1, then ',
    )
    .replace(
      /^((?:set|change|update|edit)\b.+?),?\s+with\s+(?:the|an?)\s+(comment|note|reason|description|message)\s+([\ue000-\uf8ff])/iu,
      '$1, then enter $3 as the $2',
    );
}

const PRESSING = /\b(?:press|click|hit|submit|send|save|finish|confirm)\b/iu;

/** "In the list select ...", "For the user @ann, click ...". */
function withoutContext(sentence: string): { rest: string; about: string } {
  const match = sentence.match(
    new RegExp(
      `^(?<word>for|in|on|from|within|under|at|using|with)\\s+(?<what>(?:the|an?|this|that|your)\\s+[^,.]{2,60}?|(?!(?:the|an?|this|that|your)\\s)[^,.]{1,60}?),?\\s+${VERB_AHEAD}`,
      'iu',
    ),
  );
  const { word = '', what = '' } = match?.groups ?? {};
  if (!match) return { rest: sentence, about: '' };
  const isPlain =
    /^(?:the\s+)?(?:list|menu|table|page|form|dialog(?: box)?|calendar|dropdown|tree|site|website|shop|text|picture|inbox|navigation|header|footer|toolbar|sidebar|(?:text )?editor|terminal|tool|widget|app|box|field|drawing|grid|board)s?(?:\s+below|\s+above)?$/iu.test(
      what,
    );
  return {
    rest: sentence.slice(match[0].length),
    about: isPlain
      ? ''
      : word.toLowerCase() === 'with'
        ? ''
        : what
            .replace(/^the\s+(?:(?:user|post|email|product|row|item)\s+)?/iu, '')
            .replace(/\s+(?:menu|sub-?menu|tab|section|panel|group|list)$/iu, '')
            .replace(/['’]s\s+(?:row|line|card|entry|item|post|profile)$/iu, ''),
  };
}

/**
 * "Switch between the tabs to find and click X", "scroll until you see X and click it": looking behind tabs and sections
 * is the agent's own business.
 */
function withoutSearch(sentence: string): string {
  const sought = sentence.match(
    /^(?!search|use|enter|type|keep)(?:expand|open|scroll|browse|look|go|navigate|switch|change|cycle|flip|page|move|unfold)\b[^\ue000-\uf8ff]{0,80}?,?\s*\b(?:to|and|until\s+you|till\s+you)\s+(?:find|see|reach|locate)\s+(?!and\b|out\b)(.+)$/iu,
  );
  if (sought?.[1]) return `find ${sought[1]}`;
  const match = sentence.match(
    new RegExp(
      `^(?!search|use|enter|type)[^\\ue000-\\uf8ff]{1,80}?,?\\s*\\b(?:to|and)\\s+find\\s+and\\s+${VERB_AHEAD}(.+)$`,
      'iu',
    ),
  );
  return match?.[1] ?? sentence;
}

/** "Use the slider to choose 42"; "click the bin to delete it". */
function withoutMeans(clause: string): { text: string; means: string } {
  const use = clause.match(
    new RegExp(`^(?:use|using)\\s+(.{1,60}?)\\s+(?:to|and)\\s+${VERB_AHEAD}(.+)$`, 'iu'),
  );
  if (use?.[2]) return { text: use[2], means: use[1] ?? '' };
  const purpose = clause.match(
    /^((?:click|press|tap|hit|check|drag|select)\b.+?)\s+to\s+(?:delete|mark|open|close|submit|show|see|go|log|sign|continue|confirm|send|expand|reveal|star|remove|add|view|start|finish)\b.*$/iu,
  );
  return { text: purpose?.[1] ?? clause, means: '' };
}
