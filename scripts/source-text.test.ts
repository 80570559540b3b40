import { describe, expect, it } from 'vitest';
import { importsOf, withoutText } from './source-text.ts';

describe('reading imports', () => {
  it('finds static, side-effect, dynamic and re-exporting imports with their lines', () => {
    const source = [
      "import { a, type B } from './a.ts';",
      "import './b.ts';",
      'export { c as d } from "./c.ts";',
      "const e = await import('./e.ts');",
      "export * from './f.ts';",
    ].join('\n');
    expect(importsOf(source).map(({ path, line }) => [path, line])).toEqual([
      ['./a.ts', 1],
      ['./b.ts', 2],
      ['./c.ts', 3],
      ['./e.ts', 4],
      ['./f.ts', 5],
    ]);
  });

  it('reads an import that spans lines', () => {
    const [found] = importsOf("import {\n  type A,\n  b as c,\n} from './a.ts';");
    expect(found).toEqual({ path: './a.ts', line: 1, isType: false, names: ['b'] });
  });

  it('tells type-only imports and taken names apart', () => {
    expect(importsOf("import type { A } from 'x';")[0]).toMatchObject({ isType: true });
    expect(importsOf("import net, { type Socket } from 'node:net';")[0]).toMatchObject({
      isType: false,
      names: ['default'],
    });
    expect(importsOf("import * as net from 'node:net';")[0]?.names).toEqual(['*']);
  });

  it('ignores imports inside comments, quotes and templates', () => {
    const source = "// import './a.ts'\nconst text = \"import './b.ts'\";\nconst page = `import './c.ts'`;";
    expect(importsOf(source)).toEqual([]);
  });
});

describe('blanking text', () => {
  it('keeps code and every position', () => {
    const source = "const a = 'fetch()'; // fetch()\nfetch();";
    const code = withoutText(source);
    expect(code).toHaveLength(source.length);
    expect(code.indexOf('fetch()')).toBe(source.lastIndexOf('fetch()'));
  });

  it('sees code inside a template and not the words around it', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is the subject
    const code = withoutText('`fetch( ${ go({ a: `inner( ${ deep() }` }) } done(`; after()');
    expect(code).toMatch(/go\(.*deep\(.*after\(/);
    expect(code).not.toMatch(/fetch|inner|done/);
  });

  it('is not misled by quotes inside regular expressions or by divisions', () => {
    expect(withoutText('const a = /[\'"`]/.test(b); fetch();')).toContain('fetch()');
    expect(withoutText("const a = b / 2; const c = 'x/'; fetch();")).toContain('fetch()');
    expect(withoutText('return /[/`]/g; fetch();')).toContain('fetch()');
  });

  it('survives characters outside the basic plane', () => {
    const source = "const a = '😀'; fetch();";
    expect(withoutText(source)).toHaveLength(source.length);
  });
});
