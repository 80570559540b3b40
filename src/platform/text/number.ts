/** Numbers as people write them: `€1.299,00`, `$1,299.00`, `1 299,5 kr`, `CHF 1'250.00`, `4.5 out of 5`, `3.2 million`, `12k`. */
export function parseNumber(text: string, language: string | null = null): number | undefined {
  const match = NUMBER.exec(text);
  if (!match?.[2]) return undefined;
  const isMoney = MONEY.test(text);
  const digits = Number(plainDigits(match[2], { isMoney, usesComma: usesDecimalComma(language) }));
  if (!Number.isFinite(digits)) return undefined;
  // Accounts put a loss in brackets; so do pages with a number of reviews.
  const isBracketed = /^\s*\(\s*[^\p{L}\d]{0,3}\d[\d.,\s]*\)\s*$/u.test(text);
  const isNegative = match[1] !== '' || (isBracketed && (isMoney || /[.,]\d{1,2}\)/.test(text)));
  return round(digits * scaleOf(text.slice(match.index + match[0].length)) * (isNegative ? -1 : 1));
}

const NUMBER =
  /((?<![\p{L}\p{N}])[-−–]?)\s?[^\d\s\p{L}.,-]{0,3}\s?(\d(?:[\d.,'’\u00a0\u202f]|[ ](?=\d{3}(?!\d)))*)/u;
const SYMBOL = '[$€£¥￥₹₽₩₺₴₦₫฿₪円元원]';
const CODE =
  'USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|INR|CNY|RMB|HKD|SGD|KRW|BRL|MXN|ZAR|ILS|AED|SAR|THB|PHP|IDR|MYR|UAH|RUB|kr|Fr\\.|zł|Kč|Ft|lei|Rs\\.?|R\\$|A\\$|C\\$';
const MONEY = new RegExp(`${SYMBOL}|(?<![\\p{L}])(?:${CODE})(?![\\p{L}])`, 'u');

/** The amounts of money in a text, as they are written. */
export function amountsIn(text: string): string[] {
  const number = "\\d(?:[\\d.,'’\\u00a0\\u202f]|[ ](?=\\d{3}(?!\\d)))*";
  const look = new RegExp(
    `(?:${SYMBOL}|(?<!\\p{L})(?:${CODE}))\\s?${number}(?:\\s?(?:[km]|bn|thousand|million|billion)(?!\\p{L}))?|${number}\\s?(?:${SYMBOL}|(?:${CODE})(?!\\p{L}))`,
    'gu',
  );
  return text.slice(0, 2_000).match(look) ?? [];
}

/** A text that is an amount of money, and little else. */
export function isMoney(text: string): boolean {
  return text.length <= 60 && /\d/.test(text) && MONEY.test(text);
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/A\$/, 'AUD'],
  [/C\$/, 'CAD'],
  [/R\$/, 'BRL'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₹|(?<!\p{L})Rs\.?(?!\p{L})/u, 'INR'],
  [/₽/, 'RUB'],
  [/円|[¥￥].*税/, 'JPY'],
  [/₩|원/, 'KRW'],
  [/₺/, 'TRY'],
  [/₴/, 'UAH'],
  [/₪/, 'ILS'],
  [/฿/, 'THB'],
  [/zł/, 'PLN'],
  [/Kč/, 'CZK'],
  [/(?<!\p{L})Ft(?!\p{L})/u, 'HUF'],
  [/\$/, 'USD'],
];

const DOLLARS = Object.fromEntries(
  'en-au=AUD en-ca=CAD fr-ca=CAD en-nz=NZD en-sg=SGD en-hk=HKD zh-hk=HKD zh-tw=TWD es-mx=MXN es-ar=ARS es-cl=CLP es-co=COP'
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** Signs of several currencies, by the languages of those who have them. */
const SHARED: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/[¥￥]/, { ja: 'JPY', zh: 'CNY', 'zh-tw': 'TWD', 'zh-hk': 'HKD' }],
  [/元/, { zh: 'CNY', 'zh-tw': 'TWD', 'zh-hk': 'HKD' }],
  [/(?<!\p{L})kr(?!\p{L})/u, { sv: 'SEK', da: 'DKK', nb: 'NOK', nn: 'NOK', no: 'NOK', is: 'ISK' }],
  [/(?<!\p{L})lei(?!\p{L})/u, { ro: 'RON' }],
  [/(?<![\p{L}])\$/u, DOLLARS],
];

/**
 * The ISO code of the currency an amount is written in; where a sign stands for several (`kr`, `¥`, the dollars of many
 * countries) that of the country whose language the page says to be in, and undefined where it says none.
 */
export function currencyOf(text: string, language: string | null = null): string | undefined {
  const code = text.match(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])/u)?.[0];
  if (code && new RegExp(`^(?:${CODE})$`).test(code)) return code;
  if (/US\$/.test(text)) return 'USD';
  const [base = '', region = ''] = (language ?? '').toLowerCase().split(/[-_]/);
  const country = SHARED.find(([sign]) => sign.test(text))?.[1];
  const shared = country?.[`${base}-${region}`] ?? country?.[base];
  return shared ?? CURRENCIES.find(([sign]) => sign.test(text))?.[1];
}

