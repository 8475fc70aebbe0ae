/** Product name and mode of the installation: stored from the last visit, refreshed at every start. */
import { queryClient } from '../query.ts'
import { session } from '../session/session.ts'
import { systemInfoQuery } from './system-info.ts'

const firstAnswerWithinMs = 1_500

/** Refreshes product name and mode; the wait is limited, because the stored values are nearly always right and the login page shows whether the server is up. */
export async function followInstallation(): Promise<void> {
  const refreshed = queryClient
    .fetchQuery(systemInfoQuery)
    .then(({ productName, cloudMode }) => session.set({ productName, cloudMode }))
    .catch(() => undefined)
  await Promise.race([refreshed, new Promise(resolve => setTimeout(resolve, firstAnswerWithinMs))])
}
