const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions that are groups of countries, or nobody's. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);

let known: ReadonlySet<string> | undefined;

/** Whether a name is one of a country: "Norway". */
export function isCountry(name: string): boolean {
  known ??= new Set(
    LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`))
      .filter((code) => !NO_COUNTRY.has(code))
      .flatMap((code) => NAMES.of(code)?.toLowerCase() ?? []),
  );
  return known.has(name.toLowerCase());
}
