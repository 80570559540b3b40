import type { Agent } from './agent-context.ts';
import { type NamedPage, readNamedPage } from './language/named-page.ts';
import { holdsPhrase } from './language/words.ts';
import { hasOtherPages } from './run-site-errand.ts';
import type { PageModel } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';
import { walkSite } from './walk-site.ts';

/**
 * A task to be done in a board, topic or project with a name: goes to its page, and gives back what is left of the task
 * there. Null where it names none, is there already, or nothing leads to it.
 */
export async function goToNamed(agent: Agent, task: string, start: Scene): Promise<NamedPage | null> {
  const page = readNamedPage(task);
  if (!page || !hasOtherPages(start) || isPageOf(start.model, page.name)) return null;
  const isReached = await walkSite(agent, {
    names: [page.name],
    said: `${page.kind} ${page.name}`,
    least: 0,
    isThere: ({ model }) => isPageOf(model, page.name),
  });
  return isReached ? page : null;
}

/** Its main heading, its title or the place that is chosen in its navigation is called so; a list or a search of such things is none of them. */
export function isPageOf({ title, elements, url }: PageModel, name: string): boolean {
  if (isSearchFor(url, name)) return false;
  const isLink = (text: string) =>
    elements.some(
      (element) => element.role === 'link' && !element.isFraming && holdsPhrase(element.name, text),
    );
  const heads = elements.filter(({ isVisible, tag, isSelected, role }) => {
    const isHead = tag === 'h1' || tag === 'h2' || (role === 'heading' && !/^h[3-6]$/u.test(tag));
    return isVisible && (isHead || isSelected === true);
  });
  const texts = [title, ...heads.map((head) => head.name || head.text)];
  return texts.some((text) => holdsPhrase(text, name)) && !isLink(name);
}

/** What was searched for stands in the head of what was found, whether it exists or not. */
function isSearchFor(url: string, name: string): boolean {
  const asked = URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
  return asked.some((value) => holdsPhrase(value, name));
}
