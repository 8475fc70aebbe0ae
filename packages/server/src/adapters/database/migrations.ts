/** All migrations in order; they run at start, forward only. */
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as accounts from './migrations/001-accounts.ts'
import * as projects from './migrations/002-projects.ts'
import * as operationRecord from './migrations/003-operation-record.ts'
import * as clusters from './migrations/004-clusters.ts'
import * as catalogues from './migrations/005-catalogues.ts'
import * as parameterFiles from './migrations/006-parameter-files.ts'
import * as runs from './migrations/007-runs.ts'
import * as reports from './migrations/008-reports.ts'
import * as attachments from './migrations/009-attachments.ts'
import * as sampleLogs from './migrations/010-sample-logs.ts'
import * as connectionLimits from './migrations/011-connection-limits.ts'
import * as completedRequests from './migrations/012-completed-requests.ts'
import * as environmentFunctions from './migrations/013-environment-functions.ts'
import * as clusterAdministration from './migrations/014-cluster-administration.ts'
import * as packages from './migrations/015-packages.ts'
import * as deployment from './migrations/016-deployment.ts'
import * as tasks from './migrations/017-tasks.ts'
import * as licence from './migrations/018-licence.ts'
import * as replicas from './migrations/019-replicas.ts'
import * as rowLeases from './migrations/020-row-leases.ts'
import * as movedShares from './migrations/021-moved-shares.ts'
import * as jmeterComponents from './migrations/022-jmeter-components.ts'
import * as runEngines from './migrations/023-run-engines.ts'
import * as machinePlaces from './migrations/024-machine-places.ts'
import * as jmeterReports from './migrations/025-jmeter-reports.ts'
import * as uploads from './migrations/026-uploads.ts'
import * as resultImports from './migrations/027-result-imports.ts'
import * as condensedRuns from './migrations/028-condensed-runs.ts'
import * as floodingMachines from './migrations/030-flooding-machines.ts'
import * as joinTokenUses from './migrations/031-join-token-uses.ts'
import * as signIn from './migrations/032-sign-in.ts'
import * as apiTokens from './migrations/033-api-tokens.ts'
import * as sealedCredentials from './migrations/034-sealed-credentials.ts'
import * as trueFigures from './migrations/036-true-figures.ts'
import * as judgedParts from './migrations/037-judged-parts.ts'

import * as calibrations from './migrations/038-calibrations.ts'
import * as operationOutcomes from './migrations/040-operation-outcomes.ts'
import * as preparedRuns from './migrations/041-prepared-runs.ts'
import * as machineTokens from './migrations/042-machine-tokens.ts'
import * as runMetrics from './migrations/043-run-metrics.ts'
import * as engineNames from './migrations/044-engine-names.ts'
import * as reportNotes from './migrations/045-report-notes.ts'
import * as loadOrders from './migrations/046-load-orders.ts'
import * as homePages from './migrations/048-home-pages.ts'
import * as operationErrors from './migrations/049-operation-errors.ts'
import * as series from './migrations/050-series.ts'
import * as monitors from './migrations/051-monitors.ts'
import * as monitorTypes from './migrations/052-monitor-types.ts'
import * as slowOperations from './migrations/053-slow-operations.ts'
import * as monitorLinks from './migrations/054-monitor-links.ts'
import * as victoriaMetrics from './migrations/057-victoria-metrics.ts'
import * as monitorTests from './migrations/061-monitor-tests.ts'
import * as monitorTypeTrials from './migrations/062-monitor-type-trials.ts'
import * as runMonitoring from './migrations/064-run-monitoring.ts'
import * as chartGroups from './migrations/067-chart-groups.ts'
import * as flowReports from './migrations/069-flow-reports.ts'
import * as ruleValues from './migrations/071-rule-values.ts'
import * as capacitySearches from './migrations/072-capacity-searches.ts'
import * as generatorLimit from './migrations/074-generator-limit.ts'
import * as alerts from './migrations/076-alerts.ts'
import * as alertChannels from './migrations/077-alert-channels.ts'
import * as profiles from './migrations/081-profiles.ts'
import * as alertWork from './migrations/082-alert-work.ts'
import * as labelLimits from './migrations/084-label-limits.ts'
import * as tracingConsoles from './migrations/086-tracing-consoles.ts'
import * as heldBackNotices from './migrations/090-held-back-notices.ts'
import * as indicatorNames from './migrations/091-indicator-names.ts'
import * as runNoticeTemplates from './migrations/092-run-notice-templates.ts'
import * as linkPictures from './migrations/094-link-pictures.ts'
import * as traceAddresses from './migrations/095-trace-addresses.ts'
import * as slowTraces from './migrations/096-slow-traces.ts'
import * as profilings from './migrations/097-profilings.ts'
import * as tracingSystems from './migrations/108-tracing-systems.ts'
import * as threadDumps from './migrations/112-thread-dumps.ts'
import * as correlationRules from './migrations/113-correlation-rules.ts'
import * as productionMixes from './migrations/117-production-mixes.ts'
import * as profileRetention from './migrations/119-profile-retention.ts'
import * as repeatedRequests from './migrations/122-repeated-requests.ts'
import * as arrivalRates from './migrations/123-arrival-rates.ts'
import * as orderedNotices from './migrations/129-ordered-notices.ts'
import * as notReliable from './migrations/130-not-reliable.ts'
import * as runFrequencies from './migrations/131-run-frequencies.ts'

