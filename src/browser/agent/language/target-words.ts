/** The words tasks describe things with: kinds, colours, shapes, and what is compared. */

export interface Extreme {
  end: 'min' | 'max';
  /** What is compared: price, duration, a column's name; '' for the number itself. */
  of: string;
  /** "The second cheapest": 2. */
  rank?: number;
}

export type Kind =
  | 'button'
  | 'link'
  | 'tab'
  | 'checkbox'
  | 'radio'
  | 'icon'
  | 'image'
  | 'field'
  | 'textarea'
  | 'dropdown'
  | 'list'
  | 'option'
  | 'menuitem'
  | 'row'
  | 'section'
  | 'slider'
  | 'spinner'
  | 'switch'
  | 'dialog'
  | 'result'
  | 'item'
  | 'number'
  | 'paragraph'
  | 'word';

export const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['textarea', /\b(?:text ?-?areas?|text editor|editor|message box)\b/iu],
  ['radio', /\bradio(?: ?buttons?| options?)?\b/iu],
  ['button', /\bbuttons?\b/iu],
  ['checkbox', /\b(?:check ?box(?:es)?|tick ?box(?:es)?)\b/iu],
  ['dropdown', /\b(?:drop-?\s?down(?: (?:list|menu|box))?|combo ?box|select (?:box|list|menu))\b/iu],
  [
    'field',
    /\b(?:input text ?box(?:es)?|(?:text|input|search|form)[ -]?(?:fields?|box(?:es)?|inputs?)|textbox(?:es)?|fields?|inputs?|input textbox)\b/iu,
  ],
  ['link', /\b(?:hyper)?links?\b/iu],
  ['tab', /\btabs?\b/iu],
  ['icon', /\bicons?\b/iu],
  ['menuitem', /\b(?:menu (?:item|entry|option)|submenu)s?\b/iu],
  ['result', /\b(?:search )?results?\b|\bhits?\b/iu],
  ['option', /\b(?:options?|choices?)\b/iu],
  ['slider', /\b(?:sliders?|handle)\b/iu],
  ['spinner', /\b(?:spinners?|stepper)\b/iu],
  ['switch', /\b(?:switch|toggle)(?:es|s)?\b/iu],
  ['image', /\b(?:image|picture|photo|thumbnail)s?\b/iu],
  ['section', /\b(?:sections?|accordion|panel|header)\b/iu],
  ['dialog', /\b(?:dialog(?:ue)?(?: box)?|pop-?up(?: window)?|modal|window)\b/iu],
  ['row', /\brows?\b/iu],
  ['list', /\b(?:(?:scroll |list ?)?list ?box|(?:scroll )?list|menu)\b/iu],
  ['paragraph', /\b(?:paragraph|passage)s?\b/iu],
  ['number', /\b(?:numbers?|digits?|letters?)\b/iu],
  ['word', /\bwords?\b/iu],
  [
    'item',
    /\b(?:items?|entry|entries|elements?|cards?|posts?|products?|tiles?|articles?|stor(?:y|ies)|messages?|threads?|conversations?|folder or file|folders?|files?|cells?)\b/iu,
  ],
];

export const COLOURS =
  'red|green|blue|yellow|purple|orange|black|cyan|magenta|pink|brown|grey|gray|white|violet|aqua|lime|olive|turquoise|navy|teal|maroon|gold';
/** What has nothing but its colour to be told by. */
export const PATCHES =
  'swatch|patch|key|light|lamp|stripe|block|marker|bead|balloon|bubble|flag|chip|pixel|point';
export const SHAPES =
  'circle|square|rectangle|triangle|box|polygon|pentagon|hexagon|ellipse|line|letter|digit|shape|dot|ball|disc|disk|figure|bar';
