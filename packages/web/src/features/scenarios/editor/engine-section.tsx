/** Engine-specific part of a scenario: its settings, traces, and the sample log where the engine makes it optional. */
import { engines } from '@pone/plan/engines/registry.ts'
import { sampleLogFormats } from '@pone/plan/scenario/scenario.ts'
import { Checkbox, Radio } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { scenarioEngines } from '../engines/registry.ts'
import type { EngineSettingsProps } from '../engines/scenario-engine.ts'

export function EngineSection(
  props: EngineSettingsProps & { readonly problems: readonly ScenarioProblem[] },
) {
  const { document } = props
  return (
    <>
      <Settings {...props} />
      {engines[document.engine].sampleLog === null && <SampleLog {...props} />}
      <Traces {...props} />
    </>
  )
}

function Settings({
  problems,
  ...props
}: EngineSettingsProps & { readonly problems: readonly ScenarioProblem[] }) {
  const t = useT()
  const { Settings: Form, settingsTitle } = scenarioEngines[props.document.engine]
  if (Form === undefined || settingsTitle === undefined) return null
  return (
    <section className="scenario-section" aria-labelledby="scenario-engine">
      <h2 id="scenario-engine">{t(settingsTitle)}</h2>
      <Form {...props} />
      {problems.map(problem => (
        <p key={problem.text} className="scenario-problem" role="alert">
          {problemText(t, problem)}
        </p>
      ))}
    </section>
  )
}

function Traces({ document, isReadOnly, onChange }: EngineSettingsProps) {
  const t = useT()
  const canTrace = engines[document.engine].traces
  return (
    <section className="scenario-section" aria-labelledby="scenario-traces">
      <h2 id="scenario-traces">{t('scenario.section.traces')}</h2>
      {canTrace && (
        <Checkbox
          checked={document.traces}
          disabled={isReadOnly}
          onChange={event => onChange({ traces: event.target.checked })}
        >
          {t('scenario.traces.carry')}
        </Checkbox>
      )}
      <p className="scenario-help">{t(canTrace ? 'scenario.traces.help' : 'scenario.traces.notHere')}</p>
    </section>
  )
}

function SampleLog({ document, isReadOnly, onChange }: EngineSettingsProps) {
  const t = useT()
  return (
    <section className="scenario-section" aria-labelledby="scenario-samples">
      <h2 id="scenario-samples">{t('scenario.section.samples')}</h2>
      <Radio.Group
        value={document.sampleLog}
        disabled={isReadOnly}
        aria-labelledby="scenario-samples"
        options={sampleLogFormats.map(value => ({ value, label: t(`scenario.samples.${value}`) }))}
        onChange={event =>
          onChange({ sampleLog: sampleLogFormats.find(format => format === event.target.value) ?? 'off' })
        }
      />
      <p className="scenario-help">{t('scenario.samples.help')}</p>
    </section>
  )
}
