import type { PageModel, UiElement } from './page-model.ts';

/** The page without the forms that everybody reads what is written in. */
export function withoutPublic(model: PageModel): PageModel {
  return { ...model, elements: model.elements.filter((element) => !isPublic(element)) };
}

function isPublic({ isEditable, role, name, placeholder }: UiElement): boolean {
  const said = `${name} ${placeholder}`;
  if (/\b(?:private|direct)/iu.test(said)) return false;
  return isEditable
    ? /\b(?:reply|comment|post|answer|review)\b/iu.test(said)
    : role === 'button' &&
        /^(?:(?:add|send|submit|write|leave)\s+(?:an?\s+)?)?(?:post|publish|reply|comment)\b/iu.test(
          name.trim(),
        );
}
