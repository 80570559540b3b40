import { DEEDS } from './deeds.ts';

/**
 * Whether a sentence tells somebody to do something on a site, by its shape: a verb that is not about reading, and what it
 * is done to. Verbs that only a page can tell from names ("Book price list") need an object that tells them.
 */
export function isCommand(sentence: string): boolean {
  const said = sentence.trim();
  return !/\?\s*$/u.test(said) && FRAMES.some((frame) => frame.test(said));
}

/** Whether any sentence of a task is one. */
export function hasCommand(task: string): boolean {
  return task.split(SENTENCES).some(isCommand);
}

const SENTENCES = /(?<=[.!?])\s+|\n+/u;

// What is told to be done with words alone: with what a page says, or with where one looks.
const READING = [
  'find|list|tell|give|show|read|get|extract|summari[sz]e|describe|explain|name|count|report|return|print|compare|look|search|locate|identify|determine|check|see|go|open|visit|navigate|browse|view|fetch|scrape|crawl|parse|collect|gather|download|provide|say|state|output|translate|analy[sz]e|calculate|compute|sum|retrieve|quote|cite|rank|outline|convert|copy|enumerate|display|grab|pull|answer|work|figure|discover|verify|confirm|note|mention|review|research|evaluate|estimate|learn|help|let|include|exclude|ignore|use|consider|follow|remember|keep|transcribe|detect|recommend|suggest|need|want|write|generate|produce|draft|compose|prepare|build|format|limit|group|walk|take|assume|suppose|focus|wait|recap|paraphrase|simplify|rewrite|rephrase|classify|categori[sz]e|label|highlight|point|break|dig|scan|monitor|inspect|examine|study|skim|access|load|assess|interpret|map|match|spell|define|clarify|teach|inform|advise|brief|trace|track|watch|compile|capture|prove|infer|deduce|derive|guess|decide|judge|solve|resolve|crack',
  // No verbs at all, though a thing may come next.
  'about|above|across|after|again|against|all|along|also|although|among|and|are|around|as|at|based|because|before|behind|below|beneath|beside|between|beyond|both|but|by|can|could|despite|did|do|does|down|during|each|either|else|even|ever|every|everything|except|for|from|given|half|had|has|have|here|hello|hi|how|however|if|in|inside|instead|into|is|it|its|just|like|many|may|might|must|near|nearly|neither|never|next|nor|not|now|of|off|often|on|once|only|onto|or|otherwise|out|outside|over|per|perhaps|plus|quite|rather|should|since|so|some|still|such|than|thanks|that|the|then|there|these|they|this|those|though|through|till|to|today|tomorrow|tonight|too|toward|under|unless|unlike|until|up|upon|via|was|we|were|what|when|where|whether|which|while|who|whom|whose|why|will|with|within|without|would|yes|yesterday|yet|you|i|he|she',
].join('|');

const LEAD = String.raw`^(?:(?:please|first|then|now|just|kindly|so|also|(?:can|could|would|will) you(?: please)?|i (?:want|need) you to)[,:]?\s+)*`;
/** "From the File menu": where it is done, told first. */
const PLACE = String.raw`(?:(?:from|in|on|under|at|via|using) (?:the|my|this|our|your) (?:[^\s,.:;]{1,30} ){0,3}?(?:menu|tab|page|section|panel|dialog|form|list|table|toolbar|sidebar|header|footer|settings|options|inbox|editor|board|folder|view|profile|account|cart|basket),? )?`;
const FORMATS =
  'json|csv|tsv|xml|yaml|markdown|html|text|list|table|array|object|string|number|numbers|integer|sentence|paragraph|bullet';
const WISHING = String.raw`\b(?:i|we)(?:['’]d| would)? (?:want|need|like|wish)`;

const FRAMES = [
  // Any other word that somebody is told to do to a thing: "Refund the order", "Ban ann@example.org", "Revoke it." Things have no article behind them.
  `${LEAD}${PLACE}(?!(?:${READING}|thank)\\b)(?!\\p{L}+(?:ing|ly|[^s]s)\\b)\\p{L}{3,}\\s+(?:(?:the|an?|my|our|your|this|these|those|me|us|all|every)\\s|(?:it|them)(?![\\p{L}'’-])|[^\\s@]+@[^\\s@]+\\.)`,
  // A name with its capital behind the name of a deed: "Approve Omar Haddad's request".
  `${LEAD}${PLACE}(?:${[...DEEDS].join('|')})\\s+(?:(?-i:\\p{Lu})[\\p{L}-]*\\s){0,2}(?-i:\\p{Lu})[\\p{L}-]*['’]s\\s`,
  `${LEAD}thank (?!you\\b)\\p{L}`,
  // What is reported to somebody is not read: "Report the post as spam".
  `${LEAD}report\\s[^.]{2,120}\\sas (?!(?:an? )?(?:\\p{L}+ )?(?:${FORMATS})\\b)`,
  // Words that are to be written: "with the note “…”".
  `${LEAD}\\p{L}{3,}\\s[^?]{2,200}\\bwith (?:the|an?|this) (?:note|comment|message|reason|subject|title|reply|caption)(?: that (?:says|reads))?:? ["“]`,
  // "I want to be subscribed to", "I'd like my booking cancelled".
  `${WISHING} (?:to be (?!told|informed|advised|shown|given)\\p{L}{2,}ed (?:to|from|for|in|on|as|by)\\b|(?:my|the|our|this) [^.,]{2,40}? (?:to be )?(?!used|listed|needed|named)\\p{L}{2,}ed(?:[.!]|$))`,
  // The way through a menu.
  `${LEAD}(?:go|navigate|browse|open|choose)\\s(?:to\\s)?[^.?>›→]{2,60}\\s[>›→]\\s\\S`,
].map((frame) => new RegExp(frame, 'iu'));
