/** What all charts of a page have in common: range, variables, load tests and incidents. */
import type { AlertMark } from '@pone/contract/entities/alert.ts'
import type { ChartGroup } from '@pone/contract/entities/chart-group.ts'
import { createContext, use } from 'react'
import type { ChartBand, ChartEvent } from '../../../../ui/chart/time-series.ts'
import type { Resolving } from './resolve.ts'
import type { ChartAnswers } from './use-chart-answers.ts'

export interface Board {
  readonly style: ChartGroup['style']
  readonly resolving: Resolving
  readonly answers: ChartAnswers
  readonly isLive: boolean
  readonly runs: { readonly bands: readonly ChartBand[]; readonly events: readonly ChartEvent[] }
  readonly alerts: readonly AlertMark[]
  /** Epoch seconds; null: back to the range before. */
  readonly onZoom: (range: readonly [number, number] | null) => void
}

export const BoardContext = createContext<Board | null>(null)

/** @throws Error outside of a board */
export function useBoard(): Board {
  const board = use(BoardContext)
  if (board === null) throw new Error('a chart stands in no board')
  return board
}
