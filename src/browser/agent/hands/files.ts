import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Target } from '../language/read-target.ts';
import { normalize, similarity } from '../language/words.ts';
import { seek } from '../sight/locate.ts';
import { click, labelOf, upload } from './hands.ts';

/** Clicks what starts the download and waits for it to begin. */
export async function download(agent: Agent, target: Target): Promise<Outcome> {
  const before = agent.run.downloads.length;
  const words = [target.text, target.near ?? ''].join(' ').trim();
  const found = await seek(agent, (model, isHidden) => {
    const links = model.elements.filter(
      (element) => element.isVisible !== isHidden && element.isClickable && !element.isEditable,
    );
    const best = links
      .map((element) => ({
        element,
        score:
          Math.max(similarity(element.name, words), similarity(element.name, `download ${words}`)) +
          (/\b(?:pdf|csv|xlsx?|zip|download)\b/u.test(normalize(`${element.name} ${element.href}`))
            ? 0.15
            : 0),
      }))
      .sort((one, other) => other.score - one.score)[0];
    return best ?? null;
  });
  if (!found) return stuck(`there is nothing to download (${words})`);
  await click(agent, found.scene, found.element);
  for (let wait = 0; wait < 50 && agent.run.downloads.length === before && !isSpent(agent); wait += 1)
    await agent.clock.sleep(100, agent.signal);
  if (agent.run.downloads.length === before) return stuck('no download began');
  agent.journal.line({
    action: 'download',
    name: labelOf(found.element),
    role: found.element.role,
    url: found.scene.model.url,
  });
  return DONE;
}

export async function uploadFile(agent: Agent, field: string, content: string): Promise<Outcome> {
  const scene = await see(agent);
  const inputs = scene.model.elements.filter((element) => element.type === 'file' && !element.isDisabled);
  const element =
    field === ''
      ? inputs[0]
      : (inputs.toSorted((one, other) => similarity(other.name, field) - similarity(one.name, field))[0] ??
        inputs[0]);
  if (!element) return stuck('there is no place for a file');
  const isName = /^[\w .-]{1,80}\.[a-z0-9]{2,5}$/iu.test(content);
  const name = isName ? content : 'upload.txt';
  const buffer = Buffer.from(isName || content === '' ? `${name}\n` : content);
  return (await upload(agent, scene, element, { name, mimeType: mimeOf(name), buffer }))
    ? DONE
    : stuck('the file could not be attached');
}

function mimeOf(name: string): string {
  const types: Record<string, string> = {
    txt: 'text/plain',
    csv: 'text/csv',
    json: 'application/json',
    pdf: 'application/pdf',
    png: 'image/png',
    jpg: 'image/jpeg',
  };
  return types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}
