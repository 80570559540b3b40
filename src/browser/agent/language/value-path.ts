/** "Asia / Japan / Osaka", "Osaka in Japan, Asia": the steps to a value, outermost first; one step where it has no others. */
export function pathOf(value: string): string[] {
  const steps = value.split(/\s+[/>›»→]\s+/u).map((step) => step.trim());
  if (steps.length > 1) return steps.every((step) => /^\p{L}/u.test(step)) ? steps : [value];
  const [, own = '', around = ''] = value.match(/^(\p{Lu}.*?)\s+in\s+(?:the\s+)?(\p{Lu}.*)$/u) ?? [];
  return own === '' ? [value] : [...around.split(/,\s*/u).toReversed(), own];
}

/** Whether the value is written as a path: then no single step of it is what is meant. */
export function isPath(value: string): boolean {
  return pathOf(value).length > 1 && /\s[/>›»→]\s/u.test(value);
}
