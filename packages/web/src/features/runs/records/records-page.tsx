/** Pages logging and loggingHistory: the execution records; in the history only ended ones. */
import { useIsHistory } from '../../../lib/navigation/history.ts'
import { Records } from './records.tsx'

export function Page() {
  return useIsHistory() ? <Records history="logging" /> : <Records />
}
