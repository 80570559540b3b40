import { expect, it } from 'vitest';
import { KINDS, type Weights, weighFile } from './weights.ts';

function weighed(text: string): Partial<Weights> {
  const weights = Object.fromEntries(KINDS.map((kind) => [kind, [] as string[]])) as Weights;
  weighFile('src/a.ts', text, weights);
  return Object.fromEntries(Object.entries(weights).filter(([, places]) => places.length > 0));
}

it('counts every cast but `as const`', () => {
  expect(weighed('const a = b as string;\nconst c = [1] as const;\nconst d = <T>e;')).toEqual({
    casts: ['src/a.ts:1 string', 'src/a.ts:3 T'],
  });
});

it.each([
  'try { a(); } catch { b(); }',
  'try { a(); } catch (error) { b(); }',
  'a().catch(() => undefined);',
  'a().catch(() => {});',
  'a().then(b, () => []);',
  'a().then(b, () => null);',
])('finds the silent catch in %s', (text) => {
  expect(Object.keys(weighed(text))).toEqual(['silent catches']);
});

it.each([
  'try { a(); } catch (error) { log(error); }',
  'try { a(); } catch { throw new Error(); }',
  'a().catch((error) => log(error));',
  'a().catch(() => retry());',
  'a().then(() => undefined);',
])('lets %s pass', (text) => {
  expect(weighed(text)).toEqual({});
});

it('counts long functions but not those that return a table', () => {
  const lines = '\n'.repeat(61);
  expect(weighed(`function long() {${lines}}`)).toEqual({
    'functions over 60 lines': ['src/a.ts:1 long 62'],
  });
  expect(weighed(`const table = () => ({${lines}});`)).toEqual({});
});

it('counts parameters and nesting, each function for itself', () => {
  expect(weighed('const many = (a, b, c, d, e) => a;')).toEqual({
    'functions with 5 parameters': ['src/a.ts:1 many 5'],
  });
  const nest = (inner: string, depth: number): string =>
    depth === 0 ? inner : nest(`if (a) { ${inner} }`, depth - 1);
  expect(weighed(`function deep() { ${nest('b();', 5)} }`)).toEqual({
    'functions nested over 4': ['src/a.ts:1 deep 5'],
  });
  expect(weighed(`function ok() { ${nest(`c(() => { ${nest('b();', 2)} });`, 4)} }`)).toEqual({});
  expect(weighed(`function ok() { ${'if (a) b(); else '.repeat(9)} c(); }`)).toEqual({});
});
