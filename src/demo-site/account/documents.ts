import { csv } from '../csv.ts';
import { shopName } from '../layout.ts';
import { decimal, dollars } from '../money.ts';
import { type Order, type Person, priceOrder } from './people.ts';

/** One row for each line of each order. */
export function ordersCsv(orders: readonly Order[]): string {
  const rows = orders.flatMap((order) =>
    priceOrder(order).lines.map(({ product, quantity, sumCents }) => [
      order.number,
      order.date,
      order.status,
      product.sku,
      product.name,
      quantity,
      decimal(product.priceCents),
      decimal(sumCents),
    ]),
  );
  const header = ['order', 'date', 'status', 'sku', 'product', 'quantity', 'unit_price_usd', 'sum_usd'];
  return csv([header, ...rows]);
}

export function invoicePdf(person: Person, order: Order): Buffer {
  const { lines, totalCents } = priceOrder(order);
  const rows = lines.map(({ product, quantity, sumCents }, index) => {
    const y = 560 - index * 24;
    return [
      text(60, y, `${quantity} x ${product.name}`),
      text(380, y, product.sku),
      text(470, y, dollars(sumCents)),
    ];
  });
  const below = 560 - lines.length * 24;
  const content = [
    '0.29 0.38 0.25 rg 0 772 595 70 re f 1 1 1 rg',
    text(60, 798, shopName, 22, 'F2'),
    '0.13 0.16 0.14 rg',
    text(60, 720, `Invoice ${order.number}`, 20, 'F2'),
    text(60, 690, `Date: ${order.date}`),
    text(60, 672, `To: ${person.name}, ${person.address}`),
    text(60, 596, 'Article', 11, 'F2'),
    text(380, 596, 'Number', 11, 'F2'),
    text(470, 596, 'Sum', 11, 'F2'),
    line(586),
    ...rows.flat(),
    line(below + 8),
    text(380, below - 14, 'Total', 13, 'F2'),
    text(470, below - 14, dollars(totalCents), 13, 'F2'),
    text(60, 60, 'A demonstration document. Nothing was sold and nothing is owed.', 9),
  ].join('\n');
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ]);
}

/** Objects are numbered from 1; the table at the end holds the byte offset of each. ASCII only, so length is bytes. */
function pdfFile(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

function text(x: number, y: number, words: string, size = 11, font: 'F1' | 'F2' = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${words.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
}

function line(y: number): string {
  return `0.7 0.7 0.66 RG 60 ${y} m 535 ${y} l S`;
}
