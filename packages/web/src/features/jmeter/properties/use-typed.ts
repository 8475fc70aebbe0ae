/** Text while it is typed: shown at once, and in a large plan, where each edit parses a megabyte again, written when typing pauses or the field loses focus. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePlan } from '../plan/plan-context.ts'

/** Plans up to this size are updated with every key stroke. */
const largeCharacters = 300_000
const pauseMs = 250

interface Typed {
  readonly shown: string
  readonly type: (text: string) => void
  /** For `onBlur`. */
  readonly settle: () => void
}

export function useTyped(value: string, onChange: (text: string) => void): Typed {
  const { state } = usePlan()
  const [typed, setTyped] = useState<string | null>(null)
  const waiting = useRef<{ text: string; timer: number } | null>(null)
  const settle = () => {
    const { current } = waiting
    if (current === null) return
    clearTimeout(current.timer)
    waiting.current = null
    setTyped(null)
    onChange(current.text)
  }
  const latest = useEffectEvent(settle)
  useEffect(() => () => latest(), [])
  const type = (text: string) => {
    if (state.plan.text.length < largeCharacters) return onChange(text)
    if (waiting.current !== null) clearTimeout(waiting.current.timer)
    waiting.current = { text, timer: window.setTimeout(() => latest(), pauseMs) }
    setTyped(text)
  }
  return { shown: typed ?? value, type, settle }
}
