/** What the page of thread dumps shows, kept in its address: the same link shows the same. */
import { useUrlState } from '../../../lib/navigation/url-state.ts'

export const seriesDefaults = {
  id: '',
  /** '' = over the dumps where there are several. */
  view: '',
  /** Number of the shown dump; 0 = the last one. */
  dump: 0,
  /** The order of the dump that it is compared with; '' = the same order. */
  with: '',
  /** Number of that dump; 0 = the one before, of another order the last one. */
  withDump: 0,
  search: '',
  state: '',
  /** Each thread in a row of its own. */
  each: false,
  /** Only threads at the same place in all dumps. */
  stuck: false,
  order: 'stay',
  pool: '',
  change: '',
  /** The one whose stack is shown; '' = the first. */
  thread: '',
}

export function useSeriesState(): SeriesView {
  const [state, change] = useUrlState(seriesDefaults)
  return { state, change }
}

export interface SeriesView {
  readonly state: ReturnType<typeof useUrlState<typeof seriesDefaults>>[0]
  readonly change: ReturnType<typeof useUrlState<typeof seriesDefaults>>[1]
}
