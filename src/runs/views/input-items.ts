import type { Run } from '../run.ts';
import type { InputItemsQuery } from '../schema-list.ts';
import { messageId } from './render.ts';

/** The caller's messages as the run stores them, in the form of the official clients' pager. Bytes of files are left out. */
export function listInputItems(run: Run, { limit, order, after }: InputItemsQuery) {
  const all = order === 'asc' ? itemsOf(run) : itemsOf(run).reverse();
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
  // An unknown cursor is an empty last page, as in the other lists.
  const rest = after !== undefined && at < 0 ? [] : all.slice(at + 1);
  const data = rest.slice(0, limit);
  return {
    object: 'list' as const,
    data,
    has_more: rest.length > data.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

function itemsOf({ id, request: { task } }: Run) {
  const said = [
    { role: 'system' as const, text: task.instructions },
    { role: 'user' as const, text: task.goal || task.url },
  ];
  return said.flatMap(({ role, text }, index) => {
    if (text === null) return [];
    const files = role === 'user' ? (task.attachments ?? []) : [];
    return {
      id: `${messageId(id)}_${index}`,
      type: 'message' as const,
      role,
      status: 'completed' as const,
      content: [
        { type: 'input_text' as const, text },
        ...files.map(({ name }) => ({ type: 'input_file' as const, filename: name })),
      ],
    };
  });
}