/** The last separator is the decimal one, unless it stands before three digits and looks like grouping. */
function plainDigits(
  written: string,
  { isMoney, usesComma }: { isMoney: boolean; usesComma: boolean },
): string {
  const text = written.replace(/['’\s]/gu, '').replace(/[.,\s]+$/u, '');
  const comma = text.lastIndexOf(',');
  const dot = text.lastIndexOf('.');
  if (comma >= 0 && dot >= 0)
    return comma > dot ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  if (comma >= 0) {
    if (/^\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(text) && !(usesComma && !isMoney && text.indexOf(',') === comma))
      return text.replaceAll(',', '');
    return text.indexOf(',') === comma ? text.replace(',', '.') : text.replaceAll(',', '');
  }
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '');
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text) && (usesComma || isMoney) ? text.replace('.', '') : text;
}

const COMMA_LANGUAGES = new Set(
  'de fr es it pt nl sv da nb nn no fi pl cs sk hu ro bg hr sl sr ru uk be tr el et lv lt is ca gl eu id vi'.split(
    ' ',
  ),
);

function usesDecimalComma(language: string | null): boolean {
  const [base = '', region = ''] = (language ?? '').toLowerCase().split(/[-_]/);
  if (base === 'es' && /^(?:mx|us|pr|gt|hn|ni|pa|pe|do|sv)$/.test(region)) return false;
  if (base === 'de' && (region === 'ch' || region === 'li')) return false;
  return COMMA_LANGUAGES.has(base);
}

function scaleOf(rest: string): number {
  const word = rest
    .match(
      /^\s?(k|m|mn|bn|b|t|tn|thousand|million|millions|millionen|millones|milioni|mio\.?|billion|mrd\.?|milliarden|milliards?|trillion|lakh|crore)(?![\p{L}])/iu,
    )?.[1]
    ?.toLowerCase();
  if (word === undefined) return 1;
  // A lone letter is a scale only right behind the digits: `5 m` are metres.
  if (/^[kmbt]$/.test(word) && /^\s/.test(rest)) return 1;
  if (word === 'k' || word === 'thousand') return 1e3;
  if (word === 'lakh') return 1e5;
  if (word === 'crore') return 1e7;
  if (/^(?:b|bn|billion|mrd|milliard)/.test(word)) return 1e9;
  return /^(?:t|tn|trillion)$/.test(word) ? 1e12 : 1e6;
}

/** 0.1 + 0.2 is 0.3 for a reader. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** `eleven`, `forty-two`, `a dozen`. */
export function parseNumberWord(text: string): number | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'a dozen' || word === 'dozen') return 12;
  const small = SMALL.indexOf(word);
  if (small >= 0) return small;
  const [ten = '', one = ''] = word.split(/[-\s]/);
  const tens = TENS.indexOf(ten);
  if (tens < 0) return undefined;
  const ones = one === '' ? 0 : SMALL.indexOf(one);
  return ones >= 0 && ones < 10 ? (tens + 2) * 10 + ones : undefined;
}
