/** All journeys. */
import type { Journey } from './harness/journey.ts'
import { accessibilityJourney } from './journeys/accessibility.journey.ts'
import { administratorJourney } from './journeys/administrator.journey.ts'
import { alertsJourney } from './journeys/alerts.journey.ts'
import { arrivalsJourney } from './journeys/arrivals.journey.ts'
import { capacityJourney } from './journeys/capacity.journey.ts'
import { clustersJourney } from './journeys/clusters.journey.ts'
import { codeJourney } from './journeys/code.journey.ts'
import { comparisonJourney } from './journeys/comparison.journey.ts'
import { crashesJourney } from './journeys/crashes.journey.ts'
import { dashboardsJourney } from './journeys/dashboards.journey.ts'
import { deploymentJourney } from './journeys/deployment.journey.ts'
import { editingJourney } from './journeys/editing.journey.ts'
import { enduranceJourney } from './journeys/endurance.journey.ts'
import { firstLoadJourney } from './journeys/first-load.journey.ts'
import { firstTestJourney } from './journeys/first-test.journey.ts'
import { flameAndLoadJourney } from './journeys/flame-and-load.journey.ts'
import { homeJourney } from './journeys/home.journey.ts'
import { jmeterJourney } from './journeys/jmeter.journey.ts'
import { jmeterRunJourney } from './journeys/jmeter-run.journey.ts'
import { largeProjectsJourney } from './journeys/large-projects.journey.ts'
import { licenceJourney } from './journeys/licence.journey.ts'
import { linksJourney } from './journeys/links.journey.ts'
import { loadAndMonitoringJourney } from './journeys/load-and-monitoring.journey.ts'
import { mainJobInChinese, mainJobInEnglish } from './journeys/main-job.journey.ts'
import { monitorTypesJourney } from './journeys/monitor-types.journey.ts'
import { monitorsJourney } from './journeys/monitors.journey.ts'
import { newStepsJourney } from './journeys/new-steps.journey.ts'
import { packagesJourney } from './journeys/packages.journey.ts'
import { permissionsJourney } from './journeys/permissions.journey.ts'
import { profilesJourney } from './journeys/profiles.journey.ts'
import { protocolsJourney } from './journeys/protocols.journey.ts'
import { recordingJourney } from './journeys/recording.journey.ts'
import { routesJourney } from './journeys/routes.journey.ts'
import { runControlJourney } from './journeys/run-control.journey.ts'
import { sessionJourney } from './journeys/session.journey.ts'
import { streamsJourney } from './journeys/streams.journey.ts'
import { taskSetsJourney } from './journeys/task-sets.journey.ts'
import { trialJourney } from './journeys/trial.journey.ts'
import { uploadsJourney } from './journeys/uploads.journey.ts'
import { wrongInputJourney } from './journeys/wrong-input.journey.ts'
import { wsdlJourney } from './journeys/wsdl.journey.ts'

export const journeys: readonly Journey[] = [
  mainJobInChinese,
  mainJobInEnglish,
  administratorJourney,
  packagesJourney,
  uploadsJourney,
  firstLoadJourney,
  firstTestJourney,
  homeJourney,
  sessionJourney,
  permissionsJourney,
  jmeterRunJourney,
  deploymentJourney,
  crashesJourney,
  routesJourney,
  accessibilityJourney,
  editingJourney,
  newStepsJourney,
  trialJourney,
  largeProjectsJourney,
  codeJourney,
  profilesJourney,
  flameAndLoadJourney,
  protocolsJourney,
  wsdlJourney,
  recordingJourney,
  jmeterJourney,
  wrongInputJourney,
  licenceJourney,
  clustersJourney,
  arrivalsJourney,
  capacityJourney,
  runControlJourney,
  taskSetsJourney,
  monitorsJourney,
  alertsJourney,
  linksJourney,
  dashboardsJourney,
  streamsJourney,
  loadAndMonitoringJourney,
  monitorTypesJourney,
  comparisonJourney,
  enduranceJourney,
]
