/** What can be done with a value that is picked in a body. */
import type { ReactNode } from 'react'
import type { Pick } from './pick.ts'

export interface ValueActions {
  /** Shown until a value is picked. */
  readonly hint: string
  readonly actionsOf: (pick: Pick) => ReactNode
}
