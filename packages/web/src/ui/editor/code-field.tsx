/** A code editor field (CodeMirror), loaded only when shown; `${…}` completes as in the other text fields. */
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { yaml } from '@codemirror/lang-yaml'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useScheme } from '../theme/use-scheme.ts'
import './code-field.css'

/** What `${…}` completes to; `|` in `insert` marks where the caret goes. */
interface CodeOffer {
  readonly kind: string
  readonly name: string
  readonly detail: string
  readonly insert: string
}

interface CodeFieldProps {
  readonly value: string
  readonly language: 'json' | 'javascript' | 'typescript' | 'yaml' | 'xml' | 'text'
  readonly label: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly isReadOnly: boolean
  readonly offers?: readonly CodeOffer[] | undefined
  /** Names that code can use, completed while they are typed. */
  readonly members?: readonly CodeMember[] | undefined
  readonly minHeight?: number | undefined
  /** Takes the height of its place instead of growing with its text. */
  readonly isFilling?: boolean | undefined
  /** What is wrong, by line and column from 1. */
  readonly marks?: readonly CodeMark[] | undefined
  /** Where the caret is to go; each wish is a new object. */
  readonly goTo?: { readonly line: number; readonly column: number } | null | undefined
}

/** A name such as `vars.get`, its type, and what it is. */
export interface CodeMember {
  readonly label: string
  readonly type: string
  readonly info: string
}

/** A fault or warning at a place of the text. */
export interface CodeMark {
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** What CodeMirror's completion hands over and takes, as far as it is used here. */
interface CompletionContext {
  readonly pos: number
  readonly state: EditorState
  matchBefore(pattern: RegExp): { readonly from: number; readonly text: string } | null
}

const languages: Readonly<Record<CodeFieldProps['language'], () => Extension>> = {
  json,
  javascript,
  typescript: () => javascript({ typescript: true }),
  yaml,
  xml,
  text: () => [],
}

export function CodeField({
  value,
  language,
  label,
  onChange,
  isReadOnly,
  offers,
  members,
  minHeight = 160,
  isFilling = false,
  marks = none,
  goTo = null,
}: CodeFieldProps) {
  const scheme = useScheme()
  const hostRef = useRef<HTMLDivElement>(null)
  const viewRef = useRef<EditorView | null>(null)
  const compartments = useRef({ look: new Compartment(), readOnly: new Compartment() })
  const onDocument = useEffectEvent((text: string) => {
    // A value passed in from outside is no edit.
    if (text !== value) onChange?.(text)
  })
  const complete = useEffectEvent((context: CompletionContext) => {
    const typed = context.matchBefore(/\$\{[\w.]*/)
    if (!typed) return null
    // The brace may stand there already, put by the editor when the other one was typed.
    const end = context.state.sliceDoc(context.pos, context.pos + 1) === '}' ? '' : '}'
    return {
      from: typed.from + 2,
      options: (offers ?? []).map(offer => ({
        label: offer.name,
        detail: offer.detail,
        type: offer.kind,
        apply: `${offer.insert.replace('|', '')}${end}`,
      })),
    }
  })
  const completeMember = useEffectEvent((context: CompletionContext) => {
    const typed = context.matchBefore(/[A-Za-z_][\w.]*/)
    if (!typed || !members) return null
    return {
      from: typed.from,
      validFor: /^[\w.]*$/,
      options: members.map(({ label: name, type, info }) => ({
        label: name,
        detail: type,
        info,
        type: type.startsWith('(') ? 'function' : 'property',
        apply: type.startsWith('(') ? `${name}(` : name,
      })),
    }
  })
  const createView = useEffectEvent((parent: HTMLElement) => {
    // CodeMirror tells sources apart by identity: new ones at each look would lose what was asked of them.
    const completions = [
      { autocomplete: (context: CompletionContext) => complete(context) },
      { autocomplete: (context: CompletionContext) => completeMember(context) },
    ]
    const extensions: Extension = [
      // Ctrl-Enter runs the component; here it would insert a line.
      keymap.of([{ key: 'Mod-Enter', run: () => true }]),
      basicSetup,
      languages[language](),
      ...(marks === none ? [] : [lintGutter()]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorState.languageData.of(() => completions),
      compartments.current.look.of(lookOf(scheme, minHeight, isFilling)),
      compartments.current.readOnly.of(EditorState.readOnly.of(isReadOnly)),
      EditorView.updateListener.of(update => {
        if (update.docChanged) onDocument(update.state.doc.toString())
      }),
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })
  // The view lives as long as the field; later values, looks and rights are passed into it below.
  useEffect(() => {
    const { current: host } = hostRef
    if (!host) return
    const view = createView(host)
    viewRef.current = view
    return () => {
      viewRef.current = null
      view.destroy()
    }
  }, [])

  useEffect(() => {
    const view = viewRef.current
    if (view && view.state.doc.toString() !== value)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const { look, readOnly } = compartments.current
    viewRef.current?.dispatch({
      effects: [
        look.reconfigure(lookOf(scheme, minHeight, isFilling)),
        readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)),
      ],
    })
  }, [scheme, minHeight, isFilling, isReadOnly])
  useEffect(() => {
    const view = viewRef.current
    if (view && marks !== none) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, marks)))
  }, [marks, value])
  useEffect(() => {
    const view = viewRef.current
    if (!view || !goTo) return
    view.dispatch({ selection: { anchor: offsetOf(view.state, goTo) }, scrollIntoView: true })
    view.focus()
  }, [goTo])
  return <div ref={hostRef} className={`cd-code is-${scheme}${isFilling ? ' is-filling' : ''}`} />
}

const none: readonly CodeMark[] = []

function offsetOf(state: EditorState, { line, column }: { line: number; column: number }): number {
  const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines))
  return Math.min(at.from + Math.max(column - 1, 0), at.to)
}

/** A mark covers the rest of its line, so that it can be seen and pointed at. */
function diagnosticsOf(state: EditorState, marks: readonly CodeMark[]): Diagnostic[] {
  return marks.map(mark => {
    const from = offsetOf(state, mark)
    return { from, to: state.doc.lineAt(from).to, severity: mark.severity, message: mark.message }
  })
}

function lookOf(scheme: 'light' | 'dark', minHeight: number, isFilling: boolean): Extension {
  return EditorView.theme(
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
}
