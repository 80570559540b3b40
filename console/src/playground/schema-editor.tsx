import { lazy, Suspense, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox, Input, Select } from '../ui/field.tsx';
import { Plus, Trash2 } from '../ui/icons.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { schemaOf } from './draft.ts';
import { FIELD_TYPES, fieldsOf, type SchemaField, schemaOfFields } from './schema-form.ts';
import { texts } from './texts.ts';

const JsonEditor = lazy(() =>
  import('./json-editor.tsx').then(({ JsonEditor: Editor }) => ({ default: Editor })),
);

const NEW: SchemaField = { name: '', type: 'string', isRequired: true, description: '' };

/** The shape of the answer, as fields or as JSON Schema; both write the same text. */
export function SchemaEditor({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-muted">{texts.schema}</legend>
      <Tabs
        label={texts.schema}
        tabs={[
          { value: 'form', label: 'Form', content: <SchemaForm value={value} onChange={onChange} /> },
          {
            value: 'json',
            label: 'JSON',
            content: (
              <Suspense fallback={<Skeleton className="h-40" />}>
                <JsonEditor label={`${texts.schema}, JSON Schema`} value={value} onChange={onChange} />
              </Suspense>
            ),
          },
        ]}
      />
      {problem && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function SchemaForm({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { value: schema, problem } = schemaOf(value);
  const read = problem === null ? fieldsOf(schema) : null;
  // Fields without a name yet are only here: the text cannot hold them.
  const [written, setWritten] = useState<{ text: string; fields: SchemaField[] } | null>(null);
  const fields = written?.text === value ? written.fields : read;
  if (fields === null) return <p className="text-muted">{texts.schemaOnlyJson}</p>;
  const write = (next: SchemaField[]) => {
    const made = schemaOfFields(next);
    const text = made === undefined ? '' : JSON.stringify(made, null, 2);
    setWritten({ text, fields: next });
    onChange(text);
  };
  const change = (at: number, part: Partial<SchemaField>) =>
    write(fields.map((field, index) => (index === at ? { ...field, ...part } : field)));
  return (
    <div className="grid gap-2">
      {fields.length === 0 && <p className="text-xs text-muted">{texts.schemaHint}</p>}
      {fields.map((field, at) => (
        <FieldRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a field has nothing else that stays while it is renamed
          key={at}
          field={field}
          at={at + 1}
          onChange={(part) => change(at, part)}
          onRemove={() => write(fields.filter((_, index) => index !== at))}
        />
      ))}
      <Button size="small" className="justify-self-start" onClick={() => write([...fields, NEW])}>
        <Plus aria-hidden /> Add a field
      </Button>
    </div>
  );
}

function FieldRow({
  field,
  at,
  onChange,
  onRemove,
}: {
  field: SchemaField;
  at: number;
  onChange: (part: Partial<SchemaField>) => void;
  onRemove: () => void;
}) {
  return (
    <div className="grid grid-cols-[1fr_130px_auto] gap-2 rounded-md border p-2">
      <Input
        aria-label={`Name of field ${at}`}
        placeholder="name"
        value={field.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Select
        aria-label={`Type of field ${at}`}
        value={field.type}
        onChange={({ target }) => onChange({ type: target.value as SchemaField['type'] })}
        options={FIELD_TYPES.map((type) => ({ value: type, label: type }))}
      />
      <IconButton label={`Remove field ${at}`} onClick={onRemove}>
        <Trash2 />
      </IconButton>
      <Input
        aria-label={`Meaning of field ${at}`}
        placeholder="What it means, where the name does not say it"
        className="col-span-2"
        value={field.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Checkbox
        label="must"
        aria-label={`Field ${at} must be there`}
        checked={field.isRequired}
        onChange={({ target }) => onChange({ isRequired: target.checked })}
      />
    </div>
  );
}
