/** Styles of a code field: colours of the scheme, and its height. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { codeColors, type Scheme } from '../theme/palette.ts'

export interface CodeLook {
  readonly scheme: Scheme
  /** In px. */
  readonly minHeight: number
  /** Fills the height of its container instead of growing with its text. */
  readonly isFilling: boolean
}

const highlightOf = (scheme: Scheme): Extension => {
  const color = codeColors[scheme]
  return syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.atom, tags.bool, tags.null, tags.self], color: color.keyword },
      {
        tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape, tags.content],
        color: color.text,
      },
      { tag: tags.number, color: color.number },
      {
        tag: [
          tags.propertyName,
          tags.definition(tags.variableName),
          tags.tagName,
          tags.typeName,
          tags.className,
        ],
        color: color.name,
      },
      { tag: [tags.attributeName, tags.attributeValue, tags.meta, tags.labelName], color: color.attribute },
      { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: color.comment },
      { tag: tags.invalid, color: color.invalid },
    ]),
  )
}

export const lookOf = (look: CodeLook): Extension => [frameOf(look), highlightOf(look.scheme)]

const frameOf = ({ scheme, minHeight, isFilling }: CodeLook): Extension =>
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
      // Without the focus, too: a part that a search found is selected while its field has the focus.
      '&.cm-editor .cm-selectionLayer .cm-selectionBackground': {
        background: 'color-mix(in srgb, var(--accent) 32%, transparent)',
      },
      '.cm-tooltip': {
        backgroundColor: 'var(--elevated)',
        color: 'var(--text)',
        border: '1px solid var(--border)',
      },
      ...(isFilling ? { '&.cm-editor': { height: '100%' } } : { '.cm-scroller': { maxHeight: '52vh' } }),
    },
    { dark: scheme === 'dark' },
  )
