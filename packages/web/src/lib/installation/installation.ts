/** What installation this is (name, mode): kept from the last visit, refreshed at every start. */
import { api } from '../api.ts'
import { session } from '../session/session.ts'

const firstAnswerWithinMs = 1_500

/** Refreshes product name and mode; waits only so long, because what is kept is nearly always right and the login page shows whether the server is up. */
export async function followInstallation(): Promise<void> {
  const refreshed = api.system
    .info()
    .then(({ productName, cloudMode }) => session.set({ productName, cloudMode }))
    .catch(() => undefined)
  await Promise.race([refreshed, new Promise(resolve => setTimeout(resolve, firstAnswerWithinMs))])
}
