/** Completion of `${…}` in a text field: matching variables and functions, and the keys that select one. */
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useEditor } from '../context/editor-context.ts'
import { acceptOffer, matchingOffers, type Offer, openHole } from '../model/template-completion.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

/** Sets text and caret of a controlled field: the caret can only move after React has rendered the text. */
export function placeCaret(field: TextField | null, caret: number) {
  requestAnimationFrame(() => {
    field?.focus()
    field?.setSelectionRange(caret, caret)
  })
}

interface Completed {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly fieldRef: RefObject<TextField | null>
}

export function useCompletion({ value, onChange, fieldRef }: Completed) {
  const { offers, isReadOnly } = useEditor()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const hole = caret === null || isReadOnly ? null : openHole(value, caret)
  const fitting = hole ? matchingOffers(offers, hole.typed) : []
  const isOpen = fitting.length > 0
  const chosen = Math.min(active, fitting.length - 1)

  const accept = (offer: Offer) => {
    if (!hole) return
    const accepted = acceptOffer(value, hole, offer)
    onChange(accepted.text)
    setCaret(null)
    placeCaret(fieldRef.current, accepted.caret)
  }
  const onKeyDown = (event: KeyboardEvent<TextField>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const offer = fitting[chosen]
    if (step !== undefined) setActive((chosen + step + fitting.length) % fitting.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && offer) accept(offer)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const follow = (field: TextField) => {
    setCaret(field.selectionStart)
    setActive(0)
  }
  return {
    isOpen,
    /** Those that match the typed text. */
    offers: fitting,
    /** Index of the one that Enter inserts. */
    chosen,
    accept,
    /** For the field itself. */
    handlers: {
      onKeyDown,
      onBlur: () => setCaret(null),
      onClick: (event: { currentTarget: TextField }) => setCaret(event.currentTarget.selectionStart),
      onChange: (event: { target: TextField }) => {
        onChange(event.target.value)
        follow(event.target)
      },
      onKeyUp: (event: KeyboardEvent<TextField>) => {
        if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) follow(event.currentTarget)
      },
    },
  }
}
