/** All texts of the interface: the features' message files joined, and declared as the keys of `t`; a new feature adds its line. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { adminHomeMessages } from './features/admin-home/messages.ts'
import { kubernetesMessages } from './features/clusters/kubernetes/messages.ts'
import { clusterMessages } from './features/clusters/messages.ts'
import { comparisonMessages } from './features/comparison/messages.ts'
import { catalogueMessages } from './features/components/catalogue/messages.ts'
import { debugMessages } from './features/components/debug/messages.ts'
import { editorMessages } from './features/components/editor/messages.ts'
import { machineCaptureMessages } from './features/components/import/machine-capture-messages.ts'
import { parameterMessages } from './features/components/parameters/messages.ts'
import { recordMessages } from './features/components/record/messages.ts'
import { formMessages } from './features/components/request/messages.ts'
import { rulesMessages } from './features/components/rules/messages.ts'
import { searchMessages } from './features/components/search/messages.ts'
import { settingMessages } from './features/components/settings/messages.ts'
import { deploymentMessages } from './features/deployment/messages.ts'
import { glossaryMessages } from './features/glossary/messages.ts'
import { homeMessages } from './features/home/messages.ts'
import { jmeterMessages } from './features/jmeter/messages.ts'
import { jmeterReportMessages } from './features/jmeter-reports/messages.ts'
import { licenceMessages } from './features/licence/messages.ts'
import { alertMessages } from './features/monitors/alerts/messages.ts'
import { chartGroupMessages } from './features/monitors/boards/messages.ts'
import { flowReportMessages } from './features/monitors/flow-reports/messages.ts'
import { fullLinkMessages } from './features/monitors/full-link/messages.ts'
import { monitorLinkMessages } from './features/monitors/links/messages.ts'
import { monitorMessages } from './features/monitors/messages.ts'
import { threadMessages } from './features/monitors/threads/messages.ts'
import { monitorTypeMessages } from './features/monitors/types/messages.ts'
import { operationRecordsMessages } from './features/operation-records/messages.ts'
import { packageMessages } from './features/packages/messages.ts'
import { plainMessages } from './features/plain/messages.ts'
import { productionMixMessages } from './features/production-mixes/messages.ts'
import { flameMessages } from './features/profiles/messages.ts'
import { profilingMessages } from './features/profiles/profiling/messages.ts'
import { projectsMessages } from './features/projects/messages.ts'
import { capacityMessages } from './features/runs/capacity/messages.ts'
import { labelTimesMessages } from './features/runs/full-link/messages.ts'
import { runMessages } from './features/runs/messages.ts'
import { reportMessages } from './features/runs/report/messages.ts'
import { capacityFormMessages } from './features/scenarios/capacity/messages.ts'
import { scenarioLandingMessages } from './features/scenarios/landing/landing-messages.ts'
import { scenarioMessages } from './features/scenarios/messages.ts'
import { securityMessages } from './features/security/messages.ts'
import { signInMessages } from './features/sign-in/messages.ts'
import { taskMessages } from './features/tasks/messages.ts'
import { tracingMessages } from './features/tracing/messages.ts'
import { usersMessages } from './features/users/messages.ts'
import { libMessages } from './lib/messages.ts'
import { routeMessages } from './route-messages.ts'
import { shellMessages } from './shell/messages.ts'
import { tourMessages } from './shell/tour/messages.ts'
import { alertMarkMessages } from './ui/alerts/messages.ts'
import { chartMessages } from './ui/chart/messages.ts'
import { tableMessages } from './ui/data-table/messages.ts'
import { editorFrameMessages } from './ui/editor/messages.ts'
import { formWidgetMessages } from './ui/form/messages.ts'
import { uiMessages } from './ui/messages.ts'
import { retentionMessages } from './ui/retention/messages.ts'
import { runStateMessages } from './ui/run/messages.ts'
import { shortcutMessages } from './ui/shortcuts/messages.ts'
import { treeMessages } from './ui/tree/messages.ts'

export const messages = {
  ...alertMarkMessages,
  ...chartMessages,
  ...flameMessages,
  ...profilingMessages,
  ...catalogueMessages,
  ...editorMessages,
  ...formMessages,
  ...settingMessages,
  ...parameterMessages,
  ...recordMessages,
  ...rulesMessages,
  ...machineCaptureMessages,
  ...debugMessages,
  ...searchMessages,
  ...comparisonMessages,
  ...jmeterMessages,
  ...jmeterReportMessages,
  ...deploymentMessages,
  ...scenarioLandingMessages,
  ...scenarioMessages,
  ...taskMessages,
  ...clusterMessages,
  ...reportMessages,
  ...runMessages,
  ...labelTimesMessages,
  ...capacityMessages,
  ...capacityFormMessages,
  ...routeMessages,
  ...libMessages,
  ...formWidgetMessages,
  ...uiMessages,
  ...treeMessages,
  ...tableMessages,
  ...shellMessages,
  ...tourMessages,
  ...editorFrameMessages,
  ...retentionMessages,
  ...runStateMessages,
  ...plainMessages,
  ...productionMixMessages,
  ...glossaryMessages,
  ...shortcutMessages,
  ...securityMessages,
  ...signInMessages,
  ...adminHomeMessages,
  ...usersMessages,
  ...tracingMessages,
  ...homeMessages,
  ...projectsMessages,
  ...alertMessages,
  ...chartGroupMessages,
  ...flowReportMessages,
  ...fullLinkMessages,
  ...monitorLinkMessages,
  ...monitorMessages,
  ...threadMessages,
  ...monitorTypeMessages,
  ...operationRecordsMessages,
  ...licenceMessages,
  ...kubernetesMessages,
  ...packageMessages,
} as const satisfies Record<string, Bilingual>

type AllTexts = typeof messages
declare module './lib/i18n.ts' {
  interface TextCatalogue extends AllTexts {}
}
