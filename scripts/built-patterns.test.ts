import { expect, test } from 'vitest';
import { foreignPatterns } from './built-patterns.ts';

const isForeign = (text: string) => foreignPatterns('x.ts', text).length > 0;

test.each([
  'export const find = (key: string, text: string) => new RegExp(key).test(text);',
  'export function find(keys: string[]) { return keys.map((key) => new RegExp("^" + key)); }',
  'export function find({ key }: Named) { const own = key + "s"; return RegExp(own); }',
  'export function find(text: string) { for (const word of text.split(" ")) new RegExp(word); }',
  'const made = (key: string) => new RegExp(key); export const find = (key: string) => made(key);',
  'const made = (key: string) => new RegExp(key); export const find = (keys: string[]) => keys.map(made);',
])('a pattern of foreign text is found: %s', (text) => {
  expect(isForeign(text)).toBe(true);
});

test.each([
  'const WORDS = ["a", "b"]; export const FOUND = new RegExp(WORDS.join("|"));',
  'import { WORDS } from "./words.ts"; export const ALL = WORDS.map((word) => new RegExp("^" + word));',
  'const made = (key: string) => new RegExp(key); export const FOUND = ["a"].map(made).concat(made("b"));',
  'const WORDS = [/a/]; export const find = (text: string) => RegExp(WORDS.find((one) => one.test(text)) ?? "");',
  'export const find = (key: string) => new RegExp("^" + escapePattern(key));',
  'export const find = (keys: string[]) => new RegExp(keys.map(escapePattern).join("|"));',
])('words of our own and escaped text are not: %s', (text) => {
  expect(isForeign(text)).toBe(false);
});
