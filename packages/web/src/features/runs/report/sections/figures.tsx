/** The statistics of all transactions and requests, and what their response times are made of. */
import { useT } from '../../../../lib/i18n.ts'
import { PhasesTable } from '../../figures/phases-table.tsx'
import { StatisticsTable } from '../../figures/statistics-table.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const FiguresPart: SectionPart = ({ content }) => {
  const t = useT()
  const { run, labels, total } = content
  // JMeter tells what response times are made of only where the plan asks for it.
  const isJmeter = run.scenario.engine === 'jmeter'
  return (
    <>
      <PartFrame id="transactions" title={t('run.tab.transactions')}>
        <StatisticsTable labels={labels} total={total} isFull />
      </PartFrame>
      {(!isJmeter || labels.some(({ phases }) => phases !== null)) && (
        <PartFrame id="phases" title={t('run.tab.phases')}>
          <PhasesTable labels={labels} isJmeter={isJmeter} />
        </PartFrame>
      )}
    </>
  )
}
