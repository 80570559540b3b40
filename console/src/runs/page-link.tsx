import { ExternalLink } from '../ui/icons.tsx';

/** Only web addresses become links. */
export function Page({ url, status }: { url: string; status?: number | null }) {
  const label = (
    <>
      {url}
      {status != null && <span className="number ml-1.5 text-muted">{status}</span>}
    </>
  );
  if (!/^https?:\/\//i.test(url)) return <span className="[overflow-wrap:anywhere]">{label}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="[overflow-wrap:anywhere] text-accent hover:underline"
    >
      {label} <ExternalLink aria-label="opens in a new window" className="inline size-3" />
    </a>
  );
}
