import { asksForDownload } from '../quality/deliverables.ts';

/** What a task is about, as far as its words tell; the router learns by it and admission filters by it. */
export type TaskType = (typeof TASK_TYPES)[number];
export const TASK_TYPES = ['extract', 'form', 'download', 'search', 'multistep', 'monitor'] as const;

export interface TaskWords {
  type: TaskType;
  /** Something is to be done on the page, which only a browser can do. */
  acts: boolean;
  /** The words speak of signing in, or bring a login. A stored credential is for the caller of this to add. */
  needsLogin: boolean;
  /** A file is asked for. */
  needsFile: boolean;
  /** The task looks like many of one kind: a list of names or addresses, "for each of these", "all 50". */
  isMulti: boolean;
}

/** The task as its caller put it. */
export interface ToldTask {
  goal: string;
  steps: readonly string[];
  url: string | null;
  outputSchema: object | null;
}

export function readTaskWords(task: ToldTask): TaskWords {
  const said = [task.goal, ...task.steps].join('\n');
  const deeds = actingSentences(task.goal, task.steps, task.outputSchema !== null);
  const acts = deeds.length > 0;
  const needsFile = asksForDownload(said);
  return {
    type: typeOf(task, said, deeds, needsFile),
    acts,
    needsLogin: LOGIN.test(said) && (acts || OWN_PLACE.test(said)),
    needsFile,
    isMulti: isMulti(said),
  };
}

/** Whether a task wants something done on a page. Questions never do. */
export function asksForActing(goal: string, steps: readonly string[], hasSchema = false): boolean {
  return actingSentences(goal, steps, hasSchema).length > 0;
}

function typeOf(task: ToldTask, said: string, deeds: string[], needsFile: boolean): TaskType {
  if (needsFile) return 'download';
  if (MONITOR.test(said)) return 'monitor';
  const isOnlySearch = deeds.length > 0 && deeds.every((deed) => SEARCH_ACT.test(deed));
  if (isOnlySearch) return 'search';
  const clauses = deeds
    .flatMap((deed) => deed.split(CLAUSES))
    .filter((part) => ACT.test(part) || isCommand(part));
  if (task.steps.length > 2 || clauses.length > 2) return 'multistep';
  if (deeds.length > 0) return FORM.test(said) ? 'form' : 'multistep';
  return task.url === null || SEARCH.test(task.goal) ? 'search' : 'extract';
}

function actingSentences(goal: string, steps: readonly string[], hasSchema: boolean): string[] {
  const deeds = [goal, ...steps].flatMap((text) =>
    text
      .split(SENTENCES)
      .filter(
        (sentence) =>
          !QUESTION.test(sentence) &&
          (ACT.test(sentence) || isCommand(sentence)) &&
          !isFillingIn(sentence, hasSchema),
      ),
  );
  return deeds.length === 0 && TOLD_LOGIN.test(goal) ? [goal] : deeds;
}

