/** What kind of answer a question wants. */
export type Form = 'text' | 'summary' | 'count' | 'list' | 'value' | 'yes-no' | 'sum' | 'average';

export function formOf(text: string, hasExtreme: boolean): Form {
  if (
    /\b(?:summari[sz]e|summary of|tl;?dr|sum up|in (?:one|two|three|a few|\d) sentences?|what is (?:this|the) (?:[\p{L}-]+ ){0,3}?(?:page|article|site|website|text|document|film|movie|book|novel|story|play|series|show|episode|paper|study|post|talk|podcast|course|project|event|exhibition) about|worum geht es|de quoi (?:parle|s['’]agit)|de qu[eé] trata|main (?:points?|idea)|overview of the page)\b/iu.test(
      text,
    )
  )
    return 'summary';
  if (isAboutText(text)) return 'text';
  if (
    /\baverage\b|\bthe mean\b(?! of\b.{0,40}\?)|\bmean (?:price|value|temperature|age|score)\b/i.test(text) &&
    !hasExtreme
  )
    return 'average';
  if (
    (/\b(?:sum of|sum up|add up|in total|total|combined|altogether)\b/i.test(text) ||
      OF_EVERYTHING.test(text)) &&
    // "The total of the latest order" is a value of one thing.
    !hasExtreme &&
    !/\btotal number of\b|^how many\b.*\bare there in total\b/i.test(text)
  )
    return 'sum';
  if (
    /\b(?:how many|(?<!\b(?:phone|telephone|fax|contact|account|tracking|order|model|part|item|article|product|batch|lot|case|invoice|ticket|page|plate|licen[cs]e|bug|issue|serial|registration|vat|tax|reference|card|house|room|flight|telephone|mobile) )number of|count (?:the|all|of)|count how many|wie viele|combien (?:de|d['’])(?! temps)|cu[aá]nt[oa]s|hoeveel (?!kost|weegt)|quant[ie]|quant[oa]s|ile(?! kosztuj| czasu))(?!\p{L})|いくつ|何(?:人|名|回|件|個|冊|台)/iu.test(
      text,
    )
  )
    return 'count';
  if (/一覧|リスト/.test(text)) return 'list';
  if (
    /^(?:ist|sind|gibt es|hat|haben|kann (?:ich|man)|darf (?:ich|man)|est-ce|y a-t-il|peut-on|puis-je|hay|es|son|tiene[ns]?|est[áa]n?|puedo|se puede|zijn|heeft)\s/i.test(
      text,
    ) &&
    text.includes('?')
  )
    return 'yes-no';
  if (
    /^(?:is|are|was|were|does|do|did|has|have|can|could|will|would|should|may|must)\b/i.test(text) &&
    !GERMAN_WHAT.test(text)
  )
    return 'yes-no';
  if (asksWhether(text)) return 'yes-no';
  if (!hasExtreme && isPlural(text)) return 'list';
  return 'value';
}

/** "What does everything in the cart cost?", "How much did we spend on travel?": what it all comes to. */
const OF_EVERYTHING =
  /^how much (?:is|are|do|does|did|was|were|will) (?:everything|it all|all (?!day\b)|the (?:whole|entire) (?:cart|basket|bag|order|purchase)\b)|^what (?:do|does|did|will) (?:everything|it all|all (?:the|these|those|my|our) \p{L}+|the (?:whole|entire) (?:cart|basket|bag|order|purchase))\b.{0,40}\b(?:cost|come to)\b|^(?:how much(?: money)?|what) (?:did|do|have|has) (?:i|we|they|you|he|she) (?:spend|spent)\b|^how much (?:was|were|is|has been) spent (?:on|at|with|in)\b/iu;

/** "Was kostet ...?": written like an English verb, and what is asked for. */
const GERMAN_WHAT =
  /^was (?:kost|ist|sind|war(?:en)?|ha(?:t|ben)|wird|werden|muss|müssen|kann|können|darf|soll|gibt|gilt|gehör|mach|steht|bedeut|passier|brauch|enthält|ich|man|für|genau|bekomm|bringt|zahl|verdien)\p{L}*(?!\p{L})/iu;

/** "Czy ...?", "La maison est-elle ...?", "Los precios incluyen ...?": it asks, and for no one and nothing. */
function asksWhether(text: string): boolean {
  if (
    /^(?:czy|c['’][èe]|ci sono|si (?:pu[òo]|possono)|posso|[ée]|h[áa]|tem|muss (?:ich|man)|fährt|f[äa]hrt)\s/i.test(
      text,
    )
  )
    return true;
  if (/(?:ます|です|ません)か[？?]?$/.test(text))
    return !/何|誰|どこ|いつ|いくら|どれ|どの|どう|なぜ|いくつ/.test(text);
  if (!text.trim().endsWith('?') || ASKING.test(text)) return false;
  return /^(?:il|lo|la|les?|los|las|el|der|die|das|den|i|gli|os?|as|un[ae]?|ein[e]?)\s/i.test(text);
}

const ASKING =
  /(?<!\p{L})(?:was|wie|wer|wo|wann|warum|welche[rsnm]?|quel(?:le)?s?|qui|quand|o[uù]|comment|combien|pourquoi|qu[eé](?!\s)|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|cu[aá]ndo|d[oó]nde|qui[eé]n|c[oó]mo|che|chi|dove|come|quant[oaie]|quale|quali|perch[eé]|qual|quais|onde|quem)(?!\p{L})/iu;

/** "Everything the page says", "what does this page say?" */
const ALL_IT_SAYS =
  /^(?:(?:everything|all|what)(?: that)? (?:the|this) (?:web ?)?(?:page|site|website|document) (?:says|shows|contains)|what does (?:the|this) (?:web ?)?(?:page|document) (?:say|show|contain))[.?!]*$/i;

function isAboutText(text: string): boolean {
  if (text === '' || ALL_IT_SAYS.test(text)) return true;
  if (
    /^(?:extract|get|read|return|fetch|scrape|give|show|convert|print|copy|download|crawl|want|need|what is|what's|provide|grab|display|output)\b.{0,60}\b(?:text|contents?|markdown|transcript|article|body|everything|full page|whole page|entire page|poem|story|lyrics)\b(?!\s+(?:of|in|under|from) (?:the )?(?:title|heading|button|first|last|second|section|cell|table|column|row))/i.test(
      text,
    )
  )
    return !/\b(?:title|author|date|price|name|number|count|url|link|headline)s?\b/i.test(text);
  return /^(?:read|fetch|get|open|scrape|extract|crawl|load|show|visit|view)\s+(?:me\s+)?(?:the |this |that |it|all )*(?:data|page|site|website|url|link|document|web ?page|information)?(?:\s+(?:from|of|on|at|in) (?:the |this )?(?:page|site|website|url|link|document))?[.!]?$/i.test(
    text,
  );
}

/** "The name and price of the first three results"; the rent for the first three months is one. */
const OF_SEVERAL =
  /^(?:what (?:is|are) |(?:get|find|show|give|return|extract|name|scrape|collect|tell)\s+(?:me\s+)?)?(?:the\s+)?\p{L}+(?:(?:,|\s+and|,\s+and)\s+(?:the\s+)?\p{L}+){0,4}\s+(?:of|for|from)\s+(?:the\s+)?(?:first|top|last|next|latest|newest|best)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?!(?:second|minute|hour|day|night|week|month|quarter|year|mile|km|kilomet)\p{L}*)\p{L}+/iu;

function isPlural(text: string): boolean {
  if (
    /^(?:list|enumerate|name|show|give|extract|get|find|return|collect|scrape|what are|which are)\b.{0,30}\b(?:all|every|each|names of|list of)\b/i.test(
      text,
    )
  )
    return true;
  if (/^(?:list|enumerate)\b/i.test(text) || OF_SEVERAL.test(text)) return true;
  if (
    /^(?:what|which|who) are\b|^(?:welche sind|was sind|nenne|quel(?:le)?s sont|cu[aá]les son|quali sono|wat zijn)\s/i.test(
      text,
    )
  )
    return true;
  if (/^what (?:comes|happens|goes|makes|causes|solves|includes|replaces|means|belongs)\b/i.test(text))
    return false;
  if (/^(?:which|what)\s/i.test(text))
    return /^(?:which|what)\s+(?:[\p{L}-]+\s+){0,2}?\p{L}+(?:[^sui]s|ies|people|children|men|women|dishes)\s+(?:are|have|do|were|did|can|will|cost|contain|include|run|start|take|with|that|in|on|of|by|under|over|below|above|come|sleep|weigh|offer|support|from|for|does|is|has|there|let|allow|give|need|use|accept|cover|like|go|work|serve|sell|teach|play|should|could|would|may)\b/iu.test(
      text,
    );
  return /^(?:extract|get|find|show|return|name|scrape|collect)\s+(?:me\s+)?(?:the\s+)?(?:[\p{L}-]+\s+){0,2}?\p{L}{2,}(?:[^sui]s|ies|people|children|men|women)\b/iu.test(
    text,
  );
}
