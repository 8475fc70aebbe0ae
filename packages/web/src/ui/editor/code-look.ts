/** Styles of a code field: colours of the scheme, and its height. */
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

export interface CodeLook {
  readonly scheme: 'light' | 'dark'
  /** In px. */
  readonly minHeight: number
  /** Fills the height of its container instead of growing with its text. */
  readonly isFilling: boolean
}

export const lookOf = ({ scheme, minHeight, isFilling }: CodeLook): Extension =>
  EditorView.theme(
    {
      '&': { backgroundColor: 'var(--container)', color: 'var(--text)', fontSize: '13px' },
      '&.cm-focused': { outline: 'none' },
      '.cm-content': {
        fontFamily: 'var(--code-family)',
        minHeight: `${minHeight}px`,
        caretColor: 'var(--text)',
      },
      '.cm-gutters': { backgroundColor: 'var(--container)', color: 'var(--text-faint)', border: 'none' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
      '.cm-tooltip': {
        backgroundColor: 'var(--elevated)',
        color: 'var(--text)',
        border: '1px solid var(--border)',
      },
      ...(isFilling ? { '&.cm-editor': { height: '100%' } } : { '.cm-scroller': { maxHeight: '52vh' } }),
    },
    { dark: scheme === 'dark' },
  )
