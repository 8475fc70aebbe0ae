/** What nodes and edges of the canvas need besides their own data, which does not change while values do. */
import { createContext } from 'react'
import type { LiveStore } from './live-store.ts'

export interface LinkCanvasContext {
  /** null: it is being drawn. */
  readonly live: LiveStore | null
}

export const LinkContext = createContext<LinkCanvasContext>({ live: null })
