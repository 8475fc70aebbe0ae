/** The engine of a scenario, and the components bound to it. */
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { useT } from '../../../lib/i18n.ts'
import { BindingsTable, type BindingsTableProps } from '../components/bindings-table.tsx'
import { EngineChoice } from '../components/engine-choice.tsx'

export interface ComponentsSectionProps extends Pick<BindingsTableProps, 'nodes' | 'problems'> {
  readonly document: ScenarioDocument
  /** The peak load of the scenario. */
  readonly peakLoad: number
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<ScenarioDocument>) => void
}

export function ComponentsSection(props: ComponentsSectionProps) {
  const { document, nodes, peakLoad, problems, isReadOnly, onChange } = props
  const t = useT()
  return (
    <section className="scenario-section" aria-labelledby="scenario-components">
      <h2 id="scenario-components">{t('scenario.section.components')}</h2>
      <EngineChoice
        engine={document.engine}
        hasBindings={document.bindings.length > 0}
        isReadOnly={isReadOnly}
        onChange={engine => onChange({ engine, bindings: [] })}
      />
      <BindingsTable
        bindings={document.bindings}
        nodes={nodes}
        peak={peakLoad}
        isArrivals={document.drive === 'arrivals'}
        isByThreadGroups={document.loadModel.kind === 'threadGroups'}
        engine={document.engine}
        problems={problems}
        isReadOnly={isReadOnly}
        onChange={bindings => onChange({ bindings })}
      />
    </section>
  )
}
