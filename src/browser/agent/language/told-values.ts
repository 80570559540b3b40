/** "Enter the username kim7 and the password x#4": each value behind the name of its field. */
export function enteredInto(text: string): string {
  return text.replace(ENTERED, (whole, pairs: string) => {
    const told = [...pairs.matchAll(FIELD_VALUE)].map(([, field = '', value = '']) => ({
      field: field.trim(),
      value: /^["“]/u.test(value) ? value : `"${value}"`,
    }));
    return told.length === 0
      ? whole
      : `type ${told.map(({ field, value }) => `${value} in the ${field} field`).join(' and ')}`;
  });
}

/** What people enter, by the names that fields have for it. */
const FIELD = String.raw`(?:user\s?name|login|password|e-?mail(?:\s+address)?|(?:first|last|full|given|family)\s+name|nickname|phone(?:\s+number)?|telephone(?:\s+number)?|zip(?:\s+code)?|post(?:al\s+)?code|pin)`;
/** A quotation, or a word that is none of those which go on with the sentence. */
const VALUE = String.raw`(?:"[^"]+"|“[^”]+”|(?!(?:and|in|into|on|from|of|for|to|is|as|with|that|which|field|fields|box|you|shown|below|above|again|twice|then|only|both|address|number)(?![\p{L}\p{N}]))[\p{L}\p{N}][^\s",;]*[^\s",;.!?]|[\p{L}\p{N}])`;
const PAIR = String.raw`(?:(?:the|my|your|their|a|an)\s+)?${FIELD}\s+${VALUE}`;
const ENTERED = new RegExp(
  String.raw`\b(?:enter|type(?:\s+in)?|fill\s+in|use|give|provide|put\s+in)\s+(${PAIR}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+with\s+)${PAIR})*)(?=\s*(?:[,.;!]|$)|\s+(?:and|then|to|before|but)\b)`,
  'giu',
);
const FIELD_VALUE = new RegExp(String.raw`(${FIELD})\s+(${VALUE})`, 'giu');

/** "Set the guests to 2 adults and 3 children": of each so many. */
export function parted(text: string): string {
  return text.replace(PARTED, (_whole, counts: string) => {
    const each = [...counts.matchAll(COUNTED)].map(([, count, thing]) => `${thing} to ${count}`);
    return `set ${each.join(' and ')}`;
  });
}

const COUNT = String.raw`\d{1,2}\s+\p{Ll}[\p{L}-]+`;
const PARTED = new RegExp(
  String.raw`\b(?:set|change|adjust)\s+(?:the\s+)?(?:number\s+of\s+)?(?:guests|travell?ers|passengers|people|visitors|party|tickets|occupancy)\s+to\s+(${COUNT}(?:(?:,\s*(?:and\s+)?|\s+and\s+)${COUNT})+)`,
  'giu',
);
const COUNTED = /(\d{1,2})\s+(\p{Ll}[\p{L}-]+)/gu;
