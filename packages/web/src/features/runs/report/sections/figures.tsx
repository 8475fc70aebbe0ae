/** The statistics of all transactions and requests, and the phases of their response times. */
import { engines } from '@pone/plan/engines/registry.ts'
import { useT } from '../../../../lib/i18n.ts'
import { PhasesTable } from '../../figures/phases-table.tsx'
import { StatisticsTable } from '../../figures/statistics-table.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const FiguresPart: SectionPart = ({ content }) => {
  const t = useT()
  const { run, labels, total } = content
  const { engine } = run.scenario
  return (
    <>
      <PartFrame id="transactions" title={t('run.tab.transactions')}>
        <StatisticsTable
          labels={labels}
          total={total}
          runId={run.source === 'run' ? run.id : undefined}
          isFull
        />
      </PartFrame>
      {(engines[engine].phases === 'always' || labels.some(({ phases }) => phases !== null)) && (
        <PartFrame id="phases" title={t('run.tab.phases')}>
          <PhasesTable labels={labels} engine={engine} />
        </PartFrame>
      )}
    </>
  )
}