const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-projects': projects,
  '003-operation-record': operationRecord,
  '004-clusters': clusters,
  '005-catalogues': catalogues,
  '006-parameter-files': parameterFiles,
  '007-runs': runs,
  '008-reports': reports,
  '009-attachments': attachments,
  '010-sample-logs': sampleLogs,
  '011-connection-limits': connectionLimits,
  '012-completed-requests': completedRequests,
  '013-environment-functions': environmentFunctions,
  '014-cluster-administration': clusterAdministration,
  '015-packages': packages,
  '016-deployment': deployment,
  '017-tasks': tasks,
  '018-licence': licence,
  '019-replicas': replicas,
  '020-row-leases': rowLeases,
  '021-moved-shares': movedShares,
  '022-jmeter-components': jmeterComponents,
  '023-run-engines': runEngines,
  '024-machine-places': machinePlaces,
  '025-jmeter-reports': jmeterReports,
  '026-uploads': uploads,
  '027-result-imports': resultImports,
  '028-condensed-runs': condensedRuns,
  '030-flooding-machines': floodingMachines,
  '031-join-token-uses': joinTokenUses,
  '032-sign-in': signIn,
  '033-api-tokens': apiTokens,
  '034-sealed-credentials': sealedCredentials,
  '036-true-figures': trueFigures,
  '037-judged-parts': judgedParts,
  '038-calibrations': calibrations,
  '040-operation-outcomes': operationOutcomes,
  '041-prepared-runs': preparedRuns,
  '042-machine-tokens': machineTokens,
  '043-run-metrics': runMetrics,
  '044-engine-names': engineNames,
  '045-report-notes': reportNotes,
  '046-load-orders': loadOrders,
  '048-home-pages': homePages,
  '049-operation-errors': operationErrors,
  '050-series': series,
  '051-monitors': monitors,
  '052-monitor-types': monitorTypes,
  '053-slow-operations': slowOperations,
  '054-monitor-links': monitorLinks,
  '057-victoria-metrics': victoriaMetrics,
  '061-monitor-tests': monitorTests,
  '062-monitor-type-trials': monitorTypeTrials,
  '064-run-monitoring': runMonitoring,
  '067-chart-groups': chartGroups,
  '069-flow-reports': flowReports,
  '071-rule-values': ruleValues,
  '072-capacity-searches': capacitySearches,
  '074-generator-limit': generatorLimit,
  '076-alerts': alerts,
  '077-alert-channels': alertChannels,
  '081-profiles': profiles,
  '082-alert-work': alertWork,
  '084-label-limits': labelLimits,
  '086-tracing-consoles': tracingConsoles,
  '090-held-back-notices': heldBackNotices,
  '091-indicator-names': indicatorNames,
  '092-run-notice-templates': runNoticeTemplates,
  '094-link-pictures': linkPictures,
  '095-trace-addresses': traceAddresses,
  '096-slow-traces': slowTraces,
  '097-profilings': profilings,
  '108-tracing-systems': tracingSystems,
  '112-thread-dumps': threadDumps,
  '113-correlation-rules': correlationRules,
  '117-production-mixes': productionMixes,
  '119-profile-retention': profileRetention,
  '122-repeated-requests': repeatedRequests,
  '123-arrival-rates': arrivalRates,
  '129-ordered-notices': orderedNotices,
  '130-not-reliable': notReliable,
  '131-run-frequencies': runFrequencies,
}

/**
 * Brings the database to this version; safe when several servers start at once.
 * @throws the error of the migration that failed; what came before it stays applied.
 */
export async function migrate<T>(database: Kysely<T>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
