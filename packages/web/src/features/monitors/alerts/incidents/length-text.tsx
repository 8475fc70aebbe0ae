/** How long an incident has been open, or was. */
import { formatDuration } from '@pone/metrics/figures.ts'
import { useState } from 'react'

export function LengthText(props: { readonly openedAt: number; readonly closedAt: number | null }) {
  const { openedAt, closedAt } = props
  // A drawing has one clock; lists and dialogs are drawn anew when they ask again.
  const [now] = useState(() => Date.now())
  return formatDuration(Math.max(0, (closedAt ?? Math.max(now, openedAt)) - openedAt))
}
