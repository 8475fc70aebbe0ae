/** What nodes and edges of the canvas need besides their own data, which does not change while values do. */
import { createContext } from 'react'
import type { MonitorTypeLookup } from '../../shared/use-monitor-types.ts'
import type { LiveStore } from './live-store.ts'

export interface LinkCanvasContext {
  /** null: it is being drawn. */
  readonly live: LiveStore | null
  readonly types: Pick<MonitorTypeLookup, 'typeOf' | 'nameOf'>
}

export const LinkContext = createContext<LinkCanvasContext>({
  live: null,
  types: { typeOf: () => undefined, nameOf: ({ type }) => type },
})

/** Whether the canvas is seen from so far that only what is large can be read. */
export const CompactContext = createContext(false)
