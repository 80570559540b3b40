import type { PageModel, UiElement } from './page-model.ts';

/** A row of nameless answers: what is asked beside it, and over each answer what it says. */
interface MatrixRow {
  label: string;
  element: UiElement;
  options: { label: string; element: UiElement }[];
}

/** Answers that are called nothing themselves and stand in rows and columns, as surveys have them. */
export function choiceMatrix({ elements }: PageModel): MatrixRow[] {
  const dots = elements.filter(({ isVisible, role, name }) => isVisible && role === 'radio' && name === '');
  const rows = [...Map.groupBy(dots, ({ box }) => Math.round(middle(box.y, box.height) / ROW_PX)).values()];
  const top = Math.min(...dots.map(({ box }) => box.y));
  const texts = elements.filter(({ isVisible, text }) => isVisible && text !== '' && text.length < 120);
  return rows.flatMap((row): MatrixRow[] => {
    const [first] = row;
    const label = first && questionBeside(texts, first);
    const options = row.flatMap((element) => {
      const head = headOver(texts, element, top);
      return head === undefined ? [] : [{ label: head.text, element }];
    });
    return first && label && options.length === row.length && row.length > 1
      ? [{ label: label.text, element: first, options }]
      : [];
  });
}

const ROW_PX = 12;

function middle(start: number, length: number): number {
  return start + length / 2;
}

function questionBeside(texts: UiElement[], { box }: UiElement): UiElement | undefined {
  const y = middle(box.y, box.height);
  return texts.findLast(
    (text) =>
      text.box.x + text.box.width <= box.x + 2 && text.box.y <= y && y <= text.box.y + text.box.height,
  );
}

/** The nearest text above all the answers, in their column. */
function headOver(texts: UiElement[], { box }: UiElement, top: number): UiElement | undefined {
  const x = middle(box.x, box.width);
  return texts.findLast(
    (text) =>
      text.box.x <= x &&
      x <= text.box.x + text.box.width &&
      text.box.y + text.box.height <= top + 2 &&
      text.box.y > top - HEAD_PX,
  );
}

const HEAD_PX = 120;
