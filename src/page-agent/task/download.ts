import { fileAsked, isOfKind } from '../../task/index.ts';
import { type Agent, DONE, failed, isSpent, type Outcome, see } from '../agent.ts';
import { click } from '../hands/hands.ts';
import type { Target } from '../language/target.ts';
import { isPressable, labelOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import { normalize, stemsOf, tellingStems } from '../words.ts';
import type { Course } from './course.ts';
import { find } from './find.ts';
import { contextOf, extremeRow, type Match, matches } from './match.ts';
import { mainOf, rowsLike } from './pick.ts';

const FILE = /\b(?:pdf|csv|xlsx?|zip|docx?|txt|ics|json|xml|png|jpe?g|download|export|save)\b/u;
const ANY_FILE = /^(?:(?:the|that|this|your) )?(?:file|download|document)?$/iu;
const SHOWN = /^(?:application\/(?:pdf|json|xml|zip|octet-stream)|text\/(?:csv|plain)|image\/)/iu;
const WAITS = 50;
const MOST_HOPS = 3;
const MOST_FILES = 8;

/** Presses what starts the download and waits for it to begin; each that fits where several are asked for. */
export async function download(course: Course, target: Target): Promise<Outcome> {
  const { agent } = course;
  const { model } = await see(agent);
  const told = agent.journal.script.filter(({ action }) => action === 'download').length;
  // The press before has begun it.
  if (ANY_FILE.test(target.phrase.trim()) && agent.run.downloads.length > told)
    return noted(agent, model.url);
  const many =
    target.many === null && !/s\b(?:.*)$/iu.test(target.phrase.split(' ')[0] ?? '')
      ? []
      : filesMeant(model, target);
  if (target.many === null || many.length < 2)
    return fetchFile(agent, target.phrase, (page) => fileFor(ofKind(page, agent.instruction), target));
  for (const meant of many.slice(0, Math.min(target.many, MOST_FILES))) {
    const got = await fetchFile(agent, meant.name, ({ elements }) => {
      const element = elements.find(
        ({ node, signature }) => node === meant.node && signature === meant.signature,
      );
      return element ? { element, score: 1 } : null;
    });
    if (!got.ok) return got;
  }
  return DONE;
}

/** A page in between is gone through; a document that the browser only shows is saved. */
async function fetchFile(
  agent: Agent,
  words: string,
  finder: (model: PageModel) => Match | null,
): Promise<Outcome> {
  const { run, clock, signal } = agent;
  const before = run.downloads.length;
  for (let hop = 0; hop < MOST_HOPS && !isSpent(agent); hop += 1) {
    const found = await find(agent, finder);
    if (!found) return failed(`there is nothing to download (${words})`);
    const { url } = found.scene.model;
    if (!(await click(agent, found.scene, found.element)))
      return failed(`"${labelOf(found.element)}" could not be pressed`);
    const hasBegun = () => run.downloads.length > before;
    for (let wait = 0; wait < WAITS && !hasBegun() && run.front.url() === url && !isSpent(agent); wait += 1)
      await clock.sleep(100, signal);
    if (!hasBegun()) await saveShown(agent);
    if (hasBegun()) return noted(agent, url, found.element);
  }
  return failed('no download began');
}

function noted({ journal }: Agent, url: string, element?: UiElement): Outcome {
  journal.line({ action: 'download', name: element && labelOf(element), role: element?.role, url });
  return DONE;
}

/** A document that the browser shows by itself, a PDF or a picture, is saved as a file. False when it shows a page. */
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

/** The page without links to files of another kind than the task names. */
function ofKind(model: PageModel, task: string): PageModel {
  const kind = fileAsked(task);
  const isOther = ({ href, name, text }: UiElement) =>
    [href.replace(/[?#].*$/u, ''), `.${lastWord(name)}`, `.${lastWord(text)}`].some(
      (one) => one.length > 1 && !isOfKind(one, kind),
    );
  return { ...model, elements: model.elements.filter((one) => !isPressable(one) || !isOther(one)) };
}

/** "Order list (PDF)": what a link says of its kind stands at its end. */
function lastWord(text: string): string {
  return /([\p{L}\d]+)\W*$/u.exec(text)?.[1] ?? '';
}

function filesMeant(model: PageModel, target: Target): UiElement[] {
  const wanted = tellingStems(target.phrase).filter((stem) =>
    model.elements.some((one) => isFile(one) && stemsOf(contextOf(model, one)).includes(stem)),
  );
  return model.elements.filter(
    (one) =>
      isPressable(one) &&
      isFile(one) &&
      wanted.every((stem) => stemsOf(contextOf(model, one)).includes(stem)),
  );
}

/** A link to a file, told by its own name or by its row; else any element of that name. */
function fileFor(model: PageModel, target: Target): Match | null {
  const extreme = target.extreme && extremeRow(rowsLike(model, target.phrase), target.extreme);
  const ofRow = extreme && mainOf(model, extreme);
  if (ofRow) return { element: ofRow, score: 0.9 };
  const files = model.elements.filter((one) => isPressable(one) && isFile(one));
  const wanted = { ...target, phrase: target.phrase === '' ? 'download' : target.phrase };
  const named = matches(model, wanted)[0];
  const best = files.length === 0 ? undefined : bestFile(model, files, wanted);
  if (best && best.score >= (named?.score ?? 0) - 0.1) return best;
  return named ?? null;
}

/** By how much of what is asked stands in its name and its row. A word that only other files have speaks against it. */
function bestFile(model: PageModel, files: UiElement[], { phrase }: Target): Match | undefined {
  const stems = files.map((element) => new Set(stemsOf(`${contextOf(model, element)} ${element.href}`)));
  const telling = tellingStems(phrase).filter((stem) => !FILE.test(stem));
  const known = telling.filter((stem) => stems.some((set) => set.has(stem)));
  const scored = files.map((element, index) => {
    const held = known.filter((stem) => stems[index]?.has(stem)).length;
    const missing = telling.filter((stem) => !stems[index]?.has(stem) && /\d/u.test(stem)).length;
    return {
      element,
      score:
        telling.length === 0
          ? 0.8
          : (held === 0 ? 0.3 : 0.4 + (0.55 * held) / telling.length) - 0.5 * missing,
    };
  });
  return scored.sort((one, other) => other.score - one.score || one.element.node - other.element.node)[0];
}

function isFile({ name, href, hints }: UiElement): boolean {
  return FILE.test(normalize(`${name} ${href} ${hints}`));
}
