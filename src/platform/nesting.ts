/** Whether objects and lists are nested deeper: such a value can be parsed, but a function that calls itself overflows on it. */
export function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
