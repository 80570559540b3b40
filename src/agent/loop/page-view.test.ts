import { expect, test } from 'vitest';
import { button, field, pageOf } from '../observation/page-model.fixture.ts';
import type { Scene } from '../observation/scene.ts';
import { PageView } from './page-view.ts';

function sceneOf(...given: Parameters<typeof pageOf>[0]): Scene {
  const nothing = { text: '', live: async () => null, frameOf: () => null };
  return { ...nothing, model: pageOf(given) } as unknown as Scene;
}

function linesOf(...given: Parameters<typeof pageOf>[0]): string[] {
  return new PageView()
    .observe(sceneOf(...given))
    .text.split('\n')
    .slice(3);
}

test('what can be acted on has its number and its state', () => {
  const options = ['red', 'blue'].map((label) => ({ label, value: label, isSelected: label === 'blue' }));
  expect(
    linesOf(
      { tag: 'h1', role: 'heading', text: 'Order' },
      field('Name', { isRequired: true, placeholder: 'you' }),
      field('Mail', { value: 'x', problem: 'Enter an address.' }),
      { tag: 'select', role: 'combobox', name: 'Colour', isClickable: true, options },
      { tag: 'input', type: 'checkbox', role: 'checkbox', name: 'Gift', isClickable: true, isChecked: true },
      button('Send', { isDisabled: true }),
      { tag: 'a', role: 'link', text: 'Help', isClickable: true, isDraggable: true, href: '/help' },
      { canScroll: true, group: 'Messages', above: 120, below: 900 },
      button('', { place: 'Kettle 58', hints: 'icon trash' }),
    ),
  ).toEqual([
    '# Order',
    '[1] textbox "Name" placeholder="you" required',
    '[2] textbox "Mail" value="x" invalid="Enter an address."',
    '[3] combobox "Colour" options=(red | *blue)',
    '[4] checkbox "Gift" checked',
    '[5] button "Send" disabled',
    '[6] link "Help" -> /help',
    '[7] scroller "Messages" (120 px above, 900 px below)',
    '[8] button "" in "Kettle 58" hint="icon trash"',
  ]);
});

test('what was typed into a field for secrets is not shown', () => {
  const lines = linesOf(
    field('Password', { type: 'password', value: 'hunter2' }),
    field('Code', { autocomplete: 'one-time-code', value: '123456' }),
    field('Town', { value: 'Pell' }),
  ).join('\n');
  expect(lines).not.toMatch(/hunter2|123456/);
  expect(lines).toContain('value="Pell"');
});

test('an address of the same site is its path, and a long one is cut', () => {
  const link = (href: string) => ({ tag: 'a', role: 'link', text: 'Go', isClickable: true, href });
  expect(linesOf(link('http://page.test/a?b=1'), link(`https://other.test/${'x'.repeat(100)}`))).toEqual([
    '[1] link "Go" -> /a?b=1',
    `[2] link "Go" -> other.test/${'x'.repeat(49)}…`,
  ]);
});

const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    button(`Button number ${index}`, {
      box: { x: 0, y: 30 * (index - 1_000), width: 10, height: 10 },
      ...more,
    }),
  );

test('within the budget: all controls, then what is near, and an outline of the rest', () => {
  const text = (at: number) => ({
    text: `Paragraph ${at}. ${'words '.repeat(100)}`,
    box: { x: 0, y: 40 * at, width: 9, height: 9 },
  });
  const page = [
    ...Array.from({ length: 60 }, (_, at) => text(at)),
    { tag: 'h2', role: 'heading', text: 'Reviews', box: { x: 0, y: 9_000, width: 9, height: 9 } },
    ...Array.from({ length: 60 }, (_, at) => text(at + 300)),
    button('Far away', { box: { x: 0, y: 99_000, width: 9, height: 9 } }),
  ];
  const scene = sceneOf(...page);
  const view = new PageView();
  const seen = view.observe(scene, 20_000).text;
  expect(seen.length).toBeLessThan(20_500);
  expect(seen).toContain('Paragraph 3. words');
  expect(seen).toContain('button "Far away"');
  expect(seen).toContain('## Reviews');
  expect(seen).toMatch(/\("Reviews": [\d,]+ more characters, not shown: read\("Reviews"\)\)/);
  expect(view.readPart(scene, 'Reviews')).toContain('Paragraph 300.');
});

test('too many controls: the near ones are shown, the others counted and found', () => {
  const scene = sceneOf(...many(5_000));
  const view = new PageView();
  const { text } = view.observe(scene);
  expect(text.length).toBeLessThan(41_000);
  expect(text).toContain('Button number 1005"');
  expect(text).not.toContain('Button number 4003"');
  expect(text).toMatch(/more characters with \d+ controls, not shown/);
  expect(view.findText(scene, 'NUMBER 4999')).toMatch(/^\[\d+\] button "Button number 4999"$/);
  expect(view.findText(scene, 'nowhere')).toContain('No line');
});

test('the second look names what changed, and numbers stay with their elements', () => {
  const view = new PageView();
  view.observe(sceneOf(...many(30)));
  const { text, isWhole } = view.observe(sceneOf(...many(30), button('Fresh', { id: 900 } as object)));
  expect(isWhole).toBe(false);
  expect(text).toContain('(30 lines as before,');
  expect(text).toMatch(/\* .*\[31\] button "Fresh"/);
  expect(view.observe(sceneOf(...many(30)), undefined, true).text).toContain(
    '[30] button "Button number 29"',
  );
});
