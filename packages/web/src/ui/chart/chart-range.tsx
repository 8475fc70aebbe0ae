/** The visible range of time charts: own for a group of charts, or one for all charts of a page that provides it. */
import { createContext, type ReactNode, use, useState } from 'react'

/** Seconds since the start; null = all. */
export type ChartRange = readonly [from: number, to: number] | null

export interface SharedRange {
  readonly range: ChartRange
  readonly onRange: (range: ChartRange) => void
}

const RangeContext = createContext<SharedRange | null>(null)

/** All groups of charts inside share one range. */
export function ChartRangeProvider({
  shared,
  children,
}: {
  readonly shared: SharedRange
  readonly children: ReactNode
}) {
  return <RangeContext value={shared}>{children}</RangeContext>
}

/** The page's range, or one of this group alone. */
export function useChartRange(): SharedRange {
  const shared = use(RangeContext)
  const [range, onRange] = useState<ChartRange>(null)
  return shared ?? { range, onRange }
}
