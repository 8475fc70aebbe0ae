/** All journeys, in the order they run. */
import type { Journey } from './harness/journey.ts'
import { administratorJourney } from './journeys/administrator.journey.ts'
import { crashesJourney } from './journeys/crashes.journey.ts'
import { editingJourney } from './journeys/editing.journey.ts'
import { enduranceJourney } from './journeys/endurance.journey.ts'
import { mainJobInChinese, mainJobInEnglish } from './journeys/main-job.journey.ts'
import { permissionsJourney } from './journeys/permissions.journey.ts'
import { routesJourney } from './journeys/routes.journey.ts'
import { runControlJourney } from './journeys/run-control.journey.ts'
import { sessionJourney } from './journeys/session.journey.ts'

export const journeys: readonly Journey[] = [
  mainJobInChinese,
  mainJobInEnglish,
  administratorJourney,
  sessionJourney,
  permissionsJourney,
  routesJourney,
  editingJourney,
  runControlJourney,
  enduranceJourney,
  crashesJourney,
]
