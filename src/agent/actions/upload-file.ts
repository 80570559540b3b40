import { type Agent, type Attachment, DONE, failed, type Outcome, see } from '../agent.ts';
import { holdsPhrase, normalize, similarity } from '../words.ts';
import { upload } from './actions.ts';

/** Which file goes where, as far as the task says it. */
export interface Uploading {
  /** The field, in the task's words; empty when it names none. */
  field: string;
  /** The file's name; empty when it names none. */
  name: string;
  /** What stands in it; null when the task does not say. */
  text: string | null;
}

const SEVERAL = /\b(?:files|documents|attachments|pictures|images|photos)$/iu;

/** Puts a file into the field for it: one that came with the task, or one whose text the task tells. None is made up. */
export async function uploadFile(agent: Agent, wanted: Uploading): Promise<Outcome> {
  const many = agent.attachments.filter(
    ({ name }) => holdsPhrase(wanted.name, name) || SEVERAL.test(wanted.name),
  );
  const file = many[0] ?? fileFor(agent.attachments, wanted);
  if (!file) return failed(missing(agent.attachments, wanted));
  const scene = await see(agent);
  const inputs = scene.model.elements.filter(({ type, isDisabled }) => type === 'file' && !isDisabled);
  const named = (name: string) => similarity(name, wanted.field);
  const element = inputs.toSorted((one, other) => named(other.name) - named(one.name))[0];
  if (!element) return failed('there is no place for a file');
  const files = element.isMultiple && many.length > 1 ? many : [file];
  const isIn = await upload(agent, scene, element, files.map(fileOf));
  return isIn ? DONE : failed('the file could not be attached');
}

/** By its name, or the only one there is; else the one whose name is most like what the task calls it. */
export function fileFor(
  attachments: readonly Attachment[],
  { field, name, text }: Uploading,
): Attachment | null {
  const named = attachments.find((one) => normalize(one.name) === normalize(name));
  if (named) return named;
  const base64 = Buffer.from(text ?? '').toString('base64');
  if (text !== null) return { name: name || 'file.txt', contentType: 'text/plain', base64 };
  if (/\.\w{2,5}$/u.test(name)) return null;
  const like = (one: Attachment) => similarity(one.name.replace(/\.[^.]+$|[-_]+/gu, ' '), `${name} ${field}`);
  return attachments.toSorted((one, other) => like(other) - like(one))[0] ?? null;
}

export function fileOf({ name, contentType, base64 }: Attachment) {
  return { name, mimeType: contentType, buffer: Buffer.from(base64, 'base64') };
}

function missing(attachments: readonly Attachment[], { name }: Uploading): string {
  const which = name === '' ? 'no file' : `no file "${name}"`;
  const others = attachments.map((one) => one.name).join(', ');
  return attachments.length === 0
    ? `${which} came with the task: attach it as an input_file part, or say what stands in it`
    : `${which} came with the task, only ${others}`;
}
