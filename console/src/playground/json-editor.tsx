import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

const LOOK = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--bg)', color: 'var(--text)' },
  '.cm-content': { fontFamily: 'var(--mono)', minHeight: '160px', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-scroller': { maxHeight: '320px', overflow: 'auto' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
]);

/** An empty text is no mistake: there is no schema then. */
const lintJson = linter((view) => (view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view)));

/** JSON with colours and its mistakes marked. Tab leaves it, as it leaves any field. */
export function JsonEditor({
  value,
  label,
  onChange,
}: {
  value: string;
  label: string;
  onChange: (text: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const tell = useRef(onChange);
  tell.current = onChange;
  const first = useRef(value);
  useEffect(() => {
    if (!box.current) return;
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          history(),
          json(),
          bracketMatching(),
          syntaxHighlighting(COLOURS),
          lintJson,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(
            ({ docChanged, state }) => docChanged && tell.current(state.doc.toString()),
          ),
          LOOK,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label]);
  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (editor && shown !== value)
      editor.dispatch({ changes: { from: 0, to: shown?.length ?? 0, insert: value } });
  }, [value]);
  return <div ref={box} className="overflow-hidden rounded-md border border-line-strong/60" />;
}
