/** The driver's own way from a value to the wire; it publishes the file without types. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
