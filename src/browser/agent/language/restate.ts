/** Says the same as a sentence does in the plain form that the rules read: what is to be done first, in the order it is done. */

/** "X should be closed" becomes "close X"; "after opening X, do Y" becomes "open X, then do Y". */
export function restate(sentence: string, verbs: ReadonlySet<string>): string {
  const plain = sentence
    // "The circle that is purple" is the purple circle.
    .replace(
      /\b(the|an?|every|each|all)\s+(\p{Ll}+)\s+(?:that|which)\s+(?:is|are)\s+(red|green|blue|yellow|orange|purple|violet|pink|black|white|gr[ae]y|brown|cyan|teal|magenta|big|small|large|round)(?=[.,!?]|$|\s+(?:and|then)\b)/giu,
      '$1 $3 $2',
    )
    .replace(
      /\b(?:mark|tick|check|select|choose|pick)\s+(?:everything|anything)\s+(?=(?:that|which|starting|beginning|ending|containing|with)\b)/iu,
      'tick all items ',
    )
    // "The item that has the lowest price" is the one with it.
    .replace(/\s+(?:that|which|who)\s+(?:has|have)\s+(?=the\s+(?:\p{L}{2,}est|most|least)\b)/giu, ' with ')
    // "Press the key with the anchor on it": what a key shows is what it is called.
    .replace(
      /\bthe\s+(key|button|tile|card|sign|icon)\s+(?:with|showing|that\s+(?:shows|has))\s+(?:the|an?)\s+([^.,;]{2,40}?)\s+on\s+it\b/giu,
      'the $2 $1',
    )
    // "Change only the bass, to 3": the rest stays as it is anyway.
    .replace(
      /^((?:please\s+)?(?:set|change|move|adjust|turn))\s+(?:only|just)\s+([^,.;]{2,60}?),?\s+to\s+/iu,
      '$1 $2 to ',
    )
    // "The key (bottom right)", "the enter key of the keypad": where it is, and that it is drawn.
    .replace(
      /\s+\((?:in\s+|at\s+)?(?:the\s+)?((?:top|bottom|upper|lower)[\s-](?:left|right))(?:\s+corner)?\)/giu,
      ' in the $1',
    )
    .replace(
      /\b(the\s+[^\s,]+)\s+key\s+(?:of|on)\s+the\s+(?:(?:on-?screen|number|numeric|virtual)\s+)?(?:key ?pad|pad|keyboard|calculator|phone)\b/giu,
      '$1 button',
    )
    // "Drag it completely inside the box": how far into it goes without saying.
    .replace(
      /\s+(?:completely|fully|entirely|wholly|all\s+the\s+way|straight|carefully)(?=\s+(?:in|into|inside|within|on|onto|over|to)\b)/giu,
      '',
    )
    .replace(/\b(find|search)\s+and\s+replace\b/giu, '$1-and-replace')
    .replace(/\b(?:copy|cut)\s+and\s+paste\b/giu, 'copy')
    .replace(
      /(?:\bthe\s+)?\b(word|line|sentence|letter|paragraph)\s+(?:number\s+|no\.?\s*|#)\s*(\d{1,3})\b/giu,
      'the $2th $1',
    )
    .replace(
      /\s+(?:which|that)?\s*(?:is\s+)?(?:written|shown|given|found|contained|listed|displayed|printed|stated|mentioned)\s+(?:in|on|at|by|inside)\s+(?:it|there|them|that\s+\p{L}+)\b/iu,
      '',
    )
    .replace(
      /\b(?:whose|with\s+(?:a|the))\s+(?:tool ?tip|hint|caption)\s+(?:that\s+)?(?:says|reads|is|saying|reading)\s+/iu,
      'labelled ',
    );
  return inOrder(opened(active(phrasal(stepwise(atOnce(copied(plain), verbs))), verbs)), verbs);
}

/** "Copy the name to Client and the code to Voucher", "copy the name and the code into the form": each by itself. */
function copied(sentence: string): string {
  const [whole = '', lead = '', told = ''] = COPYING.exec(sentence) ?? [];
  const parts = told.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).map((part) => part.replace(/^copy\s+/iu, ''));
  const goals = parts.map((part) => COPIED_TO.exec(part));
  const [last] = goals.slice(-1);
  const [, thing = '', place = ''] = last ?? [];
  if (parts.length < (FORM.test(place) ? 1 : 2) || !last) return sentence;
  const isEach = goals.every((goal) => goal !== null && !FORM.test(goal[2] ?? ''));
  if (!isEach && !(FORM.test(place) && goals.slice(0, -1).every((goal) => goal === null))) return sentence;
  const things = isEach
    ? parts
    : [...parts.slice(0, -1), thing].map((part) => `${part} into the ${fieldFor(part)} field`);
  const each = things.map((part) => `copy ${part}`).join(', then ');
  return sentence.replace(whole, () => `${lead}${each}`);
}