/** Several addresses, a list of names line by line or behind a colon, or words that say so. */
function isMulti(said: string): boolean {
  const addresses = new Set(said.match(/\bhttps?:\/\/[^\s,;)"'<>]+/giu) ?? []);
  if (addresses.size >= 3) return true;
  const lines = said.split('\n').filter((line) => /^\s*(?:[-*•]|\d{1,3}[.)])\s+\S/u.test(line));
  const isNamed = /\b(?:these|following|companies|people|products|names|list|each)\b/iu.test(said);
  if (lines.length >= 4 && isNamed) return true;
  const listed = /:\s*((?:[^,;:.\n]{2,60}[,;]\s*){4,}[^,;:.\n]{2,60})/u.exec(said);
  return MANY.test(said) || (listed !== null && isNamed);
}

/** A sentence that tells somebody to do something on a site, by its shape: a verb that is not about reading, and its object. */
function isCommand(sentence: string): boolean {
  const said = sentence.trim();
  return !/\?\s*$/u.test(said) && FRAMES.some((frame) => frame.test(said));
}

/** "Fill in the fields from this page", or "the notice" beside a schema: the answer is filled in, no form of the page. */
function isFillingIn(sentence: string, hasSchema: boolean): boolean {
  const [, what = ''] = FILLING.exec(sentence) ?? [];
  if (what === '' || ACT.test(what)) return false;
  return FROM_PAGE.test(what) || ANSWER_SHAPE.test(what) || (hasSchema && !ON_PAGE.test(what));
}

const FILLING = /^(?:please\s)?fill (?:in|out|up)?\s?(.+)$/is;
const FROM_PAGE =
  /\b(?:from|using|based on|according to|with (?:the )?(?:data|details|facts|information|values?|what)\b.{0,30}\b(?:of|from|on)) (?:this|the|that|its) (?:\w+ )?(?:page|site|website|article|document|text|listing|post|content|url|link)\b/i;
const ANSWER_SHAPE = /\b(?:schema|json|object|template|keys|properties|record|data ?sheet)\b/i;
/** A form, or what is to be written into it: "the name with Ann", `"Ann"`, "Email: ann@example.com". */
const ON_PAGE =
  /\b(?:forms?|box(?:es)?|inputs?|survey|questionnaire|application|captcha|quiz|login|sign-?up|checkout|search)\b|\b(?:with|as|to)\s|["“=@]|:\s/i;

const SENTENCES = /(?<=[.!?])\s+|\n+/u;
const QUESTION =
  /^\s*(?:and\s+)?(?:who|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|has|have|can (?:i|one|we)|wie|was|wer|wo|wann|warum|welche[rsnm]?|qui|que|quel(?:le)?s?|quand|où|comment|combien|cuándo|dónde|cómo|cuánto|cuál|qué)\b|^(?!.*\b(?:can|could|would|will) you\b).*\?\s*$/iu;

/** "Take a full-page screenshot". */
const PICTURE = String.raw`(?:take|make|capture|grab|create|get|give|return|send|save|produce|provide|show)\s+(?:me\s+)?(?:(?:an?|the|one)\s+)?(?:\p{L}+(?:-\p{L}+)?\s+){0,2}screen[- ]?(?:shot|capture|grab)s?`;
// Never the first word of something that is only to be read.
const ACTS = [
  'click|press the|tap|hover|scroll|drag|untick|uncheck|toggle|unsubscribe|retweet|double-click|right-click',
  'log ?in\\b|log into|sign in|sign into|log ?out|sign ?out|sign ?up|register (?:for|an?|with|me|us)|subscribe',
  'type in|enter|fill (?:in|out)|fill the|submit|paste|dismiss|upload|attach|log me|sign me|sign us',
  'add .{1,120}? to|put .{1,120}? (?:in|into|on|onto)\\b|place an order|buy|purchase|check ?out\\b|pay for|hire|reserve',
  'search the (?:site|shop|store|catalogu?e)|use the|sort .{1,60}? by|reply|forward|rename|unfollow',
  `${PICTURE}|screen-?shot`,
  'upvote|downvote|activate|deactivate|reactivate|unlock|reschedule|redeem|invite|unmute|unblock|unpin',
  'choose|turn (?:on|off|up|down|the)|switch (?:on|off|to|the)|remove|delete|enable|disable|collapse|deselect|unselect',
].join('|');
// These can begin the name of a thing: "Book price list", "Share price", "Filter coffee". An object tells.
const WITH_OBJECT =
  'book|order|type|select|pick|tick|check|set|change|update|cancel|confirm|accept|decline|apply|filter|send|post|share|like|star|follow|mark|move|drop|play|pause|stop|start|close|expand|save|vote|join|leave|rate|rent|schedule|create|make|edit|move|draw|slide|adjust|approve|reject|assign|archive|pin|donate';
const OBJECT =
  '(?:(?:the|an?|my|our|your|this|that|these|those|it|its|them|me|us|all|every|each|both|one|two|three|four|five|six|\\d+)\\b|["“‘])';
// The same in other tongues, as it is said to somebody.
const ABROAD = [
  'klick(?:e|en sie)?|drück(?:e|en sie)?|leg(?:e|en sie)?|wähl(?:e|en sie)?|gib|geben sie|füll(?:e|en sie)?|trag(?:e|en sie)?|meld(?:e|en sie)|logg(?:e|en sie)|bestell(?:e|en sie)?|kauf(?:e|en sie)?|buch(?:e|en sie)|reservier(?:e|en sie)?|öffne|öffnen sie|schließ(?:e|en sie)?|lösch(?:e|en sie)?|entfern(?:e|en sie)?|füg(?:e|en sie)|stell(?:e|en sie)|änder(?:e|n sie)|sortier(?:e|en sie)?|schick(?:e|en sie)?|send(?:e|en sie)|abonnier(?:e|en sie)?',
  'cliqu(?:e|ez|er)|appuie[sz]?|appuyez|saisi(?:s|ssez|r)|entre[zr]?|rempli(?:s|ssez|r)|choisi(?:s|ssez|r)|sélectionne[zr]?|coche[zr]?|ajoute[zr]?|mets|mettez|supprime[zr]?|achète|achetez|réserve[zr]?|commande[zr]?|connecte(?:-toi|z-vous)?|inscri(?:s|vez)|envoie|envoyez|ouvre[zr]?|ferme[zr]?|trie[zr]?',
  'haz clic|pulsa|presiona|escribe|introduce|rellena|elige|selecciona|marca|añade|agrega|pon|elimina|borra|compra|reserva|pide|inicia sesión|envía|abre|cierra',
  'clicca|premi|inserisci|compila|scegli|seleziona|aggiungi|metti|rimuovi|acquista|prenota|ordina|accedi|invia|apri|chiudi',
  'clique|pressione|digite|preencha|escolha|selecione|adicione|coloque|remova|compre|reserve|peça|entre na|envie|abra|feche',
  'klik|druk|typ|vul|kies|selecteer|voeg|leg|verwijder|koop|boek|bestel|log|stuur|open|sluit',
].join('|');

/** At the head of a sentence or of a clause, however politely it is asked. */
const ACT = new RegExp(
  '(?:^|[.;,:!]\\s*|\\b(?:and|then|to|und|dann|bitte|et|puis|y|luego|e|poi|depois|en|dan)\\s+)' +
    "(?:(?:please|first|now|just|bitte|veuillez|por favor|per favore|alsjeblieft|s[’']il (?:te|vous) plaît|(?:can|could|would|will) you(?: please)?|i (?:want|need) you to)[,:]?\\s+)*" +
    `(?:(?:${ACTS}|${ABROAD})(?![\\p{L}\\p{N}-])|search (?:for )?["“]|press ["“]|(?:${WITH_OBJECT})\\s+${OBJECT})`,
  'iu',
);

const MONITOR =
  /\b(?:monitor|keep (?:an eye on|watching|track of)|watch (?:the|this|for)|track (?:the|this|any|price)|(?:alert|notify) (?:me|us)|let (?:me|us) know (?:when|if|as soon as)|every (?:day|hour|morning|week|\d+ (?:minutes|hours|days))|(?:has|have) (?:it |they |anything |something )?changed|since (?:yesterday|last (?:time|week|check))|back in stock|price drops?)\b/iu;
const LOGIN =
  /\b(?:log(?:ged)?[ -]?(?:in|into|on)|sign(?:ed)?[ -]?(?:in|into)|my (?:account|inbox|orders?|profile|dashboard|password|username|user id)|credentials?|anmelden|einloggen|connecte[zr]?|inicia sesión|accedi)\b/iu;
const OWN_PLACE = /\bmy (?:account|inbox|orders?|profile|dashboard)\b/iu;
/** A name and a password, told in the task. */
const TOLD_LOGIN =
  /\b(?:log|sign)[ -]?(?:in|into|on)\b[^?\n]{1,80}\b(?:password|passphrase|passcode|pwd|pass)\b\s*(?:is|as|:|=)?\s*["“'‘]?(?!(?:and|is|field|page|reset|forgotten)\b)\S|\b(?:user[ -]?(?:name|id)|user|login|e-?mail|account|customer number|member(?:ship)? (?:number|id))\b[^?\n]{1,60}\b(?:password|passphrase|passcode|pwd)\b\s*(?:is|as|:|=)\s*\S/iu;
const FORM =
  /\b(?:fill|forms?|submit|register|sign ?up|subscribe|appl(?:y|ication)|contact|enter|type|book|reserve|checkout|check out|log ?in|sign ?in|questionnaire|survey|upload|attach|anmeld\p{L}+|formular)\b/iu;
const SEARCH_ACT =
  /^(?:please\s+)?(?:(?:go to|open|visit)\s\S+(?:\s\S+){0,3}(?:,|\sand)\s)?(?:search|look up|type .{1,60} in(?:to)? the search|use the search)\b(?!.*\b(?:then|add|buy|click|book|order|submit)\b)/iu;
const SEARCH =
  /^\s*(?:please\s+)?(?:search|find|look (?:for|up)|research|locate|discover|compare|suche|finde|cherche[zr]?|trouve[zr]?|busca|encuentra|cerca|trova)\b/iu;
const CLAUSES = /[,;]\s+|\b(?:and|then|und|dann|et|puis|y|luego)\b\s+/iu;
const MANY =
  /\b(?:for|of|from|on) (?:each|every)(?: one)? of (?:the|these|those|my|our)\b|\bfor each (?:of|company|product|person|name|url|link|site|item|row|entry|supplier|customer)\b|\b(?:all|these|those|the following) (?:the )?(?:\d{2,}|[1-9]\d{1,2}|ten|twelve|twenty|thirty|forty|fifty|hundred)\b|\b(?:each|all|every one) of (?:these|the following) (?:companies|products|people|names|urls|links|sites|websites|pages|items|suppliers|customers)\b|\bone (?:by|after) (?:one|the other)\b.{0,40}\b(?:list|these|each)\b/iu;

/** What controls are called by that do something with one press. */
const DEED_NAMES =
  'save|apply|update|submit|confirm|delete|remove|discard|erase|trash|clear|empty|purge|destroy|cancel|abort|withdraw|revoke|terminate|add|put|insert|create|make|send|post|publish|share|unpublish|archive|unarchive|restore|undo|approve|accept|agree|allow|reject|decline|deny|refuse|buy|order|purchase|checkout|pay|book|reserve|subscribe|join|unsubscribe|leave|follow|unfollow|like|favourite|favorite|star|bookmark|pin|unlike|unfavourite|unfavorite|unstar|unpin|block|ban|mute|suspend|unblock|unban|unmute|report|flag|reset|enable|activate|disable|deactivate|start|resume|run|stop|pause|end|install|uninstall|lock|freeze|unlock|unfreeze|duplicate|copy|clone|merge|complete|finish|done|mark|resolve|reopen|rename|invite|vote|upvote|downvote|transfer|redeem|claim|assign|upgrade|downgrade|renew|extend|refund|return|donate|logout';

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
  `${LEAD}${PLACE}(?:${DEED_NAMES})\\s+(?:(?-i:\\p{Lu})[\\p{L}-]*\\s){0,2}(?-i:\\p{Lu})[\\p{L}-]*['’]s\\s`,
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
