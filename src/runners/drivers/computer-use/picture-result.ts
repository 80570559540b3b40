import type { ComputerVendor } from '../../../agent/index.ts';

/** The words and the picture beside them, as the parts of one result. */
export const pictureResult: ComputerVendor['answer'] = ({ id, name }, { said, picture }) => {
  const shown = picture && [
    { type: 'file' as const, mediaType: 'image/jpeg', data: { type: 'data' as const, data: picture } },
  ];
  const value = [{ type: 'text' as const, text: said }, ...(shown ?? [])];
  const output = { type: 'content' as const, value };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] };
};