export const SHAPE_NAMES: Readonly<Record<string, string>> = {
  dot: 'circle',
  ball: 'circle',
  disc: 'circle',
  disk: 'circle',
  figure: 'shape',
};
export const EXTREMES: readonly (readonly [RegExp, Extreme])[] = [
  [/\b(?:cheapest|least expensive|lowest[- ]priced|best[- ]priced)\b/iu, { end: 'min', of: 'price' }],
  [/\b(?:most expensive|priciest|dearest|highest[- ]priced)\b/iu, { end: 'max', of: 'price' }],
  [/\b(?:best|highest|top)[- ]?(?:paid|paying)\b|\bhighest salary\b/iu, { end: 'max', of: 'price' }],
  [/\b(?:worst|lowest)[- ]?(?:paid|paying)\b|\blowest salary\b/iu, { end: 'min', of: 'price' }],
  [/\b(?:lightest|(?:that|which)\s+weighs?\s+(?:the\s+)?least)\b/iu, { end: 'min', of: 'weight' }],
  [/\b(?:heaviest|(?:that|which)\s+weighs?\s+(?:the\s+)?most)\b/iu, { end: 'max', of: 'weight' }],
  [/\b(?:that|which)\s+costs?\s+(?:the\s+)?least\b/iu, { end: 'min', of: 'price' }],
  [/\b(?:that|which)\s+costs?\s+(?:the\s+)?most\b/iu, { end: 'max', of: 'price' }],
  [/\b(?:newest|latest|most recent)\b/iu, { end: 'max', of: 'date' }],
  [/\b(?:earliest)\b/iu, { end: 'min', of: 'date' }],
  [/\blongest\b(?=.*\bwords?\b)/iu, { end: 'max', of: 'letters' }],
  [/\bshortest\b(?=.*\bwords?\b)/iu, { end: 'min', of: 'letters' }],
  [/\b(?:tallest)\b/iu, { end: 'max', of: 'height' }],
  [
    /\b(?:shortest|lowest)\b(?=.*\b(?:bars?|columns?|towers?|buildings?|trees?)\b)/iu,
    { end: 'min', of: 'height' },
  ],
  [/\b(?:highest)\b(?=.*\b(?:bars?|columns?)\b)/iu, { end: 'max', of: 'height' }],
  // What has no number is low or high by where it lies.
  [
    /\blowest\b(?=\s+(?:words?|circles?|squares?|dots?|shapes?|icons?|pictures?|images?|balls?)\b)/iu,
    { end: 'max', of: 'lying' },
  ],
  [
    /\bhighest\b(?=\s+(?:words?|circles?|squares?|dots?|shapes?|icons?|pictures?|images?|balls?)\b)/iu,
    { end: 'min', of: 'lying' },
  ],
  [/\bwidest\b|\blongest\b(?=\s+(?:bars?|lines?)\b)/iu, { end: 'max', of: 'width' }],
  [/\bnarrowest\b/iu, { end: 'min', of: 'width' }],
  [/\b(?:shortest|fastest|quickest)\b/iu, { end: 'min', of: 'duration' }],
  [/\b(?:longest|slowest)\b/iu, { end: 'max', of: 'duration' }],
  [/\b(?:oldest)\b/iu, { end: 'max', of: 'age' }],
  [/\b(?:youngest)\b/iu, { end: 'min', of: 'age' }],
  [
    /\b(?:best|top|highest)[- ]rated\b|\b(?:best|highest|top)\s+(?:customer\s+|user\s+)?(?:ratings?|reviews?)\b|\bmost\s+stars\b/iu,
    { end: 'max', of: 'rating' },
  ],
  [
    /\b(?:worst|lowest)[- ]rated\b|\b(?:worst|lowest)\s+(?:customer\s+|user\s+)?ratings?\b|\bfewest\s+stars\b/iu,
    { end: 'min', of: 'rating' },
  ],
  [/\bcheaper\b/iu, { end: 'min', of: 'price' }],
  [/\bmore expensive\b/iu, { end: 'max', of: 'price' }],
  [/\blonger\b(?=.*\bwords?\b)/iu, { end: 'max', of: 'letters' }],
  [/\bshorter\b(?=.*\bwords?\b)/iu, { end: 'min', of: 'letters' }],
  [
    /\b(?:lower|smaller|lesser)\b(?=\s+(?:numbers?|values?|amounts?|sums?|prices?|of)\b)/iu,
    { end: 'min', of: '' },
  ],
  [
    /\b(?:higher|greater|larger|bigger)\b(?=\s+(?:numbers?|values?|amounts?|sums?|prices?|of)\b)/iu,
    { end: 'max', of: '' },
  ],
  [/\b(?:lowest|smallest|least|fewest|minimum|minimal)\b/iu, { end: 'min', of: '' }],
  [/\b(?:highest|greatest|largest|biggest|most|maximum|maximal)\b/iu, { end: 'max', of: '' }],
];
