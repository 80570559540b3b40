import { fileAsked, isOfKind } from '../../task/index.ts';
import { click } from '../actions/actions.ts';
import { type Agent, DONE, failed, isSpent, type Outcome, see } from '../agent.ts';
import { isPressable, labelOf, type PageModel, type UiElement } from '../observation/page-model.ts';
import { normalize, stemsOf, tellingStems } from '../words.ts';
import type { Target } from './command.ts';
import { find } from './find.ts';
import { contextOf, type Match, matches } from './match.ts';
import type { TaskProgress } from './task-progress.ts';

const FILE = /\b(?:pdf|csv|xlsx?|zip|docx?|txt|ics|json|xml|png|jpe?g|download|export|save|herunterladen)\b/u;
const ANY_FILE = /^(?:(?:the|that|this|your|die) )?(?:file|download|document|datei)?$/iu;
const SHOWN = /^(?:application\/(?:pdf|json|xml|zip|octet-stream)|text\/(?:csv|plain)|image\/)/iu;
const WAITS = 50;
const MOST_HOPS = 3;

/** Presses the link or button of the file and waits for the download to begin, through pages in between. */
export async function download({ agent }: TaskProgress, target: Target): Promise<Outcome> {
  const { run, clock, signal, journal } = agent;
  const before = journal.script.filter(({ action }) => action === 'download').length;
  const noted = (url: string, element?: UiElement): Outcome => {
    journal.line({ action: 'download', name: element && labelOf(element), role: element?.role, url });
    return DONE;
  };
  const hasBegun = () => run.downloads.length > before;
  // The press before this command has begun it.
  if (ANY_FILE.test(target.phrase.trim()) && hasBegun()) return noted((await see(agent)).model.url);
  for (let hop = 0; hop < MOST_HOPS && !isSpent(agent); hop += 1) {
    const found = await find(agent, (page) => fileFor(page, target, agent.instruction));
    if (!found) return failed(`the page has no download "${target.phrase}"`);
    const { url } = found.scene.model;
    if (!(await click(agent, found.scene, found.element)))
      return failed(`"${labelOf(found.element)}" could not be pressed`);
    for (let wait = 0; wait < WAITS && !hasBegun() && run.front.url() === url && !isSpent(agent); wait += 1)
      await clock.sleep(100, signal);
    if (!hasBegun()) await saveShown(agent);
    if (hasBegun()) return noted(url, found.element);
  }
  return failed('no download began');
}

/** Saves a document that the browser displays itself, such as a PDF or a picture. False for a page. */
export async function saveShown({
  run,
  clock,
  signal,
}: Pick<Agent, 'run' | 'clock' | 'signal'>): Promise<boolean> {
  const type = await run.front.evaluate('document.contentType').then(String, () => '');
  if (!SHOWN.test(type.trim()) || (run.document?.status ?? 200) >= 400) return false;
  const before = run.downloads.length;
  await run.front
    .evaluate(() => {
      const link = document.createElement('a');
      link.href = location.href;
      link.download = location.pathname.split('/').at(-1) ?? '';
      (document.body ?? document.documentElement).append(link);
      link.click();
      link.remove();
    })
    .catch(() => undefined);
  for (let wait = 0; wait < WAITS && run.downloads.length === before && !signal.aborted; wait += 1)
    await clock.sleep(100, signal);
  return run.downloads.length > before;
}

/** The link to a file of the kind that the task names, with the most words of the target in its name and row. */
function fileFor(model: PageModel, target: Target, task: string): Match | null {
  const kind = fileAsked(task);
  const isOther = ({ href, name, text }: UiElement) =>
    [href.replace(/[?#].*$/u, ''), `.${lastWord(name)}`, `.${lastWord(text)}`].some(
      (one) => one.length > 1 && !isOfKind(one, kind),
    );
  const elements = model.elements.filter((one) => !isPressable(one) || !isOther(one));
  const telling = tellingStems(target.phrase).filter((stem) => !FILE.test(stem));
  const files = elements
    .filter((one) => isPressable(one) && FILE.test(normalize(`${one.name} ${one.href} ${one.hints}`)))
    .map((element) => {
      const stems = new Set(stemsOf(`${contextOf(model, element)} ${element.href}`));
      const held = telling.filter((stem) => stems.has(stem));
      const lacksNumber = telling.some((stem) => /\d/u.test(stem) && !stems.has(stem));
      const share =
        telling.length === 0 ? 0.8 : held.length === 0 ? 0.3 : 0.4 + (0.55 * held.length) / telling.length;
      return { element, score: lacksNumber ? 0 : share };
    });
  const [best] = files.sort((one, other) => other.score - one.score);
  const [named] = matches({ ...model, elements }, { ...target, phrase: target.phrase || 'download' });
  return best && best.score >= (named?.score ?? 0) - 0.1 ? best : (named ?? null);
}

/** "Order list (PDF)": a link names its kind at the end. */
function lastWord(text: string): string {
  return /([\p{L}\d]+)\W*$/u.exec(text)?.[1] ?? '';
}
