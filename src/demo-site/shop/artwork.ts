import { type Html, html, trusted } from '../html.ts';
import data from './artwork.json' with { type: 'json' };

/** The pictures of the shop, so that the site needs no network. Drawings are 400 x 320 with the ground at 266; `{body}` is a colour. */
export type Drawing = keyof typeof data.drawings;
export type Palette = keyof typeof data.palettes;

/** The picture behind the greeting: a valley at first light, a tent, and a kettle on the fire. */
export const landscape = trusted(data.landscape);

export function productPicture(drawing: Drawing, palette: Palette): Html {
  const colours: Record<string, string> = data.palettes[palette];
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 320">
<rect width="400" height="320" fill="${colours.back}"/>
<circle cx="200" cy="150" r="118" fill="#fff" opacity=".38"/>
<path d="M0 250Q90 214 190 244T400 232V320H0Z" fill="${colours.shade}" opacity=".16"/>
<path d="M0 276Q120 252 230 270T400 262V320H0Z" fill="${colours.shade}" opacity=".2"/>
<ellipse cx="200" cy="267" rx="104" ry="9" fill="#2b332d" opacity=".2"/>
${trusted(data.drawings[drawing].replace(/\{(\w+)\}/g, (_, name: string) => colours[name] ?? ''))}
</svg>`;
}
