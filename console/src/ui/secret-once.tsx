import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Dialog } from './dialog.tsx';

/** A secret that the service shows once: the dialog stays until the person says that it is kept. */
export function SecretOnce({
  title,
  warning,
  secret,
  onKept,
}: {
  title: string;
  warning: string;
  secret: string | null;
  onKept: () => void;
}) {
  return (
    <Dialog
      title={title}
      description={warning}
      isOpen={secret !== null}
      onOpenChange={(isOpen) => isOpen || onKept()}
      actions={
        <Button look="primary" onClick={onKept}>
          I have kept it
        </Button>
      }
    >
      <CodeBlock code={secret ?? ''} label={title} />
    </Dialog>
  );
}
