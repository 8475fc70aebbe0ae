/** A text with a found part marked and scrolled into view. */
import { useEffect, useRef } from 'react'

/** A part of a text, characters from its start. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

interface FoundTextProps {
  readonly text: string
  /** Another object scrolls again; null marks nothing. */
  readonly range: TextRange | null
}

export function FoundText({ text, range }: FoundTextProps) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (range !== null) mark.current?.scrollIntoView({ block: 'nearest' })
  }, [range])
  if (range === null) return text
  return (
    <>
      {text.slice(0, range.from)}
      <mark ref={mark} className="found-text">
        {text.slice(range.from, range.to)}
      </mark>
      {text.slice(range.to)}
    </>
  )
}

/** A found part in a list or table. */
export interface FoundCell extends TextRange {
  /** From 0; -1 = the names of the columns. */
  readonly row: number
  readonly cell: number
}

/** The found part if it is in this cell. */
export const rangeAt = (found: FoundCell | null, row: number, cell: number): FoundCell | null =>
  found?.row === row && found.cell === cell ? found : null
