import { findProduct, type Product } from './products.ts';

export interface BasketLine {
  product: Product;
  option: string | null;
  quantity: number;
}

const mostPerLine = 10;
const freeDeliveryFromCents = 7_500;
const deliveryCents = 650;

interface Wish {
  slug: string;
  option: string;
  quantity: string;
}

/** Returns the problem with the wish, or null when it was added. */
export function addToBasket(basket: BasketLine[], wish: Wish): string | null {
  const product = findProduct(wish.slug);
  if (!product) return 'We do not know that product.';
  if (product.stock === 0) return `The ${product.name} is out of stock.`;
  const option = product.option
    ? (product.option.values.find((value) => value === wish.option) ?? null)
    : null;
  if (product.option && !option) return `Please choose: ${product.option.label}.`;
  const quantity = parseQuantity(wish.quantity);
  if (quantity === null || quantity === 0) return 'The quantity must be a whole number from 1.';

  const line = basket.find((other) => other.product === product && other.option === option);
  const total = (line?.quantity ?? 0) + quantity;
  if (total > mostOfOneProduct(product))
    return `You can have at most ${mostOfOneProduct(product)} of the ${product.name}.`;
  if (line) line.quantity = total;
  else basket.push({ product, option, quantity });
  return null;
}

/** Sets the quantity of one line; 0 removes it. Returns the problem, or null. */
export function changeQuantity(basket: BasketLine[], position: number, wanted: string): string | null {
  const line = basket[position];
  const quantity = parseQuantity(wanted);
  if (!line) return 'That line is no longer in your basket.';
  if (quantity === null) return 'The quantity must be a whole number.';
  if (quantity > mostOfOneProduct(line.product))
    return `You can have at most ${mostOfOneProduct(line.product)} of the ${line.product.name}.`;
  if (quantity === 0) basket.splice(position, 1);
  else line.quantity = quantity;
  return null;
}

export function mostOfOneProduct(product: Product): number {
  return Math.min(mostPerLine, product.stock);
}

export function basketCount(basket: readonly BasketLine[]): number {
  return basket.reduce((sum, line) => sum + line.quantity, 0);
}

export function basketTotals(basket: readonly BasketLine[]) {
  const goods = basket.reduce((sum, line) => sum + line.quantity * line.product.priceCents, 0);
  const delivery = goods === 0 || goods >= freeDeliveryFromCents ? 0 : deliveryCents;
  return { goods, delivery, total: goods + delivery };
}

function parseQuantity(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}
