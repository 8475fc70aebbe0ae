/** The JMeter engine on the scenario pages; the JMX parser is loaded with the first plan. */
import { optionReasons } from '@pone/jmeter/load/java-options.ts'
import { machineReasons } from '@pone/jmeter/load/machine-reasons.ts'
import { api } from '../../../../lib/api.ts'
import { catalogueTrees } from '../../../../lib/catalogue-trees.ts'
import type { BoundComponent, EngineSettingsProps, ScenarioEngine } from '../scenario-engine.ts'
import { JmeterSettingsForm } from './jmeter-settings.tsx'

/** Age after which a loaded plan is read again, because it may have been edited, ms. */
const planAgeMs = 10_000

const componentKey = (projectId: string, id: string) => ['jmeterPlanOfScenario', projectId, id]

async function planOf({ projectId, id, client }: BoundComponent): Promise<Uint8Array> {
  const { document } = await client.fetchQuery({
    queryKey: componentKey(projectId, id),
    queryFn: ({ signal }) => api.jmeterComponent.get({ projectId, id }, { signal }),
    staleTime: planAgeMs,
  })
  return Uint8Array.from(atob(document.base64), character => character.charCodeAt(0))
}

function Settings({ document, isReadOnly, onChange }: EngineSettingsProps) {
  return (
    <JmeterSettingsForm
      settings={document.jmeter}
      isReadOnly={isReadOnly}
      onChange={jmeter => onChange({ jmeter })}
    />
  )
}

export const jmeter: ScenarioEngine = {
  designPage: 'jmeterComponentDesign',
  catalogue: catalogueTrees.jmeter,
  componentKey,
  groups: async component => {
    const { groupsOfPlan } = await import('./plan-labels.ts')
    return groupsOfPlan(await planOf(component))
  },
  suggestedLabels: async component => {
    const { labelsOfPlan } = await import('./plan-labels.ts')
    return labelsOfPlan(await planOf(component))
  },
  reasons: async (component, load) => {
    const { checkPlan } = await import('@pone/jmeter/load/check-plan.ts')
    const { projectId, id } = component
    const [bytes, files] = await Promise.all([
      planOf(component),
      api.jmeterComponent.files({ projectId, id }),
    ])
    const checked = checkPlan(bytes, { load, machines: null, files: files.map(({ name }) => name) })
    return checked.ok ? [] : checked.reasons
  },
  repair: { area: 'files', title: 'scenario.binding.toFiles' },
  settingsProblems: ({ jmeter: { jvmOptions } }) =>
    optionReasons(jvmOptions).map(reason => ({ ...reason, field: 'jvmOptions' })),
  machineReasons: (document, machines) => machineReasons(machines, document.jmeter.version),
  Settings,
  settingsTitle: 'scenario.section.jmeter',
}
