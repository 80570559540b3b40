/** Colours as people name them. */
const HEX: Readonly<Record<string, string>> = {
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  violet: '#ee82ee',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  black: '#000000',
  white: '#ffffff',
  grey: '#808080',
  gray: '#808080',
  cyan: '#00ffff',
  aqua: '#00ffff',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  lime: '#00ff00',
  olive: '#808000',
  navy: '#000080',
  teal: '#008080',
  maroon: '#800000',
  silver: '#c0c0c0',
  gold: '#ffd700',
  turquoise: '#40e0d0',
};

/** A colour given as a word, as "#0f0" or as "rgb(0, 255, 0)", in the form a colour field takes; null for anything else. */
export function hexOf(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const named = HEX[plain];
  if (named) return named;
  const short = plain.match(/^#?([0-9a-f])([0-9a-f])([0-9a-f])$/u);
  if (short && plain.startsWith('#'))
    return `#${short
      .slice(1)
      .flatMap((digit) => [digit, digit])
      .join('')}`;
  if (/^#[0-9a-f]{6}$/u.test(plain)) return plain;
  const parts = plain.match(/^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/u);
  if (!parts) return null;
  return `#${parts
    .slice(1)
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** What a colour is also called when it is pale or bright. */
const SHADES: Readonly<Record<string, readonly string[]>> = {
  red: ['pink'],
  green: ['lime'],
  purple: ['violet'],
};

export function shadesOf(colour: string): readonly string[] {
  return [colour, ...(SHADES[colour] ?? [])];
}
