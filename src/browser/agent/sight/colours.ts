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

/** A colour in any of these forms as the page paints with it. */
export function rgbOf(text: string): string | null {
  const parts = hexOf(text)
    ?.match(/[0-9a-f]{2}/gu)
    ?.map((part) => Number.parseInt(part, 16));
  return parts ? `rgb(${parts.join(', ')})` : null;
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

/** What people call a colour the page paints with; the names of one colour stand beside each other. '' for none. */
export function nameColour(value: string): string {
  const parts = value.match(/rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)/u);
  if (!parts) return value.startsWith('rgb') ? '' : value;
  if (parts[4] !== undefined && Number(parts[4]) < 0.1) return '';
  const [red, green, blue] = [Number(parts[1]) / 255, Number(parts[2]) / 255, Number(parts[3]) / 255] as [
    number,
    number,
    number,
  ];
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  const light = (high + low) / 2;
  const spread = high - low;
  if (spread < 0.08) return light > 0.97 ? 'white' : light < 0.12 ? 'black' : 'grey';
  let hue = 0;
  if (high === red) hue = (60 * ((green - blue) / spread) + 360) % 360;
  else if (high === green) hue = 60 * ((blue - red) / spread) + 120;
  else hue = 60 * ((red - green) / spread) + 240;
  if (light < 0.1) return 'black';
  if (light > 0.97) return 'white';
  if (hue < 12 || hue >= 345) return light > 0.75 ? 'pink' : 'red';
  if (hue < 45) return light < 0.35 ? 'brown' : 'orange';
  if (hue < 68) return light < 0.3 ? 'olive' : 'yellow';
  if (hue < 165) return hue < 90 && light > 0.45 ? 'lime green' : 'green';
  if (hue < 200) return 'cyan aqua turquoise';
  if (hue < 255) return 'blue';
  if (hue < 290) return 'purple violet';
  return light > 0.7 ? 'pink' : light < 0.35 ? 'purple' : 'magenta pink';
}
