/** A code editor field (CodeMirror), loaded only when shown; `${…}` is completed as in the other text fields. */
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { yaml } from '@codemirror/lang-yaml'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useScheme } from '../theme/use-scheme.ts'
import {
  type CodeMember,
  type CodeOffer,
  type CompletionContext,
  completeHole,
  completeMember,
} from './code-completion.ts'
import { lookOf } from './code-look.ts'
import { type CodeMark, type CodePlace, diagnosticsOf, offsetOf } from './code-marks.ts'
import './code-field.css'

interface CodeFieldProps {
  readonly value: string
  readonly language: 'json' | 'javascript' | 'typescript' | 'yaml' | 'xml' | 'text'
  readonly label: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly isReadOnly: boolean
  readonly offers?: readonly CodeOffer[] | undefined
  /** Names available to the code, completed while typing. */
  readonly members?: readonly CodeMember[] | undefined
  readonly minHeight?: number | undefined
  /** Fills the height of its container instead of growing with its text. */
  readonly isFilling?: boolean | undefined
  /** Problems, by line and column from 1. */
  readonly marks?: readonly CodeMark[] | undefined
  /** The part of the text that the user selects, or the position of the caret. */
  readonly onSelect?: ((selected: CodeRange) => void) | undefined
  /** Position to move the caret to; each request is a new object. */
  readonly goTo?: CodePlace | null | undefined
  /** Part of the text to select and show, without taking the focus; each request is a new object. */
  readonly selected?: CodeRange | null | undefined
}

/** Characters from the start of the text; equal for a caret. */
export interface CodeRange {
  readonly from: number
  readonly to: number
}

const languages: Readonly<Record<CodeFieldProps['language'], () => Extension>> = {
  json,
  javascript,
  typescript: () => javascript({ typescript: true }),
  yaml,
  xml,
  text: () => [],
}

const none: readonly CodeMark[] = []

export function CodeField(props: CodeFieldProps) {
  const {
    value,
    isReadOnly,
    minHeight = 160,
    isFilling = false,
    marks = none,
    goTo = null,
    selected = null,
  } = props
  const scheme = useScheme()
  const hostRef = useRef<HTMLDivElement>(null)
  const viewRef = useRef<EditorView | null>(null)
  const compartments = useRef({ look: new Compartment(), readOnly: new Compartment() })
  const onDocument = useEffectEvent((text: string) => {
    // A value passed in from outside is not an edit.
    if (text !== value) props.onChange?.(text)
  })
  const onSelected = useEffectEvent(({ from, to }: CodeRange) => props.onSelect?.({ from, to }))
  const complete = useEffectEvent((context: CompletionContext) => completeHole(context, props.offers ?? []))
  const completeName = useEffectEvent((context: CompletionContext) =>
    completeMember(context, props.members ?? []),
  )
  const createView = useEffectEvent((parent: HTMLElement) => {
    const { look, readOnly } = compartments.current
    // CodeMirror compares sources by identity: new ones on every render would discard pending completions.
    const completions = [
      { autocomplete: (context: CompletionContext) => complete(context) },
      { autocomplete: (context: CompletionContext) => completeName(context) },
    ]
    const extensions: Extension = [
      // Ctrl-Enter runs the component; CodeMirror would insert a line.
      keymap.of([{ key: 'Mod-Enter', run: () => true }]),
      basicSetup,
      languages[props.language](),
      ...(marks === none ? [] : [lintGutter()]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': props.label, tabindex: '0' }),
      EditorState.languageData.of(() => completions),
      look.of(lookOf({ scheme, minHeight, isFilling })),
      readOnly.of(EditorState.readOnly.of(isReadOnly)),
      EditorView.updateListener.of(update => {
        if (update.docChanged) onDocument(update.state.doc.toString())
        if (update.transactions.some(each => each.isUserEvent('select')))
          onSelected(update.state.selection.main)
      }),
    ]
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) })
  })
  // The view exists as long as the field; later values, styles and permissions are passed into it below.
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
        look.reconfigure(lookOf({ scheme, minHeight, isFilling })),
        readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)),
      ],
    })
  }, [scheme, minHeight, isFilling, isReadOnly])
  useMarks(viewRef, marks, value)
  usePlaces(viewRef, { goTo, selected })
  return <div ref={hostRef} className={`cd-code is-${scheme}${isFilling ? ' is-filling' : ''}`} />
}

/** Shows the marks, again after each change of the value. */
function useMarks(viewRef: RefObject<EditorView | null>, marks: readonly CodeMark[], value: string): void {
  useEffect(() => {
    const view = viewRef.current
    if (view && marks !== none)
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, marks)))
  }, [viewRef, marks, value])
}

interface Places {
  readonly goTo: CodePlace | null
  readonly selected: CodeRange | null
}

/** Moves the caret, and selects a part, when they are requested from outside. */
function usePlaces(viewRef: RefObject<EditorView | null>, { goTo, selected }: Places): void {
  useEffect(() => {
    const view = viewRef.current
    if (!view || !goTo) return
    view.dispatch({ selection: { anchor: offsetOf(view.state.doc, goTo) }, scrollIntoView: true })
    view.focus()
  }, [viewRef, goTo])
  useEffect(() => {
    const view = viewRef.current
    if (!view || !selected) return
    const { length } = view.state.doc
    const [anchor, head] = [Math.min(selected.from, length), Math.min(selected.to, length)]
    view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      // Reported like a selection by the user.
      userEvent: 'select',
    })
  }, [viewRef, selected])
}
