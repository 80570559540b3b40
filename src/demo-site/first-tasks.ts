import { findProduct } from './shop/products.ts';

interface FirstTask {
  /** The kind of task, for the start-up text. */
  kind: string;
  path: string;
  input: string;
  schema?: Record<string, unknown>;
}

const KETTLE = 'fernfall-camp-kettle';

/** The tasks of the calls that the start-up text offers: in the words people use, and true of the catalogue. */
export const firstTasks = tasksAbout(KETTLE);

function tasksAbout(slug: string): [FirstTask, FirstTask, FirstTask] {
  if (!findProduct(slug)) throw new Error(`The catalogue has no ${slug}`);
  const path = `/products/${slug}`;
  return [
    { kind: 'A question', path, input: 'What is the price of this product?' },
    {
      kind: 'Data in a shape of yours',
      path,
      input: 'Get the product.',
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' }, rating: { type: 'number' } },
        required: ['name', 'price'],
      },
    },
    { kind: 'Something done', path, input: 'Add the kettle to the basket.' },
  ];
}
