/** One production mix: its facts, arrivals and requests, and the scenario that is made from it. */
import type { ProductionMix } from '@pone/contract/entities/production-mix.ts'
import { formatDuration, formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { mixQuery } from '../mix-queries.ts'
import { ScenarioDialog } from '../scenario/scenario-dialog.tsx'
import { arrivalRates, rateFacts } from './mix-model.ts'
import { TemplateTable } from './template-table.tsx'
import '../mixes.css'

export function MixView({ id }: { readonly id: string }) {
  const t = useT()
  const { data: mix, error, refetch } = useQuery(mixQuery(useProjectId(), id))
  const [isMaking, setMaking] = useState(false)
  const canEdit = [useCan('scenario.edit'), useCan('component.edit')].every(Boolean)
  return (
    <>
      <PageHeader
        title={mix?.name ?? t('mix.one')}
        note={mix?.document.source.name}
        backTo={links.productionMixes}
        actions={
          mix &&
          canEdit && (
            <Button type="primary" onClick={() => setMaking(true)}>
              {t('mix.makeScenario')}
            </Button>
          )
        }
      />
      <PageBody>
        {mix ? (
          <MixContent mix={mix} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={10} />
        )}
      </PageBody>
      {mix && isMaking && <ScenarioDialog mix={mix} onClose={() => setMaking(false)} />}
    </>
  )
}

function MixContent({ mix: { document } }: { readonly mix: ProductionMix }) {
  return (
    <>
      <MixFacts document={document} />
      <ArrivalChart document={document} />
      <TemplateTable document={document} />
    </>
  )
}

function MixFacts({ document }: Pick<ProductionMix, 'document'>) {
  const t = useT()
  const { mean, peak } = rateFacts(document)
  const interval = formatDuration(document.intervalSeconds * 1_000)
  const rate = (value: number) => `${formatNumber(Number(value.toPrecision(3)))}/s`
  return (
    <FactList
      facts={[
        [
          t('mix.period'),
          <>
            <TimeText at={document.fromMs} /> {t('mix.periodTo')} <TimeText at={document.toMs} />
          </>,
        ],
        [t('mix.fact.requests'), formatNumber(document.requests)],
        [t('mix.fact.others'), formatNumber(document.otherRequests)],
        [t('mix.fact.statics'), formatNumber(document.staticRequests)],
        [t('mix.fact.refused'), formatNumber(document.refusedRequests)],
        [t('mix.fact.visits'), formatNumber(document.visits)],
        [t('mix.fact.pause'), formatMs(document.meanPauseMs)],
        [t('mix.fact.mean'), rate(mean)],
        [t('mix.fact.peak', { interval }), rate(peak)],
      ]}
    />
  )
}

function ArrivalChart({ document }: Pick<ProductionMix, 'document'>) {
  const t = useT()
  const { stepSeconds, seconds, rates } = useMemo(() => arrivalRates(document), [document])
  const series = useMemo(
    () => [{ key: 'rate', label: t('mix.requests'), color: 'rate', values: rates } as const],
    [t, rates],
  )
  return (
    <TimeChart
      title={t('mix.arrivals')}
      unit="perSecond"
      seconds={seconds}
      step={stepSeconds}
      series={series}
      syncKey="production-mix"
    />
  )
}
