import { CopyButton } from './values.tsx';

/** Code as text, with a button that copies it. */
export function CodeBlock({ code, label, language }: { code: string; label: string; language?: string }) {
  return (
    <figure className="overflow-hidden rounded-md border bg-surface">
      <figcaption className="flex h-8 items-center gap-2 border-b pr-1 pl-3 text-xs text-muted">
        <span className="flex-1 truncate">{language ?? label}</span>
        <CopyButton text={code} />
      </figcaption>
      <section tabIndex={0} aria-label={label} className="bare-scroll max-h-96 overflow-auto p-3">
        <pre className="leading-5">{code}</pre>
      </section>
    </figure>
  );
}