const COPYING =
  /((?:^|\b(?:and|then|please)\s+|,\s*))copy\s+((?:the|my|your)\s+[^.;:"“]*?\s(?:in)?to\s[^.;:"“]*?)(?=,?\s+(?:and|then)\s+(?!(?:the|my|your|copy)\s)|[.;]|$)/iu;
const COPIED_TO = /^(.+?)\s+(?:in)?to\s+(?:the\s+)?(.+)$/iu;
const FORM = /^(?:\p{L}+\s+){0,2}(?:form|fields)(?:\s+below)?$/iu;

/** "The customer's name" goes where a name is asked for. */
function fieldFor(thing: string): string {
  return thing.replace(/^(?:the|my|your)\s+/iu, '').replace(/^\p{L}+['’]s\s+/iu, '');
}

/** "Cancel the yoga class: delete it from my calendar": the second way of saying it tells how. */
export function atOnce(sentence: string, verbs: ReadonlySet<string>): string {
  const [, first = '', thing = '', verb = '', rest = ''] =
    sentence.match(/^(\p{L}+)\s+([^:.;]{2,60}):\s+(\p{L}+)\s+(?:it|them|that)\b(?!['’])(.*)$/iu) ?? [];
  const isDeed = verbs.has(first.toLowerCase()) && verbs.has(verb.toLowerCase());
  return isDeed && !STEPS.test(first) && !STEPS.test(verb) ? `${verb} ${thing}${rest}` : sentence;
}

/** What has a result of its own, which "it" may be, or is only one step of what is told. */
const STEPS =
  /^(?:solve|answer|calculate|compute|count|type|enter|write|copy|guess|generate|click|press|choose|select|find|open|search)$/iu;

/** "Which phone has the largest battery? Choose it.": the phone with the largest battery is to be chosen. */
function chosen(text: string): string {
  return text.replace(
    /\b(?:which|what)\s+(?:of\s+the\s+)?(\p{Ll}+?)(?:s\b)?\s+(?:(?:has|have|got)\s+(the\s+[^?.]{3,60})|(?:is|are)\s+the\s+([^?.]{3,40}))\?\s+(?:please\s+)?(click|choose|select|pick|press|open|buy|order|book)\s+(?:on\s+)?(?:it|that\s+one|this\s+one)\b/iu,
    (_whole, noun: string, own: string | undefined, extreme: string | undefined, verb: string) =>
      own === undefined ? `${verb} the ${extreme} ${noun}` : `${verb} the ${noun} with ${own}`,
  );
}

/** "Find flights to Oslo and select the cheapest nonstop one": the cheapest nonstop flight to Oslo is to be booked. */
function sought(text: string): string {
  return text.replace(
    /\b(?:find|search for|look for|show|get)\s+(?:the\s+|all\s+)?(flight|train|bus|ticket|hotel|room|product|car|ferr)(?:s|ies|es)\s+([^.;]{2,120}?),?\s+(?:and\s+)?(?:then\s+)?(book|buy|order|reserve|select|choose|pick|take)\s+(the\s+[^.;,]{3,40}?)\s+(?:ones?|option|of\s+them)\b/iu,
    (_whole, noun: string, of: string, verb: string, which: string) =>
      `${/^(?:select|choose|pick|take)$/iu.test(verb) ? 'book' : verb} ${which} ${noun === 'ferr' ? 'ferry' : noun} ${of}`,
  );
}

/** "One circle is larger than all the others. Click it.": the largest circle is to be clicked. */
export function compared(text: string): string {
  return sought(chosen(text)).replace(
    /\b(?:exactly\s+)?one\s+(?:of\s+the\s+)?(\p{Ll}+?)(s?)\s+is\s+(?:(\p{Ll}+?)e?r|more\s+(\p{Ll}+))\s+than\s+(?:all\s+)?(?:of\s+)?the\s+(?:others?|rest)[.,;]?\s+(?:and\s+)?(\p{L}+)\s+(?:on\s+)?(?:it|that\s+one)\b/iu,
    (
      _whole,
      noun: string,
      _plural: string,
      short: string | undefined,
      long: string | undefined,
      verb: string,
    ) => `${verb} the ${short === undefined ? `most ${long}` : `${short}est`} ${noun}`,
  );
}

/** Verbs of two words, said apart or in a homely way, and what they are called otherwise. */
const PHRASAL: readonly (readonly [RegExp, string])[] = [
  // What is put where, in one order: "write the following into the notes: X", "in the box below, type X", "fill the last field with X".
  [
    /\b(type|enter|write|put|insert|paste)\s+(?:the\s+following|this)(?:\s+(?:text|words?|sentence|value))?\s+(?:in|into|to|as)\s+([^:.,]{2,60}):\s+([\ue000-\uf8ff])/iu,
    '$1 $3 into $2',
  ],
  [
    /^(in|into|from)\s+(the\s+[^,.]{0,40}?\b(?:field|box|input|text ?area|line|editor|drop-?\s?down|combo ?box)(?:\s+(?:below|above))?),?\s+(type|enter|write|put|insert|input|choose|select|pick)\s+([\ue000-\uf8ff]|[^,.]+?)(?=$|[.,]|\s+(?:and|then)\b)/iu,
    '$3 $4 $1 $2',
  ],
  [
    /\bfill\s+(?:in\s+)?((?:the\s+)?(?:[^,.:]{1,40}?\s+)?(?:field|box|input|text ?area|line|blank|gap))\s+with\s+([\ue000-\uf8ff]|[^,.:=]+?)(?=$|[.,]|\s+(?:and|then)\b)/iu,
    'type $2 into $1',
  ],
  [
    /^(?:[Tt]ell|[Tt]ext|[Mm]essage|[Ww]rite|[Ss]end)\s+(?!me\b|us\b|the\b|an?\b|to\b)(\p{Lu}\S*(?:\s\p{Lu}\S*)?|@\S+)\s+(?:that\s+|(?:this|the|a|the\s+following)\s+(?:message|text|note)[:,]?\s+)?([\ue000-\uf8ff])/u,
    'send the message $2 to $1',
  ],
  [
    /\b(?:change|update|reset)\s+(?:the|your|my)\s+password(?:\s+from|:\s*(?:current|old)(?:\s+password)?)\s+([\ue000-\uf8ff]|\S+?)(?:\s+to|,?\s+(?:and\s+)?(?:the\s+)?new(?:\s+password)?)\s+(?=\S)/iu,
    'fill in the form with current password: $1, new password: ',
  ],
  [/\buse\s+([\ue000-\uf8ff]|\p{Lu}\S*)\s+as\s+(the|your)\s+(?=\p{Ll})/u, 'enter $1 as $2 '],
  [
    /^(?:go\s+through|walk\s+through|step\s+through|work\s+through)\s+(the\s+(?:\p{L}+\s+)?(?:set-?up|form|wizard|steps|survey|questionnaire|registration))\s+(?=with|using)/iu,
    'fill in $1 ',
  ],
  [
    /\b([Cc]hoose|[Ss]elect|[Pp]ick|[Cc]lick|[Oo]pen)\s+([\ue000-\uf8ff]|\p{Lu}\S*)\s+(?:under|in|from)\s+([\ue000-\uf8ff]|\p{Lu}\S*)\s+(?:under|in|of|from)\s+(?:the\s+)?([\ue000-\uf8ff]|\p{Lu}\S*?)(?:\s+menu)?(?=[.,]|$|\s+in\s+the\s+menu)/u,
    '$1 $4 > $3 > $2',
  ],
  [
    /^in\s+the\s+([\ue000-\uf8ff]|\p{Lu}\S*)\s+menu,?\s+(?:go\s+to|open|hover\s+(?:over\s+)?|choose|select|click)\s+([\ue000-\uf8ff]|\p{Lu}\S*)(?:\s*,|\s+and|\s+then|\s+there)+\s+(?:(?:click|choose|select|press)\s+(?:on\s+)?)?([\ue000-\uf8ff]|\p{Lu}\S*)/iu,
    'choose $1 > $2 > $3',
  ],
  [
    /^(?:you\s+(?:have\s+)?(?:got|received)\s+(an?)\s+(?:new\s+)?(e-?mail|message|mail|letter)\s+from\s+(\S+?)|(\p{Lu}\S*)\s+(?:wrote|sent|has\s+(?:written|sent)|e-?mailed)\s+(?:you|me|us)\s+(an?)\s+(e-?mail|message|mail|letter))[.!]*$/iu,
    'find the $2$6 by $3$4',
  ],
  [
    /^(?:answer|reply|respond)\s+(?:to\s+)?(it|him|her|them|that)\s+(?=with\b|saying\b|[\ue000-\uf8ff])/iu,
    'reply to $1 ',
  ],
  // "Switch the fan on and the heater off": each of its own.
  [
    /\b(turn|switch|toggle)\s+(.{1,50}?)\s+(on|off)\s+and\s+(?!(?:turn|switch|toggle)\b)([^,.]{1,50}?)\s+(on|off)\b/iu,
    '$1 $2 $3, then $1 $4 $5',
  ],
  [
    /\b(make\s+sure|ensure)\s+(?:that\s+)?(.{1,50}?)\s+is\s+(on|off|checked|unchecked|enabled|disabled)\s+and\s+(?:that\s+)?([^,.]{1,50}?)\s+is\s+(on|off|checked|unchecked|enabled|disabled)\b/iu,
    '$1 $2 is $3, then $1 $4 is $5',
  ],
  [
    /\b(edit|change|update|modify)\s+(.{1,60}?)\s+(?:so\s+that\s+it|to|such\s+that\s+it)\s+(?:says?|reads?|contains?|becomes?|is)\s+(?=[\ue000-\uf8ff])/iu,
    '$1 $2 to ',
  ],
  [
    /^(?:I|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(?!to\s)(.{2,80}?)\s+in(?:to)?\s+((?:my|our|the)\s+(?:shopping\s+)?(?:basket|cart|bag|trolley|wish ?list))\b/iu,
    'add $1 to $2',
  ],
  // "Select the word X and make it bold": marking it is part of that.
  [
    /\b(?:select|highlight|mark)\s+(?:the\s+)?(?:word|text|phrase|sentence)\s+([\ue000-\uf8ff]|\S+)(?:\s+in\s+the\s+\p{L}+)?,?\s+(?:and|then)\s+(?:then\s+)?(?:give\s+it|colou?r\s+it|paint\s+it|set\s+its|change\s+its|turn\s+its)\s+(?:in\s+)?(?:the\s+|a\s+)?(?:(?:text\s+|font\s+)?colou?r\s+)?(?:to\s+)?(?=\p{Ll}+(?:[.,]|$|\s))/iu,
    'give the word $1 the color ',
  ],
  [
    /\b(?:select|highlight|mark)\s+(?:the\s+)?(?:word|text|phrase|sentence)\s+([\ue000-\uf8ff]|\S+)(?:\s+in\s+the\s+\p{L}+)?,?\s+(?:and|then)\s+(?:then\s+)?(?:make|set|format|turn|style)\s+it\s+(?:to\s+|as\s+|in\s+)?(?=\p{Ll})/iu,
    'make the word $1 ',
  ],
  [
    /\b(?:select|highlight|mark)\s+(?:the\s+)?(?:word|text|phrase|sentence)\s+([\ue000-\uf8ff]|\S+)(?:\s+in\s+the\s+\p{L}+)?,?\s+(?:and|then)\s+(?:then\s+)?(underline|italici[sz]e|bold)\s+it\b/iu,
    '$2 the word $1',
  ],
  [
    /\b(?:click|press|tap|hit|push)\s+(?:on\s+)?(?:the\s+)?(?:\p{Ll}+s\s+)?in\s+(?:the|this)\s+(?:following\s+)?(?:order|sequence)\s*:?\s+(?=\S)/iu,
    'click ',
  ],
  [/(\b(?:click|press|tap|hit|push)\s[^.;]{1,60}?),?\s+followed\s+by\s+/iu, '$1, then '],
  [/\buse\s+the\s+(?:menu\s+(?:item|entry)|button|link|command)\s+(?=\S)/iu, 'click '],
  [
    /(?<=^|\bthen\s|\bplease\s)(?:click|choose|select|pick|press|hit|open)\s+(?:on\s+)?(?:the\s+)?([\ue000-\uf8ff]|\p{L}[\p{L} ]{1,30}?)\s+(?:in|from|under)\s+(?:the\s+)?(?!(?:the|an?|main|context|navigation|side|top|drop-?down|hamburger|pop-?up|user|this|that|its|right|left)\b)([\ue000-\uf8ff]|\p{L}+)\s+menu\b/iu,
    'choose $2 > $1',
  ],
  [
    /^(\p{L}+)\s+(.{1,60}?)\s+(?:(?:using|with|from|via|through|by)\s+(?:its|the|a)\s+(?:context|right[- ]click)\s+menu|(?:via|with|by|using)\s+(?:a\s+)?right[- ]click(?:ing)?)(?=$|[.,])/iu,
    'right-click $2, then choose $1',
  ],
  [
    /^open\s+(.{1,60}?)\s+(?:with|by|via|using)\s+(?:a\s+)?double[- ]click(?:ing)?(?:\s+(?:on\s+)?it)?(?=$|[.,])/iu,
    'double-click $1',
  ],
  [
    /\s+but\s+(?:do\s+not|don['’]t)\s+(?:confirm|accept|agree)(?:\s+(?:it|to\s+it|the\s+\p{L}+))?\s*(?:[:,;]\s*|$|(?=[.!]))/iu,
    ', then dismiss the dialog, then ',
  ],
  [
    /,?\s+but\s+(?:do\s+not|don['’]t)\s+(?:subscribe\s+to|sign\s+(?:me\s+)?up\s+for|join|tick|check|select|enable)\s+(?=the\s)/iu,
    ', then untick ',
  ],
  [/(?<=, then dismiss the dialog), then (?=(?:dismiss|cancel|close|decline)\b|[.!]|$).*$/iu, ''],
  [/\b(?:answer|say)\s+(?:with\s+)?(?:yes|ok(?:ay)?)\s+(?:when|if|once)\b[^.;,]*\bask[^.;,]*/iu, 'confirm'],
  [/\b(?:answer|say)\s+(?:with\s+)?no\s+(?:when|if|once)\b[^.;,]*\bask[^.;,]*/iu, 'dismiss the dialog'],
  [
    /\b(?:bring|take|get|turn)\s+(?!back\b|rid\b|up\b|down\b)(.{1,40}?)(?<!\s(?:up|down))\s+to\s+(?=\d)/iu,
    'set $1 to ',
  ],
  [/\b(?:go|return|navigate|jump|get)\s+back\s+to\s+(?=\S)/iu, 'go to '],
  [
    /(?<=\S)\s+(?:with|using|via|through|in|by\s+means\s+of)\s+the\s+(?:bread ?crumbs?|navigation(?:\s+bar)?|nav\s+bar)(?=$|[.,]|\s+and\b)/iu,
    '',
  ],
  [
    /^(?:make\s+(?:it|that)|(?:I|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like)))\s+(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\s+(\p{L}[\p{L} -]{2,40}?)(?:\s+(?:instead\s+of|rather\s+than)\s+\S+)?(?=$|[.,])/iu,
    'set the quantity of $2 to $1',
  ],
  [
    /^(?:write|post|send|leave|say)\s+([\ue000-\uf8ff])\s+as\s+(?:an?\s+|the\s+|your\s+|my\s+)?(?:reply|answer|response)\s+to\s+(?=\S)(.+?)(?=[.,]?$)/iu,
    'reply to $2 with $1',
  ],
  [/\bzoom\s+(?:in|out)\s+to\s+(?:level\s+)?(?=\d)/iu, 'set the zoom to '],
  [/\bread\s+(?:more\s+)?about\s+(?=\p{L})/iu, 'open the page about '],
  [/(?<=\S),?\s+please(?=[.!]*$)/iu, ''],
  [/(?<=\s\S+)\s+for\s+(?:me|us)(?=$|[.,]|\s+and\b)/iu, ''],
  [
    /\b(?:take|cross|strike|knock)\s+(.{1,80}?)\s+(?:off|out\s+of)\s+(?=the|my|your|this)/iu,
    'remove $1 from ',
  ],
  [
    /(?<=\s\S+)\s+(?:on|in)\s+the\s+(?:next|following|new|opened)\s+(?:page|screen|step|window|tab)(?=$|[.,]|\s+(?:and|then)\b)/iu,
    '',
  ],
  [
    /\b(?:drag|move)\s+(.{1,60}?)\s+(?:in|into)\s+((?:alphabetical|numerical|ascending|descending|increasing|decreasing|reverse)\s+order)\b/iu,
    'sort $1 in $2 by dragging',
  ],
  [
    /^replace\s+the\s+(tag|skill|label|topping|ingredient|guest|member|keyword|category|interest|hobby)\s+([\ue000-\uf8ff]|\p{Lu}\S*)\s+(?:with|by)\s+(?=\S)/iu,
    'remove $2 from the $1s, then add ',
  ],
  [/^file\s+(.{1,80}?)\s+(?:under|in|into|away\s+in)\s+(?=\S)/iu, 'move $1 to '],
  [
    /\b(?:show|display|list|view)\s+(?:me\s+)?only\s+(?:the\s+)?(\p{L}+)\s+(?:ones?|tasks?|items?|entries|to-?dos?)(?=$|[.,])/iu,
    'click $1',
  ],
  [
    /\b(?:show|display|list|view)\s+(?:me\s+)?only\s+(?:the\s+)?(?=\S+(?:\s+\S+){0,3}(?:$|[.,]|\s+(?:and|then)\b))/iu,
    'filter by ',
  ],
  [
    /\bmake\s+(\S.{0,60}?)\s+the\s+(first|last)\s+(?:song|item|entry|one|task|step|card|row|track|name|tab|slide|layer|question|thing)\b/iu,
    'put $1 $2',
  ],
  [
    /\b(?:put|place|move|drag|bring|make)\s+(\S.{0,60}?)\s+(?:come\s+|be\s+|to\s+be\s+)?(?:at\s+(?:the\s+)?)?(first|last)(?:\s+(?:in|on|of)\s+the\s+\p{L}+)?(?=$|[.,])/iu,
    'move $1 to the $2 place of the list',
  ],
  [
    /^(?:put|place|bring|move)\s+(\S.{0,60}?)\s+(?:at|to)\s+the\s+(?:very\s+)?(?:top|start|beginning|front)(?:\s+of\s+the\s+(?:list|queue|order))(?=$|[.,])/iu,
    'move $1 to the first place of the list',
  ],
  [
    /^(?:put|place|bring|move)\s+(\S.{0,60}?)\s+(?:at|to)\s+the\s+(?:very\s+)?(?:end|bottom|back)(?:\s+of\s+the\s+(?:list|queue|order))(?=$|[.,])/iu,
    'move $1 to the last place of the list',
  ],
  [/\b(?:get\s+rid\s+of|throw\s+(?:away|out)|do\s+away\s+with)\s+/iu, 'delete '],
  [/\b(?:throw|toss)\s+(.{1,60}?)\s+(?:away|out)\b/iu, 'delete $1'],
  [/\b(?:turn|crank|bring)\s+(?:up|down)\s+(.{1,40}?)\s+to\s+(?=\d)/iu, 'set $1 to '],
  [/\b(?:turn|crank|bring)\s+(.{1,40}?)\s+(?:up|down)\s+to\s+(?=\d)/iu, 'set $1 to '],
  [/\b(?:raise|lower|increase|decrease|reduce)\s+(.{1,40}?)\s+to\s+(?=\d)/iu, 'set $1 to '],
  [
    /\b(type|enter|write|put|key)\s+(it|them|that|this|the\s+(?:result|answer|number|name|word|value|code))\s+in(?=$|[.,]|\s+(?:and|then)\b)/iu,
    '$1 $2',
  ],
  [
    /\b(?:the\s+)?(?:only\s+)?(?:one|entry|item|result|match|link|row|product)s?\s+(?:that\s+(?:is|remains?)|which\s+(?:is|remains?)|still)\s*(?:left(?:\s+over)?|remaining|there|shown|listed)?(?=$|[.,])/iu,
    'the first result',
  ],
  [/\b(?:the\s+)?(?:only\s+)?remaining\s+(?:one|entry|item|result|match|link|row)\b/iu, 'the first result'],
];

function phrasal(sentence: string): string {
  return PHRASAL.reduce((said, [form, plain]) => said.replace(form, plain), sentence);
}

/** "Assign the department Sales / Export": chosen step by step, and then that is pressed. */
function stepwise(sentence: string): string {
  return sentence.replace(
    /^(assign|apply|use)\s+(?:the\s+)?(?:\p{Ll}+\s+)?((?:[\ue000-\uf8ff]|\p{Lu}[\p{L} ]*?)(?:\s+[/>→]\s+(?:[\ue000-\uf8ff]|\p{Lu}[\p{L} ]*?)){1,4})(?=[.!]?$)/iu,
    (_whole, verb: string, path: string) =>
      `choose ${path.replaceAll(/\s+[/→]\s+/gu, ' > ')}, then press ${verb}`,
  );
}

/** "On the Billing tab, change X": the tab is opened before. */
function opened(sentence: string): string {
  return sentence.replace(
    /^(?:on|in|under|within)\s+(?:the\s+)?([\ue000-\uf8ff]|\p{L}[\p{L}\p{N}&' -]{0,40}?)\s+(tab|page|screen)\b,?\s+(?=\p{Ll})/iu,
    (_whole, name: string, place: string) => `open the ${name} ${place.toLowerCase()}, then `,
  );
}

const PASSIVE =
  /^(?:only\s+)?(?!(?:you|we|i|it|there|this|make|please|wh(?:en|at|ich|o|om|ose|ere|y)|how|do|does|did|is|are|can|could|will|would)\b)([^,]{2,90}?)\s+(?:should|must|shall|needs?\s+to|ha(?:s|ve)\s+to|ought\s+to|(?:is|are)\s+to)\s+(?:all\s+|both\s+)?be\s+(\p{Ll}+)\b(.*)$/iu;

/** "I'd like the account (to be) deleted" */
const WISHED =
  /^(?:please,?\s+)?(?:I|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(?!to\s|you\s|it\s)([^,]{2,90}?)\s+(?:to\s+be\s+(?=\p{Ll})|(?=\p{Ll}+ed\b))(\p{Ll}+)(?=$|[,.;!\s])(.*)$/iu;

/** "X should be closed": "close X". */
export function active(sentence: string, verbs: ReadonlySet<string>): string {
  const wish = sentence.match(WISHED);
  const isWish = wish?.[2] !== undefined && verbFrom(wish[2], verbs) !== null;
  const match = isWish ? wish : sentence.match(PASSIVE);
  const verb = match?.[2] && verbFrom(match[2], verbs);
  if (!match?.[1] || !verb) return sentence;
  // "... on and Sounds turned off": the same of another thing.
  const [own = '', ...others] = (match[3] ?? '').split(/,?\s+and\s+|,\s+/iu);
  const more = others.map((part) => {
    const words = part.replace(/^please\s+/iu, '').split(' ');
    const at = words.findIndex((word, index) => index > 0 && verbFrom(word, verbs) !== null);
    const again = at > 0 && verbFrom(words[at] ?? '', verbs);
    return again && !verbs.has(words[0]?.toLowerCase() ?? '')
      ? `, then ${[again, ...words.slice(0, at), ...words.slice(at + 1)].join(' ')}`
      : ` and ${words.join(' ')}`;
  });
  return `${verb} ${match[1].replace(/^The\b/u, 'the')}${own}${more.join('')}`;
}

function inOrder(sentence: string, verbs: ReadonlySet<string>): string {
  const [, word = '', doing = '', rest = '', then = ''] =
    sentence.match(/^(before|after)\s+(?:you\s+(?:have\s+)?)?(\p{L}+)\b([^,]*),\s+(?:please\s+)?(.+)$/iu) ??
    [];
  const verb = doing && (verbs.has(doing.toLowerCase()) ? doing : verbFrom(doing, verbs));
  if (!verb) return endingFirst(sentence, verbs);
  const end = then.match(/[.!]+$/u)?.[0] ?? '';
  const act = then.slice(0, then.length - end.length);
  return /^before$/iu.test(word) ? `${act}, then ${verb}${rest}${end}` : `${verb}${rest}, then ${act}${end}`;
}

/** "Press Submit after clicking A": what is told last is done first. */
function endingFirst(sentence: string, verbs: ReadonlySet<string>): string {
  const [, then = '', doing = '', rest = '', end = ''] =
    sentence.match(/^([^,]+?),?\s+after\s+(\p{Ll}+ing)\b([^.!]*)([.!]*)$/u) ?? [];
  const verb = doing && verbFrom(doing, verbs);
  return verb ? `${verb}${rest}, then ${then}${end}` : sentence;
}

/** A later sentence that says what must come first: "You have to scroll down first." */
export function firstThingsFirst(sentences: string[]): string[] {
  const isFirst = (sentence: string, index: number) => index > 0 && FIRST.test(sentence.trim());
  const early = sentences.filter(isFirst).map((sentence) => sentence.trim().replace(FIRST, ''));
  return early.length === 0
    ? sentences
    : [...early, ...sentences.filter((sentence, index) => !isFirst(sentence, index))];
}

const FIRST = /,?\s+(?:first|beforehand|before that)[.!]*$/iu;

/** "closed", "closing" and "sent" lead back to "close" and "send". */
export function verbFrom(form: string, verbs: ReadonlySet<string>): string | null {
  const word = form.toLowerCase();
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  const root = word.match(/^(.+?)(?:ed|ing)$/u)?.[1];
  if (root === undefined) return null;
  const roots = [root, `${root}e`, root.replace(/(.)\1$/u, '$1'), root.replace(/i$/u, 'y')];
  return roots.find((candidate) => verbs.has(candidate)) ?? null;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  sending: 'send',
  set: 'set',
  put: 'put',
  chosen: 'choose',
  written: 'write',
  bought: 'buy',
  made: 'make',
  found: 'find',
  read: 'read',
  given: 'give',
  hidden: 'hide',
  paid: 'pay',
  shown: 'show',
  kept: 'keep',
};
