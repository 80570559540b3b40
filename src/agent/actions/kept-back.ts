import type { Agent } from '../agent.ts';

/** What the browser says of a form that it did not send because of a field; null when it keeps none back. */
export async function keptBack({ run }: Agent): Promise<string | null> {
  for (const frame of run.front.frames()) {
    const said = await frame
      .evaluate(() => {
        const field: HTMLInputElement | null | undefined = Reflect.get(document, Symbol.for('kept-back-by'));
        if (!field?.isConnected || field.validity.valid) return null;
        const name = field.labels?.[0]?.textContent || field.ariaLabel || field.placeholder || field.name;
        return `${name.trim()}: ${field.validationMessage}`;
      })
      .catch(() => null);
    if (said !== null) return said;
  }
  return null;
}
