/** How long an incident has been open, or was. */
import { formatDuration } from '@pone/metrics/figures.ts'
import { useState } from 'react'

export function LengthText(props: { readonly openedAt: number; readonly closedAt: number | null }) {
  const { openedAt, closedAt } = props
  // A drawing has one clock; lists and dialogs are drawn anew when they ask again.
  const [now] = useState(() => Date.now())
  const seconds = Math.floor(((closedAt ?? Math.max(now, openedAt)) - openedAt) / 1_000)
  return formatDuration(Math.max(0, seconds * 1_000))
}
